/** Pesos as the site writes them everywhere. */
const pesos = new Intl.NumberFormat("es-AR", { maximumFractionDigits: 0 });

/** `mark`: what stands before the amount; "$" alone where all amounts are pesos. */
export const formatPesos = (amount: number, mark = "ARS $"): string =>
  `${amount < 0 ? "-" : ""}${mark} ${pesos.format(Math.abs(amount))}`;
