/** The donation that this tab of the browser has left to pay for: the provider may send the buyer back without its name. */
const KEY = "donation_id";

/** Where a browser forbids storage nothing is kept: the provider names the donation as a rule. */
export function storePendingDonation(id: string): void {
  attempt(() => sessionStorage.setItem(KEY, id));
}

export function clearPendingDonation(id: string): void {
  if (pendingDonation() === id) attempt(() => sessionStorage.removeItem(KEY));
}

export const pendingDonation = (): string | null => attempt(() => donationId(sessionStorage.getItem(KEY)));

/** Nothing but an id is ever put into an address of the service; the provider writes "null" for what it does not know. */
export const donationId = (text: string | null): string | null =>
  text !== null && /^[\w-]{1,64}$/.test(text) && text !== "null" ? text : null;

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
