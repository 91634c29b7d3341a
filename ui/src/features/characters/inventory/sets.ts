import type { Item } from "../queries";
import { itemInSlot, LEFT, SET_SLOTS } from "./slots";

/** Words of names that do not tell sets apart. */
const COMMON = new Set(["armor", "of", "the", "leather", "plate", "leather armor"]);

const wordsOf = ({ name }: Item): string[] => name.split(" ").filter((word) => !COMMON.has(word.toLowerCase()));

/**
 * Returns the name of the armor set that is worn in full, or null: pieces of a set share the words of its name, such as
 * "Imperial Crusader". One piece may cover chest and legs.
 */
export function wornSet(equippedItems: readonly Item[]): string | null {
  const pieces = LEFT.filter(({ id }) => SET_SLOTS.includes(id)).map((slot) => itemInSlot(slot, equippedItems).item);
  const wornPieces = pieces.filter((piece) => piece !== null);
  const [first] = wornPieces;
  if (!first || wornPieces.length < SET_SLOTS.length) return null;
  const commonWords = wordsOf(first).filter((word) => wornPieces.every((piece) => wordsOf(piece).includes(word)));
  return commonWords.join(" ") || null;
}
