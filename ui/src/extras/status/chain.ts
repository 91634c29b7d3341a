import type { Answer } from "@shared/api/useGet";

export type Days = Answer<"/api/status/days">["data"];
export type Day = Days[number];
export type ChainDay = Answer<"/api/status/chain">;

/** Digits of a minute's hash in the answer. */
const SHORT = 16;

async function sha256(line: string): Promise<string> {
  // Made here: the service's renderer loads this module and has no TextEncoder.
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(line));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Computes the hash of each minute of a day; returns the moment of the first one that differs, in seconds, or null. The
 * digests are computed outside of the main thread.
 */
export async function findMismatch({ first, head, minutes }: ChainDay): Promise<number | null> {
  let hash = first;
  let last = 0;
  for (const [at, state, players, traders, publishedHash] of minutes) {
    hash = await sha256(`${hash} ${at} ${state} ${players} ${traders ?? "-"}`);
    if (hash.slice(0, SHORT) !== publishedHash) return at;
    last = at;
  }
  return hash === head ? null : last;
}

/** The closed days that can be verified; each must begin with the head of the one before. */
export const closedDays = (days: Days) =>
  days.filter((day): day is Day & { first: string; head: string } => day.head !== null);

/** Returns the day whose beginning is not the head of the day before. */
export const findBrokenLink = (days: ReturnType<typeof closedDays>) =>
  days.find((day, index) => index > 0 && day.first !== days[index - 1]?.head);

/** Share of the known minutes in which the server was up; null if none is known. */
export function uptimeOf(days: readonly Day[]): number | null {
  const knownMinutes = days.reduce((sum, day) => sum + day.minutes, 0);
  const upMinutes = days.reduce((sum, day) => sum + day.up_minutes, 0);
  return knownMinutes ? Math.floor((upMinutes / knownMinutes) * 10_000) / 10_000 : null;
}

export const downMinutes = (day: Day): number => day.minutes - day.up_minutes - day.planned_minutes;
