import { ApiError, get, post } from "@shared/api/client";
import { mutate } from "swr";
import { FAIRNESS, type Fairness } from "./queries";
import { findChangedWheel, rememberHashes } from "./seenHashes";

const SEED_BYTES = 16;
const CONFLICT = 409;

/** The service answered with another hash or wheel than it showed before it knew the client seed. */
export class CommitmentChanged extends Error {}

export function randomClientSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SEED_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Sends a client seed before the first spin of a pair that has none. Returns null if it is too late for that: a spin
 * without a client seed proves nothing. The hash of the server seed is stored first, with its wheel. Throws
 * CommitmentChanged.
 */
export async function ensureClientSeed(): Promise<Fairness | null> {
  let fairness = await get<Fairness>(FAIRNESS);
  const shownHash = fairness.server_seed_hash;
  rememberHashes(fairness);
  if (findChangedWheel(fairness)) throw new CommitmentChanged();
  if (fairness.client_seed === null && fairness.nonce === 0) {
    const payload = { client_seed: randomClientSeed() };
    try {
      fairness = await post<Fairness>("/api/roulette/fairness/client-seed", payload);
      if (fairness.server_seed_hash !== shownHash || findChangedWheel(fairness)) throw new CommitmentChanged();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== CONFLICT) throw error;
      // Another tab has sent one.
      fairness = await get<Fairness>(FAIRNESS);
    }
    void mutate<Fairness>(FAIRNESS, fairness, { revalidate: false });
  }
  return fairness.client_seed === null ? null : fairness;
}
