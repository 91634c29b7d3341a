import { locale } from "text:language";

/** Locale of the page: of its texts, dates and figures. */
export const LANGUAGE = locale;

const integer = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 0 });
const percent = new Intl.NumberFormat(LANGUAGE, {
  style: "percent",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const hour = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: "short" });
const fullHour = new Intl.DateTimeFormat(LANGUAGE, { hour: "numeric" });

export const formatNumber = (value: number): string => integer.format(value);
/** Formats a share of 1: "51.4%". */
export const formatPercent = (share: number): string => percent.format(share);
export const formatHour = (at: Date): string => hour.format(at);
/** "4 AM", on a time axis. */
export const formatFullHour = (at: Date): string => fullHour.format(at);

/** "6 seconds ago". */
export function formatAgo(at: Date, now: Date): string {
  const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "auto" });
  const seconds = Math.min(0, Math.round((at.getTime() - now.getTime()) / 1000));
  if (seconds > -60) return relative.format(seconds, "second");
  if (seconds > -3600) return relative.format(Math.round(seconds / 60), "minute");
  return relative.format(Math.round(seconds / 3600), "hour");
}
