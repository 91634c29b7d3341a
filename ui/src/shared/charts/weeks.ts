import * as text from "text:charts";
import { formatNumber } from "@shared/format";
import { dayOf, formatTick, lastDay, mondayOf, WEEK, weeksBetween } from "./days";

export interface KillsOfDay {
  date: string;
  pvp_kills: number;
  pk_kills: number;
}

export interface Week {
  /** Day number of the Monday. */
  monday: number;
  pvp: number;
  pk: number;
  /** True if a day of the week was recorded; a recorded week may have no kills. */
  isRecorded: boolean;
  /** True for the current week. */
  isRunning: boolean;
}

const MIN_WEEKS = 4;

/** Returns the kills of at most twelve ISO weeks, the current one included; null until a day is recorded. */
export function weeksOf(history: readonly KillsOfDay[]): readonly Week[] | null {
  const recordedDays = history.map(({ date }) => dayOf(date));
  const end = mondayOf(lastDay(recordedDays));
  const count = weeksBetween(mondayOf(Math.min(end, ...recordedDays)), end, MIN_WEEKS);
  const weeks = Array.from({ length: count }, (_, index) => week(end - (count - 1 - index) * WEEK, end));
  for (const { date, pvp_kills, pk_kills } of history) {
    const target = weeks.find(({ monday }) => monday === mondayOf(dayOf(date)));
    if (!target) continue;
    target.pvp += pvp_kills;
    target.pk += pk_kills;
    target.isRecorded = true;
  }
  return weeks.some((candidate) => candidate.isRecorded) ? weeks : null;
}

const week = (monday: number, end: number): Week => ({
  monday,
  pvp: 0,
  pk: 0,
  isRecorded: false,
  isRunning: monday === end,
});

const killsOf = ({ pvp, pk }: Week): number => pvp + pk;

/** Returns the week with the most kills, if any. */
function peakOf(weeks: readonly Week[]): Week | undefined {
  const peak = weeks.reduce((a, b) => (killsOf(b) > killsOf(a) ? b : a));
  return killsOf(peak) > 0 ? peak : undefined;
}

/** Text alternative of the chart. */
export function describeKills(weeks: readonly Week[]): string {
  const peak = peakOf(weeks);
  const span = text.weeks({ count: weeks.length });
  if (!peak) return text.zeroKills({ weeks: span });
  return text.mostKills({ weeks: span, kills: formatNumber(killsOf(peak)), day: formatTick(peak.monday) });
}
