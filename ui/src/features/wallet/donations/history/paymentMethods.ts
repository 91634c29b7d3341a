import * as text from "text:donations";

/** Display names of the provider's payment methods that are not the capitalised method. */
const METHODS: ReadonlyMap<string, string> = new Map([
  ["account_money", text.methods.account_money],
  ["consumer_credits", "Mercado Crédito"],
  ["debvisa", "Visa Débito"],
  ["master", "Mastercard"],
  ["debmaster", "Mastercard Débito"],
  ["amex", "American Express"],
  ["debcabal", "Cabal Débito"],
  ["tarshop", "Tarjeta Shopping"],
  ["cmr", "CMR"],
  ["pagofacil", "Pago Fácil"],
  ["cvu", text.methods.bank_transfer],
  ["bank_transfer", text.methods.bank_transfer],
  ["debin_transfer", text.methods.bank_transfer],
]);

const LONGEST = 24;

/** Returns the display name; an unknown method is made readable and truncated. */
export function describeMethod(name: string | null): string | null {
  if (name === null) return null;
  return METHODS.get(name.toLowerCase()) ?? readableName(name);
}

function readableName(name: string): string | null {
  const words = name.replaceAll(/[\p{C}_\s]+/gu, " ").trim();
  if (!words) return null;
  const letters = Array.from(words.charAt(0).toUpperCase() + words.slice(1));
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join("")}…` : letters.join("");
}
