import { formatMoment } from "@shared/dates";
import { LANGUAGE } from "@shared/format";
import { formatPesos } from "../overview/money";

const CENTAVOS = 100;
const number = new Intl.NumberFormat(LANGUAGE);

export const pesos = (centavos: number): string => formatPesos(centavos / CENTAVOS);
/** `amount`: minor units of the currency. */
export function money(amount: number, currency: string): string {
  if (currency === "ARS") return pesos(amount);
  const format = new Intl.NumberFormat(LANGUAGE, { style: "currency", currency, currencyDisplay: "code" });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
export const count = (value: number | null | undefined): string => (value == null ? "–" : number.format(value));
export const signed = (value: number): string => (value > 0 ? `+${number.format(value)}` : number.format(value));
/** The time of epoch seconds; a dash without one. */
export const moment = (seconds: number | null | undefined): string =>
  seconds == null ? "–" : formatMoment(new Date(seconds * 1000), new Date());
