/** What the provider calls its ways to pay, as people call them. */
const METHODS: ReadonlyMap<string, string> = new Map([
  ["account_money", "Account money"],
  ["consumer_credits", "Mercado Crédito"],
  ["visa", "Visa"],
  ["debvisa", "Visa Débito"],
  ["master", "Mastercard"],
  ["debmaster", "Mastercard Débito"],
  ["maestro", "Maestro"],
  ["amex", "American Express"],
  ["diners", "Diners"],
  ["naranja", "Naranja"],
  ["cabal", "Cabal"],
  ["debcabal", "Cabal Débito"],
  ["nativa", "Nativa"],
  ["tarshop", "Tarjeta Shopping"],
  ["cencosud", "Cencosud"],
  ["argencard", "Argencard"],
  ["cordobesa", "Cordobesa"],
  ["cmr", "CMR"],
  ["rapipago", "Rapipago"],
  ["pagofacil", "Pago Fácil"],
  ["cvu", "Bank transfer"],
  ["bank_transfer", "Bank transfer"],
  ["debin_transfer", "Bank transfer"],
]);

const LONGEST = 24;

/** A way to pay in words; one that this page does not know is made readable, and no longer than it has room for. */
export function describeMethod(name: string | null): string | null {
  if (name === null) return null;
  return METHODS.get(name.toLowerCase()) ?? readable(name);
}

function readable(name: string): string | null {
  const words = name.replaceAll(/[\p{C}_\s]+/gu, " ").trim();
  if (!words) return null;
  const letters = Array.from(words.charAt(0).toUpperCase() + words.slice(1));
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join("")}…` : letters.join("");
}
