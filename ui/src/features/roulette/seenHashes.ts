/**
 * The hashes of server seeds that this browser was shown, per account: a service that shows another hash later is found
 * out. The oldest are dropped.
 */
import { useSession } from "@shared/stores/session";
import { readChoice, writeChoice } from "@shared/stores/storage";
import { canCompute, commitmentOf } from "./fairness";
import type { Fairness, Spin } from "./queries";

interface SeenHash {
  readonly hash: string;
  /** Time of the first display, in epoch milliseconds. */
  readonly at: number;
  /** Number of the seed pair, once this browser has spun with it. */
  readonly pair?: string;
}

/** Returns whether this browser was shown the hash of a spin. `otherHash`: it was shown this one for the same seeds. */
export type Witness =
  | { state: "before" | "after"; at: Date }
  | { state: "other"; otherHash: string }
  | { state: "none" };

/** `textKey`: key of its text. `hash`: the hash that was shown. */
interface BrokenPromise {
  readonly textKey: "seedNotShown" | "seedNotPromised";
  readonly hash: string;
}

const MAX_HASHES = 200;
const SECOND_MS = 1000;

export function rememberHashes({ server_seed_hash, next_server_seed_hash }: Fairness): void {
  const seenHashes = readSeen();
  const at = Date.now();
  const newHashes = [server_seed_hash, next_server_seed_hash].filter(
    (hash) => !seenHashes.some((entry) => entry.hash === hash),
  );
  if (newHashes.length > 0) writeSeen([...seenHashes, ...newHashes.map((hash) => ({ hash, at }))]);
}

/** Notes the seed pair of a spin; its hash was shown before the spin was requested. */
export function rememberPair(spinId: string, hash: string): void {
  const pair = pairOf(spinId);
  writeSeen(readSeen().map((entry) => (entry.hash === hash ? { ...entry, pair } : entry)));
}

export function witnessOf({ id, server_seed_hash, timestamp }: Spin): Witness {
  const seenHashes = readSeen();
  const entry = seenHashes.find(({ hash }) => hash === server_seed_hash);
  const conflict = seenHashes.find(({ hash, pair }) => pair === pairOf(id) && hash !== server_seed_hash);
  if (conflict) return { state: "other", otherHash: conflict.hash };
  if (!entry) return { state: "none" };
  // The service's times are in whole seconds, by its own clock.
  const isBefore = entry.pair === pairOf(id) || entry.at < Date.parse(timestamp) + SECOND_MS;
  return { state: isBefore ? "before" : "after", at: new Date(entry.at) };
}

/** Returns which promise a change of seeds broke, or null. `oldFairness`: read just before the change. */
export async function findBrokenPromise(
  oldFairness: Fairness,
  newFairness: Fairness,
  serverSeed: string | null,
): Promise<BrokenPromise | null> {
  const revealedHash = serverSeed && canCompute() ? await commitmentOf(serverSeed) : null;
  // Another tab changed the seeds in between.
  if (revealedHash === oldFairness.next_server_seed_hash) return null;
  if (revealedHash && revealedHash !== oldFairness.server_seed_hash)
    return { textKey: "seedNotShown", hash: oldFairness.server_seed_hash };
  // Without a client seed the service has replaced a seed that it could not open.
  if (newFairness.client_seed && newFairness.server_seed_hash !== oldFairness.next_server_seed_hash)
    return { textKey: "seedNotPromised", hash: oldFairness.next_server_seed_hash };
  return null;
}

const pairOf = (spinId: string) => spinId.split("-", 1)[0] ?? "";

const storageKey = () => `seed_hashes:${useSession.getState().user?.username.toLowerCase()}`;

function readSeen(): SeenHash[] {
  try {
    const entries: unknown = JSON.parse(readChoice(storageKey()) ?? "[]");
    return Array.isArray(entries) ? entries.filter(isSeenHash) : [];
  } catch {
    return [];
  }
}

const writeSeen = (seenHashes: SeenHash[]) => writeChoice(storageKey(), JSON.stringify(seenHashes.slice(-MAX_HASHES)));

const isSeenHash = (entry: Partial<SeenHash> | null): entry is SeenHash =>
  typeof entry?.hash === "string" && typeof entry.at === "number";
