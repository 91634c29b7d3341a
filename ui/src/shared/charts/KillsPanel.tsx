import * as text from "text:charts";
import { FoldedTable } from "@shared/components/Table";
import { formatNumber } from "@shared/format";
import { useMemo } from "react";
import { ChartPanel, stateOf } from "./ChartPanel";
import * as css from "./charts.module.css";
import { formatDate } from "./days";
import { KillsChart } from "./KillsChart";
import { type KillsOfDay, type Week, weeksOf } from "./weeks";

interface KillsPanelProps {
  /** Undefined: not loaded. */
  history: readonly KillsOfDay[] | undefined;
  error: unknown;
}

export function KillsPanel({ history, error }: KillsPanelProps) {
  const weeks = useMemo(() => history && weeksOf(history), [history]);
  const keys = (
    <>
      <span className={css.pvp}>PvP</span>
      <span className={css.pk}>{text.ownScale}</span>
    </>
  );
  return (
    <ChartPanel title={text.kills} note={keys} state={stateOf(weeks, error)} empty={text.noKills}>
      {weeks && <KillsFigure weeks={weeks} />}
    </ChartPanel>
  );
}

function KillsFigure({ weeks }: { weeks: readonly Week[] }) {
  const rows = weeks
    .filter(({ isRecorded }) => isRecorded)
    .map(({ monday, pvp, pk, isRunning }) => [
      isRunning ? text.running({ day: formatDate(monday) }) : formatDate(monday),
      formatNumber(pvp),
      formatNumber(pk),
    ]);
  return (
    <figure>
      <KillsChart weeks={weeks} />
      <FoldedTable label={text.killsTable} columns={[text.week, "PvP", "PK"]} rows={rows.reverse()} />
    </figure>
  );
}
