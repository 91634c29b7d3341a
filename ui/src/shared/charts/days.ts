/** Days are integers since the epoch in UTC, like the dates of the API, so the reader's time zone has no effect. */
import { LANGUAGE } from "@shared/format";

const DAY_MS = 86_400_000;
const tick = new Intl.DateTimeFormat(LANGUAGE, { day: "numeric", month: "short", timeZone: "UTC" });
const full = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeZone: "UTC" });

const month = new Intl.DateTimeFormat(LANGUAGE, { month: "short", timeZone: "UTC" });
const weekday = new Intl.DateTimeFormat(LANGUAGE, { weekday: "short", timeZone: "UTC" });

/** Weeks that the charts cover, including the current one. */
const WEEKS = 12;
export const WEEK = 7;

/** Day number of a date such as "2026-11-20". */
export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** Returns today, or the newest recorded day if the reader's clock is behind. */
export const lastDay = (recordedDays: readonly number[]): number =>
  Math.max(Math.floor(Date.now() / DAY_MS), ...recordedDays);

/** Returns the number of weeks between two days, limited to `min` and WEEKS. */
export function weeksBetween(first: number, last: number, min: number): number {
  return Math.min(WEEKS, Math.max(min, Math.ceil((last - first + 1) / WEEK)));
}

export const mondayOf = (day: number): number => day - ((day + 3) % WEEK);

/** "1 Sep" */
export const formatTick = (day: number): string => tick.format(day * DAY_MS);
export const formatDate = (day: number): string => full.format(day * DAY_MS);
/** "Sep" */
export const formatMonthName = (day: number): string => month.format(day * DAY_MS);
/** "Mon" */
export const formatWeekday = (day: number): string => weekday.format(day * DAY_MS);
