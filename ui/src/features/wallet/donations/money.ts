const pesos = new Intl.NumberFormat("es-AR", { style: "currency", currency: "ARS", maximumFractionDigits: 0 });

/** "$ 38.000", as it is written in Argentina, whatever the reader's own locale. */
export const formatPesos = (amount: number): string => pesos.format(amount);
