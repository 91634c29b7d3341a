import { formatNumber } from "@shared/format";

const one = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const two = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "long" });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const hour = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const formatAverage = (value: number): string => one.format(value);
export const formatRatio = (value: number): string => two.format(value);
export const formatDay = (at: Date): string => day.format(at);

/** "38d 2h" from a day on; below it "5h 12m", "12m". */
export function formatPlaytime(seconds: number): string {
  const part = (size: number, of = Number.POSITIVE_INFINITY) => formatNumber(Math.floor((seconds % of) / size));
  if (seconds >= DAY) return `${part(DAY)}d ${part(HOUR, DAY)}h`;
  if (seconds >= HOUR) return `${part(HOUR)}h ${part(MINUTE, HOUR)}m`;
  return `${part(MINUTE)}m`;
}

/** "Today, 21:14", else the date and the time. */
export function formatMoment(at: Date, now: Date): string {
  return at.toDateString() === now.toDateString() ? `Today, ${hour.format(at)}` : moment.format(at);
}

/** The reader's own zone: "UTC−3", "UTC+5:30". */
export function formatZone(now: Date): string {
  const minutes = -now.getTimezoneOffset();
  if (minutes === 0) return "UTC";
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? "−" : "+"}${hours}${rest ? `:${String(rest).padStart(2, "0")}` : ""}`;
}
