import type { Locator, Page } from "@playwright/test";
import { answer, dialog, enterWith, hero, type Inventory, ITEMS, inventory, item, openItems } from "./heroes";
import {
  DESK,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  gate,
  logIn,
  PHONE,
  REFUSED,
  SMALLEST,
  TABLET,
  test,
  UNAVAILABLE,
} from "./house";
import { stopClock } from "./player-data";

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
const WORN = [item({ name: "Draconic Bow", type: "Bow", slot_id: 7, slot_name: "Both hands" })];
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
  await enterWith(page, [hero()], items);
  await openItems(page);
  await expect(summary(page)).toBeVisible();
}

test("shows what the demo's Aurelion carries, wears and has stored", async ({ page }) => {
  await logIn(page, "demo");
  await page.goto("/player?tab=characters");
  const answered = page.waitForResponse(ITEMS);
  await openItems(page);
  const { inventory_items, equipped_items, total_items }: Inventory = await (await answered).json();
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

test("a card names the item, its line, its quantity and its marks", async ({ page }) => {
  await open(page, inventory(CARRIED, WORN));
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

test("the summary counts all, each and what is left; the warehouse stands apart", async ({ page }) => {
  await open(page, inventory(CARRIED, WORN, STORED));
  await expect(summary(page)).toHaveText("7 total items6 in inventory1 equipped6 filtered");
  await chip(page, "Misc").click();
  await expect(summary(page)).toHaveText("7 total items6 in inventory1 equipped1 filtered");
  const warehouse = dialog(page).getByText("Warehouse (1)");
  await expect(dialog(page).getByText("Iron Ore")).toBeHidden();
  await warehouse.focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("Iron Ore")).toBeVisible();
  await expectAccessible(page);
});

test("the search does not care for capitals and serves both tabs, between which the arrows go", async ({ page }) => {
  await open(page, inventory(CARRIED, WORN));
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

test("each category shows its own", async ({ page }) => {
  await open(page, inventory(CARRIED));
  await expect(dialog(page).getByText("Warehouse"), "an empty one is not spoken of").toHaveCount(0);
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
});

test("no items at all, in either tab", async ({ page }) => {
  await open(page, inventory([]));
  await expect(dialog(page).getByText("No items in inventory.")).toBeVisible();
  await expectAccessible(page);
  await tab(page, "Equipped").click();
  await expect(dialog(page).getByText("No items in equipped.")).toBeVisible();
  await expect(summary(page)).toHaveText("0 total items0 in inventory0 equipped0 filtered");
});

test("pages of 24, 48 and 96, and back to the first whenever something changes", async ({ page }) => {
  await open(page, inventory(many(1000), WORN));
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

test("a long wait is explained in words", async ({ page }) => {
  await page.clock.install();
  await enterWith(page, [hero()]);
  const { hold, open: release } = gate();
  await page.route(ITEMS, hold);
  await page.getByRole("button", { name: "View Items" }).waitFor();
  await stopClock(page);
  await openItems(page);
  await expect(dialog(page).getByRole("status")).toHaveText("Loading items...");
  await page.clock.fastForward(2500);
  await expect(dialog(page).getByRole("status")).toHaveText("Loading items...");
  await page.clock.fastForward(1000);
  await expect(dialog(page).getByRole("status")).toContainText("the items come from the game's own table");
  await page.clock.resume();
  await expectAccessible(page);
  await page.unroute(ITEMS);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  release();
});

for (const [name, size] of [
  ["a desk", DESK],
  ["a tablet", TABLET],
  ["a phone", PHONE],
] as const) {
  test(`on ${name} the tiles come where their bones stood`, async ({ page }) => {
    await page.setViewportSize(size);
    await enterWith(page, [hero()]);
    const { open: release, opened } = gate();
    await page.route(ITEMS, async (route) => {
      await opened;
      await route.fulfill({ json: inventory(many(30)) });
    });
    // Both at one moment, since the dialog may still be on its way, and in the final face.
    const below = (list: Locator) =>
      list.evaluate((each) => {
        const top = (element: Element | null) => element?.getBoundingClientRect().top ?? 0;
        return document.fonts.ready.then(() => top(each) - top(each.closest("dialog")));
      });
    await openItems(page);
    const before = await below(dialog(page).locator("ul[aria-hidden]"));
    release();
    await expect(tiles(page)).toHaveCount(24);
    expect(Math.abs((await below(list(page))) - before)).toBeLessThanOrEqual(8);
  });
}

test("a failure says so, and Try Again loads the page again", async ({ page, expectErrors }) => {
  expectErrors(...REFUSED);
  await enterWith(page, [hero()]);
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

test("strange names stay inside their tiles on the smallest screen", async ({ page }) => {
  const strange = item({ name: `<b>${"W".repeat(200)}\u202e`, type: "T".repeat(90), amount: 2 ** 31, enchant: 65535 });
  await page.setViewportSize(SMALLEST);
  await open(page, inventory([strange, ...many(300)], WORN, many(30)));
  await expectNoSidewaysScroll(page);
  expect(await dialog(page).evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  await expect(list(page).getByText(/^\+65535 <b>WWW/)).toBeVisible();
  await expectAccessible(page);
});

test("answers of one character are not another's", async ({ page }) => {
  const [first, second] = [hero(), hero({ id: 2, name: "Other" })];
  await enterWith(page, [first, second], inventory(CARRIED));
  await page.route(/characters\/2\/items$/, answer(inventory(WORN)));
  await openItems(page);
  await expect(tiles(page)).toHaveCount(6);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "View Items" }).nth(1).click();
  await expect(dialog(page)).toHaveAccessibleName("Items Other");
  await expect(tiles(page)).toHaveCount(1);
});
