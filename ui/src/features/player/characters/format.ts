import { formatNumber, formatPercent } from "@shared/format";

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const month = new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric" });

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30.44 * DAY;

/** Largest first; below a minute it is "now". */
const AGES = [
  ["year", 12 * MONTH],
  ["month", MONTH],
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
] as const;

/** "2 days ago", in the reader's language. */
export function formatSeen(at: Date, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - at.getTime()) / 1000);
  const [unit, size] = AGES.find(([, length]) => seconds >= length) ?? ["second", Number.POSITIVE_INFINITY];
  return relative.format(-Math.floor(seconds / size), unit);
}

export const formatMonth = (at: Date): string => month.format(at);

/** "38d 2h 41m": every part, for where there is room. */
export function formatFullPlaytime(seconds: number): string {
  const days = Math.floor(seconds / DAY);
  const hours = Math.floor((seconds % DAY) / HOUR);
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  return [days && `${formatNumber(days)}d`, (days || hours) && `${hours}h`, `${minutes}m`].filter(Boolean).join(" ");
}

/** "64.2% to 79"; cut, not rounded, so that a level which is not done never reads 100. */
export function formatProgress(level: number, percent: number): string {
  if (percent >= 100) return "Level complete";
  return `${formatPercent(Math.floor(percent * 10) / 1000)} to ${level + 1}`;
}

/** Somebody's own words inside a sentence of ours: their direction of writing stays theirs. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;
