import { locale } from "text:language";

/** Locale of the page: of its texts, dates and figures. */
export const LANGUAGE = locale;

/** Spanish and Portuguese write 18:30, also where the locale's default is 6:30 p. m. */
const is12Hour = LANGUAGE.startsWith("en");
const hourCycle = is12Hour ? "h12" : "h23";
/** "6:05 PM", "06:05" beside a day. */
export const HOUR = { hour: is12Hour ? "numeric" : "2-digit", minute: "2-digit", hourCycle } as const;

const integer = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(LANGUAGE, {
  style: "percent",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const hour = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: "short", hourCycle });
const fullHour = is12Hour ? new Intl.DateTimeFormat(LANGUAGE, { hour: "numeric" }) : hour;
const relativeWithNames = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "auto" });
const relativeWithCounts = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "always" });

export const formatNumber = (value: number): string => integer.format(value);
/** Formats a share of 1: "51.4%". */
export const formatPercent = (share: number): string => percent.format(share);
/** "1.7" below ten, else whole: kills a day. */
export const formatRate = (value: number): string => (value < 10 ? tenth : integer).format(value);
export const formatHour = (at: Date): string => hour.format(at);
/** "4 AM", "04:00", on a time axis. */
export const formatFullHour = (at: Date): string => fullHour.format(at);

/** "yesterday", "2 days ago". Spanish and Portuguese have names for two days as well, which few people use. */
export const formatRelative = (value: number, unit: Intl.RelativeTimeFormatUnit): string =>
  (Math.abs(value) <= 1 ? relativeWithNames : relativeWithCounts).format(value, unit);

/** "6 seconds ago". */
export function formatAgo(at: Date, now: Date): string {
  const seconds = Math.min(0, Math.round((at.getTime() - now.getTime()) / 1000));
  if (seconds > -60) return formatRelative(seconds, "second");
  if (seconds > -3600) return formatRelative(Math.round(seconds / 60), "minute");
  return formatRelative(Math.round(seconds / 3600), "hour");
}
