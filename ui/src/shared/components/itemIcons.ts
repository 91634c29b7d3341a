import type { ItemKind } from "../itemNames";

/** Drawings in `items.svg`, in the order of the file: eight per row. */
export const ITEM_ICONS = [
  ["adena", "arrow", "blunt", "boots", "bow", "box", "chest-heavy", "chest-light"],
  ["claw", "cloak", "coin", "collar", "crystal", "dagger", "dual-swords", "dye"],
  ["earring", "fist", "gem", "gloves", "hair", "hammer", "helmet", "key"],
  ["legs", "mask", "material", "necklace", "polearm", "potion", "quest", "recipe"],
  ["ring", "robe", "rod", "scroll", "scroll-enchant", "seed", "shield", "shirt"],
  ["soulshot", "spellbook", "spiritshot", "staff", "sword", "sword-two-handed", "tattoo", "ticket"],
] as const;
export type ItemIcon = (typeof ITEM_ICONS)[number][number];

const MAGIC_WEAPON = /staff|crook|wand|apprentice's rod|scepter/i;

/** Names that decide, within a category, type or slot. Item names are English in all data packs. */
const BY_NAME: readonly (readonly [string, RegExp, ItemIcon])[] = [
  ["Blunt", MAGIC_WEAPON, "staff"],
  ["Two-handed blunt", MAGIC_WEAPON, "staff"],
  ["Shirt", /tattoo/i, "tattoo"],
  ["Shot", /spiritshot/i, "spiritshot"],
  ["money", /fishi coin/i, "coin"],
  ["Item", /recipe:/i, "recipe"],
  ["misc", /crystal(:| \()/i, "crystal"],
  ["misc", /gemstone/i, "gem"],
  ["Item", / key|key of/i, "key"],
];

/** Armor except the chest, which its type decides. */
const BY_SLOT: Readonly<Record<string, ItemIcon>> = {
  Head: "helmet",
  Legs: "legs",
  Gloves: "gloves",
  Feet: "boots",
  Shirt: "shirt",
  Cloak: "cloak",
  Hair: "hair",
  Face: "mask",
  "Hair and face": "mask",
  Neck: "necklace",
  Ear: "earring",
  "Left ear": "earring",
  "Right ear": "earring",
  Finger: "ring",
  "Left finger": "ring",
  "Right finger": "ring",
  "Left hand": "shield",
};

const BY_TYPE: Readonly<Record<string, ItemIcon>> = {
  "Two-handed sword": "sword-two-handed",
  "Dual swords": "dual-swords",
  Dagger: "dagger",
  Bow: "bow",
  Polearm: "polearm",
  Blunt: "blunt",
  "Two-handed blunt": "hammer",
  "Magic weapon": "staff",
  "Magic book": "spellbook",
  "Fist weapon": "fist",
  "Fishing rod": "rod",
  "Pet weapon": "claw",
  "Light armor": "chest-light",
  "Pet armor": "chest-light",
  Robe: "robe",
  "Formal wear": "robe",
  Shot: "soulshot",
  Arrow: "arrow",
  Bolt: "arrow",
  Herb: "seed",
  Scroll: "scroll",
  Lure: "rod",
  Bait: "rod",
  "Enchant scroll": "scroll-enchant",
  Recipe: "recipe",
  Crystal: "crystal",
  Material: "material",
  Dye: "dye",
  "Quest item": "quest",
  "Pet collar": "collar",
  "Race ticket": "ticket",
  "Ticket of lord": "ticket",
  "Castle guard": "ticket",
  Seed: "seed",
  "Mature crop": "seed",
};

const BY_CATEGORY: Readonly<Record<string, ItemIcon>> = {
  weapon: "sword",
  armor: "chest-heavy",
  consumable: "potion",
  spellbook: "spellbook",
  money: "adena",
};

export interface DrawnItem extends Pick<ItemKind, "name" | "type"> {
  readonly category: string;
  readonly slot_name: string | null;
}

/** Returns the drawing of an item; a box if category and type are unknown. */
export function itemIcon({ category, type, slot_name, name }: DrawnItem): ItemIcon {
  const nameMatch = BY_NAME.find(([of, words]) => [category, type, slot_name].includes(of) && words.test(name));
  if (nameMatch) return nameMatch[2];
  const slotIconName = category === "armor" && type !== "Pet armor" ? BY_SLOT[slot_name ?? ""] : undefined;
  return slotIconName ?? BY_TYPE[type] ?? BY_CATEGORY[category] ?? "box";
}

/** The drawing that marks an empty slot. */
export const slotIcon = (slot_name: string): ItemIcon =>
  itemIcon({ category: slot_name === "Right hand" ? "weapon" : "armor", type: "", slot_name, name: "" });

/** Size of `items.svg`, and of a cell of it. */
export const SPRITE = { width: 512, height: 384, cell: 64 } as const;

/** The cell of a drawing as a `viewBox`. */
export function spriteBox(icon: ItemIcon): string {
  const row = ITEM_ICONS.findIndex((icons) => (icons as readonly ItemIcon[]).includes(icon));
  const column = (ITEM_ICONS[row] as readonly ItemIcon[]).indexOf(icon);
  return [column * SPRITE.cell, row * SPRITE.cell, SPRITE.cell, SPRITE.cell].join(" ");
}
