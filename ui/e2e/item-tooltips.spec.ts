import type { Page } from "@playwright/test";
import { character, dialog, inventory, item, openCharacters, openItems } from "./character-data";
import { expect, expectAccessible, PHONE, SMALL_PHONE, test } from "./helpers";

const ITEMS = [
  item({ enchant: 12, augmented: true }),
  item({ name: "Dark Crystal Leather Armor", type: "Light armor", category: "armor", grade: "a", slot_name: "Chest" }),
  item({ name: "Greater Healing Potion", category: "consumable", grade: "other", amount: 245, slot_name: null }),
  item({ name: "Adena", type: "Money", category: "money", grade: "other", amount: 171_423_911, slot_name: null }),
];

const tiles = (page: Page) => dialog(page).getByRole("list", { name: "In inventory" }).getByRole("button");
const equipped = (page: Page) => dialog(page).getByRole("tab", { name: "Equipped" });
const tooltip = (page: Page) => page.getByRole("tooltip");

async function open(page: Page, items = ITEMS) {
  await openCharacters(page, [character()], inventory(items));
  await openItems(page);
  await expect(tiles(page).first()).toBeVisible();
}

async function expectInViewport(page: Page) {
  await expect(tooltip(page)).toBeVisible();
  const box = await tooltip(page).boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
}

test.describe("item tooltip", () => {
  const TOOLTIP_TEXT =
    "+12 Forgotten BladeType Sword Category Weapon Grade S grade Slot Right hand Enchant +12 Augmented Yes Amount 1 ";

  test("shows on hover and on focus, does not block clicks; Escape keeps the dialog", async ({ page }) => {
    await open(page);
    await tiles(page).nth(3).hover();
    await expect(tooltip(page)).toContainText("171,423,911");
    const box = await tooltip(page).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) - 12, { steps: 4 });
    await expect(tooltip(page), "it stays while the mouse is over it").toHaveCount(1);
    await page.mouse.move(1, 1);
    await expect(tooltip(page)).toHaveCount(0);
    await tiles(page).first().hover();
    await expect(tooltip(page)).toHaveText(TOOLTIP_TEXT);
    await expectInViewport(page);
    await equipped(page).click();
    await expect(equipped(page)).toHaveAttribute("aria-selected", "true");
    await expect(tooltip(page)).toHaveCount(0);
    await page.getByRole("dialog").getByRole("tab", { name: "Inventory" }).click();
    await page.mouse.move(1, 1);
    await tiles(page).first().focus();
    await expect(tooltip(page)).toHaveText(TOOLTIP_TEXT);
    await expect(tiles(page).first()).toHaveAccessibleDescription(/Augmented Yes/);
    await expectAccessible(page);
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
});

test.describe("on touch screens", () => {
  test.use({ hasTouch: true, viewport: PHONE });

  test("a tap shows the tooltip, the next one hides it", async ({ page }) => {
    await open(page);
    await tiles(page).nth(3).tap();
    await expect(tooltip(page)).toContainText("171,423,911");
    await expectInViewport(page);
    await tiles(page).nth(2).tap();
    await expect(tooltip(page)).toHaveCount(1);
    await expect(tooltip(page)).toContainText("Greater Healing Potion");
    await dialog(page).getByRole("heading", { name: "Items Thalendril" }).tap();
    await expect(tooltip(page)).toHaveCount(0);
  });
});

test("the tooltip fits a 320 px screen with long texts", async ({ page }) => {
  await page.setViewportSize(SMALL_PHONE);
  await open(page, [item({ name: "W".repeat(200), type: "T".repeat(90), amount: 2 ** 31, enchant: 65535 })]);
  await tiles(page).first().focus();
  await expectInViewport(page);
  await expectAccessible(page);
});
