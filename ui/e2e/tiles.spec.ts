import type { Page } from "@playwright/test";
import { dialog, enterWith, hero, inventory, item, openItems } from "./heroes";
import { expect, expectAccessible, PHONE, SMALLEST, test } from "./house";

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
  await enterWith(page, [hero()], inventory(items));
  await openItems(page);
  await expect(tiles(page).first()).toBeVisible();
}

async function expectInside(page: Page) {
  await expect(tooltip(page)).toBeVisible();
  const box = await tooltip(page).boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
}

test.describe("the details of a tile", () => {
  const FACTS =
    "+12 Forgotten BladeType Sword Category Weapon Grade S grade Slot Right hand Enchant +12 Augmented Yes Amount 1 ";

  test("come by mouse, over all else, and let what is under them be pressed", async ({ page }) => {
    await open(page);
    await tiles(page).nth(3).hover();
    await expect(tooltip(page)).toContainText("171,423,911");
    const box = await tooltip(page).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) - 12, { steps: 4 });
    await expect(tooltip(page), "they stay while the mouse is over them").toHaveCount(1);
    await page.mouse.move(1, 1);
    await expect(tooltip(page)).toHaveCount(0);
    await tiles(page).first().hover();
    await expect(tooltip(page)).toHaveText(FACTS);
    await expectInside(page);
    await equipped(page).click();
    await expect(equipped(page)).toHaveAttribute("aria-selected", "true");
    await expect(tooltip(page)).toHaveCount(0);
  });

  test("come by keyboard, one at a time, and Escape leaves the dialog open", async ({ page }) => {
    await open(page);
    await tiles(page).first().focus();
    await expect(tooltip(page)).toHaveText(FACTS);
    await expect(tiles(page).first()).toHaveAccessibleDescription(/Augmented Yes/);
    await expectAccessible(page);
    await page.keyboard.press("Tab");
    await expect(tooltip(page)).toHaveCount(1);
    await expect(tooltip(page)).toContainText("Dark Crystal");
    await expectInside(page);
    await page.keyboard.press("Escape");
    await expect(tooltip(page)).toHaveCount(0);
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "View Items" })).toBeFocused();
  });
});

test.describe("by finger", () => {
  test.use({ hasTouch: true, viewport: PHONE });

  test("the details come with a tap and go with the next", async ({ page }) => {
    await open(page);
    await tiles(page).nth(3).tap();
    await expect(tooltip(page)).toContainText("171,423,911");
    await expectInside(page);
    await tiles(page).nth(2).tap();
    await expect(tooltip(page)).toHaveCount(1);
    await expect(tooltip(page)).toContainText("Greater Healing Potion");
    await dialog(page).getByRole("heading", { name: "Items Thalendril" }).tap();
    await expect(tooltip(page)).toHaveCount(0);
  });
});

test("stay inside the smallest screen, however much there is to say", async ({ page }) => {
  await page.setViewportSize(SMALLEST);
  await open(page, [item({ name: "W".repeat(200), type: "T".repeat(90), amount: 2 ** 31, enchant: 65535 })]);
  await tiles(page).first().focus();
  await expectInside(page);
  await expectAccessible(page);
});
