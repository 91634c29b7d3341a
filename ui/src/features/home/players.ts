import * as text from "text:home";
import { type Point, scaleSteps } from "@shared/components/chart-scale";
import { formatFullHour, formatHour, formatNumber } from "@shared/format";
import type { Stats } from "./stats";

export type History = Stats["history"];

const HOUR_MS = 3_600_000;
/** Marks of the time axis are this far apart in the reader's zone. */
const MARK_HOURS = 4;
/** A mark nearer to an end of the axis, in percent, is left out. */
const MARGIN = 5;

/** Returns where a time stands between the first and the last measurement, in percent. */
function scaleTime(history: History): (at: number) => number {
  const first = Date.parse(history[0]?.at ?? "");
  const length = Date.parse(history.at(-1)?.at ?? "") - first || 1;
  return (at) => ((at - first) / length) * 100;
}

/** Returns the lines of a chart in percent of its plot, and the values of its grid. */
export function plot(history: History) {
  const x = scaleTime(history);
  const steps = scaleSteps(Math.max(...history.flatMap((row) => [row.online_players, row.day_before ?? 0])));
  const y = (players: number) => 100 - (players / (steps.at(-1) ?? 1)) * 100;
  const points = (playersOf: (row: History[number]) => number | null): Point[] =>
    history.flatMap((row) => {
      const value = playersOf(row);
      return value === null ? [] : [{ x: x(Date.parse(row.at)), y: y(value) }];
    });
  const line = points((row) => row.online_players);
  return { steps, line, dayBefore: points((row) => row.day_before), last: line.at(-1) };
}

/** Returns the full hours to mark, in the reader's zone. */
export function hourMarks(history: History): { x: number; text: string }[] {
  const x = scaleTime(history);
  const first = new Date(history[0]?.at ?? 0);
  const start = first.setMinutes(0, 0, 0);
  const hours = Array.from({ length: 26 }, (_, index) => new Date(start + index * HOUR_MS));
  return hours
    .filter((hour) => hour.getHours() % MARK_HOURS === 0)
    .map((hour) => ({ x: x(hour.getTime()), text: formatFullHour(hour) }))
    .filter((mark) => mark.x > MARGIN && mark.x < 100 - 3 * MARGIN);
}

/** Returns the texts of each measurement and where it stands. */
export function readingsOf(history: History) {
  const { line } = plot(history);
  return history.map(({ at, online_players, day_before }, index) => ({
    ...(line[index] ?? { x: 0, y: 0 }),
    lines: [
      formatHour(new Date(at)),
      text.playerCount({ count: online_players }),
      ...(day_before === null ? [] : [text.dayBeforeCount({ players: formatNumber(day_before) })]),
    ] as [string, ...string[]],
  }));
}

/** Text alternative of the chart. `hasHours`: with the hours, in the reader's zone. */
export function describe(history: History, hasHours: boolean): string {
  const peak = history.reduce((a, b) => (b.online_players > a.online_players ? b : a));
  const trough = history.reduce((a, b) => (b.online_players < a.online_players ? b : a));
  const point = ({ at, online_players }: typeof peak) => {
    const players = formatNumber(online_players);
    return hasHours ? text.countAt({ players, time: formatHour(new Date(at)) }) : players;
  };
  return text.chart({ most: point(peak), fewest: point(trough) });
}
