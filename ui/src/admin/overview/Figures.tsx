import * as text from "text:adminOverview";
import { classes } from "@shared/components/classes";
import { Panel } from "@shared/components/Panel";
import { formatMoment, formatSeen } from "@shared/dates";
import { formatNumber } from "@shared/format";
import { Link } from "react-router-dom";
import type { Body } from "../api/useAdmin";
import { useLinkTo } from "../pages";
import * as figures from "../parts/figures.module.css";
import * as panel from "../parts/panel.module.css";
import { usePermission } from "../session";
import { formatPrice, moneyOf } from "./money";

type Data = Body<"Overview">;

export function Figures({ data }: { data: Data }) {
  const today = data.revenue.at(-1);
  const { broken_rules, checked_at } = data.ledger;
  const registrations = useLinkTo()("registrations");
  return (
    <Panel className={classes(panel.panel, figures.figures)} aria-label={text.title}>
      <Figure
        name={text.playersNow}
        value={data.players_now == null ? text.unknown : formatNumber(data.players_now)}
        note={data.players_peak == null ? "" : text.peak({ count: data.players_peak })}
        to="/players?list=online"
        permission="players.read"
      />
      <Figure
        name={text.revenueToday}
        value={formatPrice(today?.amount ?? 0)}
        note={text.donations({ count: today?.donations ?? 0 })}
        {...(today && { to: moneyOf(today.day), permission: "money.read" })}
      />
      <Figure
        name={text.registered}
        value={formatNumber(data.registered_today)}
        note={text.registeredMonth({ count: data.registered_month })}
        {...(registrations && { to: registrations })}
      />
      <Figure
        name={text.books}
        value={broken_rules == null ? "–" : formatNumber(broken_rules)}
        note={
          broken_rules == null
            ? text.measuredElsewhere
            : [
                broken_rules === 0 ? text.booksHold : text.booksBroken({ count: broken_rules }),
                checked_at ? text.checked({ time: formatMoment(new Date(checked_at), new Date()) }) : "",
              ]
                .filter(Boolean)
                .join(" · ")
        }
        to="/wheel"
        permission="wheel.read"
      />
      <Figure
        name={text.backup}
        value={data.backup_at ? formatSeen(new Date(data.backup_at), new Date()) : "–"}
        note={data.backup_at ? formatMoment(new Date(data.backup_at), new Date()) : text.noBackup}
      />
      <Figure
        name={text.pending}
        value={data.pending_deliveries == null ? "–" : formatNumber(data.pending_deliveries)}
        note={
          data.waiting_webhooks == null ? text.measuredElsewhere : text.pendingNote({ count: data.waiting_webhooks })
        }
        to="/players"
        permission="players.read"
      />
    </Panel>
  );
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
