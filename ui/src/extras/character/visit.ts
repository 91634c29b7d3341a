import { readChoice, writeChoice } from "@shared/stores/storage";

const KEY = "own_day_visit";
/** A page that is loaded later than this after the one before belongs to another visit. */
const PAUSE_SECONDS = 1800;

interface Visit {
  username: string;
  /** When the last page of the visit was loaded, in epoch seconds. */
  at: number;
  /** When the last page of the visit before was loaded. */
  before?: number | undefined;
}

/** Notes that the player sees a page now, and returns when the visit before ended; undefined at the first one. */
export function startVisit(username: string): number | undefined {
  const now = Math.floor(Date.now() / 1000);
  const last = readVisit(username);
  const before = last && now - last.at > PAUSE_SECONDS ? last.at : last?.before;
  writeChoice(KEY, JSON.stringify({ username, at: now, before } satisfies Visit));
  return before;
}

function readVisit(username: string): Visit | undefined {
  try {
    const visit: Visit | null = JSON.parse(readChoice(KEY) ?? "null");
    return visit?.username === username ? visit : undefined;
  } catch {
    return undefined;
  }
}
