/** Display names of the provider's payment methods. */
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
