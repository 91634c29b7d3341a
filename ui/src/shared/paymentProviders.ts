const NAMES: Readonly<Record<string, string>> = { mercadopago: "Mercado Pago", stripe: "Stripe" };

/** The provider's own name, the same in every language. */
export const providerName = (id: string): string => NAMES[id] ?? id;

/** True for a provider that takes cash, which can arrive days later. */
export const takesCash = (id: string): boolean => id === "mercadopago";
