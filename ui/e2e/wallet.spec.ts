import type { Page } from "@playwright/test";
import type { components } from "../src/shared/api/schema";
import { coins } from "./delivery-data";
import {
  atRest,
  DESK,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  gate,
  logIn,
  REFUSED,
  TABLET,
  test,
  UNAVAILABLE,
} from "./house";

type Balances = components["schemas"]["Balances"];

const BALANCES = "**/api/player/balances";
const COINS = "**/api/player/coins";
const RICH: Balances = {
  lucky_coins: { total_amount: 12_480, pending_delivery: 1_300 },
  adena: { total_amount: 184_203_911 },
  total_characters: 2,
  character_balances: [
    { character_id: 1, character_name: "Thalendril", lucky_coins: 9_180, adena: 184_203_000 },
    { character_id: 2, character_name: "ТеньСевера", lucky_coins: 2_000, adena: 911 },
  ],
};
const POOR: Balances = { ...RICH, lucky_coins: { total_amount: 999, pending_delivery: 0 } };

const wallet = (page: Page) => page.getByRole("region", { name: "Wallet", exact: true });
const press = (page: Page, name: string) => wallet(page).getByRole("button", { name, exact: true }).click();
const row = (page: Page, name: string) => wallet(page).getByRole("row").filter({ hasText: name });

/** Answers with the next of what is given each time, the last one for good. */
async function answers(page: Page, ...given: Balances[]) {
  let asked = 0;
  await page.route(BALANCES, (route) => {
    const json = given[Math.min(asked, given.length - 1)];
    asked += 1;
    return route.fulfill({ json });
  });
  return () => asked;
}

test.beforeEach(({ page }) => logIn(page, "demo"));

test("shows what the service counts, for each character", async ({ page }) => {
  const answer = page.waitForResponse(BALANCES);
  await page.goto("/player");
  const balances: Balances = await (await answer).json();
  expect(balances.character_balances.map(({ character_name }) => character_name)).toContain("Aurelion");
  for (const { character_name } of balances.character_balances) await expect(row(page, character_name)).toHaveCount(1);
  const exact = new Intl.NumberFormat("en-US").format(balances.lucky_coins.total_amount);
  await expect(wallet(page).getByTitle(exact, { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
});

test("abbreviates, and tells the exact figures to the pointer and the ear", async ({ page }) => {
  await answers(page, RICH);
  await page.goto("/player");
  const sums = wallet(page).getByRole("paragraph");
  await expect(sums.nth(0)).toHaveText("12.4K12,480coins");
  await expect(sums.nth(1)).toHaveText("184.2M184,203,911Adena");
  await expect(wallet(page).getByTitle("12,480")).toBeVisible();
  await expect(row(page, "Thalendril").getByRole("cell", { name: "9,180" })).toHaveText(/^9\.1K/);
  await expect(row(page, "ТеньСевера").getByRole("cell", { name: "911" })).toHaveText(/^911/);
  await expect(row(page, "Pending delivery").getByRole("cell", { name: "1,300" })).toHaveText(/^1\.3K/);
});

test("names no delivery where none is pending", async ({ page }) => {
  await answers(page, POOR);
  await page.goto("/player");
  await expect(wallet(page).getByTitle("999", { exact: true })).toBeVisible();
  await expect(row(page, "Pending delivery")).toHaveCount(0);
});

test("hides the figures from the eye and the ear, and remembers it", async ({ page }) => {
  await answers(page, RICH);
  await page.goto("/player");
  await press(page, "Hide balances");
  await page.reload();
  await expect(wallet(page).getByRole("button", { name: "Show balances" })).toBeVisible();
  await expect(wallet(page).getByText("***")).toHaveCount(7);
  await expect(wallet(page)).not.toContainText(/\d/);
  await expect(wallet(page).getByTitle(/\d/)).toHaveCount(0);
  await expectAccessible(page);
  await press(page, "Show balances");
  await expect(wallet(page)).toContainText("12.4K");
});

test("collapses to the sums, without moving the page, and remembers it", async ({ page }) => {
  await answers(page, RICH);
  await page.goto("/player");
  await expect(wallet(page).getByRole("table")).toBeVisible();
  const tabs = page.getByRole("navigation", { name: "Dashboard" });
  await atRest(page);
  const before = await tabs.boundingBox();
  await press(page, "Collapse wallet");
  await expect(wallet(page).getByRole("table")).toHaveCount(0);
  expect(await tabs.boundingBox()).toEqual(before);
  await page.reload();
  await expect(wallet(page).getByRole("button", { name: "Expand wallet" })).toHaveAttribute("aria-expanded", "false");
  await expectAccessible(page);
  await press(page, "Expand wallet");
  await expect(wallet(page).getByRole("table")).toBeVisible();
});

test("waits in bones of its own, and moves nothing when it comes", async ({ page }) => {
  const { hold, open } = gate();
  await page.route(BALANCES, hold);
  await page.goto("/player");
  await expect(wallet(page)).toHaveAttribute("aria-busy", "true");
  await expect(wallet(page).getByRole("status")).toHaveText("Loading wallet...");
  await expectAccessible(page);
  const tabs = page.getByRole("navigation", { name: "Dashboard" });
  const before = await tabs.boundingBox();
  open();
  await expect(wallet(page)).toContainText("Aurelion");
  expect(await tabs.boundingBox()).toEqual(before);
});

test("a failure is told, and Retry asks again without loading the page", async ({ page, expectErrors }) => {
  expectErrors(...REFUSED);
  await page.route(BALANCES, UNAVAILABLE);
  await page.goto("/player");
  await expect(wallet(page).getByRole("alert")).toHaveText("Failed to load wallet data");
  await expect(wallet(page)).not.toContainText("The game world cannot be reached.");
  await expectAccessible(page);
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.unroute(BALANCES);
  const { hold, open } = gate();
  await page.route(BALANCES, hold);
  await press(page, "Retry");
  await expect(wallet(page).getByRole("button", { name: "Retry" })).toBeDisabled();
  open();
  await expect(wallet(page)).toContainText("Aurelion");
  expect(await page.evaluate(() => "same" in window)).toBe(true);
});

test("a refresh asks again, says so, and cannot be pressed twice", async ({ page }) => {
  const asked = await answers(page, RICH, POOR);
  await page.goto("/player");
  await expect(wallet(page)).toContainText("12.4K");
  const before = asked();
  await press(page, "Refresh wallet");
  await expect(wallet(page).getByTitle("999", { exact: true })).toBeVisible();
  await expect(wallet(page).getByRole("status")).toHaveText("Wallet refreshed");
  expect(asked()).toBe(before + 1);
  const { opened, open } = gate();
  let more = 0;
  await page.route(BALANCES, async (route) => {
    more += 1;
    await opened;
    await route.fulfill({ json: RICH });
  });
  await press(page, "Refresh wallet");
  const again = wallet(page).getByRole("button", { name: "Refresh wallet" });
  await expect(again).toHaveAttribute("aria-disabled", "true");
  await again.click({ force: true });
  open();
  await expect(wallet(page)).toContainText("12.4K");
  expect(more).toBe(1);
});

test("what the game could not say is a dash with its reason", async ({ page }) => {
  const [first] = RICH.character_balances;
  await answers(page, {
    ...RICH,
    adena: { total_amount: null },
    character_balances: [{ ...first, adena: null, lucky_coins: null } as Balances["character_balances"][number]],
  });
  await page.goto("/player");
  await expect(wallet(page).getByRole("paragraph").nth(1)).toHaveText("–not knownAdena");
  await expect(row(page, "Thalendril").getByRole("cell", { name: "not known" })).toHaveCount(2);
  await expect(wallet(page).getByText("The game could not be asked in time.")).toBeVisible();
});

test("a player without characters is told so", async ({ page }) => {
  await answers(page, { ...POOR, total_characters: 0, character_balances: [] });
  await page.goto("/player");
  await expect(wallet(page).getByText("No characters yet.")).toBeVisible();
});

test("is for large screens: elsewhere it is neither shown nor asked for", async ({ page }) => {
  const asked = await answers(page, RICH);
  await page.setViewportSize(TABLET);
  await page.goto("/player");
  await expect(page.getByRole("heading", { name: "Account Statistics" })).toBeVisible();
  await expect(wallet(page)).toHaveCount(0);
  expect(asked()).toBe(0);
  await page.setViewportSize(DESK);
  await expect(wallet(page)).toContainText("12.4K");
});

test("holds more characters, and longer names, than it has room for", async ({ page }) => {
  const many = Array.from({ length: 9 }, (_, index) => ({
    character_id: index,
    character_name: `${"W".repeat(15)}${index}`,
    lucky_coins: 2 ** 40,
    adena: 2 ** 40,
  }));
  await answers(page, { ...RICH, adena: { total_amount: null }, character_balances: many });
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.goto("/player");
  await expect(row(page, many[8]?.character_name ?? "")).toHaveCount(1);
  await expect(wallet(page).getByText("The game could not be asked in time.")).toBeInViewport();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("tells what is owed, held and on its way, and offers to send only what can be sent", async ({ page }) => {
  await answers(page, RICH);
  let held = coins({ available: 0, debt: 1200, held: 300, in_transit: 120 });
  await page.route(COINS, (route) => route.fulfill({ json: held }));
  await page.goto("/player");
  const notes = wallet(page).getByRole("listitem");
  await expect(notes).toHaveText([
    "You owe 1.2K1,200 coins: the next you receive pay them.",
    "300300 held in a dispute, 120120 on the way to characters",
  ]);
  const send = wallet(page).getByRole("button", { name: "Send to character" });
  await expect(send).toHaveCount(0);
  await expectAccessible(page);
  await press(page, "Hide balances");
  await expect(wallet(page)).not.toContainText(/\d/);
  held = coins({ can_send: false });
  await press(page, "Refresh wallet");
  await expect(notes).toHaveCount(0);
  await expect(send).toHaveCount(0);
  held = coins();
  await press(page, "Refresh wallet");
  await expect(send).toBeVisible();
  await send.click();
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Coins" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(send).toBeFocused();
});
