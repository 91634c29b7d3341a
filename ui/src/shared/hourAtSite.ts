import type { ZoneOffsets } from "./api/firstFrame";
import { formatOffset } from "./dates";
import { HOUR, LANGUAGE } from "./format";
import { atSite, offsetAt } from "./siteZone";

const siteHour = new Intl.DateTimeFormat(LANGUAGE, { ...HOUR, timeZone: "UTC" });

/** "6:00 PM UTC−3". */
export const hourAtSite = (at: Date, offsets: ZoneOffsets): string =>
  `${siteHour.format(atSite(at, offsets))} ${formatOffset(offsetAt(at, offsets))}`;
