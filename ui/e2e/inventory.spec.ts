import type { Page } from "@playwright/test";
import {
  character,
  type Inventory,
  ITEMS,
  inventory,
  item,
  openCharacters,
  openDetails,
  openItems,
} from "./character-data";
import { closeDialog, dialog, expect, latch, PHONE, test } from "./helpers";
import { pauseClock } from "./player-data";

const CARRIED_ITEMS = [
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
const EQUIPPED_ITEMS = [item({ name: "Draconic Bow", type: "Bow", slot_id: 7, slot_name: "Both hands" })];
const WAREHOUSE_ITEMS = [item({ name: "Iron Ore", category: "misc", grade: "other", amount: 900, slot_name: null })];

const blades = (count: number) => Array.from({ length: count }, (_, index) => item({ name: `Blade ${index + 1}` }));
const list = (page: Page, name = "In inventory") => dialog(page).getByRole("list", { name });
/** Without the stars beside them. */
const tiles = (page: Page, name?: string) =>
  list(page, name).getByRole("button").and(page.locator(":not([aria-pressed])"));
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

test("a tile shows name, type, amount and marks", async ({ page }) => {
  await open(page, inventory(CARRIED_ITEMS, EQUIPPED_ITEMS));
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
  await open(page, inventory(CARRIED_ITEMS, EQUIPPED_ITEMS, WAREHOUSE_ITEMS));
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
});

test("search ignores case and serves both tabs; arrow keys switch tabs", async ({ page }) => {
  await open(page, inventory(CARRIED_ITEMS, EQUIPPED_ITEMS));
  await search(page).fill("  STRASSE ");
  await expect(tiles(page)).toHaveCount(1);
  await expect(chip(page, "Misc")).toHaveText("Misc 1");
  await expect(chip(page, "All")).toHaveText("All 1");
  await expect(dialog(page).getByRole("status").last()).toHaveText("1 item, page 1 of 1");
  await search(page).fill("dRaConic");
  await expect(dialog(page).getByText("No items match your search criteria.")).toBeVisible();
  await expect(summary(page)).toContainText("0 filtered");
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

test("pages of 24, 48 and 96; every change returns to the first page", async ({ page }) => {
  await open(page, inventory(blades(1000), EQUIPPED_ITEMS));
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

test("a long wait is explained", async ({ page }) => {
  await page.clock.install();
  await openCharacters(page, [character()]);
  const { hold, release } = latch();
  await page.route(ITEMS, hold);
  // Loads the code of the dialogs, which a paused clock would delay.
  await openDetails(page);
  await expect(dialog(page)).toBeVisible();
  await closeDialog(page, "Escape");
  await pauseClock(page);
  await openItems(page);
  await expect(dialog(page).getByRole("status")).toHaveText("Loading items...");
  await page.clock.fastForward(2500);
  await expect(dialog(page).getByRole("status")).toHaveText("Loading items...");
  await page.clock.fastForward(1000);
  await expect(dialog(page).getByRole("status")).toContainText("Large inventories can take up to 30 seconds.");
  await page.clock.resume();
  await page.unroute(ITEMS);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  release();
});

const tooltip = (page: Page) => page.getByRole("tooltip");

async function expectInViewport(page: Page) {
  await expect(tooltip(page)).toBeVisible();
  const box = await tooltip(page).boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
}

const TOOLTIP_TEXT =
  "+12 Forgotten BladeType Sword Category Weapon Grade S grade Slot Right hand Enchant +12 Augmented Yes Amount 1 ";

test("an item's tooltip shows on hover and on focus, does not block clicks; Escape keeps the dialog", async ({
  page,
}) => {
  await open(page, inventory(CARRIED_ITEMS));
  await tiles(page).nth(4).hover();
  await expect(tooltip(page)).toContainText("171,423,911");
  const box = await tooltip(page).boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) - 12, { steps: 4 });
  await expect(tooltip(page), "it stays while the mouse is over it").toHaveCount(1);
  await page.mouse.move(1, 1);
  await expect(tooltip(page)).toHaveCount(0);
  await tiles(page).first().hover();
  await expect(tooltip(page)).toHaveText(TOOLTIP_TEXT);
  await expectInViewport(page);
  await tab(page, "Equipped").click();
  await expect(tab(page, "Equipped")).toHaveAttribute("aria-selected", "true");
  await expect(tooltip(page)).toHaveCount(0);
  await tab(page, "Inventory").click();
  await page.mouse.move(1, 1);
  await tiles(page).first().focus();
  await expect(tooltip(page)).toHaveText(TOOLTIP_TEXT);
  await expect(tiles(page).first()).toHaveAccessibleDescription(/Augmented Yes/);
  await page.keyboard.press("Tab");
  await expect(tooltip(page), "the link to the guide and the star beside it have the focus").toHaveCount(0);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(tooltip(page)).toHaveCount(1);
  await expect(tooltip(page)).toContainText("Dark Crystal");
  await expectInViewport(page);
  await page.keyboard.press("Escape");
  await expect(tooltip(page)).toHaveCount(0);
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "View Items" })).toBeFocused();
});

test.describe("on touch screens", () => {
  test.use({ hasTouch: true, viewport: PHONE });

  test("a tap shows the tooltip, the next one hides it", async ({ page }) => {
    await open(page, inventory(CARRIED_ITEMS));
    await tiles(page).nth(4).tap();
    await expect(tooltip(page)).toContainText("171,423,911");
    await expectInViewport(page);
    await tiles(page).nth(2).tap();
    await expect(tooltip(page)).toHaveCount(1);
    await expect(tooltip(page)).toContainText("Greater Healing Potion");
    await dialog(page).getByRole("heading", { name: "Items Thalendril" }).tap();
    await expect(tooltip(page)).toHaveCount(0);
  });
});

test("a weapon glows blue from +4, red from +16", async ({ page }) => {
  const weapons = [3, 4, 15, 16, 30].map((enchant) => item({ enchant }));
  await open(page, inventory(weapons));
  const glows = tiles(page).locator("> [aria-hidden]");
  await expect(glows).toHaveCount(weapons.length);
  const glowValues = await glows.evaluateAll((nodes) =>
    nodes.map((node) => [
      node.getAttribute("data-glow"),
      getComputedStyle(node as HTMLElement).getPropertyValue("--enchant"),
    ]),
  );
  expect(glowValues.toSorted()).toEqual([
    [null, "3"],
    ["blue", "15"],
    ["blue", "4"],
    ["red", "16"],
    ["red", "16"],
  ]);
});

test("all drawings come with one request @images", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (/\/items[^/]*\.svg$/.test(request.url())) requests.push(request.url());
  });
  await open(page, inventory(CARRIED_ITEMS, EQUIPPED_ITEMS));
  await expect.poll(() => requests.length).toBe(1);
  await tab(page, "Equipped").click();
  await expect(tiles(page, "Equipped")).toHaveCount(1);
  const positions = await dialog(page)
    .locator("svg:has(> image)")
    .evaluateAll((drawings) => drawings.map((drawing) => drawing.getAttribute("viewBox")));
  expect(new Set(positions).size, "bow and empty slots differ").toBeGreaterThan(10);
  expect(requests).toHaveLength(1);
});
