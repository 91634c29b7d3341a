import { HOUR_CYCLE, LANGUAGE } from "@shared/format";

const HOUR = { hour: "numeric", minute: "2-digit", hourCycle: HOUR_CYCLE } as const;
const weekHour = new Intl.DateTimeFormat(LANGUAGE, { weekday: "short", ...HOUR });

/** "Sun 6:00 PM" in the reader's zone. */
export const formatWeekHour = (at: Date): string => weekHour.format(at);

/** Returns the hour at the server; null if the reader's clock shows the same. */
export const timeAtServer = (at: Date, timeZone: string): string | null =>
  at.toLocaleString("en-US", { timeZone }) === at.toLocaleString("en-US")
    ? null
    : at.toLocaleTimeString(LANGUAGE, { ...HOUR, timeZone });
