import type { Page } from "@playwright/test";
import { character, openCharacters, SPARSE_CHARACTER } from "./character-data";
import { dialog, expect, SMALL_PHONE, test } from "./helpers";

const cards = (page: Page) => page.getByRole("button", { name: "View Details" });
const slots = (page: Page) => page.getByRole("heading", { name: "Empty Slot" });
const card = (page: Page, name: string) => page.getByRole("article", { name, exact: true });
const figure = (page: Page, label: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator("dd")
    .first();

test("a card shows all data of its character", async ({ page }) => {
  const noon = new Date();
  noon.setHours(12, 0, 0, 0);
  const last_login = new Date(noon.getTime() - 48 * 3600 * 1000).toISOString();
  await openCharacters(page, [character(), character({ id: 2, name: "Elowen", online: false, last_login })]);
  await expect(card(page, "Elowen").getByText("Seen 2 days ago")).toBeVisible();
  const thalendril = card(page, "Thalendril");
  await expect(thalendril.getByRole("heading")).toHaveText("Thalendril");
  for (const text of ["Warden of the Last Bridge", "Moonlight Sentinel · Elf", "64.3% to 79", "Online"]) {
    await expect(thalendril.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(thalendril.getByRole("progressbar", { name: "Progress to level 79" })).toHaveAttribute(
    "aria-valuenow",
    "64.3",
  );
  await expect(thalendril.locator("dl").first()).toHaveText("PvP8,655PK31Deaths2,790");
  await expect(thalendril.locator("dl").last()).toHaveText(
    "ClanSilverDawnPlaytime38 d 2 hLocationNear Town of Goddard",
  );
  await expect(figure(page, "Total PvP kills")).toHaveText("17,310 since March 2025");
  // Names use the body font: the display font has no lower case.
  for (const name of await page.getByText("Thalendril", { exact: true }).all())
    expect(await name.evaluate((element) => getComputedStyle(element).fontFamily)).toMatch(/^"?Inter/);
});

test("the list shows the empty slots left of three, and no totals without characters", async ({ page }) => {
  for (const [count, empty] of [
    [1, 2],
    [7, 0],
    [0, 3],
  ] as const) {
    await openCharacters(
      page,
      Array.from({ length: count }, (_, id) => character({ id: id + 1, name: `Hero${id}` })),
    );
    await expect(cards(page)).toHaveCount(count);
    await expect(slots(page)).toHaveCount(empty);
    await expect(figure(page, "Characters")).toHaveText(count <= 3 ? `${count} of 3 slots` : `${count}`);
    await expect(page.getByText("7 of 3")).toHaveCount(0);
  }
  await expect(page.getByText("No characters yet. Create one in the game")).toBeVisible();
  await expect(figure(page, "Highest level")).toHaveText("–");
  await expect(figure(page, "Total PvP kills")).toHaveText("0");
});

test("empty slots do nothing; the delete icon only logs", async ({ page }) => {
  await openCharacters(page, [character()]);
  const messages: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  await page.getByRole("button", { name: "Delete Thalendril" }).waitFor();
  page.on("request", (request) => requests.push(request.url()));
  await slots(page).first().click();
  await page.getByRole("button", { name: "Delete Thalendril" }).click();
  await expect.poll(() => messages).toEqual(["Delete requested for character 268479115."]);
  // The bell asks by itself.
  expect(
    requests.filter((url) => url.includes("/api/") && !/player\/(watch|data-protection\/notices)$/.test(url)),
  ).toEqual([]);
  await expect(dialog(page)).toHaveCount(0);
  await expect(cards(page)).toHaveCount(1);
});

test("a card names what is not recorded, and the last level; a long name stays inside", async ({ page }) => {
  await page.setViewportSize(SMALL_PHONE);
  const long = character({ id: 2, name: `${"W".repeat(60)}\u202egnirts` });
  await openCharacters(page, [{ ...SPARSE_CHARACTER, exp_percent: 100 }, long]);
  for (const text of ["Seen –", "No Clan", "Level complete"]) await expect(page.getByText(text)).toBeVisible();
  const dash = figure(page, "Deaths").getByRole("button");
  await expect(dash).toHaveAccessibleName("None. This server does not count deaths.");
  await expect(dash).toHaveAccessibleDescription("");
  const [heading, article] = await Promise.all([
    page.getByRole("heading", { level: 3, name: /^W/ }).boundingBox(),
    page.getByRole("article").nth(1).boundingBox(),
  ]);
  expect((heading?.x ?? 0) + (heading?.width ?? 0)).toBeLessThanOrEqual((article?.x ?? 0) + (article?.width ?? 0));
  expect(heading?.height).toBeLessThan(60);
});
