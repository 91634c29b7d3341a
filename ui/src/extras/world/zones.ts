import type { ZoneOffsets } from "@shared/api/firstFrame";
import { HOUR, LANGUAGE } from "@shared/format";
import { atSite, offsetAt } from "@shared/siteZone";

const weekHour = new Intl.DateTimeFormat(LANGUAGE, { weekday: "short", ...HOUR });

const siteHour = new Intl.DateTimeFormat(LANGUAGE, { ...HOUR, timeZone: "UTC" });

/** "Sun 6:00 PM" in the reader's zone. */
export const formatWeekHour = (at: Date): string => weekHour.format(at);

/** Returns the hour at the server; null if the reader's clock shows the same. */
export const timeAtServer = (at: Date, offsets: ZoneOffsets): string | null =>
  offsetAt(at, offsets) === -at.getTimezoneOffset() ? null : siteHour.format(atSite(at, offsets));
