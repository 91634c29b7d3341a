import type { Answer } from "@shared/api/useGet";
import type { Character } from "./queries";

type History = Answer<"/api/player/progression-data">["history"];
type Progress = Pick<Character, "id" | "level" | "exp_percent">;

const WEEK_MS = 7 * 86_400_000;
/** A longer time is no help. */
const MAX_WEEKS = 26;
/** A sum of percentages is not exact. */
const ROUNDING = 1e-6;

/** Returns the levels gained since the record of a week before the newest one; 0 without such a record. */
export function gainOfWeek({ id, level, exp_percent }: Progress, history: History): number {
  const ownRecords = history.filter(({ character_id }) => character_id === id);
  const newest = Math.max(...ownRecords.map(({ date }) => Date.parse(date)));
  const weekOldRecord = ownRecords.findLast(({ date }) => newest - Date.parse(date) >= WEEK_MS);
  return weekOldRecord
    ? Math.max(0, level + exp_percent / 100 - weekOldRecord.level - weekOldRecord.exp_percent / 100)
    : 0;
}

/** Returns the whole weeks until the next level at this gain; null if it takes too long. */
export function weeksToLevel({ exp_percent }: Progress, gain: number): number | null {
  const weeks = Math.max(1, Math.ceil((1 - exp_percent / 100) / gain - ROUNDING));
  return weeks <= MAX_WEEKS ? weeks : null;
}
