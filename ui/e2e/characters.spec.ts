import type { Page } from "@playwright/test";
import { answer, dialog, enterWith, hero, LIST, openDetails, UNRECORDED } from "./heroes";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  gate,
  logIn,
  PHONE,
  REFUSED,
  refuse,
  SMALLEST,
  test,
  UNAVAILABLE,
} from "./house";

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

test("a card says everything of its character", async ({ page }) => {
  await enterWith(page, [hero()]);
  const shown = card(page, "Thalendril");
  await expect(shown.getByRole("heading")).toHaveText("Thalendril");
  for (const text of ["Warden of the Last Bridge", "Moonlight Sentinel · Elf", "64.2% to 79", "Online"]) {
    await expect(shown.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(shown.getByRole("progressbar", { name: "Progress to level 79" })).toHaveAttribute(
    "aria-valuenow",
    "64.3",
  );
  await expect(shown.locator("dl").first()).toHaveText("PvP8,655PK31Deaths2,790");
  await expect(shown.locator("dl").last()).toHaveText("ClanSilverDawnPlaytime38d 2hLocationNear Town of Goddard");
  await expect(figure(page, "Total PvP kills")).toHaveText("8,655 since March 2025");
  // Names never stand in the display face, which has no lower case.
  for (const name of await page.getByText("Thalendril", { exact: true }).all())
    expect(await name.evaluate((element) => getComputedStyle(element).fontFamily)).toMatch(/^"?Inter/);
});

test("who is away was seen some time ago", async ({ page }) => {
  const twoDays = new Date(Date.now() - 50 * 3600 * 1000).toISOString();
  await enterWith(page, [hero({ online: false, last_login: twoDays })]);
  await expect(card(page, "Thalendril").getByText("Seen 2 days ago")).toBeVisible();
});

test("as many slots are empty as there are left of three", async ({ page }) => {
  for (const [count, empty] of [
    [1, 2],
    [2, 1],
    [3, 0],
    [7, 0],
  ] as const) {
    await enterWith(
      page,
      Array.from({ length: count }, (_, id) => hero({ id: id + 1, name: `Hero${id}` })),
    );
    await expect(cards(page)).toHaveCount(count);
    await expect(slots(page)).toHaveCount(empty);
    await expect(figure(page, "Characters")).toHaveText(count <= 3 ? `${count} of 3 slots` : `${count}`);
    await expect(page.getByText("7 of 3")).toHaveCount(0);
  }
});

test("no character at all: three slots, a sentence, and nothing claimed", async ({ page }) => {
  await enterWith(page, []);
  await expect(slots(page)).toHaveCount(3);
  await expect(page.getByText("No character lives on this account yet.")).toBeVisible();
  await expect(figure(page, "Characters")).toHaveText("0 of 3 slots");
  await expect(figure(page, "Highest level")).toHaveText("–");
  await expect(figure(page, "Total PvP kills")).toHaveText("0");
  await expectAccessible(page);
});

test("an empty slot and the delete icon do nothing, but that the icon logs", async ({ page }) => {
  await enterWith(page, [hero()]);
  const logged: string[] = [];
  const asked: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await page.getByRole("button", { name: "Delete Thalendril" }).waitFor();
  page.on("request", (request) => asked.push(request.url()));
  await slots(page).first().click();
  await page.getByRole("button", { name: "Delete Thalendril" }).click();
  await expect.poll(() => logged).toEqual(["Character 268479115 was asked to be deleted."]);
  expect(asked.filter((url) => url.includes("/api/"))).toEqual([]);
  await expect(dialog(page)).toHaveCount(0);
  await expect(cards(page)).toHaveCount(1);
});

test.describe("where the server records nothing", () => {
  const dash = (page: Page) => figure(page, "Deaths").getByRole("button");

  test.beforeEach(async ({ page }) => enterWith(page, [UNRECORDED]));

  test("a dash explains itself to the mouse, and to the keyboard, where Escape ends that", async ({ page }) => {
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

test.describe("by finger", () => {
  test.use({ hasTouch: true, viewport: PHONE });

  test("a dash explains itself until the next tap elsewhere", async ({ page }) => {
    await enterWith(page, [UNRECORDED]);
    await figure(page, "Deaths").getByRole("button").tap();
    await expect(page.getByRole("tooltip")).toHaveText("This server does not count deaths.");
    await page.getByText("Location", { exact: true }).tap();
    await expect(page.getByRole("tooltip")).toHaveCount(0);
  });
});

test("strange names and figures stay inside their card", async ({ page }) => {
  const name = `${"W".repeat(60)}\u202egnirts`;
  const strange = hero({
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
  await page.setViewportSize(SMALLEST);
  await enterWith(page, [strange, hero({ id: 2, name: "m" })]);
  await expect(page.getByText("Level complete")).toBeVisible();
  await expect(page.locator("bdi", { hasText: "WWWW" }).first()).toBeVisible();
  expect(await page.locator("img[onerror]").count()).toBe(0);
  await expectNoSidewaysScroll(page);
  const [inner, outer] = await Promise.all([
    page.getByRole("heading", { level: 3, name: /^W/ }).boundingBox(),
    page.getByRole("article").first().boundingBox(),
  ]);
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
  expect(inner?.height).toBeLessThan(60);
});

test("while it waits the cards stand in their place, and it is said", async ({ page }) => {
  await logIn(page, "demo");
  const { hold, open } = gate();
  await page.route(LIST, hold);
  await page.goto(TAB);
  await expect(page.getByText("Loading your characters")).toBeAttached();
  await expectAccessible(page);
  const before = await page.getByRole("article", { includeHidden: true }).first().boundingBox();
  open();
  await expect(cards(page)).toHaveCount(3);
  const after = await page.getByRole("article").first().boundingBox();
  expect(after?.y).toBe(before?.y);
  expect(Math.abs((after?.height ?? 0) - (before?.height ?? 0))).toBeLessThanOrEqual(4);
});

test("a failure says so, and Try Again loads the page again", async ({ page, expectErrors }) => {
  expectErrors(...REFUSED);
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

test("a dead token leads to the login", async ({ page, expectErrors }) => {
  expectErrors(...REFUSED);
  await logIn(page, "demo");
  await page.route(LIST, refuse(401, { message: "Not logged in.", error: "not_authenticated" }));
  await page.goto(TAB);
  await expect(page.getByText("Authentication Required")).toBeVisible();
});

test("nothing of the game's account is asked for without a login", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.route(LIST, answer({ data: [hero()], total: 1, slots: 3 }));
  await page.goto(TAB);
  await expect(page.getByText("Authentication Required")).toBeVisible();
  expect(asked.filter((url) => url.includes("/api/player/"))).toEqual([]);
});

test("fits a phone and the smallest screen", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await enterWith(page, [hero(), UNRECORDED]);
  await expect(cards(page)).toHaveCount(2);
  for (const size of [PHONE, SMALLEST]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
  }
  await openDetails(page);
  await expect(dialog(page)).toBeVisible();
  for (const size of [SMALLEST, PHONE]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
  }
});
