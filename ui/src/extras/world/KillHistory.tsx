import * as text from "text:places";
import * as shared from "text:shared";
import { formatAppointment } from "@shared/appointment";
import { EmptyState } from "@shared/components/EmptyState";
import { Link } from "@shared/components/Link";
import { LocalTime } from "@shared/components/LocalTime";
import { PanelTable } from "@shared/components/PanelTable";
import { SectionHead } from "@shared/components/SectionHead";
import type { Column } from "@shared/components/Table";
import { formatPlaytime } from "@shared/shortDurations";
import { Clan } from "./Clan";
import type { BossAnswer } from "./places";
import * as css from "./places.module.css";

type Kill = BossAnswer["history"][number];

const ROWS = 10;

/** Each tracked kill with its report. */
export function KillHistory({ page: { history } }: { page: BossAnswer }) {
  const hasWindows = history.some(({ alive_seconds }) => alive_seconds !== null);
  return (
    <div>
      <SectionHead title={text.history}>{history.length > 0 && text.newest({ count: history.length })}</SectionHead>
      {history.length > 0 ? (
        <PanelTable
          title={text.history}
          rows={history}
          limit={ROWS}
          keyOf={({ path }) => path}
          columns={hasWindows ? [...COLUMNS, ...WINDOW_COLUMNS] : COLUMNS}
        />
      ) : (
        <EmptyState title={text.noKills}>{text.noKillsText}</EmptyState>
      )}
    </div>
  );
}

const duration = (seconds: number | null) => (seconds === null ? "–" : formatPlaytime(Math.max(60, seconds)));

const COLUMNS: readonly Column<Kill>[] = [
  {
    name: text.kill,
    show: ({ path, died_at }) => (
      <Link to={path} className={css.link}>
        <LocalTime at={died_at} format={formatAppointment} />
      </Link>
    ),
  },
  { name: text.by, show: (kill) => <By kill={kill} /> },
  { name: text.sinceBefore, end: true, show: ({ interval_seconds }) => duration(interval_seconds) },
];

const WINDOW_COLUMNS: readonly Column<Kill>[] = [
  { name: text.aliveUpTo, end: true, show: ({ alive_seconds }) => duration(alive_seconds) },
  {
    name: text.beyond,
    end: true,
    show: ({ overdue_seconds }) => (overdue_seconds === 0 ? text.inWindow : duration(overdue_seconds)),
  },
];

function By({ kill: { clan, players } }: { kill: Kill }) {
  if (players === 0) return <span className={css.muted}>{shared.notKnown}</span>;
  return (
    <span className={css.by}>
      {clan && <Clan clan={clan} />} <small>{shared.playerCount({ count: players })}</small>
    </span>
  );
}
