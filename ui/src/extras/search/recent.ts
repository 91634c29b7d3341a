import { readChoice, writeChoice } from "@shared/stores/storage";
import type { FoundCharacter } from "./useSearch";

const KEY = "recent_searches";
const MAX_ROWS = 5;

/** The characters that were opened last, of this browser alone. */
export function readRecent(): readonly FoundCharacter[] {
  try {
    const rows: unknown = JSON.parse(readChoice(KEY) ?? "[]");
    return Array.isArray(rows) ? rows.filter(isCharacter).slice(0, MAX_ROWS) : [];
  } catch {
    return [];
  }
}

const isCharacter = (row: Partial<FoundCharacter> | null): row is FoundCharacter =>
  typeof row?.char_name === "string" && typeof row.char_id === "number" && typeof row.class_id === "number";

export function addRecent(row: FoundCharacter): void {
  const otherRows = readRecent().filter(({ char_id }) => char_id !== row.char_id);
  writeChoice(KEY, JSON.stringify([row, ...otherRows].slice(0, MAX_ROWS)));
}

export const clearRecent = (): void => writeChoice(KEY, "[]");
