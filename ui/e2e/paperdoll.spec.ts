import type { Page } from "@playwright/test";
import { dialog, enterWith, hero, type Item, inventory, item, openItems, worn } from "./heroes";
import { DESK, expect, expectAccessible, PHONE, TABLET, test } from "./house";

const FULL: Item[] = [
  worn(0, "Shirt", "Silk Shirt"),
  worn(1, "Left ear", "Earring of Antharas"),
  worn(2, "Right ear", "Tateossian Earring"),
  worn(3, "Neck", "Tateossian Necklace"),
  worn(4, "Left finger", "Ring of Baium"),
  worn(5, "Right finger", "Tateossian Ring"),
  worn(6, "Head", "Imperial Crusader Helmet"),
  worn(7, "Right hand", "Forgotten Blade"),
  worn(8, "Left hand", "Imperial Crusader Shield"),
  worn(9, "Gloves", "Imperial Crusader Gauntlet"),
  worn(10, "Chest", "Imperial Crusader Breastplate"),
  worn(11, "Legs", "Imperial Crusader Gaiters"),
  worn(12, "Feet", "Imperial Crusader Boots"),
  worn(13, "Cloak", "Cloak of Zaken"),
  worn(15, "Face", "Eyepatch"),
  worn(16, "Hair", "Mithril Circlet"),
];

const doll = (page: Page) => dialog(page).getByRole("region", { name: "Worn" });
const slot = (page: Page, name: string) =>
  doll(page)
    .getByRole("listitem")
    .filter({ has: page.getByText(name, { exact: true }) });

async function wear(page: Page, equipped: Item[]) {
  await enterWith(page, [hero()], inventory([], equipped));
  await openItems(page);
  await dialog(page).getByRole("tab", { name: "Equipped" }).click();
}

test("every slot has its item", async ({ page }) => {
  await wear(page, FULL);
  await expect(doll(page).getByRole("listitem")).toHaveCount(16);
  for (const { slot_name, name } of FULL) await expect(slot(page, slot_name ?? "")).toContainText(name);
  await expect(doll(page).getByText("Nothing")).toHaveCount(0);
  await expectAccessible(page);
});

test("the drawing comes with the list, not in its stead", async ({ page }) => {
  await wear(page, FULL);
  await expect(dialog(page).getByRole("list", { name: "Equipped" }).getByRole("button")).toHaveCount(16);
  await dialog(page).getByRole("searchbox").fill("helmet");
  await expect(dialog(page).getByRole("list", { name: "Equipped" }).getByRole("button")).toHaveCount(1);
  await expect(doll(page).getByText("Imperial Crusader Boots")).toBeVisible();
});

test("a slot without an item holds nothing", async ({ page }) => {
  await wear(page, [worn(6, "Head", "Leather Cap")]);
  await expect(doll(page).getByText("Nothing")).toHaveCount(15);
  await expect(slot(page, "Legs")).toContainText("Nothing");
  await expectAccessible(page);
});

for (const [name, equipped, own, other] of [
  ["a weapon for both hands takes the left", worn(7, "Both hands", "Draconic Bow"), "Both hands", "Left hand"],
  ["a whole suit takes the legs", worn(10, "Chest and legs", "Draconic Armor"), "Chest and legs", "Legs"],
  ["what covers hair and face takes the face", worn(17, "Hair and face", "Party Mask"), "Hair and face", "Face"],
] as const) {
  test(name, async ({ page }) => {
    await wear(page, [equipped]);
    await expect(slot(page, own)).toContainText(equipped.name);
    await expect(slot(page, other)).toContainText(`Taken by ${equipped.name}`);
    await expect(doll(page).getByText("Nothing")).toHaveCount(14);
    await expectAccessible(page);
  });
}

test("arrows in the left hand are shown beside a bow", async ({ page }) => {
  await wear(page, [worn(7, "Both hands", "Draconic Bow"), worn(8, "Left hand", "Shining Arrow")]);
  await expect(slot(page, "Left hand")).toContainText("Shining Arrow");
  await expect(doll(page).getByText(/Taken/)).toHaveCount(0);
});

test("what is worn where no slot is known stands in the list alone", async ({ page }) => {
  await wear(page, [item({ name: "Strange Thing", slot_id: 99, slot_name: null })]);
  await expect(doll(page).getByText("Nothing")).toHaveCount(16);
  await expect(dialog(page).getByRole("list", { name: "Equipped" })).toContainText("Strange Thing");
});

test("a slot tells its item's details to the keyboard", async ({ page }) => {
  await wear(page, [worn(6, "Head", "Leather Cap")]);
  await slot(page, "Head").getByRole("button").focus();
  await expect(page.getByRole("tooltip")).toContainText("Leather Cap");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await expect(dialog(page)).toBeVisible();
});

test("the knight stands between the slots where there is room", async ({ page }) => {
  await wear(page, FULL);
  const knight = doll(page).locator("> svg");
  for (const [size, seen] of [
    [DESK, true],
    [TABLET, false],
    [PHONE, false],
  ] as const) {
    await page.setViewportSize(size);
    await expect(knight).toBeVisible({ visible: seen });
  }
  await page.setViewportSize(DESK);
  expect((await knight.boundingBox())?.width).toBe(240);
});
