import { LANGUAGE } from "./format";

const calendarDay = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "long", timeZone: "UTC" });

/** A day without a time zone, such as "2026-11-20". */
export const formatCalendarDay = (date: string): string => calendarDay.format(new Date(date));
