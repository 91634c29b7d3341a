import { donationId, pendingDonation } from "./pendingDonation";

export type Outcome = "success" | "failure" | "pending";

/** How a buyer came back from the provider, and for which donation, if that can be told. */
export interface CheckoutReturn {
  outcome: Outcome;
  id: string | null;
}

const OURS: readonly string[] = ["success", "failure", "pending"] satisfies Outcome[];
const THEIRS: ReadonlyMap<string, Outcome> = new Map([
  ["approved", "success"],
  ["rejected", "failure"],
]);

/**
 * Reads the address that the provider sends buyers to. It adds a `status` of its own to ours, so the first of ours counts;
 * where there is none, theirs is translated.
 */
export function parseCheckoutReturn(query: URLSearchParams): CheckoutReturn | null {
  const said = query.getAll("status");
  if (said.length === 0) return null;
  const ours = said.find((each): each is Outcome => OURS.includes(each));
  const theirs = said.map((each) => THEIRS.get(each)).find(Boolean);
  const outcome = ours ?? theirs ?? "pending";
  return { outcome, id: donationId(query.get("external_reference")) ?? pendingDonation() };
}

/** What is left of that address: the tab. All else in it is of the return, and would tell of it again on every visit. */
export function withoutReturnParameters(query: URLSearchParams): URLSearchParams {
  const tab = query.get("tab");
  return new URLSearchParams(tab === null ? {} : { tab });
}
