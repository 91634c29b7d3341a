import type { Page } from "@playwright/test";
import { character, equippedItem, ITEMS, type Item, inventory, item, openCharacters } from "./character-data";
import { DESKTOP, dialog, expect, PHONE, TABLET, test } from "./helpers";

const ALL_SLOTS: Item[] = [
  equippedItem(0, "Shirt", "Silk Shirt"),
  equippedItem(1, "Left ear", "Earring of Antharas"),
  equippedItem(2, "Right ear", "Tateossian Earring"),
  equippedItem(3, "Neck", "Tateossian Necklace"),
  equippedItem(4, "Left finger", "Ring of Baium"),
  equippedItem(5, "Right finger", "Tateossian Ring"),
  equippedItem(6, "Head", "Imperial Crusader Helmet"),
  equippedItem(7, "Right hand", "Forgotten Blade"),
  equippedItem(8, "Left hand", "Imperial Crusader Shield"),
  equippedItem(9, "Gloves", "Imperial Crusader Gauntlet"),
  equippedItem(10, "Chest", "Imperial Crusader Breastplate"),
  equippedItem(11, "Legs", "Imperial Crusader Gaiters"),
  equippedItem(12, "Feet", "Imperial Crusader Boots"),
  equippedItem(13, "Cloak", "Cloak of Zaken"),
  equippedItem(15, "Face", "Eyepatch"),
  equippedItem(16, "Hair", "Mithril Circlet"),
];

const doll = (page: Page) => dialog(page).getByRole("region", { name: "Worn" });
const slot = (page: Page, name: string) =>
  doll(page)
    .getByRole("listitem")
    .filter({ has: page.getByText(name, { exact: true }) });

/** Gives one character per outfit; each call of the result opens the next character's equipment. */
async function openEquipment(page: Page, ...outfits: Item[][]) {
  await openCharacters(
    page,
    outfits.map((_, index) => character({ id: index, name: `Hero${index}` })),
  );
  await page.route(ITEMS, (route) => {
    const id = Number(/(\d+)\/items$/.exec(route.request().url())?.[1]);
    return route.fulfill({ json: inventory([], outfits[id]) });
  });
  let next = 0;
  return async () => {
    if (next > 0) await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await page.getByRole("button", { name: "View Items", exact: true }).nth(next).click();
    await expect(dialog(page)).toHaveAccessibleName(`Items Hero${next}`);
    await dialog(page).getByRole("tab", { name: "Equipped" }).click();
    next += 1;
  };
}

async function openEquipped(page: Page, items: Item[]) {
  await (await openEquipment(page, items))();
}

test("the paperdoll shows each item in its slot, and the silhouette on desktops only", async ({ page }) => {
  await openEquipped(page, ALL_SLOTS);
  await expect(doll(page).getByRole("listitem")).toHaveCount(16);
  for (const { slot_name, name } of ALL_SLOTS) await expect(slot(page, slot_name ?? "")).toContainText(name);
  await expect(doll(page).getByText("Nothing")).toHaveCount(0);
  const buttons = dialog(page).getByRole("list", { name: "Equipped" }).getByRole("button");
  const tiles = buttons.and(page.locator(":not([aria-pressed])"));
  await expect(tiles).toHaveCount(16);
  await dialog(page).getByRole("searchbox").fill("helmet");
  await expect(tiles).toHaveCount(1);
  await expect(doll(page).getByText("Imperial Crusader Boots")).toBeVisible();
  await expect(doll(page).getByText("Full set: Imperial Crusader")).toBeVisible();
  const silhouette = doll(page).getByRole("img");
  for (const [size, visible] of [
    [DESKTOP, true],
    [TABLET, false],
    [PHONE, false],
  ] as const) {
    await page.setViewportSize(size);
    await expect(silhouette).toBeVisible({ visible });
  }
  await page.setViewportSize(DESKTOP);
  expect((await silhouette.boundingBox())?.width).toBe(240);
});

const TWO_SLOT_ITEMS = [
  [
    "a two-handed weapon occupies the left hand",
    equippedItem(7, "Both hands", "Draconic Bow"),
    "Both hands",
    "Left hand",
  ],
  ["full body armor occupies the legs", equippedItem(10, "Chest and legs", "Draconic Armor"), "Chest and legs", "Legs"],
  ["a hair-and-face item occupies the face", equippedItem(17, "Hair and face", "Party Mask"), "Hair and face", "Face"],
] as const;

test("two-slot items occupy both slots", async ({ page }) => {
  const next = await openEquipment(
    page,
    ...TWO_SLOT_ITEMS.map(([, wornItem]) => [wornItem]),
    [equippedItem(7, "Both hands", "Draconic Bow"), equippedItem(8, "Left hand", "Shining Arrow")],
    [item({ name: "Strange Thing", slot_id: 99, slot_name: null })],
  );
  for (const [name, wornItem, itemSlot, blockedSlot] of TWO_SLOT_ITEMS)
    await test.step(name, async () => {
      await next();
      await expect(slot(page, itemSlot)).toContainText(wornItem.name);
      await expect(slot(page, blockedSlot)).toContainText(`Blocked by ${wornItem.name}`);
      await expect(doll(page).getByText("Nothing")).toHaveCount(14);
    });
  await test.step("arrows in the left hand are shown with a bow", async () => {
    await next();
    await expect(slot(page, "Left hand")).toContainText("Shining Arrow");
    await expect(doll(page).getByText(/Taken/)).toHaveCount(0);
  });
  await test.step("an item in an unknown slot is listed only", async () => {
    await next();
    await expect(doll(page).getByText("Nothing")).toHaveCount(16);
    await expect(dialog(page).getByRole("list", { name: "Equipped" })).toContainText("Strange Thing");
  });
});

test("the silhouette shows race and build", async ({ page }) => {
  const looks = [
    [1, "Elf", 102, "Elf fighter"],
    [0, "Human", 10, "Human mystic"],
    [2, "Dark Elf", 112, "Dark Elf mystic"],
    [3, "Orc", 53, "Orc fighter"],
    [4, "Dwarf", 118, "Dwarf fighter"],
    [9, "Kamael", 1, "Kamael fighter"],
  ] as const;
  await openCharacters(
    page,
    looks.map(([race, race_name, class_id], id) => character({ id, race, race_name, class_id })),
    inventory([], [equippedItem(6, "Head", "Leather Cap")]),
  );
  const pictures = new Set<string | null>();
  for (const [index, [, , , alt]] of looks.entries()) {
    await page.getByRole("button", { name: "View Items", exact: true }).nth(index).click();
    await dialog(page).getByRole("tab", { name: "Equipped" }).click();
    await expect(doll(page).getByRole("img", { name: alt, exact: true })).toBeVisible();
    pictures.add(await doll(page).getByRole("img").getAttribute("src"));
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
  }
  expect(pictures.size, "an unknown race shows a human fighter").toBe(6);
});
