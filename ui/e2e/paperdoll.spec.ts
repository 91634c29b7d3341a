import type { Page } from "@playwright/test";
import { dialog, enterWith, hero, ITEMS, type Item, inventory, item, worn } from "./heroes";
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

/** Opens what the next character wears; each has one of these on. */
async function meet(page: Page, ...clothes: Item[][]) {
  await enterWith(
    page,
    clothes.map((_, index) => hero({ id: index, name: `Hero${index}` })),
  );
  await page.route(ITEMS, (route) => {
    const id = Number(/(\d+)\/items$/.exec(route.request().url())?.[1]);
    return route.fulfill({ json: inventory([], clothes[id]) });
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

async function wear(page: Page, equipped: Item[]) {
  await (await meet(page, equipped))();
}

test("every slot has its item, beside the list; the knight stands between them where there is room", async ({
  page,
}) => {
  await wear(page, FULL);
  await expect(doll(page).getByRole("listitem")).toHaveCount(16);
  for (const { slot_name, name } of FULL) await expect(slot(page, slot_name ?? "")).toContainText(name);
  await expect(doll(page).getByText("Nothing")).toHaveCount(0);
  await expectAccessible(page);
  const worn = dialog(page).getByRole("list", { name: "Equipped" }).getByRole("button");
  await expect(worn).toHaveCount(16);
  await dialog(page).getByRole("searchbox").fill("helmet");
  await expect(worn).toHaveCount(1);
  await expect(doll(page).getByText("Imperial Crusader Boots")).toBeVisible();
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

const TAKING = [
  ["a weapon for both hands takes the left", worn(7, "Both hands", "Draconic Bow"), "Both hands", "Left hand"],
  ["a whole suit takes the legs", worn(10, "Chest and legs", "Draconic Armor"), "Chest and legs", "Legs"],
  ["what covers hair and face takes the face", worn(17, "Hair and face", "Party Mask"), "Hair and face", "Face"],
] as const;

test("what takes two slots takes them, and no others", async ({ page }) => {
  const next = await meet(
    page,
    ...TAKING.map(([, equipped]) => [equipped]),
    [worn(7, "Both hands", "Draconic Bow"), worn(8, "Left hand", "Shining Arrow")],
    [item({ name: "Strange Thing", slot_id: 99, slot_name: null })],
  );
  for (const [name, equipped, own, other] of TAKING)
    await test.step(name, async () => {
      await next();
      await expect(slot(page, own)).toContainText(equipped.name);
      await expect(slot(page, other)).toContainText(`Taken by ${equipped.name}`);
      await expect(doll(page).getByText("Nothing")).toHaveCount(14);
    });
  await expectAccessible(page);
  await test.step("arrows in the left hand are shown beside a bow", async () => {
    await next();
    await expect(slot(page, "Left hand")).toContainText("Shining Arrow");
    await expect(doll(page).getByText(/Taken/)).toHaveCount(0);
  });
  await test.step("what is worn where no slot is known stands in the list alone", async () => {
    await next();
    await expect(doll(page).getByText("Nothing")).toHaveCount(16);
    await expect(dialog(page).getByRole("list", { name: "Equipped" })).toContainText("Strange Thing");
  });
});

test("a slot without an item holds nothing; one with tells its details to the keyboard", async ({ page }) => {
  await wear(page, [worn(6, "Head", "Leather Cap")]);
  await expect(doll(page).getByText("Nothing")).toHaveCount(15);
  await expect(slot(page, "Legs")).toContainText("Nothing");
  await expectAccessible(page);
  await slot(page, "Head").getByRole("button").focus();
  await expect(page.getByRole("tooltip")).toContainText("Leather Cap");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await expect(dialog(page)).toBeVisible();
});
