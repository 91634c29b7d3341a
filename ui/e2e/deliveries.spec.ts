import type { Page, Route } from "@playwright/test";
import {
  ALL_DELIVERIES,
  CHARACTERS,
  coins,
  type Delivery,
  deliveries,
  delivery,
  openDonations,
  RECEIVERS,
  TAKEN_DELIVERIES,
} from "./donation-data";
import { dialog, errorResponse, expect, latch, logIn, REQUEST_ERRORS, test } from "./helpers";
import { BALANCES, disableAutoClose, pauseClock, recordedRequests, recordRequests } from "./player-data";

const DELIVERIES = "/api/player/deliveries";
const COINS = "/api/player/coins";
const TAB = "/player?tab=donations";

const section = (page: Page) => page.getByRole("region", { name: "Sent to characters" });
const reads = (page: Page) => recordedRequests(page, `GET ${DELIVERIES}`);
const list = (page: Page) => section(page).getByRole("table");
const row = (page: Page, word: string) => list(page).getByRole("row").filter({ hasText: word }).first();
const opener = (page: Page) => section(page).getByRole("button", { name: "Send to character" });
const amount = (page: Page) => dialog(page).getByRole("textbox", { name: "Coins", exact: true });
const send = (page: Page) => dialog(page).getByRole("button", { name: /^Send/ });

const pending = delivery(9, { status: "pending", delivered_at: null });
/** Mocks the deliveries API: reads return the current `state`, posts are recorded in it. */
function mockDeliveries(first: readonly Delivery[] = []) {
  const state = {
    deliveries: first,
    coins: coins(),
    keys: [] as (string | undefined)[],
    bodies: [] as unknown[],
  };
  const answerCreated = (route: Route) => route.fulfill({ status: 201, json: pending });
  const post = { respond: answerCreated as (route: Route) => unknown };
  const answers = {
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
  return { state, post, answerCreated, answers };
}

async function openDialog(page: Page, answers: Parameters<typeof openDonations>[1]) {
  await openDonations(page, answers);
  await opener(page).click();
}

test("the list describes each delivery status", async ({ page }) => {
  await page.clock.setFixedTime("2026-11-21T12:00:00Z");
  await openDonations(page, mockDeliveries(ALL_DELIVERIES).answers);
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
  await section(page).getByRole("button", { name: "Next page" }).click();
  await expect(list(page).getByRole("row")).toHaveCount(2);
  await expect(row(page, "Thalendril").getByRole("cell").nth(1)).toHaveText("7");
  await expect(row(page, "Thalendril").getByRole("cell").last()).toContainText("(by time)");
});

test("a delivery that the game has taken says what is not known yet", async ({ page }) => {
  await page.clock.setFixedTime("2026-11-21T12:00:00Z");
  await openDonations(page, mockDeliveries(TAKEN_DELIVERIES).answers);
  for (const cells of [
    ["Thalendril", "120", "In the game", "Delivered when the game saves it"],
    ["Thalendril", "120", "Unconfirmed", "The game server stopped. Our team is checking it"],
  ])
    await expect(row(page, cells.at(-1) ?? "").getByRole("cell")).toHaveText(cells);
});

test("pending deliveries are polled while visible, and their arrival is announced", async ({ page }) => {
  const { state, answers } = mockDeliveries([pending]);
  let balances = 0;
  await page.clock.install();
  await recordRequests(page);
  await openDonations(page, {
    ...answers,
    "/api/player/balances": (route: Route) => {
      balances += 1;
      const lucky_coins = { total_amount: 500 + balances, pending_delivery: 500, available: 500 };
      return route.fulfill({ json: { ...BALANCES, lucky_coins } });
    },
  });
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
  const balancesBefore = balances;
  state.deliveries = [delivery(9)];
  await page.clock.runFor(5000);
  await expect(row(page, "Delivered")).toBeVisible();
  await expect(section(page).getByText("120 coins were delivered to")).toBeAttached();
  await expect.poll(() => balances).toBe(balancesBefore + 1);
  const settledRequests = await reads(page);
  await page.clock.runFor(20_000);
  expect(await reads(page)).toEqual(settledRequests);
});

test("the dialog validates the amount and previews the balance", async ({ page }) => {
  const { state, answers } = mockDeliveries();
  await openDialog(page, answers);
  await expect(dialog(page).getByRole("radio", { name: "Thalendril Level 78" })).toBeChecked();
  for (const [input, text] of [
    ["", "Enter how many coins to send"],
    ["1.5", "Enter a whole number of coins"],
    ["-3", "Enter a whole number of coins"],
    ["0", "Send at least 1 coin"],
    ["501", "You have 500 coins to send"],
  ] as const) {
    await amount(page).fill(input);
    await send(page).click();
    await expect(amount(page)).toHaveAccessibleDescription(text);
    await expect(amount(page)).toBeFocused();
  }
  expect(state.bodies).toEqual([]);
  await dialog(page).getByText("ТеньСевера").click();
  await amount(page).fill("120");
  await expect(dialog(page).getByRole("definition")).toHaveText(["500", "−120", "380"]);
  await expect(dialog(page).getByRole("term").nth(1)).toContainText("ТеньСевера");
  await dialog(page).getByRole("button", { name: "All coins" }).click();
  await expect(amount(page)).toHaveValue("500");
  await expect(dialog(page).getByRole("definition").last()).toHaveText("0");
});

test("the dialog sends once, confirms, and closes after two seconds", async ({ page }) => {
  const { state, post, answerCreated, answers } = mockDeliveries();
  const { whenReleased, release } = latch();
  post.respond = async (route) => whenReleased.then(() => answerCreated(route));
  await page.clock.install();
  await openDialog(page, answers);
  await pauseClock(page);
  await dialog(page).getByText("ТеньСевера").click();
  await amount(page).fill(" 500 ");
  await send(page).click();
  await expect(dialog(page).getByRole("button", { name: "Sending..." })).toBeDisabled();
  await amount(page).press("Enter");
  state.deliveries = [{ ...pending, character_name: "ТеньСевера", amount: 500 }];
  state.coins = coins({ available: 0, in_transit: 500 });
  release();
  await expect(dialog(page).getByRole("status")).toContainText("500 coins on the way to");
  await expect(row(page, "ТеньСевера")).toContainText("500");
  await page.clock.runFor(1900);
  await expect(dialog(page)).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(dialog(page)).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
  expect(state.bodies).toEqual([{ character_id: RECEIVERS[1]?.id, amount: 500 }]);
  expect(state.keys[0]).toMatch(/^[\w-]{16,64}$/);
});

test("the idempotency key is reused after a lost response only", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  const { state, post, answerCreated, answers } = mockDeliveries();
  await disableAutoClose(page);
  post.respond = (route) => route.abort();
  await openDialog(page, answers);
  await amount(page).fill("120");
  await send(page).click();
  await expect(dialog(page).getByRole("alert")).toHaveText("Failed to send coins");
  await expect(dialog(page).getByText("you can't be charged twice")).toBeVisible();
  await amount(page).fill("130");
  post.respond = errorResponse(409, {
    message: "Not enough coins.",
    error: "insufficient_coins",
  });
  await send(page).click();
  await expect(dialog(page).getByRole("alert")).toHaveText("Not enough coins.");
  await expect(dialog(page).getByText("you can't be charged twice")).toHaveCount(0);
  post.respond = (route) => route.abort();
  await send(page).click();
  await expect(dialog(page).getByRole("alert")).toHaveText("Failed to send coins");
  post.respond = errorResponse(503, { message: "Please try again in a moment.", error: "site_unavailable" });
  await send(page).click();
  await expect(dialog(page).getByRole("alert")).toHaveText("Please try again in a moment.");
  post.respond = answerCreated;
  await send(page).click();
  await expect(dialog(page).getByRole("status")).toContainText("130 coins on the way to");
  const [first, second, third, fourth, fifth] = state.keys;
  expect(state.keys).toHaveLength(5);
  expect(new Set([first, second, third]).size).toBe(3);
  expect([fourth, fifth]).toEqual([third, third]);
});

test("the dialog explains why sending is not possible", async ({ page }) => {
  const { state, answers } = mockDeliveries();
  let noReceivers = false;
  await openDialog(page, {
    ...answers,
    [CHARACTERS]: (route: Route) => route.fulfill({ json: { data: noReceivers ? [] : RECEIVERS } }),
  });
  await expect(amount(page)).toBeVisible();
  for (const [coinChange, empty, text] of [
    [{ available: 0, debt: 1200 }, false, "You owe 1,200 coins"],
    [{ available: 0, in_transit: 70, held: 30 }, false, "Your site balance is empty. 70 are in delivery"],
    [{}, true, "No characters yet. Create one in the game"],
  ] as const) {
    state.coins = coins(coinChange);
    noReceivers = empty;
    await page.reload();
    await opener(page).click();
    await expect(dialog(page)).toContainText(text);
    await expect(amount(page)).toHaveCount(0);
    await expect(send(page)).toHaveCount(0);
    await expect(dialog(page).getByRole("button", { name: "Close" })).toHaveCount(2);
  }
});

test("real coins are delivered to a character", async ({ page }) => {
  await logIn(page, "demo");
  await page.goto(TAB);
  await opener(page).click();
  await dialog(page).getByText("Ashlin").click();
  await amount(page).fill("3");
  await send(page).click();
  await expect(dialog(page).getByRole("status")).toContainText("3 coins on the way to");
  await expect(dialog(page)).toHaveCount(0);
  const newest = list(page).getByRole("row").nth(1);
  await expect(newest).toContainText("Ashlin");
  await expect(newest.getByRole("cell").nth(1)).toHaveText("3");
  await expect(newest.getByRole("cell").nth(2)).toHaveText("Delivered", { timeout: 60_000 });
});
