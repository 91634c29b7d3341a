import armor from "@art/item-armor.svg";
import consumable from "@art/item-consumable.svg";
import misc from "@art/item-misc.svg";
import money from "@art/item-money.svg";
import spellbook from "@art/item-spellbook.svg";
import weapon from "@art/item-weapon.svg";
import type { Category } from "./items";

/** Icon of each item category. */
export const CATEGORY_ICONS: Readonly<Record<Category, string>> = { weapon, armor, consumable, spellbook, money, misc };
