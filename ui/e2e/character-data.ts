/** Mock characters and items, in states that no demo account has. */
import type { Page, Route } from "@playwright/test";
import type { components } from "../src/shared/api/schema";
import { KILLS, LEVELS } from "./chart-data";
import { mockPlayer } from "./player-data";

export type Character = components["schemas"]["Character"];
export type Item = components["schemas"]["Item"];
export type Inventory = components["schemas"]["Inventory"];

export const LIST = "**/api/player/characters";
export const CHARACTER = /\/api\/player\/characters\/\d+$/;
export const ITEMS = /\/api\/player\/characters\/\d+\/items$/;

export const character = (change: Partial<Character> = {}): Character => ({
  id: 268479115,
  account_id: "demo",
  name: "Thalendril",
  title: "Warden of the Last Bridge",
  level: 78,
  exp: 3_000_000_000,
  exp_percent: 64.29,
  class_id: 102,
  class_name: "Moonlight Sentinel",
  race: 1,
  race_name: "Elf",
  sex: 0,
  clan_name: "SilverDawn",
  clan_level: 8,
  pvp_kills: 8655,
  pk_kills: 31,
  deaths: 2790,
  karma: 0,
  fame: 12350,
  playtime: 3_292_860,
  current_location: "Near Town of Goddard",
  online: true,
  last_login: "2026-03-01T10:00:00Z",
  created_at: "2025-03-14T12:00:00Z",
  access_level: 0,
  noble: true,
  hero: true,
  vitals: { hp: 4812, max_hp: 5730, mp: 1544, max_mp: 2210, cp: 3912, max_cp: 3912 },
  stats: { str: 36, dex: 35, con: 36, int: 23, wit: 14, men: 26 },
  ...change,
});

/** A character with almost no recorded data. */
export const SPARSE_CHARACTER = character({
  name: "ТеньСевера",
  title: "",
  clan_name: null,
  clan_level: null,
  deaths: null,
  fame: null,
  online: false,
  last_login: null,
  created_at: null,
  noble: false,
  hero: false,
  vitals: { hp: null, max_hp: null, mp: 10, max_mp: 0, cp: null, max_cp: null },
  stats: { str: null, dex: null, con: null, int: null, wit: null, men: null },
});

export const item = (change: Partial<Item> = {}): Item => ({
  item_id: 6364,
  name: "Forgotten Blade",
  type: "Sword",
  category: "weapon",
  grade: "s",
  enchant: 0,
  amount: 1,
  slot_id: null,
  slot_name: "Right hand",
  icon: null,
  augmented: false,
  ...change,
});

export const equippedItem = (slot_id: number, slot_name: string, name: string): Item =>
  item({ slot_id, slot_name, name, category: "armor", type: "Armor" });

export const inventory = (
  carriedItems: Item[],
  equippedItems: Item[] = [],
  warehouseItems: Item[] = [],
  total = carriedItems.length + equippedItems.length,
): Inventory => ({
  inventory_items: carriedItems,
  equipped_items: equippedItems,
  warehouse_items: warehouseItems,
  total_items: total,
});

export const fulfillJson = (body: object) => (route: Route) => route.fulfill({ json: body });

/** Opens the tab as the mock player with characters and, optionally, items. The charts are empty. */
export async function openCharacters(page: Page, characters: Character[], items?: Inventory) {
  const charts = { characters: [], history: [] };
  await mockPlayer(page, {
    "/api/player/characters": { data: characters, total: characters.length, slots: 3 },
    [LEVELS]: charts,
    [KILLS]: charts,
  });
  await page.route(CHARACTER, fulfillJson(characters[0] ?? {}));
  if (items) await page.route(ITEMS, fulfillJson(items));
  await page.goto("/player?tab=characters");
}

export const openItems = async (page: Page) =>
  page.getByRole("button", { name: "View Items", exact: true }).first().click();

export const openDetails = async (page: Page) =>
  page.getByRole("button", { name: "View Details", exact: true }).first().click();
