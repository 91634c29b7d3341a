import { ApiError, get, post } from "@shared/api/client";
import { mutate } from "swr";
import { FAIRNESS, type Fairness } from "./queries";
import { rememberHashes } from "./seenHashes";

const SEED_BYTES = 16;
const CONFLICT = 409;

/** The service answered with another hash than the one that it showed before it knew the client seed. */
export class HashChanged extends Error {}

export function randomClientSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SEED_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Sends a client seed before the first spin of a pair that has none. Returns null if it is too late for that: a spin
 * without a client seed proves nothing. The hash of the server seed is stored first.
 */
export async function ensureClientSeed(): Promise<Fairness | null> {
  let fairness = await get<Fairness>(FAIRNESS);
  const shownHash = fairness.server_seed_hash;
  rememberHashes(fairness);
  if (fairness.client_seed === null && fairness.nonce === 0) {
    const payload = { client_seed: randomClientSeed() };
    try {
      fairness = await post<Fairness>("/api/roulette/fairness/client-seed", payload);
      if (fairness.server_seed_hash !== shownHash) throw new HashChanged();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== CONFLICT) throw error;
      // Another tab has sent one.
      fairness = await get<Fairness>(FAIRNESS);
    }
    void mutate<Fairness>(FAIRNESS, fairness, { revalidate: false });
  }
  return fairness.client_seed === null ? null : fairness;
}
