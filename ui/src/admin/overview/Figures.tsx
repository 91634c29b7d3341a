import * as admin from "text:admin";
import * as text from "text:adminOverview";
import { classes } from "@shared/components/classes";
import { Panel } from "@shared/components/Panel";
import { formatSeen } from "@shared/dates";
import { formatNumber } from "@shared/format";
import { Link } from "react-router-dom";
import type { Body } from "../api/useAdmin";
import { useLinkTo } from "../pages";
import * as figures from "../parts/figures.module.css";
import { formatMoment, formatMomentWithin } from "../parts/moment";
import * as panel from "../parts/panel.module.css";
import { usePermission } from "../session";
import { moneyList, moneyOf } from "./money";

type Data = Body<"Overview">;

export function Figures({ data }: { data: Data }) {
  const { revenue, ledger } = data;
  const today = revenue?.at(-1);
  const registrations = useLinkTo()("registrations");
  const canSeePlayers = usePermission("players.read").allowed;
  return (
    <Panel className={classes(panel.panel, figures.figures)} aria-label={admin.pages.overview}>
      <Figure
        name={text.playersNow}
        value={data.players_now == null ? text.unknown : formatNumber(data.players_now)}
        note={data.players_peak == null ? "" : text.peak({ count: data.players_peak })}
        to="/players?list=online"
        permission="players.read"
      />
      {today && (
        <Figure
          name={text.revenueToday}
          value={moneyList(today.amounts)}
          note={text.donations({ count: today.donations })}
          to={moneyOf(today.day)}
          permission="money.read"
        />
      )}
      {data.registered_today != null && (
        <Figure
          name={text.registered}
          value={formatNumber(data.registered_today)}
          note={text.registeredMonth({ count: data.registered_month ?? 0 })}
          {...(registrations && { to: registrations })}
        />
      )}
      {ledger && (
        <Figure
          name={text.books}
          value={ledger.broken_rules == null ? "–" : formatNumber(ledger.broken_rules)}
          note={booksText(ledger)}
          to="/wheel"
          permission="wheel.read"
        />
      )}
      <Figure
        name={text.backup}
        value={data.backup_at ? formatSeen(new Date(data.backup_at), new Date()) : "–"}
        note={data.backup_at ? formatMoment(new Date(data.backup_at), new Date()) : text.noBackup}
      />
      {canSeePlayers && (
        <Figure
          name={text.pending}
          value={data.pending_deliveries == null ? "–" : formatNumber(data.pending_deliveries)}
          note={
            data.waiting_webhooks == null ? text.measuredElsewhere : text.pendingNote({ count: data.waiting_webhooks })
          }
          to="/players"
          permission="players.read"
        />
      )}
    </Panel>
  );
}

function booksText({ broken_rules, checked_at }: NonNullable<Data["ledger"]>): string {
  if (broken_rules == null) return text.measuredElsewhere;
  const rules = broken_rules === 0 ? text.booksHold : text.booksBroken({ count: broken_rules });
  const time = checked_at ? text.checked({ time: formatMomentWithin(new Date(checked_at), new Date()) }) : "";
  return [rules, time].filter(Boolean).join(" · ");
}

interface FigureProps {
  name: string;
  value: string;
  note: string;
  /** Address of its rows. */
  to?: string;
  /** An operator without it sees no link. */
  permission?: string;
}

function Figure({ name, value, note, to, permission }: FigureProps) {
  const { allowed } = usePermission(permission ?? "");
  const content = (
    <>
      <span>{name}</span>
      <b>{value}</b>
      <small>{note}</small>
    </>
  );
  return to && (allowed || !permission) ? (
    <Link className={figures.figure} to={to}>
      {content}
    </Link>
  ) : (
    <div className={figures.figure}>{content}</div>
  );
}
