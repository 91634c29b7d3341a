/** Pesos as the site writes them everywhere. */
const pesos = new Intl.NumberFormat("es-AR", { maximumFractionDigits: 0 });

export const formatPesos = (amount: number): string => `ARS $ ${pesos.format(amount)}`;
