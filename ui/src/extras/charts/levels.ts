import * as text from "text:charts";
import type { Answer } from "@shared/api/useGet";
import { dayOf, lastDay, WEEK, weeksBetween } from "@shared/charts/days";

type Progression = Answer<"/api/player/progression-data">;

export interface LevelLine {
  /** Of the character. */
  id: number;
  name: string;
  /** Current level. */
  level: number;
  /** One per day: level plus progress to the next; null if not recorded. */
  values: readonly (number | null)[];
}

export interface Levels {
  weeks: number;
  days: readonly number[];
  lines: readonly LevelLine[];
}

const MIN_WEEKS = 2;

/** Returns a line per character over at most twelve weeks; null until two days are recorded. */
export function levelsOf({ characters, history }: Progression): Levels | null {
  const days = daysOf(history.map(({ date }) => dayOf(date)));
  const recordedLevels = new Map(
    history.map(({ character_id, date, level, exp_percent }) => [
      `${character_id} ${dayOf(date)}`,
      level + exp_percent / 100,
    ]),
  );
  const lines = characters
    .map(({ character_id: id, character_name: name, level }) => ({
      id,
      name,
      level,
      values: days.map((day) => recordedLevels.get(`${id} ${day}`) ?? null),
    }))
    .filter(({ values }) => values.some((value) => value !== null));
  const recordedDays = days.filter((_, index) => lines.some(({ values }) => values[index] !== null));
  return recordedDays.length < 2 ? null : { weeks: days.length / WEEK, days, lines };
}

/** Returns the days of whole weeks that end today. */
function daysOf(recordedDays: readonly number[]): number[] {
  const last = lastDay(recordedDays);
  const count = WEEK * weeksBetween(Math.min(last, ...recordedDays), last, MIN_WEEKS);
  return Array.from({ length: count }, (_, index) => last - count + 1 + index);
}

/** Text alternative of the chart. */
export function describeLevels({ weeks, lines }: Levels): string {
  const recordedDays = lines.map(({ name, values }) => {
    const recordedLevels = values.filter((value) => value !== null).map(Math.floor);
    return text.line({ name, first: String(recordedLevels.at(0)), last: String(recordedLevels.at(-1)) });
  });
  return text.levels({ weeks: text.weeks({ count: weeks }), lines: recordedDays.join(", ") });
}
