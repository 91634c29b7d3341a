import * as dates from "text:dates";
import { formatCalendarDay } from "@shared/calendarDay";

/** The days of a competition or a week; one alone for a single day. */
export const formatPeriod = (first: string, last: string): string =>
  first === last
    ? formatCalendarDay(first)
    : dates.period({ from: formatCalendarDay(first), to: formatCalendarDay(last) });
