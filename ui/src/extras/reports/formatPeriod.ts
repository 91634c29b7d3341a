import * as dates from "text:dates";
import { formatCalendarDay } from "@shared/calendarDay";

/** The days of a competition or a week; one alone for a single day. */
export const formatPeriod = (first: string, last: string): string =>
  first === last
    ? formatCalendarDay(first)
    : dates.period({ from: unbroken(formatCalendarDay(first)), to: unbroken(formatCalendarDay(last)) });

/** A line breaks between the two days alone. */
const unbroken = (day: string) => day.replaceAll(" ", "\u00a0");
