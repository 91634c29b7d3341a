import * as text from "text:inventory";
import { gradeOf, nameOfType } from "@shared/itemNames";
import type { Item } from "../queries";

export type Category = Item["category"];

export const CATEGORIES: readonly Category[] = ["weapon", "armor", "consumable", "spellbook", "money", "misc"];

export const PAGE_SIZES = [24, 48, 96] as const;
export const SEARCH_MAX = 64;

export interface Filter {
  readonly search: string;
  readonly category: Category | null;
}

/** Formats a name as the game does: "+12 Forgotten Blade". */
export const titleOf = ({ name, enchant }: Item): string => (enchant > 0 ? `+${enchant} ${name}` : name);

/** Returns a slot's name in the page's language; the service's for a slot unknown here. */
export const nameOfSlot = (name: string): string => (text.slots as Record<string, string>)[name] ?? name;

/** "Sword · Right hand · S grade"; unknown parts are left out, and a slot of the name of the type. */
export const lineOf = (item: Item): string =>
  [...new Set([nameOfType(item), item.slot_name && nameOfSlot(item.slot_name), gradeOf(item)])]
    .filter(Boolean)
    .join(" · ");

/** Case-insensitive form. Converted both ways, since some letters have no capital. */
const fold = (text: string) => text.normalize("NFC").toUpperCase().toLowerCase();

export function matchingName(items: readonly Item[], search: string): readonly Item[] {
  const needle = fold(search.trim());
  return needle === "" ? items : items.filter((item) => fold(titleOf(item)).includes(needle));
}

export const ofCategory = (items: readonly Item[], category: Category | null): readonly Item[] =>
  category === null ? items : items.filter((item) => item.category === category);

export const filterItems = (items: readonly Item[], { search, category }: Filter): readonly Item[] =>
  ofCategory(matchingName(items, search), category);
