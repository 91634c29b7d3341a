/** Session storage key of the donation that this browser tab is paying for: the provider's redirect may omit its id. */
const KEY = "donation_id";

/** Does nothing if storage is blocked; the provider's redirect usually names the donation. */
export function storePendingDonation(id: string): void {
  attempt(() => sessionStorage.setItem(KEY, id));
}

export function clearPendingDonation(id: string): void {
  if (pendingDonation() === id) attempt(() => sessionStorage.removeItem(KEY));
}

export const pendingDonation = (): string | null => attempt(() => donationId(sessionStorage.getItem(KEY)));

/** Accepts only well-formed ids, since they become part of a path; the provider writes "null" for an unknown one. */
export const donationId = (text: string | null): string | null =>
  text !== null && /^[\w-]{1,64}$/.test(text) && text !== "null" ? text : null;

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
