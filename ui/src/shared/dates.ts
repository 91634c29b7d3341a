import * as text from "text:dates";
import { abbreviate } from "./abbreviate";
import { formatHour, formatRelative, LANGUAGE } from "./format";

/** Dates and figures in the page's language. */
const oneDecimal = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const twoDecimals = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const tenths = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 1 });
const percents = new Intl.NumberFormat(LANGUAGE, { style: "percent", maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "long" });
const shortDay = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium" });
const month = new Intl.DateTimeFormat(LANGUAGE, { month: "long", year: "numeric" });

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const formatAverage = (value: number): string => oneDecimal.format(value);
/** "2.68", and "138.8M" where a ratio would be too long. */
export const formatRatio = (value: number): string => (value < 10_000 ? twoDecimals.format(value) : abbreviate(value));
export const formatDay = (at: Date): string => day.format(at);
/** For tables: "Nov 22, 2026". */
export const formatShortDay = (at: Date): string => shortDay.format(at);
export const formatMonth = (at: Date): string => month.format(at);

/** "Today, 21:14", or date and time. One format of both has longer months in Spanish: "22 de nov de 2026, 21:14". */
export function formatMoment(at: Date, now: Date): string {
  const time = formatHour(at);
  return isToday(at, now) ? text.today({ time }) : `${shortDay.format(at)}, ${time}`;
}

/** Within a sentence: "today, 21:14". */
export function formatMomentWithin(at: Date, now: Date, format = formatMoment): string {
  const moment = format(at, now);
  return isToday(at, now) ? moment.charAt(0).toLowerCase() + moment.slice(1) : moment;
}

export const isToday = (at: Date, now: Date): boolean => at.toDateString() === now.toDateString();

/** Units in days, largest first. */
const AGES = [
  ["year", 365],
  ["month", 30],
  ["day", 1],
] as const;

/** "2 days ago". From one day on by calendar days, so that "yesterday" is the day before. */
export function formatSeen(at: Date, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - at.getTime()) / 1000);
  if (seconds < MINUTE) return formatRelative(0, "second");
  if (seconds < HOUR) return formatRelative(-Math.floor(seconds / MINUTE), "minute");
  if (seconds < DAY) return formatRelative(-Math.floor(seconds / HOUR), "hour");
  const days = daysBetween(at, now);
  const [unit, length] = AGES.find(([, size]) => days >= size) ?? ["day", 1];
  return formatRelative(-Math.floor(days / length), unit);
}

/** Number of local midnights between two times; rounded, since two days a year do not have 24 hours. */
function daysBetween(from: Date, to: Date): number {
  const midnight = (at: Date) => new Date(at).setHours(0, 0, 0, 0) / 1000;
  return Math.round((midnight(to) - midnight(from)) / DAY);
}

/** An unfinished level never reads 100. */
const HIGHEST_UNFINISHED = 99.9;
const unfinished = (percent: number): number => (percent < 100 ? Math.min(percent, HIGHEST_UNFINISHED) : percent);

/** With one decimal and without a percent sign. */
export const formatTenths = (percent: number): string => tenths.format(unfinished(percent));

/** No character gets beyond it, though the game counts experience on. */
const LAST_LEVEL = 80;

/** "64.2% to 79", "64.2% of level 80". */
export function formatProgress(level: number, percent: number): string {
  if (percent >= 100) return text.levelComplete;
  const share = percents.format(unfinished(percent) / 100);
  if (level >= LAST_LEVEL) return text.progressLast({ percent: share, level: String(level) });
  return text.progress({ percent: share, level: String(level + 1) });
}

/** The local time zone: "UTC−3". */
export const formatZone = (now: Date): string => formatOffset(-now.getTimezoneOffset());

/** "UTC−3", "UTC+5:30". */
export function formatOffset(minutes: number): string {
  if (minutes === 0) return "UTC";
  const [hours, remainder] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? "−" : "+"}${hours}${remainder ? `:${String(remainder).padStart(2, "0")}` : ""}`;
}

/** Isolates external text in a sentence, so that its writing direction stays its own. */
export const isolate = (text: string): string => `\u2068${text}\u2069`;
