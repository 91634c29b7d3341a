import { LANGUAGE } from "@shared/format";

const formats = new Map<string, Intl.NumberFormat>();

/** "$ 38.000": pesos in the Argentine format in every locale (specification), other currencies in the reader's. */
export function formatPrice(amount: number, currency: string): string {
  let format = formats.get(currency);
  if (!format) {
    const locale = currency === "ARS" ? "es-AR" : LANGUAGE;
    format = new Intl.NumberFormat(locale, { style: "currency", currency, maximumFractionDigits: 0 });
    formats.set(currency, format);
  }
  return format.format(amount);
}
