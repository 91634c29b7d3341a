import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { wornSet } from "../src/features/characters/inventory/sets";
import { ITEM_ICONS, type ItemIcon, itemIcon, slotIcon, spriteBox } from "../src/shared/components/itemIcons";
import { equippedItem, type Item, item } from "./character-data";
import { ROOT, runPython } from "./python";

const CATALOGUE_SCRIPT = `
import json
from fixtures.catalogue import items
from gateway.game.slots import part_name
print(json.dumps([[item.category, item.type, part_name(item.part), item.name] for item in items()]))
`;

const iconOf = (category: Item["category"], type: string, slot_name: string | null, name = "") =>
  itemIcon(item({ category, type, slot_name, name }));

/** Drawing to the types that show it; the pieces for the legs are apart from their type. */
const CATALOGUE = {
  adena: "Currency",
  arrow: "Arrow",
  blunt: "Blunt",
  boots: "Boots",
  bow: "Bow",
  "chest-heavy": "Heavy armor",
  "chest-light": "Light armor",
  crystal: "Crystal",
  dagger: "Dagger",
  "dual-swords": "Dual swords",
  dye: "Dye",
  earring: "Earring",
  fist: "Fist weapon",
  gloves: "Gloves",
  hammer: "Two-handed blunt",
  helmet: "Helmet",
  legs: "Legs",
  material: "Material",
  necklace: "Necklace",
  polearm: "Polearm",
  potion: "Elixir, Potion",
  ring: "Ring",
  robe: "Robe",
  scroll: "Scroll",
  "scroll-enchant": "Enchant scroll",
  shield: "Shield",
  shirt: "Underwear",
  soulshot: "Shot",
  spellbook: "Spellbook",
  spiritshot: "Shot",
  staff: "Blunt, Two-handed blunt",
  sword: "Sword",
  "sword-two-handed": "Two-handed sword",
};

test("every item of the catalogue has the drawing of its type and slot", () => {
  const byIcon: Partial<Record<ItemIcon, Set<string>>> = {};
  for (const [category, type, slot, name] of JSON.parse(runPython(CATALOGUE_SCRIPT))) {
    const icon = iconOf(category, type, slot, name);
    byIcon[icon] = (byIcon[icon] ?? new Set()).add(slot === "Legs" ? slot : type);
  }
  const table = Object.entries(byIcon).map(([icon, types]) => [icon, [...types].sort().join(", ")]);
  expect(Object.fromEntries(table)).toEqual(CATALOGUE);
});

const FURTHER_TYPES: [ItemIcon, Item["category"], string, string | null, string?][] = [
  ["staff", "weapon", "Blunt", "Right hand", "Apprentice's Wand"],
  ["claw", "weapon", "Pet weapon", "Pet"],
  ["rod", "weapon", "Fishing rod", "Both hands"],
  ["sword", "weapon", "Unheard of", "Right hand"],
  ["tattoo", "armor", "Underwear", "Shirt", "Tattoo of Power"],
  ["mask", "armor", "Hair accessory", "Hair and face"],
  ["hair", "armor", "Hair accessory", "Hair"],
  ["cloak", "armor", "Cloak", "Cloak"],
  ["robe", "armor", "Formal wear", "Whole body"],
  ["earring", "armor", "Earring", "Left ear"],
  ["ring", "armor", "Ring", "Right finger"],
  ["shield", "armor", "Sigil", "Left hand"],
  ["chest-light", "armor", "Pet armor", "Pet"],
  ["chest-heavy", "armor", "Unheard of", null],
  ["potion", "consumable", "Unheard of", null],
  ["seed", "consumable", "Herb", null],
  ["coin", "money", "Currency", null, "Fishi Coin"],
  ["recipe", "misc", "Item", null, "Recipe: Blue Diamond Necklace"],
  ["crystal", "misc", "Material", null, "Crystal (D-grade)"],
  ["gem", "misc", "Material", null, "Gemstone C"],
  ["key", "misc", "Item", null, "Treasure Key"],
  ["quest", "misc", "Quest item", null, "Key of Titan"],
  ["collar", "misc", "Pet collar", null],
  ["ticket", "misc", "Race ticket", null],
  ["box", "misc", "Item", null, "Gift Box"],
  ["box", "relics" as Item["category"], "Relic", null],
];

test("types beyond the catalogue have a drawing, unknown ones a box", () => {
  for (const [icon, category, type, slot, name] of FURTHER_TYPES)
    expect(iconOf(category, type, slot, name), `${type} ${slot} ${name}`).toBe(icon);
  expect(["Right hand", "Left hand", "Head", "Chest"].map(slotIcon)).toEqual([
    "sword",
    "shield",
    "helmet",
    "chest-heavy",
  ]);
});

test("each drawing is at its place in the file", () => {
  const file = readFileSync(join(ROOT, "ui/art/items.svg"), "utf8");
  const cells = [...file.matchAll(/<svg id="([\w-]+)" x="(\d+)" y="(\d+)"/g)];
  expect(cells.map(([, icon]) => icon)).toEqual(ITEM_ICONS.flat());
  for (const [, icon, x, y] of cells) expect(spriteBox(icon as ItemIcon)).toBe(`${x} ${y} 64 64`);
});

test("a set is worn in full with chest, legs, head, gloves and feet of one name", () => {
  const piece = (slot_id: number, slot_name: string, name: string) => equippedItem(slot_id, slot_name, name);
  const otherPieces = [piece(6, "Head", "Helm of Nightmare"), piece(9, "Gloves", "Gauntlets of Nightmare")];
  const armor = piece(10, "Chest and legs", "Armor of Nightmare");
  expect(wornSet([armor, ...otherPieces, piece(12, "Feet", "Boots of Nightmare")])).toBe("Nightmare");
  expect(wornSet([armor, ...otherPieces, piece(12, "Feet", "Tallum Boots")]), "boots of another set").toBeNull();
  expect(wornSet([armor, ...otherPieces]), "no boots").toBeNull();
});
