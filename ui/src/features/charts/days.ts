/** A day is counted whole from the epoch, in UTC, as the service's dates are: no reader's zone can move it. */

const DAY_MS = 86_400_000;
const tick = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

/** How many weeks the charts look back, the running one included. */
export const WEEKS = 12;
export const WEEK = 7;

/** Of "2026-11-20". */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** The last day there can be: today, or the newest that was recorded where the reader's clock is behind. */
export const lastDay = (recorded: readonly number[]): number => Math.max(Math.floor(Date.now() / DAY_MS), ...recorded);

/** How many weeks from a first day to a last one, between the least that makes a picture and the most that is drawn. */
export function weeksBetween(first: number, last: number, least: number): number {
  return Math.min(WEEKS, Math.max(least, Math.ceil((last - first + 1) / WEEK)));
}

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** "twelve weeks" */
export const weeksInWords = (count: number): string => `${WORDS[count] ?? count} weeks`;

/** The Monday of a day's week. */
export const mondayOf = (day: number): number => day - ((day + 3) % WEEK);

/** "1 Sep" */
export const formatTick = (day: number): string => tick.format(day * DAY_MS);
export const formatDate = (day: number): string => full.format(day * DAY_MS);
