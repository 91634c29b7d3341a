import type { Item } from "../queries";
import { itemInSlot, LEFT, SET_SLOTS } from "./slots";

/** Words of names that do not tell sets apart. */
const COMMON = new Set(["armor", "of", "the", "leather", "plate", "leather armor"]);

const wordsOf = ({ name }: Item): string[] => name.split(" ").filter((word) => !COMMON.has(word.toLowerCase()));

/**
 * Returns the name of the armor set that is worn in full, or null: pieces of a set share the words of its name, such as
 * "Imperial Crusader". One piece may cover chest and legs.
 */
export function wornSet(equipped: readonly Item[]): string | null {
  const pieces = LEFT.filter(({ id }) => SET_SLOTS.includes(id)).map((slot) => itemInSlot(slot, equipped).item);
  const worn = pieces.filter((piece) => piece !== null);
  const [first] = worn;
  if (!first || worn.length < SET_SLOTS.length) return null;
  const shared = wordsOf(first).filter((word) => worn.every((piece) => wordsOf(piece).includes(word)));
  return shared.join(" ") || null;
}
