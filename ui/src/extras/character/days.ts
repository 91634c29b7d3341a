import type { Answer } from "@shared/api/useGet";
import { dayOf, WEEK } from "@shared/charts/days";

export type History = Answer<"/api/characters/{name}/history">;
type Row = History["data"][number];
export type Progress = NonNullable<Answer<"/api/characters/{name}">["progress"]>;
type Metric = "pvp_kills" | "pk_kills" | "exp" | "level" | "playtime";

/** Gains of a day. A value that fell adds nothing. */
export interface Day {
  date: string;
  pvp_kills: number;
  pk_kills: number;
  /** In levels: 0.042 is 4.2%. */
  experience: number;
  playtime: number;
  isMissing: boolean;
}

export interface Fall {
  date: string;
  metric: "pvp_kills" | "pk_kills";
  valueBefore: number;
  valueAfter: number;
}

const progressOf = ({ level, exp_percent }: Row) => level + exp_percent / 100;
const gainBetween = (first: number, last: number) => Math.max(0, last - first);
const pairs = (rows: readonly Row[]) => rows.slice(1).map((row, index) => [rows[index] as Row, row] as const);

/** The days after the first row, which has the values before them. */
export function daysOf({ data, missing }: History): readonly Day[] {
  const gaps = new Set(missing);
  return pairs(data).map(([previousRow, row]) => ({
    date: row.day,
    pvp_kills: gainBetween(previousRow.pvp_kills, row.pvp_kills),
    pk_kills: gainBetween(previousRow.pk_kills, row.pk_kills),
    experience: gainBetween(progressOf(previousRow), progressOf(row)),
    playtime: gainBetween(previousRow.playtime, row.playtime),
    isMissing: gaps.has(row.day),
  }));
}

/** Kills that fell: the game counts them only upwards. */
export const fallsOf = ({ data }: History): Fall[] =>
  pairs(data).flatMap(([previousRow, row]) =>
    (["pvp_kills", "pk_kills"] as const)
      .filter((metric) => row[metric] < previousRow[metric])
      .map((metric) => ({ date: row.day, metric, valueBefore: previousRow[metric], valueAfter: row[metric] })),
  );

/** Activity of a day: by play time, or by experience and kills where the server records no play time. */
export function activityOf(days: readonly Day[]): number[] {
  const isTimed = days.some(({ playtime }) => playtime > 0);
  return days.map((day) => (isTimed ? day.playtime : day.experience + (day.pvp_kills + day.pk_kills) / 100));
}

/** 0: none, 1 to 4: quarters of the character's own active days. */
export function quartersOf(activity: readonly number[]): number[] {
  const active = activity.filter((value) => value > 0).sort((a, b) => a - b);
  const rank = (value: number) => active.filter((candidate) => candidate < value).length / active.length;
  return activity.map((value) => (value > 0 ? Math.min(4, 1 + Math.floor(4 * rank(value))) : 0));
}

/** The longest run of active days, and its last day. */
export function longestRun(days: readonly Day[], activity: readonly number[]): { length: number; end: string } | null {
  let [best, end, length] = [0, "", 0];
  days.forEach(({ date }, index) => {
    length = (activity[index] ?? 0) > 0 ? length + 1 : 0;
    if (length > best) [best, end] = [length, date];
  });
  return best > 1 ? { length: best, end } : null;
}

/** Values of a metric at the ends of at most twelve weeks, for a small chart; empty for less than two weeks. */
export function weeklyValues({ data }: History, metric: Metric): number[] {
  const values = data.map((row) => (metric === "exp" || metric === "level" ? progressOf(row) : row[metric]));
  const wholeWeeks = Math.min(12, Math.floor((values.length - 1) / WEEK));
  const at = (week: number) => values[values.length - 1 - WEEK * week] ?? 0;
  return wholeWeeks < 2 ? [] : Array.from({ length: wholeWeeks + 1 }, (_, index) => at(wholeWeeks - index));
}

/** Monday is 0. */
export const weekdayOf = (date: string): number => (((dayOf(date) + 3) % WEEK) + WEEK) % WEEK;
