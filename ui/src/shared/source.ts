import { readChoice, takeEntry, writeChoice } from "@shared/stores/storage";

const KEY = "first_source";
const REFERRAL = "referral";
const CODE = /^[0-9A-Z]{10}$/;
const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/**
 * Keeps the first source: the parameters of the address that was opened, else the host of the page that linked here. Also
 * keeps the code of a player's link until a registration.
 */
export function keepSource(): void {
  const [navigation] = performance.getEntriesByType("navigation");
  const query = new URL(navigation?.name ?? location.href).searchParams;
  const code = query.get("ref") ?? "";
  if (CODE.test(code)) writeChoice(REFERRAL, code);
  if (readChoice(KEY)) return;
  const source = name(query.get("utm_source") ?? query.get("from")) || referrerHost();
  if (source) writeChoice(KEY, JSON.stringify({ source, campaign: name(query.get("utm_campaign")) }));
}

const name = (text: string | null): string => {
  const lowerCase = text?.trim().toLowerCase() ?? "";
  return NAME.test(lowerCase) ? lowerCase : "";
};

function referrerHost(): string {
  const referrer = takeEntry() || document.referrer;
  const host = referrer && new URL(referrer).hostname;
  return host === location.hostname ? "" : name(host);
}

/** Fields of a registration: where this browser came from first, and the code of a player's link. Sent then alone. */
export function readSource(): object {
  const code = readChoice(REFERRAL);
  const referral = code ? { referral: code } : {};
  try {
    return { ...JSON.parse(readChoice(KEY) ?? "{}"), ...referral };
  } catch {
    return referral;
  }
}

/** One registration uses a code up. */
export const forgetReferral = (): void => writeChoice(REFERRAL, "");
