const pesos = new Intl.NumberFormat("es-AR", { style: "currency", currency: "ARS", maximumFractionDigits: 0 });

/** "$ 38.000": the Argentine format in every locale (specification). */
export const formatPesos = (amount: number): string => pesos.format(amount);
