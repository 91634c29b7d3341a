import { useIsHydrated } from "@shared/api/firstFrame";
import * as css from "@shared/components/chart.module.css";
import { DataTable } from "@shared/components/DataTable";
import { LocalTime } from "@shared/components/LocalTime";
import { type Draw, Plot, tokensOf } from "@shared/components/Plot";
import { formatHour, formatNumber } from "@shared/format";
import { useMemo } from "react";
import { trace } from "./Spark";
import type { Stats } from "./stats";

type History = Stats["history"];

/** Players online over the last 24 hours, as a line chart and as a table. */
export function PlayersChart({ history }: { history: History }) {
  const draw = useMemo(() => drawPlayers(history), [history]);
  const label = describe(history, useIsHydrated());
  const rows = history.map(({ at, online_players }) => [
    <LocalTime key={at} at={at} format={formatHour} />,
    formatNumber(online_players),
  ]);
  return (
    <figure className={css.chart}>
      <Plot label={label} draw={draw}>
        <svg viewBox="0 0 600 270" preserveAspectRatio="none" aria-hidden="true">
          <path
            d={trace(counts(history), 600, 270)}
            fill="none"
            stroke="currentcolor"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      </Plot>
      <DataTable label={`${label}, as a table`} columns={["Time", "Players"]} rows={rows} />
    </figure>
  );
}

const counts = (history: History) => history.map(({ online_players }) => online_players);

/** Text alternative of the chart. `timed`: with the hours, in the reader's zone. */
function describe(history: History, timed: boolean): string {
  const most = history.reduce((a, b) => (b.online_players > a.online_players ? b : a));
  const fewest = history.reduce((a, b) => (b.online_players < a.online_players ? b : a));
  const pointText = ({ at, online_players }: typeof most) =>
    formatNumber(online_players) + (timed ? ` at ${formatHour(new Date(at))}` : "");
  return `Players online over the last 24 hours: most ${pointText(most)}, fewest ${pointText(fewest)}`;
}

const drawPlayers =
  (history: History): Draw =>
  (field) => {
    const token = tokensOf(field);
    const axis = { stroke: token("--muted"), font: `13px ${token("--body")}`, ticks: { show: false } };
    const formatTime = (seconds: number) => formatHour(new Date(seconds * 1000));
    return {
      data: [history.map(({ at }) => Date.parse(at) / 1000), counts(history)],
      options: {
        padding: [12, 28, 0, 0],
        legend: { show: false },
        cursor: { y: false, points: { size: 9 } },
        axes: [
          { ...axis, size: 36, grid: { show: false }, space: 80, values: (_, at) => at.map(formatTime) },
          {
            ...axis,
            grid: { stroke: token("--line-faint"), width: 1 },
            size: 56,
            values: (_, at) => at.map(formatNumber),
          },
        ],
        scales: { y: { range: (_, __, max) => [0, Math.max(1, max) * 1.15] } },
        series: [{}, { stroke: token("--series-1"), width: 2, fill: token("--wash-strong"), points: { show: false } }],
      },
    };
  };
