import { HOUR_CYCLE, LANGUAGE } from "@shared/format";

const HOUR = { hour: "numeric", minute: "2-digit", hourCycle: HOUR_CYCLE } as const;
const weekHour = new Intl.DateTimeFormat(LANGUAGE, { weekday: "short", ...HOUR });

/** Names of the days, Sunday first, in the page's language and in English: content need not be translated. */
export const WEEKDAYS: readonly (readonly string[])[] = [LANGUAGE, "en-US"].map((language) => {
  const name = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  return [0, 1, 2, 3, 4, 5, 6].map((day) => name.format(Date.UTC(2026, 0, 4 + day)));
});

/** "Sun 6:00 PM" in the reader's zone. */
export const formatWeekHour = (at: Date): string => weekHour.format(at);

export const formatHourIn = (at: Date, timeZone: string): string =>
  at.toLocaleTimeString(LANGUAGE, { ...HOUR, timeZone });

/** Returns whether the reader's clock shows the same as the zone's. */
export const sameClock = (at: Date, timeZone: string): boolean =>
  at.toLocaleString("en-US", { timeZone }) === at.toLocaleString("en-US");
