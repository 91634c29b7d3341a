import { donationId, pendingDonation } from "./pendingDonation";

export type Outcome = "success" | "failure" | "pending";

/** Outcome named by the provider's redirect, and the donation id if known. */
interface CheckoutReturn {
  outcome: Outcome;
  id: string | null;
}

const OUTCOMES: readonly string[] = ["success", "failure", "pending"] satisfies Outcome[];
const PROVIDER_VALUES: ReadonlyMap<string, Outcome> = new Map([
  ["approved", "success"],
  ["rejected", "failure"],
]);

/**
 * Parses the provider's redirect. The provider adds a `status` of its own, so the first of ours counts; without one,
 * the provider's is translated.
 */
export function parseCheckoutReturn(query: URLSearchParams): CheckoutReturn | null {
  const values = query.getAll("status");
  if (values.length === 0) return null;
  const siteOutcome = values.find((value): value is Outcome => OUTCOMES.includes(value));
  const providerOutcome = values.map((value) => PROVIDER_VALUES.get(value)).find(Boolean);
  const outcome = siteOutcome ?? providerOutcome ?? "pending";
  return { outcome, id: donationId(query.get("external_reference")) ?? pendingDonation() };
}

/** Keeps the tab and removes the parameters of the redirect, which would show the banner on each visit. */
export function withoutReturnParameters(query: URLSearchParams): URLSearchParams {
  const tab = query.get("tab");
  return new URLSearchParams(tab === null ? {} : { tab });
}
