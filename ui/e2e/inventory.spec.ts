import type { Locator, Page } from "@playwright/test";
import {
  character,
  dialog,
  fulfillJson,
  type Inventory,
  ITEMS,
  inventory,
  item,
  openCharacters,
  openItems,
} from "./character-data";
import {
  DESKTOP,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  latch,
  logIn,
  PHONE,
  REQUEST_ERRORS,
  SMALL_PHONE,
  TABLET,
  test,
  UNAVAILABLE,
} from "./helpers";
import { pauseClock } from "./player-data";

const CARRIED = [
  item({ enchant: 12, augmented: true }),
  item({ name: "Dark Crystal Leather Armor", type: "Light armor", category: "armor", grade: "a", slot_name: "Chest" }),
  item({
    name: "Greater Healing Potion",
    type: "Potion",
    category: "consumable",
    grade: "other",
    amount: 245,
    slot_name: null,
  }),
  item({ name: "Spellbook: Hex", type: "Spellbook", category: "spellbook", grade: "other", slot_name: null }),
  item({ name: "Adena", type: "Money", category: "money", grade: "other", amount: 171_423_911, slot_name: null }),
  item({ name: "Straße des Königs", type: "Material", category: "misc", grade: "other", amount: 3, slot_name: null }),
];
const EQUIPPED = [item({ name: "Draconic Bow", type: "Bow", slot_id: 7, slot_name: "Both hands" })];
const STORED = [item({ name: "Iron Ore", category: "misc", grade: "other", amount: 900, slot_name: null })];

const many = (count: number) => Array.from({ length: count }, (_, index) => item({ name: `Blade ${index + 1}` }));
const list = (page: Page, name = "In inventory") => dialog(page).getByRole("list", { name });
const tiles = (page: Page, name?: string) => list(page, name).getByRole("button");
const tab = (page: Page, name: string) => dialog(page).getByRole("tab", { name });
const chip = (page: Page, name: string) => dialog(page).getByRole("button", { name: new RegExp(`^${name} [\\d,]+$`) });
const search = (page: Page) => dialog(page).getByRole("searchbox", { name: "Item name" });
const pager = (page: Page) => dialog(page).getByRole("navigation", { name: "Pages of items" });
const summary = (page: Page) => dialog(page).locator("footer p");

async function open(page: Page, items: Inventory) {
  await openCharacters(page, [character()], items);
  await openItems(page);
  await expect(summary(page)).toBeVisible();
}

test("shows the items of the demo's Aurelion", async ({ page }) => {
  await logIn(page, "demo");
  await page.goto("/player?tab=characters");
  const response = page.waitForResponse(ITEMS);
  await openItems(page);
  const { inventory_items, equipped_items, total_items }: Inventory = await (await response).json();
  expect(inventory_items.length).toBeGreaterThan(0);
  expect(equipped_items.length).toBeGreaterThan(0);
  expect(total_items).toBe(inventory_items.length + equipped_items.length);
  await expect(dialog(page)).toHaveAccessibleName("Items Aurelion");
  await expect(tab(page, "Inventory")).toHaveText(`Inventory ${inventory_items.length}`);
  await expect(tab(page, "Equipped")).toHaveText(`Equipped ${equipped_items.length}`);
  await expect(tiles(page)).toHaveCount(Math.min(24, inventory_items.length));
  await expectAccessible(page);
  await tab(page, "Equipped").click();
  await expect(tiles(page, "Equipped")).toHaveCount(Math.min(24, equipped_items.length));
  await expectAccessible(page);
});

test("a tile shows name, type, amount and marks", async ({ page }) => {
  await open(page, inventory(CARRIED, EQUIPPED));
  await expect(tiles(page).nth(0)).toHaveText("✦+12S+12 Forgotten Blade Sword · Right hand · S grade, augmented");
  await expect(tiles(page).nth(0)).toHaveAccessibleName(
    /^\+12 Forgotten Blade Sword · Right hand · S\sgrade ?, augmented$/,
  );
  await expect(tiles(page).nth(2)).toHaveAccessibleName("Greater Healing Potion Potion ×245");
  await expect(tiles(page).nth(4)).toHaveAccessibleName("Adena Money ×171.4M");
  const colours = await list(page)
    .locator("li bdi")
    .evaluateAll((names) => names.map((name) => getComputedStyle(name).color));
  expect(new Set(colours.slice(0, 3)).size).toBe(3);
});

test("each category filters, the summary counts, and the warehouse is separate", async ({ page }) => {
  await open(page, inventory(CARRIED, EQUIPPED, STORED));
  await expect(summary(page)).toHaveText("7 total items6 in inventory1 equipped6 filtered");
  for (const [name, count] of [
    ["Weapon", 1],
    ["Armor", 1],
    ["Consumable", 1],
    ["Spellbook", 1],
    ["Money", 1],
    ["Misc", 1],
    ["All", 6],
  ] as const) {
    await expect(chip(page, name)).toHaveText(`${name} ${count}`);
    await chip(page, name).click();
    await expect(chip(page, name)).toHaveAttribute("aria-pressed", "true");
    await expect(tiles(page)).toHaveCount(count);
  }
  await chip(page, "Misc").click();
  await expect(summary(page)).toHaveText("7 total items6 in inventory1 equipped1 filtered");
  const warehouse = dialog(page).getByText("Warehouse (1)");
  await expect(dialog(page).getByText("Iron Ore")).toBeHidden();
  await warehouse.focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("Iron Ore")).toBeVisible();
  await expectAccessible(page);
});

test("search ignores case and serves both tabs; arrow keys switch tabs", async ({ page }) => {
  await open(page, inventory(CARRIED, EQUIPPED));
  await search(page).fill("  STRASSE ");
  await expect(tiles(page)).toHaveCount(1);
  await expect(chip(page, "Misc")).toHaveText("Misc 1");
  await expect(chip(page, "All")).toHaveText("All 1");
  await expect(dialog(page).getByRole("status").last()).toHaveText("1 item, page 1 of 1");
  await search(page).fill("dRaConic");
  await expect(dialog(page).getByText("No items match your search criteria.")).toBeVisible();
  await expect(summary(page)).toContainText("0 filtered");
  await expectAccessible(page);
  await tab(page, "Equipped").click();
  await expect(search(page)).toHaveValue("dRaConic");
  await expect(tiles(page, "Equipped")).toHaveCount(1);
  await expect(summary(page)).toContainText("1 filtered");
  await expect(tab(page, "Equipped")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(tab(page, "Inventory")).toBeFocused();
  await expect(tab(page, "Inventory")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowRight");
  await expect(tab(page, "Equipped")).toBeFocused();
  await expect(tab(page, "Equipped")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowRight");
  await expect(tab(page, "Inventory")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(search(page)).toBeFocused();
});

test("shows empty states in both tabs", async ({ page }) => {
  await open(page, inventory([]));
  await expect(dialog(page).getByText("Warehouse"), "no section for an empty warehouse").toHaveCount(0);
  await expect(dialog(page).getByText("No items in inventory.")).toBeVisible();
  await expectAccessible(page);
  await tab(page, "Equipped").click();
  await expect(dialog(page).getByText("No items in equipped.")).toBeVisible();
  await expect(summary(page)).toHaveText("0 total items0 in inventory0 equipped0 filtered");
});

test("pages of 24, 48 and 96; every change returns to the first page", async ({ page }) => {
  await open(page, inventory(many(1000), EQUIPPED));
  await expect(tiles(page)).toHaveCount(24);
  await expect(pager(page)).toContainText("1-24 of 1,000");
  await expect(pager(page).getByRole("button")).toHaveCount(7);
  await expect(pager(page).getByRole("button", { name: "Previous page" })).toBeDisabled();
  await pager(page).getByRole("button", { name: "Page 5" }).click();
  await expect(pager(page)).toContainText("97-120 of 1,000");
  await expect(pager(page).getByRole("button", { name: /^Page \d+$/ })).toHaveText(["3", "4", "5", "6", "7"]);
  await expect(tiles(page).first()).toContainText("Blade 97");
  for (const size of ["48", "96"]) {
    await pager(page).getByRole("combobox", { name: "Show" }).selectOption(size);
    await expect(tiles(page)).toHaveCount(Number(size));
    await expect(pager(page)).toContainText(`1-${size} of 1,000`);
  }
  await pager(page).getByRole("button", { name: "Next page" }).click();
  await search(page).fill("Blade 1000");
  await expect(pager(page)).toContainText("1-1 of 1");
  await expect(pager(page).getByRole("button", { name: "Next page" })).toBeDisabled();
  await expect(pager(page).getByRole("combobox")).toHaveValue("96");
});

test("explains a long wait", async ({ page }) => {
  await page.clock.install();
  await openCharacters(page, [character()]);
  const { hold, release } = latch();
  await page.route(ITEMS, hold);
  await page.getByRole("button", { name: "View Items" }).waitFor();
  await pauseClock(page);
  await openItems(page);
  await expect(dialog(page).getByRole("status")).toHaveText("Loading items...");
  await page.clock.fastForward(2500);
  await expect(dialog(page).getByRole("status")).toHaveText("Loading items...");
  await page.clock.fastForward(1000);
  await expect(dialog(page).getByRole("status")).toContainText("Large inventories can take up to 30 seconds.");
  await page.clock.resume();
  await expectAccessible(page);
  await page.unroute(ITEMS);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  release();
});

test("tiles replace their skeleton in place at every viewport width", async ({ page }) => {
  await openCharacters(page, [character()]);
  const { release, released } = latch();
  await page.route(ITEMS, async (route) => {
    await released;
    await route.fulfill({ json: inventory(many(30)) });
  });
  const offsets = async (list: Locator) => {
    const result: number[] = [];
    for (const viewport of [DESKTOP, TABLET, PHONE]) {
      await page.setViewportSize(viewport);
      // Measured at one moment, since the dialog may still be animated, and after the fonts are loaded.
      result.push(
        await list.evaluate((element) => {
          const top = (node: Element | null) => node?.getBoundingClientRect().top ?? 0;
          return document.fonts.ready.then(() => top(element) - top(element.closest("dialog")));
        }),
      );
    }
    return result;
  };
  await openItems(page);
  const before = await offsets(dialog(page).locator("ul[aria-hidden]"));
  release();
  await expect(tiles(page)).toHaveCount(24);
  for (const [index, offset] of (await offsets(list(page))).entries())
    expect(Math.abs(offset - (before[index] ?? 0)), "shift of the tiles in px").toBeLessThanOrEqual(8);
});

test("shows an error; Try Again reloads the page", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await openCharacters(page, [character()]);
  await page.route(ITEMS, UNAVAILABLE);
  await openItems(page);
  await expect(dialog(page).getByRole("alert")).toContainText("Failed to load character inventory.");
  await expect(dialog(page).getByText("The game world cannot be reached.")).toHaveCount(0);
  await expectAccessible(page);
  const reloaded = page.waitForEvent("load");
  await dialog(page).getByRole("button", { name: "Try Again" }).click();
  await reloaded;
  await expect(dialog(page)).toHaveCount(0);
});

test("long and hostile names fit a 320 px screen", async ({ page }) => {
  const hostile = item({ name: `<b>${"W".repeat(200)}\u202e`, type: "T".repeat(90), amount: 2 ** 31, enchant: 65535 });
  await page.setViewportSize(SMALL_PHONE);
  await open(page, inventory([hostile, ...many(300)], EQUIPPED, many(30)));
  await expectNoHorizontalScroll(page);
  await expect(list(page).getByText(/^\+65535 <b>WWW/)).toBeVisible();
  await expectAccessible(page);
});

test("shows the items of the character that is open", async ({ page }) => {
  const [first, second] = [character(), character({ id: 2, name: "Other" })];
  await openCharacters(page, [first, second], inventory(CARRIED));
  await page.route(/characters\/2\/items$/, fulfillJson(inventory(EQUIPPED)));
  await openItems(page);
  await expect(tiles(page)).toHaveCount(6);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "View Items" }).nth(1).click();
  await expect(dialog(page)).toHaveAccessibleName("Items Other");
  await expect(tiles(page)).toHaveCount(1);
});
