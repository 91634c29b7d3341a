import { LANGUAGE } from "@shared/format";

const formats = new Map<string, Intl.NumberFormat>();
let siteCurrency = "ARS";
let digitsOf: Readonly<Record<string, number>> = {};

/** The site's currency, and the decimal places of those that have not two; called before a page is shown. */
export function setCurrencies(code: string, digits: Readonly<Record<string, number>>) {
  siteCurrency = code;
  digitsOf = digits;
}

export const isSiteCurrency = (code: string): boolean => code === siteCurrency;

export const minorDigits = (code: string): number => digitsOf[code] ?? 2;

/**
 * An amount in minor units; a dash for null: one that the operator may not see. The site's currency as in Argentina,
 * pesos in whole units; `short`: pesos as "$", where all amounts are pesos. An empty currency is not known.
 */
export function money(minor: number | null | undefined, currency: string | null | undefined, short = false): string {
  if (minor == null) return "–";
  const code = currency || siteCurrency;
  const mark = code === "ARS" ? (short ? "$" : "ARS $") : code;
  const amount = Math.abs(minor) / 10 ** minorDigits(code);
  const isWhole = isSiteCurrency(code) && (code === "ARS" || Number.isInteger(amount));
  const value = numberFormat(isSiteCurrency(code) ? "es-AR" : LANGUAGE, isWhole ? 0 : minorDigits(code)).format(amount);
  return `${minor < 0 ? "-" : ""}${mark} ${value}`;
}

function numberFormat(locale: string, digits: number): Intl.NumberFormat {
  const key = `${locale} ${digits}`;
  const format =
    formats.get(key) ?? new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  formats.set(key, format);
  return format;
}

/** The sum of each currency, that of the site first. */
export function moneyList(amounts: readonly { currency?: string | null; amount?: number | null }[]): string {
  const sums = new Map<string, number>();
  for (const { currency, amount } of amounts) {
    const code = currency || siteCurrency;
    sums.set(code, (sums.get(code) ?? 0) + (amount ?? 0));
  }
  if (sums.size === 0) sums.set(siteCurrency, 0);
  return [...sums]
    .toSorted(([left], [right]) => Number(isSiteCurrency(right)) - Number(isSiteCurrency(left)))
    .map(([code, sum]) => money(sum, code))
    .join(" · ");
}

/** The address of the money of some days; of one day without `until`. */
export const moneyOf = (since: string, until = since): string => `/money?since=${since}&until=${until}`;
