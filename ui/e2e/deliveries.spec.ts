import type { Page, Route } from "@playwright/test";
import { coins, DEFAULT_RESPONSES, type Delivery, deliveries, delivery, RECEIVERS } from "./delivery-data";
import {
  errorResponse,
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
import { BALANCES, disableAutoClose, mockPlayer, pauseClock, recordedRequests, recordRequests } from "./player-data";

const DELIVERIES = "/api/player/deliveries";
const COINS = "/api/player/coins";
const TAB = "/player?tab=donations";

const section = (page: Page) => page.getByRole("region", { name: "Sent to characters" });
const reads = (page: Page) => recordedRequests(page, `GET ${DELIVERIES}`);
const list = (page: Page) => section(page).getByRole("table");
const row = (page: Page, word: string) => list(page).getByRole("row").filter({ hasText: word }).first();
const opener = (page: Page) => section(page).getByRole("button", { name: "Send to character" });
const box = (page: Page) => page.getByRole("dialog");
const amount = (page: Page) => box(page).getByRole("textbox", { name: "Coins", exact: true });
const send = (page: Page) => box(page).getByRole("button", { name: /^Send/ });

const pending = delivery(9, { status: "pending", delivered_at: null });
const ALL_STATES: readonly Delivery[] = [
  delivery(1, { status: "pending", delivered_at: null }),
  delivery(2, { status: "claimed", delivered_at: null }),
  delivery(3),
  delivery(4, { status: "cancelled", delivered_at: null, character_name: "ТеньСевера" }),
  delivery(5, { status: "stuck", delivered_at: null }),
  delivery(6, { amount: 7 }),
];

/** Mocks the deliveries API: reads return the current `state`, posts are recorded in it. */
function mockDeliveries(first: readonly Delivery[] = []) {
  const state = {
    deliveries: first,
    coins: coins(),
    keys: [] as (string | undefined)[],
    bodies: [] as unknown[],
  };
  const created = (route: Route) => route.fulfill({ status: 201, json: pending });
  const post = { respond: created as (route: Route) => unknown };
  const answers = {
    ...DEFAULT_RESPONSES,
    [COINS]: (route: Route) => route.fulfill({ json: state.coins }),
    [DELIVERIES]: (route: Route) => {
      if (route.request().method() === "GET") {
        return route.fulfill({ json: deliveries(...state.deliveries) });
      }
      state.keys.push(route.request().headers()["idempotency-key"]);
      state.bodies.push(route.request().postDataJSON());
      return post.respond(route);
    },
  };
  return { state, post, created, answers };
}

async function openDialog(page: Page, answers: Parameters<typeof mockPlayer>[1]) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await mockPlayer(page, answers);
  await page.goto(TAB);
  await opener(page).click();
}

test("describes each delivery status", async ({ page }) => {
  await page.clock.setFixedTime("2026-11-21T12:00:00Z");
  await mockPlayer(page, mockDeliveries(ALL_STATES).answers);
  await page.goto(TAB);
  const columns = ["Sent", "Character", "Coins", "Status", "Delivered"];
  await expect(list(page).getByRole("columnheader")).toHaveText(columns);
  for (const [word, ...cells] of [
    ["Sent", "Thalendril", "120", "Sent", "Waiting for the game server"],
    ["On the way", "Thalendril", "120", "On the way", "The game server is delivering them"],
    ["Delivered", "Thalendril", "120", "Delivered", "Nov 20, 2026, 9:12 PM"],
    ["Returned", "ТеньСевера", "120", "Returned", "Coins returned to your balance"],
    ["On hold", "Thalendril", "120", "On hold", "Our team is checking it"],
  ] as const)
    await expect(row(page, cells.at(-1) ?? word).getByRole("cell")).toHaveText(cells);
  await expect(list(page).getByRole("rowheader").first()).toHaveText("Nov 19, 2026, 9:08 PM");
  await expect(section(page)).toContainText("1-5 of 6");
  await expectAccessible(page);
  await section(page).getByRole("button", { name: "Next page" }).click();
  await expect(list(page).getByRole("row")).toHaveCount(2);
  await expect(row(page, "Thalendril").getByRole("cell").nth(1)).toHaveText("7");
});

test("polls visible pending deliveries and announces their arrival", async ({ page }) => {
  const { state, answers } = mockDeliveries([pending]);
  let balances = 0;
  await page.clock.install();
  await recordRequests(page);
  await mockPlayer(page, {
    ...answers,
    "/api/player/balances": (route) => {
      balances += 1;
      const lucky_coins = { total_amount: 500 + balances, pending_delivery: 500 };
      return route.fulfill({ json: { ...BALANCES, lucky_coins } });
    },
  });
  await page.goto(TAB);
  await expect(row(page, "Waiting for the game server")).toBeVisible();
  const setVisibility = (state: string) =>
    page.evaluate((now) => {
      Object.defineProperty(document, "visibilityState", { value: now, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await setVisibility("hidden");
  await pauseClock(page);
  const hiddenRequests = await reads(page);
  await page.clock.runFor(20_000);
  expect(await reads(page)).toEqual(hiddenRequests);
  await setVisibility("visible");
  state.deliveries = [{ ...pending, status: "claimed" }];
  await page.clock.runFor(5000);
  await expect(row(page, "On the way")).toBeVisible();
  const before = balances;
  state.deliveries = [delivery(9)];
  await page.clock.runFor(5000);
  await expect(row(page, "Delivered")).toBeVisible();
  await expect(section(page).getByText("120 coins were delivered to")).toBeAttached();
  await expect.poll(() => balances).toBe(before + 1);
  const settledRequests = await reads(page);
  await page.clock.runFor(20_000);
  expect(await reads(page)).toEqual(settledRequests);
});

test("renders as cards on phones with long names and large amounts", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const large = { character_name: "W".repeat(35), amount: 2_147_483_647 };
  const { state, answers } = mockDeliveries(ALL_STATES.map((item) => ({ ...item, ...large })));
  state.coins = coins({ available: 2 ** 40 });
  const data = RECEIVERS.data.map((item) => ({ ...item, name: "W".repeat(35) }));
  await mockPlayer(page, { ...answers, "/api/donations/characters": { data } });
  await page.goto(TAB);
  for (const viewport of [PHONE, SMALL_PHONE]) {
    await page.setViewportSize(viewport);
    await expect(list(page).getByRole("row")).toHaveCount(6);
    await expect(list(page).getByRole("row").nth(1).getByRole("cell")).toHaveCount(4);
    await expectNoHorizontalScroll(page);
    await opener(page).click();
    await box(page).getByRole("button", { name: "All coins" }).click();
    await expect(amount(page)).toHaveValue("2147483647");
    await expect(send(page)).toHaveText("Send 2,147,483,647 coins");
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  }
});

test("shows an empty state and an error state", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await mockPlayer(page, DEFAULT_RESPONSES);
  await page.goto(TAB);
  await expect(section(page).getByRole("heading", { name: "Nothing sent yet" })).toBeVisible();
  await expect(list(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.route(`**${DELIVERIES}`, UNAVAILABLE);
  await page.route(`**${COINS}`, UNAVAILABLE);
  await page.reload();
  await expect(section(page).getByRole("alert")).toContainText("Failed to load deliveries. Please try again.");
  await expect(section(page).getByRole("button", { name: "Try Again" })).toBeVisible();
  await opener(page).click();
  await expect(box(page).getByRole("alert")).toContainText("Failed to load your coins.");
  await expect(page.getByText("The game world cannot be reached.")).toHaveCount(0);
});

test("validates the amount and previews the balance", async ({ page }) => {
  const { state, answers } = mockDeliveries();
  await openDialog(page, answers);
  await expect(box(page).getByRole("radio", { name: "Thalendril Level 78" })).toBeChecked();
  for (const [typed, text] of [
    ["", "Enter how many coins to send"],
    ["1.5", "Enter a whole number of coins"],
    ["-3", "Enter a whole number of coins"],
    ["0", "Send at least 1 coin"],
    ["501", "You have 500 coins to send"],
  ] as const) {
    await amount(page).fill(typed);
    await send(page).click();
    await expect(amount(page)).toHaveAccessibleDescription(text);
    await expect(amount(page)).toBeFocused();
  }
  await expectAccessible(page);
  expect(state.bodies).toEqual([]);
  await box(page).getByText("ТеньСевера").click();
  await amount(page).fill("120");
  await expect(box(page).getByRole("definition")).toHaveText(["500", "−120", "380"]);
  await expect(box(page).getByRole("term").nth(1)).toContainText("ТеньСевера");
  await box(page).getByRole("button", { name: "All coins" }).click();
  await expect(amount(page)).toHaveValue("500");
  await expect(box(page).getByRole("definition").last()).toHaveText("0");
});

test("sends once, confirms, and closes after two seconds", async ({ page }) => {
  const { state, post, created, answers } = mockDeliveries();
  const { released, release } = latch();
  post.respond = async (route) => released.then(() => created(route));
  await page.clock.install();
  await openDialog(page, answers);
  await pauseClock(page);
  await box(page).getByText("ТеньСевера").click();
  await amount(page).fill(" 500 ");
  await send(page).click();
  await expect(box(page).getByRole("button", { name: "Sending..." })).toBeDisabled();
  await amount(page).press("Enter");
  state.deliveries = [{ ...pending, character_name: "ТеньСевера", amount: 500 }];
  state.coins = coins({ available: 0, in_transit: 500 });
  release();
  await expect(box(page).getByRole("status")).toContainText("500 coins on the way to");
  await expect(row(page, "ТеньСевера")).toContainText("500");
  await page.clock.runFor(1900);
  await expect(box(page)).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(box(page)).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
  expect(state.bodies).toEqual([{ character_id: 2, amount: 500 }]);
  expect(state.keys[0]).toMatch(/^[\w-]{16,64}$/);
});

test("reuses the idempotency key after a lost response only", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  const { state, post, created, answers } = mockDeliveries();
  await disableAutoClose(page);
  post.respond = (route) => route.abort();
  await openDialog(page, answers);
  await amount(page).fill("120");
  await send(page).click();
  await expect(box(page).getByRole("alert")).toHaveText("Failed to send coins");
  await expect(box(page).getByText("you can't be charged twice")).toBeVisible();
  await expectAccessible(page);
  await amount(page).fill("130");
  post.respond = errorResponse(409, {
    message: "Not enough coins.",
    error: "insufficient_coins",
  });
  await send(page).click();
  await expect(box(page).getByRole("alert")).toHaveText("Not enough coins.");
  await expect(box(page).getByText("you can't be charged twice")).toHaveCount(0);
  post.respond = (route) => route.abort();
  await send(page).click();
  await expect(box(page).getByRole("alert")).toHaveText("Failed to send coins");
  post.respond = errorResponse(503, { message: "Please try again in a moment.", error: "site_unavailable" });
  await send(page).click();
  await expect(box(page).getByRole("alert")).toHaveText("Please try again in a moment.");
  post.respond = created;
  await send(page).click();
  await expect(box(page).getByRole("status")).toContainText("130 coins on the way to");
  await expectAccessible(page);
  const [first, second, third, fourth, fifth] = state.keys;
  expect(state.keys).toHaveLength(5);
  expect(new Set([first, second, third]).size).toBe(3);
  expect([fourth, fifth]).toEqual([third, third]);
});

test("explains why sending is not possible", async ({ page }) => {
  const { state, answers } = mockDeliveries();
  let noReceivers = false;
  await openDialog(page, {
    ...answers,
    "/api/donations/characters": (route) => route.fulfill({ json: noReceivers ? { data: [] } : RECEIVERS }),
  });
  await expect(amount(page)).toBeVisible();
  for (const [coinChange, empty, text] of [
    [{ can_send: false }, false, "Sending coins is paused."],
    [{ available: 0, debt: 1200 }, false, "You owe 1,200 coins"],
    [{ available: 0, in_transit: 70, held: 30 }, false, "Your site balance is empty. 70 are in delivery"],
    [{}, true, "No characters yet. Create one in the game"],
  ] as const) {
    state.coins = coins(coinChange);
    noReceivers = empty;
    await page.reload();
    await opener(page).click();
    await expect(box(page)).toContainText(text);
    await expect(amount(page)).toHaveCount(0);
    await expect(send(page)).toHaveCount(0);
    await expect(box(page).getByRole("button", { name: "Close" })).toHaveCount(2);
  }
  await expectAccessible(page);
});

test("delivers real coins to a character", async ({ page }) => {
  await logIn(page, "demo");
  await page.goto(TAB);
  await opener(page).click();
  await box(page).getByText("Ashlin").click();
  await amount(page).fill("3");
  await send(page).click();
  await expect(box(page).getByRole("status")).toContainText("3 coins on the way to");
  await expect(box(page)).toHaveCount(0);
  const newest = list(page).getByRole("row").nth(1);
  await expect(newest).toContainText("Ashlin");
  await expect(newest.getByRole("cell").nth(1)).toHaveText("3");
  await expect(newest.getByRole("cell").nth(2)).toHaveText("Delivered", { timeout: 60_000 });
});
