import { LANGUAGE } from "@shared/format";
import { formatMoment, formatMomentWithin } from "../parts/moment";

const day = new Intl.DateTimeFormat(LANGUAGE, { day: "numeric", month: "short", timeZone: "UTC" });
const number = new Intl.NumberFormat(LANGUAGE);

export const count = (value: number | null | undefined): string => (value == null ? "–" : number.format(value));
export const signed = (value: number): string => (value > 0 ? `+${number.format(value)}` : number.format(value));
/** A day of the last months, without its year. */
export const shortDay = (iso: string): string => day.format(new Date(iso)).replaceAll(" ", "\u00a0");
/** The time of epoch seconds; a dash without one. */
export const moment = (seconds: number | null | undefined): string =>
  seconds == null ? "–" : formatMoment(new Date(seconds * 1000), new Date());
/** The same within a sentence. */
export const momentWithin = (seconds: number | null | undefined): string =>
  seconds == null ? "–" : formatMomentWithin(new Date(seconds * 1000), new Date());
