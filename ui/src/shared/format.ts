import { locale } from "text:language";

/** Locale of the page: of its texts, dates and figures. */
export const LANGUAGE = locale;

/** Spanish and Portuguese write 18:30, also where the locale's default is 6:30 p. m. */
const is12Hour = LANGUAGE.startsWith("en");
export const HOUR_CYCLE = is12Hour ? "h12" : "h23";

const integer = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 0 });
const percent = new Intl.NumberFormat(LANGUAGE, {
  style: "percent",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const hour = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: "short", hourCycle: HOUR_CYCLE });
const fullHour = is12Hour ? new Intl.DateTimeFormat(LANGUAGE, { hour: "numeric" }) : hour;

export const formatNumber = (value: number): string => integer.format(value);
/** Formats a share of 1: "51.4%". */
export const formatPercent = (share: number): string => percent.format(share);
export const formatHour = (at: Date): string => hour.format(at);
/** "4 AM", "04:00", on a time axis. */
export const formatFullHour = (at: Date): string => fullHour.format(at);

/** "6 seconds ago". */
export function formatAgo(at: Date, now: Date): string {
  const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "auto" });
  const seconds = Math.min(0, Math.round((at.getTime() - now.getTime()) / 1000));
  if (seconds > -60) return relative.format(seconds, "second");
  if (seconds > -3600) return relative.format(Math.round(seconds / 60), "minute");
  return relative.format(Math.round(seconds / 3600), "hour");
}
