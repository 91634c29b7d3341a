import * as text from "text:adminOverview";
import * as shared from "text:shared";
import { scaleSteps } from "@shared/components/chart-scale";
import { formatHour, formatNumber, LANGUAGE } from "@shared/format";
import type { Body } from "../api/useAdmin";
import * as chart from "../parts/chart.module.css";
import { type Column, DataTable } from "../parts/DataTable";
import * as layout from "../parts/layout.module.css";
import { Panel } from "../parts/Panel";
import { Plot } from "../parts/Plot";
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

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TICK_HOURS = 6;

/** Returns the times of the last day at which a quarter of a day begins, by the clock of the operator. */
function timesBefore(last: number): number[] {
  const time = new Date(last);
  time.setMinutes(0, 0, 0);
  const hours = Array.from({ length: 24 }, (_, hour) => time.getTime() - hour * HOUR_MS);
  return hours.filter((at) => new Date(at).getHours() % TICK_HOURS === 0 && at > last - DAY_MS).reverse();
}

const day = new Intl.DateTimeFormat(LANGUAGE, { day: "numeric", month: "short" });
const timeText = (at: number): string => (new Date(at).getHours() === 0 ? day.format(at) : formatHour(new Date(at)));

/** A line for today and one for the day before, with the same numbers as a table. */
export function PlayersChart({ points }: { points: readonly Point[] }) {
  const last = Date.parse(points.at(-1)?.at ?? "");
  const steps = scaleSteps(
    Math.max(...points.flatMap(({ online_players, day_before }) => [online_players, day_before ?? 0])),
  );
  const max = steps.at(-1) ?? 1;
  const x = (time: number) => 100 - ((last - time) / DAY_MS) * 100;
  const line = (value: (point: Point) => number | null) =>
    points
      .filter((point) => value(point) !== null)
      .map(
        (point, index) =>
          `${index ? "L" : "M"}${x(Date.parse(point.at)).toFixed(2)} ${(100 - ((value(point) ?? 0) / max) * 100).toFixed(2)}`,
      )
      .join("");
  return (
    <Panel title={text.chart} note={text.chartNote}>
      {points.length === 0 ? (
        <Empty>{shared.noCounts}</Empty>
      ) : (
        <>
          <Plot
            values={steps.map((value) => ({ at: (value / max) * 100, label: formatNumber(value) }))}
            times={timesBefore(last).map((time) => ({ at: x(time), label: timeText(time) }))}
          >
            <path className={chart.dayBefore} d={line(({ day_before }) => day_before ?? null)} />
            <path className={chart.line} d={line(({ online_players }) => online_players)} />
          </Plot>
          <details className={layout.body}>
            <summary>{text.table}</summary>
            <DataTable caption={text.chart} columns={COLUMNS} rows={points} keyOf={({ at }) => at} keepsRows showsAll />
          </details>
        </>
      )}
    </Panel>
  );
}
