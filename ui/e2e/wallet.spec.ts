import type { Page } from "@playwright/test";
import type { components } from "../src/shared/api/schema";
import { coins } from "./donation-data";
import {
  DESKTOP,
  expect,
  expectNoHorizontalScroll,
  latch,
  logIn,
  openWallet,
  REQUEST_ERRORS,
  SMALL_PHONE,
  TABLET,
  test,
  UNAVAILABLE,
  waitForAnimations,
} from "./helpers";

type Balances = components["schemas"]["Balances"];

const BALANCES = "**/api/player/balances";
const COINS = "**/api/player/coins";
const RICH: Balances = {
  lucky_coins: { total_amount: 13_500, pending_delivery: 1_300, available: 12_480 },
  adena: { total_amount: 184_203_911 },
  total_characters: 2,
  character_balances: [
    { character_id: 1, character_name: "Thalendril", lucky_coins: 9_180, adena: 184_203_000 },
    { character_id: 2, character_name: "ТеньСевера", lucky_coins: 2_000, adena: 911 },
  ],
};
const POOR: Balances = { ...RICH, lucky_coins: { total_amount: 999, pending_delivery: 0, available: 999 } };

const wallet = (page: Page) => page.getByRole("region", { name: "Wallet", exact: true });
const press = (page: Page, name: string) => wallet(page).getByRole("button", { name, exact: true }).click();
const row = (page: Page, name: string) => wallet(page).getByRole("row").filter({ hasText: name });

/** Returns the texts of elements outside of the wallet that are painted over its table. */
function elementsAbove(section: Element): string[] {
  const { left, top, width, height } = section.querySelector("table")?.getBoundingClientRect() ?? new DOMRect();
  const points = Array.from({ length: 400 }, (_, index) => [(index % 40) / 40, Math.floor(index / 40) / 10] as const);
  const elements = points.map(([x, y]) => document.elementFromPoint(left + 1 + x * width, top + 1 + y * height));
  return elements.flatMap((hit) => (hit && !section.contains(hit) ? [hit.textContent ?? ""] : []));
}

/** Mocks the balances: each response in turn, then the last; returns a request counter. */
async function mockBalances(page: Page, ...responses: Balances[]) {
  let requestCount = 0;
  await page.route(BALANCES, (route) => {
    const json = responses[Math.min(requestCount, responses.length - 1)];
    requestCount += 1;
    return route.fulfill({ json });
  });
  return () => requestCount;
}

test.beforeEach(({ page }) => logIn(page, "demo"));

test("the wallet shows every state of the balances after a refresh each", async ({ page }) => {
  const [first] = RICH.character_balances;
  const unknown: Balances = {
    ...RICH,
    adena: { total_amount: null },
    character_balances: [{ ...first, adena: null, lucky_coins: null } as Balances["character_balances"][number]],
  };
  await mockBalances(page, RICH, POOR, unknown, { ...POOR, total_characters: 0, character_balances: [] });
  await page.goto("/player");
  await openWallet(page);
  const totals = wallet(page).getByRole("paragraph");
  await test.step("abbreviates amounts, with exact values in title and for screen readers", async () => {
    await expect(totals.nth(0)).toHaveText("12.4K12,480coins");
    await expect(totals.nth(1)).toHaveText("184.2M184,203,911Adena");
    await expect(wallet(page).getByTitle("12,480")).toBeVisible();
    await expect(row(page, "Thalendril").getByRole("cell", { name: "9,180" })).toHaveText(/^9,180/);
    await expect(row(page, "ТеньСевера").getByRole("cell", { name: "911" })).toHaveText(/^911/);
    await expect(row(page, "Pending delivery").getByRole("cell", { name: "1,300" })).toHaveText(/^1,300/);
  });
  await test.step("shows no delivery row when none is pending", async () => {
    await press(page, "Refresh wallet");
    await expect(wallet(page).getByTitle("999", { exact: true })).toBeVisible();
    await expect(row(page, "Pending delivery")).toHaveCount(0);
  });
  await test.step("shows unknown amounts as empty values with a reason", async () => {
    await press(page, "Refresh wallet");
    await expect(totals.nth(1)).toHaveText("–not knownAdena");
    await expect(row(page, "Thalendril").getByRole("cell", { name: "not known" })).toHaveCount(2);
    await expect(wallet(page).getByText("The game server didn't answer in time.")).toBeVisible();
  });
  await test.step("shows a message without characters", async () => {
    await press(page, "Refresh wallet");
    await expect(wallet(page).getByText("No characters yet.")).toBeVisible();
  });
});

test("the wallet opens over the page without moving it, hides its amounts, and remembers both", async ({ page }) => {
  await page.route(COINS, (route) => route.fulfill({ json: coins() }));
  await mockBalances(page, RICH);
  await page.goto("/player");
  const expand = wallet(page).getByRole("button", { name: "Expand wallet" });
  await expect(expand).toHaveAttribute("aria-expanded", "false");
  await expect(wallet(page).getByRole("table")).toHaveCount(0);
  const heading = page.getByRole("heading", { name: "Account Statistics" });
  await expect(page.getByRole("region", { name: "Main character" })).toBeVisible();
  await waitForAnimations(page);
  const boxBefore = await heading.boundingBox();
  await press(page, "Hide balances");
  await expand.click();
  await expect(wallet(page).getByRole("table")).toBeVisible();
  expect(await heading.boundingBox()).toEqual(boxBefore);
  expect(await wallet(page).evaluate(elementsAbove), "the tabs are below it").toEqual([]);
  await page.reload();
  await expect(wallet(page).getByRole("table")).toBeVisible();
  await expect(wallet(page).getByText("***")).toHaveCount(12);
  await expect(wallet(page)).not.toContainText(/\d/);
  await expect(wallet(page).getByTitle(/\d/)).toHaveCount(0);
  await press(page, "Show balances");
  await expect(wallet(page)).toContainText("12.4K");
  await press(page, "Collapse wallet");
  await expect(wallet(page).getByRole("table")).toHaveCount(0);
});

test("a failed read shows an error; Retry requests again without a reload", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.route(BALANCES, UNAVAILABLE);
  await page.goto("/player");
  await expect(wallet(page).getByRole("alert")).toHaveText("Failed to load wallet data");
  await expect(wallet(page)).not.toContainText("The game world cannot be reached.");
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.unroute(BALANCES);
  const { hold, release } = latch();
  await page.route(BALANCES, hold);
  await press(page, "Retry");
  await expect(wallet(page).getByRole("button", { name: "Retry" })).toBeDisabled();
  release();
  await openWallet(page);
  await expect(wallet(page)).toContainText("Aurelion");
  expect(await page.evaluate(() => "same" in window)).toBe(true);
});

test("a click refreshes the wallet once and is announced", async ({ page }) => {
  const requestCount = await mockBalances(page, RICH, POOR);
  await page.goto("/player");
  await expect(wallet(page)).toContainText("12.4K");
  const countBefore = requestCount();
  await press(page, "Refresh wallet");
  await expect(wallet(page).getByTitle("999", { exact: true })).toBeVisible();
  await expect(wallet(page).getByRole("status")).toHaveText("Wallet refreshed");
  expect(requestCount()).toBe(countBefore + 1);
  const { whenReleased, release } = latch();
  let requests = 0;
  await page.route(BALANCES, async (route) => {
    requests += 1;
    await whenReleased;
    await route.fulfill({ json: RICH });
  });
  await press(page, "Refresh wallet");
  const refresh = wallet(page).getByRole("button", { name: "Refresh wallet" });
  await expect(refresh).toHaveAttribute("aria-disabled", "true");
  await refresh.click({ force: true });
  release();
  await expect(wallet(page)).toContainText("12.4K");
  expect(requests).toBe(1);
});

test("small screens show the two sums, also of an empty wallet", async ({ page }) => {
  const emptyBalances = {
    ...RICH,
    lucky_coins: { total_amount: 0, pending_delivery: 0, available: 0 },
    adena: { total_amount: 0 },
  };
  await mockBalances(page, emptyBalances, RICH);
  await page.setViewportSize(TABLET);
  await page.goto("/player");
  await expect(page.getByRole("heading", { name: "Account Statistics" })).toBeVisible();
  const sums = page.getByRole("paragraph").filter({ hasText: /coins$/ });
  await expect(sums).toContainText("0");
  await expect(wallet(page)).toHaveCount(0);
  await page.reload();
  await expect(sums).toContainText("12.4K");
  await page.setViewportSize(SMALL_PHONE);
  await expect(sums).toBeInViewport({ ratio: 1 });
  await expectNoHorizontalScroll(page);
  await page.setViewportSize(DESKTOP);
  await expect(wallet(page)).toContainText("12.4K");
});

test("the wallet fits many characters with long names, and sums of any size", async ({ page }) => {
  const characters = Array.from({ length: 9 }, (_, index) => ({
    character_id: index,
    character_name: `${"W".repeat(15)}${index}`,
    lucky_coins: 2 ** 40,
    adena: 2 ** 40,
  }));
  const rich = {
    ...RICH,
    lucky_coins: { total_amount: 2 ** 31, pending_delivery: 0, available: 2 ** 31 },
    adena: { total_amount: 9e15 },
  };
  await mockBalances(page, rich, { ...RICH, adena: { total_amount: null }, character_balances: characters });
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.goto("/player");
  const totals = wallet(page).getByRole("paragraph");
  await expect(totals.nth(0)).toHaveText("2,147.4M2,147,483,648coins");
  await expect(totals.nth(1)).toHaveText("9,000,000B9,000,000,000,000,000Adena");
  const [panel, tool] = await Promise.all([
    wallet(page).boundingBox(),
    wallet(page).getByRole("button", { name: "Expand wallet" }).boundingBox(),
  ]);
  expect((tool?.x ?? 0) + (tool?.width ?? 0)).toBeLessThanOrEqual((panel?.x ?? 0) + (panel?.width ?? 0));
  await openWallet(page);
  await press(page, "Refresh wallet");
  await expect(row(page, characters[8]?.character_name ?? "")).toHaveCount(1);
  await expect(wallet(page).getByText("The game server didn't answer in time.")).toBeInViewport();
  await expectNoHorizontalScroll(page);
});

test("the wallet shows coins that are owed, held or in transit, and offers to send the others", async ({ page }) => {
  await page.clock.setFixedTime("2026-11-22T12:00:00Z");
  await mockBalances(page, RICH);
  let state = coins({ available: 0, total: 520, debt: 1200, held: 300, in_transit: 120 });
  await page.route(COINS, (route) => route.fulfill({ json: state }));
  await page.goto("/player");
  await openWallet(page);
  const notes = wallet(page).getByRole("listitem");
  await expect(notes).toHaveText([
    "You owe 1,2001,200 coins. They come off your next top-up.",
    "520520 in all: 00 to spend, 100100 in the game, 120120 on the way, 300300 held in disputes",
  ]);
  const send = wallet(page).getByRole("button", { name: "Send to character" });
  await expect(send).toHaveCount(0);
  await press(page, "Hide balances");
  await expect(wallet(page)).not.toContainText(/\d/);
  state = coins({ can_send: false, total: 500, in_game: 0 });
  await press(page, "Refresh wallet");
  await expect(notes).toHaveCount(0);
  await expect(send).toHaveCount(0);
  await press(page, "Show balances");
  state = coins({ total: 500, in_game: 0, sendable: 120, sendable_from: "2026-11-23T12:00:00Z" });
  await press(page, "Refresh wallet");
  await expect(notes).toHaveText([/380 can be sent from Nov 23, 2026/]);
  await expect(send).toBeVisible();
  await send.click();
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Coins" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(send).toBeFocused();
});
