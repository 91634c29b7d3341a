import * as dates from "@shared/dates";
import { formatHour, LANGUAGE } from "@shared/format";

const day = new Intl.DateTimeFormat(LANGUAGE, { day: "numeric", month: "short" });

/** "Today, 21:14", "Nov 22, 21:14", with its year if that has ended. A narrow cell breaks it after a comma alone. */
export function formatMoment(at: Date, now: Date): string {
  const isLong = dates.isToday(at, now) || at.getFullYear() !== now.getFullYear();
  const moment = isLong ? dates.formatMoment(at, now) : `${day.format(at)}, ${formatHour(at)}`;
  return moment.replaceAll(/(?<!,) /g, "\u00a0");
}

/** Within a sentence: "today, 21:14". */
export const formatMomentWithin = (at: Date, now: Date): string => dates.formatMomentWithin(at, now, formatMoment);
