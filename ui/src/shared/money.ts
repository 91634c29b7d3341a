import type { Answer } from "./api/useGet";
import { LANGUAGE } from "./format";

type Donation = Answer<"/api/donations/{donation_id}">;

const formats = new Map<string, Intl.NumberFormat>();

/**
 * "$ 38.000": pesos in the Argentine format in every locale (specification), other currencies in the reader's. `amount`
 * has `digits` decimal places; whole amounts are shown without.
 */
export function formatPrice(amount: number, currency: string, digits = 0): string {
  const factor = 10 ** digits;
  const places = amount % factor ? digits : 0;
  const key = currency + places;
  let format = formats.get(key);
  if (!format) {
    const locale = currency === "ARS" ? "es-AR" : LANGUAGE;
    const fraction = { minimumFractionDigits: places, maximumFractionDigits: places };
    format = new Intl.NumberFormat(locale, { style: "currency", currency, ...fraction });
    formats.set(key, format);
  }
  return format.format(amount / factor);
}

/** The amount of a donation, or another one of it in minor units. */
export const donationPrice = (
  { amount_minor, currency, digits }: Pick<Donation, "amount_minor" | "currency" | "digits">,
  minor = amount_minor,
): string => formatPrice(minor, currency, digits);
