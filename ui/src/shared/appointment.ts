import { HOUR, LANGUAGE } from "./format";

const options = { weekday: "short", month: "short", day: "numeric", ...HOUR } as const;
const thisYear = new Intl.DateTimeFormat(LANGUAGE, options);
const anotherYear = new Intl.DateTimeFormat(LANGUAGE, { ...options, year: "numeric" });

export const isThisYear = (at: Date): boolean => at.getFullYear() === new Date().getFullYear();

/** "Sun, Nov 29, 10:00 PM", with the year of another year. */
export const formatAppointment = (at: Date): string => (isThisYear(at) ? thisYear : anotherYear).format(at);
