import type { Page } from "@playwright/test";
import { character, dialog, LIST, openCharacters, UNRECORDED } from "./character-data";
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  latch,
  logIn,
  PHONE,
  REQUEST_ERRORS,
  SMALL_PHONE,
  test,
  UNAVAILABLE,
} from "./helpers";

const TAB = "/player?tab=characters";
const FAILURE = "Failed to load characters. Please try again.";

const cards = (page: Page) => page.getByRole("button", { name: "View Details" });
const slots = (page: Page) => page.getByRole("heading", { name: "Empty Slot" });
const card = (page: Page, name: string) => page.getByRole("article", { name, exact: true });
const figure = (page: Page, label: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator("dd")
    .first();

test("shows the demo player's three characters and no empty slot", async ({ page }) => {
  await logIn(page, "demo");
  await page.goto(TAB);
  await expect(card(page, "Aurelion")).toContainText("Duelist · Human");
  await expect(cards(page)).toHaveCount(3);
  await expect(slots(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 3, name: /Aurelion|Elowen|Ashlin/ })).toHaveText([
    "Aurelion",
    "Elowen",
    "Ashlin",
  ]);
  await expect(figure(page, "Characters")).toHaveText("3 of 3 slots");
  await expect(figure(page, "Highest level")).toHaveText("80 Aurelion");
  await expectAccessible(page);
});

test("shows all data of a character on its card", async ({ page }) => {
  const last_login = new Date(Date.now() - 50 * 3600 * 1000).toISOString();
  await openCharacters(page, [character(), character({ id: 2, name: "Elowen", online: false, last_login })]);
  await expect(card(page, "Elowen").getByText("Seen 2 days ago")).toBeVisible();
  const thalendril = card(page, "Thalendril");
  await expect(thalendril.getByRole("heading")).toHaveText("Thalendril");
  for (const text of ["Warden of the Last Bridge", "Moonlight Sentinel · Elf", "64.2% to 79", "Online"]) {
    await expect(thalendril.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(thalendril.getByRole("progressbar", { name: "Progress to level 79" })).toHaveAttribute(
    "aria-valuenow",
    "64.3",
  );
  await expect(thalendril.locator("dl").first()).toHaveText("PvP8,655PK31Deaths2,790");
  await expect(thalendril.locator("dl").last()).toHaveText("ClanSilverDawnPlaytime38d 2hLocationNear Town of Goddard");
  await expect(figure(page, "Total PvP kills")).toHaveText("17,310 since March 2025");
  // Names use the body font: the display font has no lower case.
  for (const name of await page.getByText("Thalendril", { exact: true }).all())
    expect(await name.evaluate((element) => getComputedStyle(element).fontFamily)).toMatch(/^"?Inter/);
});

test("shows the empty slots left of three", async ({ page }) => {
  for (const [count, empty] of [
    [1, 2],
    [2, 1],
    [3, 0],
    [7, 0],
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
});

test("shows three empty slots and no totals without characters", async ({ page }) => {
  await openCharacters(page, []);
  await expect(slots(page)).toHaveCount(3);
  await expect(page.getByText("No characters yet. Create one in the game")).toBeVisible();
  await expect(figure(page, "Characters")).toHaveText("0 of 3 slots");
  await expect(figure(page, "Highest level")).toHaveText("–");
  await expect(figure(page, "Total PvP kills")).toHaveText("0");
  await expectAccessible(page);
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
  expect(requests.filter((url) => url.includes("/api/"))).toEqual([]);
  await expect(dialog(page)).toHaveCount(0);
  await expect(cards(page)).toHaveCount(1);
});

test.describe("values that the server does not record", () => {
  const dash = (page: Page) => figure(page, "Deaths").getByRole("button");

  test.beforeEach(async ({ page }) => openCharacters(page, [UNRECORDED]));

  test("an empty value shows its tooltip on hover and focus, Escape hides it", async ({ page }) => {
    await expect(page.getByText("Seen –")).toBeVisible();
    await expect(page.getByText("No Clan")).toBeVisible();
    await dash(page).hover();
    await expect(page.getByRole("tooltip")).toHaveText("This server does not count deaths.");
    await page.mouse.move(2, 2);
    await expect(page.getByRole("tooltip")).toHaveCount(0);
    await dash(page).focus();
    await expect(page.getByRole("tooltip")).toHaveText("This server does not count deaths.");
    await expect(dash(page)).toHaveAccessibleName("None. This server does not count deaths.");
    await expect(dash(page)).toHaveAccessibleDescription("");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("tooltip")).toHaveCount(0);
    await expect(dash(page)).toBeFocused();
  });
});

test.describe("on touch screens", () => {
  test.use({ hasTouch: true, viewport: PHONE });

  test("an empty value shows its tooltip until a tap elsewhere", async ({ page }) => {
    await openCharacters(page, [UNRECORDED]);
    await figure(page, "Deaths").getByRole("button").tap();
    await expect(page.getByRole("tooltip")).toHaveText("This server does not count deaths.");
    await page.getByText("Location", { exact: true }).tap();
    await expect(page.getByRole("tooltip")).toHaveCount(0);
  });
});

test("long and hostile names stay inside their card", async ({ page }) => {
  const name = `${"W".repeat(60)}\u202egnirts`;
  const hostile = character({
    name,
    title: `<img src=x onerror=alert(1)> ${"M".repeat(200)}`,
    clan_name: `\u202e${"Я".repeat(80)}`,
    level: 127,
    exp_percent: 100,
    class_name: "Class 999",
    race: 9,
    race_name: "Unknown",
    pvp_kills: 2_147_483_647,
    current_location: "A".repeat(90),
  });
  await page.setViewportSize(SMALL_PHONE);
  await openCharacters(page, [hostile, UNRECORDED]);
  await expect(page.getByText("Level complete")).toBeVisible();
  await expect(page.locator("bdi", { hasText: "WWWW" }).first()).toBeVisible();
  expect(await page.locator("img[onerror]").count()).toBe(0);
  await page.setViewportSize(PHONE);
  await expectNoHorizontalScroll(page);
  await page.setViewportSize(SMALL_PHONE);
  await expectNoHorizontalScroll(page);
  const [heading, article] = await Promise.all([
    page.getByRole("heading", { level: 3, name: /^W/ }).boundingBox(),
    page.getByRole("article").first().boundingBox(),
  ]);
  expect((heading?.x ?? 0) + (heading?.width ?? 0)).toBeLessThanOrEqual((article?.x ?? 0) + (article?.width ?? 0));
  expect(heading?.height).toBeLessThan(60);
});

test("shows a skeleton of the final height while loading", async ({ page }) => {
  await logIn(page, "demo");
  const { hold, release } = latch();
  await page.route(LIST, hold);
  await page.goto(TAB);
  await expect(page.getByText("Loading your characters")).toBeAttached();
  await expectAccessible(page);
  const before = await page.getByRole("article", { includeHidden: true }).first().boundingBox();
  release();
  await expect(cards(page)).toHaveCount(3);
  const after = await page.getByRole("article").first().boundingBox();
  expect(after?.y).toBe(before?.y);
  expect(Math.abs((after?.height ?? 0) - (before?.height ?? 0))).toBeLessThanOrEqual(4);
});

test("shows an error; Try Again reloads the page", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await logIn(page, "demo");
  await page.route(LIST, UNAVAILABLE);
  await page.goto(TAB);
  const alert = page.getByRole("alert").filter({ hasText: FAILURE });
  await expect(alert).toBeVisible();
  await expect(page.getByText("The game world cannot be reached.")).toHaveCount(0);
  await expectAccessible(page);
  await page.unroute(LIST);
  await alert.getByRole("button", { name: "Try Again" }).click();
  await expect(cards(page)).toHaveCount(3);
});
