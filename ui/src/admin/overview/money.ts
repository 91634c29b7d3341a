const wholeNumber = new Intl.NumberFormat("es-AR", { maximumFractionDigits: 0 });
let currency = "ARS";

/** The site's currency; called before a page is shown. */
export function setCurrency(code: string) {
  currency = code;
}

export const isSiteCurrency = (code: string): boolean => code === currency;

/** Whole units of the site's currency. `short`: pesos as "$", where all amounts are pesos. */
export function formatPrice(amount: number, short = false): string {
  const mark = currency === "ARS" ? (short ? "$" : "ARS $") : currency;
  return `${amount < 0 ? "-" : ""}${mark} ${wholeNumber.format(Math.abs(amount))}`;
}

/** The address of the money of some days; of one day without `until`. */
export const moneyOf = (since: string, until = since): string => `/money?since=${since}&until=${until}`;
