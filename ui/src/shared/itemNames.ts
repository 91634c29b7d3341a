import * as text from "text:inventory";
import { abbreviate } from "./abbreviate";
import type { Answer } from "./api/useGet";
import { formatNumber } from "./format";

type Item = Answer<"/api/player/characters/{id}/items">["inventory_items"][number];

/** The properties of an item that its name, its drawing and its colour depend on. */
export type ItemKind = Pick<Item, "name" | "category" | "type" | "grade">;

export const gradeOf = ({ grade }: Pick<ItemKind, "grade">): string | null =>
  grade === "other" ? null : text.gradeOf({ grade: grade.toUpperCase() });

/** Returns an item's type in the page's language; the service's for a type unknown here, the category's name for none. */
export const nameOfType = ({ type, category }: Pick<ItemKind, "type" | "category">): string =>
  (text.types as Record<string, string>)[type] ?? (type || text.categories[category]);

/** In full below a million, "171.4M" from there on. */
export const formatAmount = (amount: number): string =>
  amount < 1_000_000 ? formatNumber(amount) : abbreviate(amount);
