import { readChoice, writeChoice } from "@shared/stores/storage";
import { type FoundSubject, idOf } from "./results";

const KEY = "recent_searches";
const MAX_ROWS = 5;

/** The results that were opened last, of this browser alone. */
export function readRecent(): readonly FoundSubject[] {
  try {
    const rows: unknown = JSON.parse(readChoice(KEY) ?? "[]");
    return Array.isArray(rows) ? rows.filter(isFound).slice(0, MAX_ROWS) : [];
  } catch {
    return [];
  }
}

interface StoredRow {
  readonly kind?: unknown;
  readonly key?: unknown;
  readonly row?: Readonly<Record<string, unknown>> | null;
}

const NAMES = { character: "char_name", clan: "clan_name", other: "address" } as const;

/** An earlier release stored rows of characters alone, which are left out. */
function isFound(stored: StoredRow | null): stored is FoundSubject {
  const { kind, key, row } = stored ?? {};
  if (kind !== "character" && kind !== "clan" && kind !== "other") return false;
  return typeof key === "string" && typeof row?.[NAMES[kind]] === "string";
}

export function addRecent(result: FoundSubject): void {
  const otherRows = readRecent().filter((row) => idOf(row) !== idOf(result));
  writeChoice(KEY, JSON.stringify([result, ...otherRows].slice(0, MAX_ROWS)));
}

export const clearRecent = (): void => writeChoice(KEY, "[]");
