/** Days without a time zone, as the API writes them: "2026-11-15". */
import { LANGUAGE } from "@shared/format";

const month = new Intl.DateTimeFormat(LANGUAGE, { month: "long", year: "numeric", timeZone: "UTC" });
const weekdayName = new Intl.DateTimeFormat(LANGUAGE, { weekday: "short", timeZone: "UTC" });

export const formatMonth = (day: string): string => month.format(at(day));
export const formatWeekday = (day: string): string => weekdayName.format(at(day));

const DAY_MS = 86_400_000;

const at = (day: string) => new Date(day);
const isoDay = (date: Date) => date.toISOString().slice(0, 10);

export const addDays = (day: string, count: number): string => isoDay(new Date(at(day).getTime() + count * DAY_MS));

/** The same day of another month, or that month's last one. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return isoDay(new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))));
}

/** 0 for Monday. */
const weekday = (day: string) => (at(day).getUTCDay() + 6) % 7;

/** The weeks of the day's month, from Monday on; null for days of other months. */
export function weeksOf(day: string): (string | null)[][] {
  const first = `${day.slice(0, 8)}01`;
  const start = addDays(first, -weekday(first));
  const weeks: (string | null)[][] = [];
  for (let monday = start; monday < addMonths(first, 1); monday = addDays(monday, 7)) {
    const days = [0, 1, 2, 3, 4, 5, 6].map((count) => addDays(monday, count));
    weeks.push(days.map((date) => (date.slice(0, 7) === day.slice(0, 7) ? date : null)));
  }
  return weeks;
}

/** The day that a key moves the focus to; null for other keys. */
export function dayAfterKey(day: string, key: string): string | null {
  const steps: Readonly<Record<string, () => string>> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    PageUp: () => addMonths(day, -1),
    PageDown: () => addMonths(day, 1),
    Home: () => addDays(day, -weekday(day)),
    End: () => addDays(day, 6 - weekday(day)),
  };
  return steps[key]?.() ?? null;
}
