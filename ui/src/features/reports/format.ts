import { HOUR_CYCLE, LANGUAGE } from "@shared/format";

const moment = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeStyle: "short", hourCycle: HOUR_CYCLE });
const barDay = new Intl.DateTimeFormat(LANGUAGE, { month: "short", day: "numeric" });

/** "Nov 20, 2026, 2:54 PM". */
export const formatMoment = (at: Date): string => moment.format(at);
/** Below a bar: "Nov 20". */
export const formatBarDay = (at: Date): string => barDay.format(at);
