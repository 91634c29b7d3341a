import { LANGUAGE } from "@shared/format";

const weekHour = new Intl.DateTimeFormat(LANGUAGE, { weekday: "short", hour: "numeric", minute: "2-digit" });
const weekday = new Intl.DateTimeFormat(LANGUAGE, { weekday: "long", timeZone: "UTC" });

/** Names of the days in the page's language, Sunday first. */
export const WEEKDAYS: readonly string[] = [0, 1, 2, 3, 4, 5, 6].map((day) =>
  weekday.format(Date.UTC(2026, 0, 4 + day)),
);

/** "Sun 6:00 PM" in the reader's zone. */
export const formatWeekHour = (at: Date): string => weekHour.format(at);

export const formatHourIn = (at: Date, timeZone: string): string =>
  at.toLocaleTimeString(LANGUAGE, { timeStyle: "short", timeZone });

/** Returns whether the reader's clock shows the same as the zone's. */
export const sameClock = (at: Date, timeZone: string): boolean =>
  at.toLocaleString("en-US", { timeZone }) === at.toLocaleString("en-US");
