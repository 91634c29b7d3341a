import { readChoice, writeChoice } from "@shared/stores/storage";
import type { FoundCharacter } from "./useSearch";

const KEY = "recent_searches";
const KEPT = 5;

/** The characters that were opened last, of this browser alone. */
export function readRecent(): readonly FoundCharacter[] {
  try {
    const rows: unknown = JSON.parse(readChoice(KEY) ?? "[]");
    return Array.isArray(rows) ? rows.filter(isCharacter).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

const isCharacter = (row: Partial<FoundCharacter> | null): row is FoundCharacter =>
  typeof row?.char_name === "string" && typeof row.char_id === "number" && typeof row.class_id === "number";

export function addRecent(row: FoundCharacter): void {
  const others = readRecent().filter(({ char_id }) => char_id !== row.char_id);
  writeChoice(KEY, JSON.stringify([row, ...others].slice(0, KEPT)));
}

export const clearRecent = (): void => writeChoice(KEY, "[]");
