import { formatMoment } from "@shared/dates";
import { LANGUAGE } from "@shared/format";
import { formatPrice, isSiteCurrency } from "../overview/money";

const MINOR_UNITS = 100;
const day = new Intl.DateTimeFormat(LANGUAGE, { day: "numeric", month: "short", timeZone: "UTC" });
const number = new Intl.NumberFormat(LANGUAGE);

/** A dash for null: an amount that the operator may not see. */
export const price = (minor: number | null, short?: boolean): string =>
  minor === null ? "–" : formatPrice(minor / MINOR_UNITS, short);
/** `amount`: minor units of the currency, which has `digits` decimal places. */
export function money(amount: number, currency: string, digits: number): string {
  if (isSiteCurrency(currency)) return price(amount);
  const style = { style: "currency", currency, currencyDisplay: "code" } as const;
  const places = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(LANGUAGE, { ...style, ...places }).format(amount / 10 ** digits);
}
export const count = (value: number | null | undefined): string => (value == null ? "–" : number.format(value));
export const signed = (value: number): string => (value > 0 ? `+${number.format(value)}` : number.format(value));
/** A day of the last months, without its year. */
export const shortDay = (iso: string): string => day.format(new Date(iso));
/** The time of epoch seconds; a dash without one. */
export const moment = (seconds: number | null | undefined): string =>
  seconds == null ? "–" : formatMoment(new Date(seconds * 1000), new Date());
