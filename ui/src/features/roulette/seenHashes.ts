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

/** Returns whether this browser was shown the hash of a spin. `other`: it was shown this one for the same seeds. */
export type Witness = { state: "before" | "after"; at: Date } | { state: "other"; other: string } | { state: "none" };

/** `broken`: key of its text. `hash`: the hash that was shown. */
interface BrokenPromise {
  readonly broken: "seedNotShown" | "seedNotPromised";
  readonly hash: string;
}

const MAX_HASHES = 200;
const SECOND_MS = 1000;

export function rememberHashes({ server_seed_hash, next_server_seed_hash }: Fairness): void {
  const seen = readSeen();
  const at = Date.now();
  const shown = [server_seed_hash, next_server_seed_hash].filter((hash) => !seen.some((entry) => entry.hash === hash));
  if (shown.length > 0) writeSeen([...seen, ...shown.map((hash) => ({ hash, at }))]);
}

/** Notes the seed pair of a spin; its hash was shown before the spin was requested. */
export function rememberPair(spinId: string, hash: string): void {
  const pair = pairOf(spinId);
  writeSeen(readSeen().map((entry) => (entry.hash === hash ? { ...entry, pair } : entry)));
}

export function witnessOf({ id, server_seed_hash, timestamp }: Spin): Witness {
  const seen = readSeen();
  const entry = seen.find(({ hash }) => hash === server_seed_hash);
  const other = seen.find(({ hash, pair }) => pair === pairOf(id) && hash !== server_seed_hash);
  if (other) return { state: "other", other: other.hash };
  if (!entry) return { state: "none" };
  // The service's times are in whole seconds, by its own clock.
  const isBefore = entry.pair === pairOf(id) || entry.at < Date.parse(timestamp) + SECOND_MS;
  return { state: isBefore ? "before" : "after", at: new Date(entry.at) };
}

/** Returns which promise a change of seeds broke, or null. `before`: read just before the change. */
export async function findBrokenPromise(
  before: Fairness,
  after: Fairness,
  serverSeed: string | null,
): Promise<BrokenPromise | null> {
  const revealed = serverSeed && canCompute() ? await commitmentOf(serverSeed) : null;
  // Another tab changed the seeds in between.
  if (revealed === before.next_server_seed_hash) return null;
  if (revealed && revealed !== before.server_seed_hash)
    return { broken: "seedNotShown", hash: before.server_seed_hash };
  // Without a client seed the service has replaced a seed that it could not open.
  if (after.client_seed && after.server_seed_hash !== before.next_server_seed_hash)
    return { broken: "seedNotPromised", hash: before.next_server_seed_hash };
  return null;
}

const pairOf = (spinId: string) => spinId.split("-", 1)[0] ?? "";

const storageKey = () => `seed_hashes:${useSession.getState().user?.username.toLowerCase()}`;

function readSeen(): SeenHash[] {
  try {
    const stored: unknown = JSON.parse(readChoice(storageKey()) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isSeenHash) : [];
  } catch {
    return [];
  }
}

const writeSeen = (seen: SeenHash[]) => writeChoice(storageKey(), JSON.stringify(seen.slice(-MAX_HASHES)));

const isSeenHash = (entry: Partial<SeenHash> | null): entry is SeenHash =>
  typeof entry?.hash === "string" && typeof entry.at === "number";
