import * as text from "text:adminOverview";
import * as shared from "text:shared";
import { classes } from "@shared/components/classes";
import { formatHour, formatNumber } from "@shared/format";
import type { Body } from "../api/useAdmin";
import * as chart from "../parts/chart.module.css";
import { type Column, DataTable } from "../parts/DataTable";
import * as layout from "../parts/layout.module.css";
import { Panel } from "../parts/Panel";
import { Empty } from "../parts/States";

type Point = Body<"HistoryPoint">;

const COLUMNS: readonly Column<Point>[] = [
  { title: shared.time, value: ({ at }) => formatHour(new Date(at)) },
  { title: shared.today, kind: "number", value: ({ online_players }) => formatNumber(online_players) },
  {
    title: shared.dayBefore,
    kind: "number",
    value: ({ day_before }) => (day_before == null ? "–" : formatNumber(day_before)),
  },
];

const DAY_MS = 86_400_000;

/** A line for today and one for the day before, with the same numbers as a table. */
export function PlayersChart({ points }: { points: readonly Point[] }) {
  const last = Date.parse(points.at(-1)?.at ?? "");
  const max = Math.max(1, ...points.flatMap(({ online_players, day_before }) => [online_players, day_before ?? 0]));
  const x = ({ at }: Point) => 100 - ((last - Date.parse(at)) / DAY_MS) * 100;
  const line = (value: (point: Point) => number | null) =>
    points
      .filter((point) => value(point) !== null)
      .map(
        (point, index) =>
          `${index ? "L" : "M"}${x(point).toFixed(2)} ${(100 - ((value(point) ?? 0) / max) * 100).toFixed(2)}`,
      )
      .join("");
  return (
    <Panel title={text.chart} note={text.chartNote}>
      {points.length === 0 ? (
        <Empty>{shared.noCounts}</Empty>
      ) : (
        <>
          <div className={chart.chart}>
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              <path className={chart.grid} d="M0 0H100M0 50H100M0 100H100" fill="none" />
              <path className={chart.dayBefore} d={line(({ day_before }) => day_before ?? null)} />
              <path className={chart.line} d={line(({ online_players }) => online_players)} />
            </svg>
            <span className={classes(chart.mark, chart.topMark)}>{formatNumber(max)}</span>
            <span className={classes(chart.mark, chart.bottomMark)}>0</span>
          </div>
          <p className={chart.axis}>
            <span>{formatHour(new Date(last - DAY_MS))}</span>
            <span>{formatHour(new Date(last))}</span>
          </p>
          <details className={layout.body}>
            <summary>{text.table}</summary>
            <DataTable caption={text.chart} columns={COLUMNS} rows={points} keyOf={({ at }) => at} keepsRows showsAll />
          </details>
        </>
      )}
    </Panel>
  );
}
