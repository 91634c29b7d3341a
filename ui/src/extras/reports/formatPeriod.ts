import * as dates from "text:dates";
import { formatCalendarDay } from "@shared/calendarDay";

/** A day that is not broken into two lines. */
const formatDay = (date: string): string => formatCalendarDay(date).replaceAll(" ", "\u00a0");

/** The days of a competition or a week; one alone for a single day. */
export const formatPeriod = (first: string, last: string): string =>
  first === last ? formatDay(first) : dates.period({ from: formatDay(first), to: formatDay(last) });
