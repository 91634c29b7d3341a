/**
 * The hashes of server seeds that this browser was shown, each with its wheel, per account: a service that shows another
 * hash or another wheel later is found out. The oldest are dropped.
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
  /** Wheel version that was first shown with the hash; absent if an older page stored the hash. */
  readonly wheel?: number;
}

/** A wheel version that was shown with a hash before another one was. */
interface ChangedWheel {
  readonly hash: string;
  readonly shown: number;
}

/**
 * Returns whether this browser was shown the hash of a spin. `otherHash`: it was shown this one for the same seeds;
 * `otherWheel`: it was shown this version with the hash.
 */
export type Witness =
  | { state: "before" | "after"; at: Date }
  | { state: "other"; otherHash: string }
  | { state: "wheel"; otherWheel: number }
  | { state: "none" };

/** `textKey`: key of its text. `hash`: the hash that was shown. */
interface BrokenPromise {
  readonly textKey: "seedNotShown" | "seedNotPromised";
  readonly hash: string;
}

const MAX_HASHES = 200;
const SECOND_MS = 1000;

/** Stores new hashes with their wheels; a stored wheel stays. */
export function rememberHashes(fairness: Fairness): void {
  const seenHashes = readSeen();
  const shownWheels = wheelsByHash(fairness);
  const known = seenHashes.map((entry) => ({ wheel: shownWheels.get(entry.hash), ...entry }));
  const at = Date.now();
  const added = [...shownWheels]
    .filter(([hash]) => !seenHashes.some((entry) => entry.hash === hash))
    .map(([hash, wheel]) => ({ hash, at, wheel }));
  writeSeen([...known, ...added]);
}

/** Returns the hash that was shown with another wheel before, or null. */
export function findChangedWheel(fairness: Fairness): ChangedWheel | null {
  const shownWheels = wheelsByHash(fairness);
  const changed = readSeen().find(({ hash, wheel }) => wheel !== (shownWheels.get(hash) ?? wheel));
  return changed?.wheel === undefined ? null : { hash: changed.hash, shown: changed.wheel };
}

const wheelsByHash = (fairness: Fairness) =>
  new Map([
    [fairness.server_seed_hash, fairness.wheel_version],
    [fairness.next_server_seed_hash, fairness.next_wheel_version],
  ]);

/** Notes the seed pair of a spin; its hash was shown before the spin was requested. */
export function rememberPair(spinId: string, hash: string): void {
  const pair = pairOf(spinId);
  writeSeen(readSeen().map((entry) => (entry.hash === hash ? { ...entry, pair } : entry)));
}

export function witnessOf({ id, server_seed_hash, timestamp, wheel_version }: Spin): Witness {
  const seenHashes = readSeen();
  const entry = seenHashes.find(({ hash }) => hash === server_seed_hash);
  const conflict = seenHashes.find(({ hash, pair }) => pair === pairOf(id) && hash !== server_seed_hash);
  if (conflict) return { state: "other", otherHash: conflict.hash };
  if (!entry) return { state: "none" };
  if (entry.wheel !== undefined && entry.wheel !== wheel_version) return { state: "wheel", otherWheel: entry.wheel };
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

const writeSeen = (seenHashes: readonly object[]) =>
  writeChoice(storageKey(), JSON.stringify(seenHashes.slice(-MAX_HASHES)));

const isSeenHash = (entry: Partial<SeenHash> | null): entry is SeenHash =>
  typeof entry?.hash === "string" && typeof entry.at === "number";
