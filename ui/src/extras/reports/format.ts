import { isThisYear } from "@shared/appointment";
import { formatShortDay } from "@shared/dates";
import { formatHour, LANGUAGE } from "@shared/format";

const earlierDay = new Intl.DateTimeFormat(LANGUAGE, { year: "2-digit", month: "short", day: "numeric" });
const barDay = new Intl.DateTimeFormat(LANGUAGE, { month: "short", day: "numeric" });

/** "Nov 20, 2026, 2:54 PM". */
export const formatMoment = (at: Date): string => `${formatShortDay(at)}, ${formatHour(at)}`;
/** Below a bar: "Nov 20", with the year of another year. */
export const formatBarDay = (at: Date): string => (isThisYear(at) ? barDay : earlierDay).format(at);
