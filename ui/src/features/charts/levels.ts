import type { Answer } from "@shared/api/useGet";
import { dayOf, lastDay, WEEK, weeksBetween, weeksInWords } from "./days";

export type Progression = Answer<"/api/player/progression-data">;

export interface LevelLine {
  name: string;
  /** Now, as the game has it. */
  level: number;
  /** One for each day: the level and the share of the next; null where nothing was recorded. */
  values: readonly (number | null)[];
}

export interface Levels {
  weeks: number;
  days: readonly number[];
  lines: readonly LevelLine[];
}

const LEAST_WEEKS = 2;

/** A line for each character, over twelve weeks or as many as are recorded; null before two days are. */
export function levelsOf({ characters, history }: Progression): Levels | null {
  const days = daysOf(history.map(({ date }) => dayOf(date)));
  const recorded = new Map(
    history.map(({ character_id, date, level, exp_percent }) => [
      `${character_id} ${dayOf(date)}`,
      level + exp_percent / 100,
    ]),
  );
  const lines = characters
    .map(({ character_id, character_name: name, level }) => ({
      name,
      level,
      values: days.map((day) => recorded.get(`${character_id} ${day}`) ?? null),
    }))
    .filter(({ values }) => values.some((value) => value !== null));
  const told = days.filter((_, index) => lines.some(({ values }) => values[index] !== null));
  return told.length < 2 ? null : { weeks: days.length / WEEK, days, lines };
}

/** Whole weeks that end today. */
function daysOf(recorded: readonly number[]): number[] {
  const last = lastDay(recorded);
  const count = WEEK * weeksBetween(Math.min(last, ...recorded), last, LEAST_WEEKS);
  return Array.from({ length: count }, (_, index) => last - count + 1 + index);
}

/** What the eye would take from the drawing. */
export function levelsInWords({ weeks, lines }: Levels): string {
  const told = lines.map(({ name, values }) => {
    const known = values.filter((value) => value !== null).map(Math.floor);
    return `${name} from ${known.at(0)} to ${known.at(-1)}`;
  });
  return `Levels over ${weeksInWords(weeks)}: ${told.join(", ")}`;
}
