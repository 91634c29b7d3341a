import { ApiError, get, post } from "@shared/api/client";
import { mutate } from "swr";
import { FAIRNESS, type Fairness } from "./queries";

const SEED_BYTES = 16;
const CONFLICT = 409;

export function randomClientSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SEED_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Sends a client seed before the first spin of a pair that has none. Returns false if it is too late for that: a spin
 * without a client seed proves nothing.
 */
export async function ensureClientSeed(): Promise<boolean> {
  let fairness = await get<Fairness>(FAIRNESS);
  if (fairness.client_seed === null && fairness.nonce === 0) {
    const payload = { client_seed: randomClientSeed() };
    fairness = await post<Fairness>("/api/roulette/fairness/client-seed", payload).catch((error) => {
      // Another tab has sent one.
      if (error instanceof ApiError && error.status === CONFLICT) return get<Fairness>(FAIRNESS);
      throw error;
    });
    void mutate<Fairness>(FAIRNESS, fairness, { revalidate: false });
  }
  return fairness.client_seed !== null;
}
