import { type Page, test as plain, type Route } from "@playwright/test";
import { returnedBy } from "../src/features/player/donations/returned";
import { CREDITED, type Donation, donation, HISTORY, ID, inTurn, ONE, openDonations, PACKAGES } from "./donation-data";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  gate,
  logIn,
  REFUSED,
  refuse,
  SMALLEST,
  test,
} from "./house";
import { callsOf, countCalls, stopClock } from "./player-data";

const OTHER = "0b7f2a0e-5a0e-4f5e-8d43-94c1f0b3a9d2";
/** What the provider writes behind the address it was given. */
const THEIRS = `&collection_id=1290&collection_status=approved&payment_id=1290&status=approved&external_reference=${ID}&payment_type=credit_card&merchant_order_id=4000&preference_id=9-1&site_id=MLA&processing_mode=aggregator&merchant_account_id=null`;

const banner = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: /^Payment/ });
const title = (page: Page) => banner(page).locator("strong");
const donate = (page: Page) => page.getByRole("button", { name: /^Donate/ });
const hide = (page: Page, hidden: boolean) =>
  page.evaluate((now) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => now });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);

/** The stand-in's page lies elsewhere, and has no icon. */
const LEFT = [/left the site/, /status of 404/];

/** Pays at the stand-in's own page, as a person would, and comes back from it. */
async function pay(page: Page, how: RegExp) {
  await logIn(page, "demo2");
  await page.goto("/player?tab=donations");
  await page.getByRole("slider").fill("12000");
  await donate(page).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.waitForURL(/pref_id=/);
  expect(new URL(page.url()).origin).toBe(new URL(process.env.E2E_PROVIDER_URL ?? "").origin);
  await expect(page.getByText("126 Fishi Coins")).toBeVisible();
  await page.getByRole("button", { name: how }).click();
  await expect(page).toHaveURL(/\/player\?tab=donations$/);
}

test("who pays comes back to a banner, and the coins are there once", async ({ page, expectErrors }) => {
  expectErrors(...LEFT);
  await logIn(page, "demo2");
  const wallet = page.getByRole("region", { name: "Wallet", exact: true });
  const before = page.waitForResponse(/api\/player\/balances/);
  await page.goto("/player");
  const had = (await (await before).json()).lucky_coins.total_amount;
  await pay(page, /^Pay The payment/);
  await expect(title(page)).toHaveText("Payment Successful!");
  await expect(banner(page)).toContainText("126 Fishi Coins have been credited to your account.");
  const rows = page.getByRole("region", { name: "Your donations" }).getByRole("row");
  await expect(
    rows
      .filter({ hasText: /12\.000/ })
      .filter({ hasText: "Ironbark" })
      .first(),
  ).toContainText("126");
  const sum = new Intl.NumberFormat("en-US").format(had + 126);
  await expect(wallet.getByTitle(sum, { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => sessionStorage.getItem("donation_id"))).toBeNull();
});

test("who is refused comes back to a banner, and nothing is credited", async ({ page, expectErrors }) => {
  expectErrors(...LEFT);
  await pay(page, /empty card/);
  await expect(title(page)).toHaveText("Payment Failed");
  await expect(banner(page)).toContainText(
    /The payment of \$\s12\.000 did not go through, and no coins were credited\./,
  );
});

plain("an address tells how a payment went: the first word of ours, else theirs, else nothing certain", () => {
  for (const [query, outcome] of [
    [`status=approved&status=failure&status=success&external_reference=${ID}`, "failure"],
    [`status=approved&external_reference=${ID}`, "success"],
    [`status=rejected&external_reference=${ID}`, "failure"],
    [`status=in_process&external_reference=${ID}`, "pending"],
    [`status=null&status=rejected&external_reference=${ID}`, "failure"],
    [`status=&external_reference=${ID}`, "pending"],
    [`status=constructor&external_reference=${ID}`, "pending"],
  ] as const)
    expect(returnedBy(new URLSearchParams(query)), query).toEqual({ outcome, id: ID });
  expect(returnedBy(new URLSearchParams(`tab=donations&external_reference=${ID}`))).toBeNull();
});

test("the title follows the address, of which the tab alone is left", async ({ page }) => {
  await openDonations(page, { [ONE]: CREDITED, [`/api/donations/${OTHER}`]: CREDITED });
  for (const [query, expected] of [
    [`&status=success${THEIRS}`, "Payment Successful!"],
    [`&status=failure${THEIRS}`, "Payment Failed"],
    [`&status=pending${THEIRS}`, "Payment Pending"],
  ] as const) {
    await page.goto(`/player?tab=donations${query}`);
    await expect(title(page)).toHaveText(expected);
    await expect(banner(page)).toContainText("418 Fishi Coins have been credited to your account.");
    await expect(page).toHaveURL(/\/player\?tab=donations$/);
  }
  await page.goto("/player?tab=donations");
  await expect(donate(page)).toBeEnabled();
  await expect(banner(page)).toHaveCount(0);
});

test("the donation is the one the address names, else the one this tab has left for", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const found = /\/api\/donations\/(.*-.*)$/.exec(request.url());
    if (found?.[1]) asked.push(found[1]);
  });
  let held = Promise.resolve();
  const other = async (route: Route) => {
    await held;
    await route.fulfill({ json: CREDITED });
  };
  await openDonations(page, { [ONE]: CREDITED, [`/api/donations/${OTHER}`]: other });
  await expect(donate(page)).toBeEnabled();
  const keep = () => page.evaluate((id) => sessionStorage.setItem("donation_id", id), OTHER);
  for (const [reference, expected] of [
    [ID, ID],
    ["null", OTHER],
    ["..%2Fplayer%2Fprofile", OTHER],
    ["", OTHER],
  ] as const) {
    await keep();
    asked.length = 0;
    await page.goto(`/player?tab=donations&status=success&external_reference=${reference}`);
    await expect(banner(page)).toContainText("418 Fishi Coins have been credited");
    expect(new Set(asked)).toEqual(new Set([expected]));
  }
  asked.length = 0;
  await page.goto("/player?tab=donations&status=success");
  await expect(banner(page)).toContainText("Which donation this was cannot be told from here.");
  expect(asked).toEqual([]);
  // Who comes back by himself is told nothing, but what he sees is brought up to date.
  await keep();
  const { opened, open } = gate();
  held = opened;
  await page.goto("/player?tab=donations");
  await expect(page.getByText("No donations yet")).toBeVisible();
  const again = page.waitForRequest(`**${HISTORY}`);
  open();
  await again;
  await expect(banner(page)).toHaveCount(0);
  expect(asked).toEqual([OTHER]);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("donation_id"))).toBeNull();
});

test("asks ever less often until it settles, then brings the money up to date, once", async ({ page }) => {
  const { opened, open } = gate();
  const first = async (route: Route) => {
    await opened;
    await route.fulfill({ json: donation({ amount: 20_000 }) });
  };
  // An amount of its own tells each answer apart.
  const later = [21_000, 22_000, 23_000, 24_000].map((amount) => donation({ amount }));
  const one = inTurn(first, ...later, CREDITED);
  const history = inTurn({ data: [], total: 0 });
  const balances = inTurn({
    lucky_coins: { total_amount: 0, pending_delivery: 0 },
    adena: { total_amount: 0 },
    total_characters: 0,
    character_balances: [],
  });
  const answers = { [ONE]: one.answer, [HISTORY]: history.answer, "/api/player/balances": balances.answer };
  await page.clock.install();
  await openDonations(page, answers, `&status=pending&external_reference=${ID}`);
  await expect(page.getByText("No donations yet")).toBeVisible();
  await expect(page.getByText("No characters yet.")).toBeVisible();
  await expect(banner(page)).toContainText("Asking the service");
  await stopClock(page);
  const [read, counted] = [history.asked, balances.asked];
  open();
  for (const [index, wait] of [2000, 3000, 4500, 6750, 10_000].entries()) {
    await expect(banner(page)).toContainText(new RegExp(`2${index}\\.000 has not been confirmed yet`));
    await page.clock.runFor(wait - 50);
    expect(one.asked).toBe(index + 1);
    await page.clock.runFor(60);
  }
  await expect(banner(page)).toContainText("418 Fishi Coins have been credited");
  await expect(title(page)).toHaveText("Payment Pending");
  await expect.poll(() => [history.asked, balances.asked]).toEqual([read + 1, counted + 1]);
  await page.clock.runFor(60_000);
  expect(one.asked).toBe(6);
  expect([history.asked, balances.asked]).toEqual([read + 1, counted + 1]);
});

test("rests while nobody looks, and ends after some minutes", async ({ page }) => {
  const one = inTurn(donation());
  const asked = async () => (await callsOf(page, `GET ${ONE}`)).length;
  await page.clock.install();
  await countCalls(page);
  await openDonations(page, { [ONE]: one.answer }, `&status=pending&external_reference=${ID}`);
  await expect(banner(page)).toContainText("has not been confirmed yet");
  await hide(page, true);
  await stopClock(page);
  const before = await asked();
  await page.clock.runFor(120_000);
  expect(await asked()).toBe(before);
  await hide(page, false);
  await expect.poll(asked).toBe(before + 1);
  const over = banner(page).getByText(/Checking goes on in the background/);
  await expect(async () => {
    await page.clock.runFor(10_000);
    await expect(over).toBeVisible({ timeout: 200 });
  }).toPass();
  const all = await asked();
  expect(all).toBeGreaterThan(20);
  expect(all).toBeLessThan(50);
  await page.clock.runFor(120_000);
  expect(await asked()).toBe(all);
});

test("a service that cannot be asked is asked again; one that knows of nothing is not", async ({
  page,
  expectErrors,
}) => {
  expectErrors(...REFUSED);
  const refused = donation({ status: "failed" });
  const one = inTurn(refuse(503, { message: "secret" }), (route: Route) => route.abort(), refused, CREDITED);
  const none = inTurn(refuse(404, { message: "There is nothing here.", error: "not_found" }));
  await page.clock.install();
  const answers = { [ONE]: one.answer, [`/api/donations/${OTHER}`]: none.answer };
  await openDonations(page, answers, `&status=success&external_reference=${ID}`);
  await expect(banner(page)).toContainText("The service cannot be asked at the moment.");
  await page.clock.runFor(6000);
  // A second payment may follow the first: who comes from a success is not left with the failure of that.
  await expect(banner(page)).toContainText("did not go through");
  await page.clock.runFor(10_000);
  await expect(banner(page)).toContainText("418 Fishi Coins have been credited");
  await page.goto(`/player?tab=donations&status=failure&external_reference=${OTHER}`);
  await expect(banner(page)).toContainText("The service knows of no such donation on this account.");
  await page.clock.runFor(60_000);
  expect(none.asked).toBe(1);
});

test("says in a player's words how a donation stands", async ({ page }) => {
  const paid_at = "2026-11-20T21:09:00Z";
  let now: Donation = CREDITED;
  await openDonations(page, { [ONE]: (route: Route) => route.fulfill({ json: now }) });
  for (const [change, words] of [
    [{ paid_at }, /^Your payment of \$\s38\.000 has arrived\. Its coins have not been credited yet\.$/],
    [{ status: "failed" }, /^The payment of \$\s38\.000 did not go through, and no coins were credited\.$/],
    [
      { ...CREDITED, refunded_amount: 8000, coins_received: 330 },
      /^\$\s8\.000 of \$\s38\.000 was refunded; 330 Fishi Coins remain credited to your account\.$/,
    ],
    [{ ...CREDITED, disputed: true }, /credited to your account\. The payment is contested: what is left .* frozen\.$/],
    [{ status: "refunded", paid_at }, /^The payment of \$\s38\.000 was returned, and its coins were taken back\.$/],
  ] as const) {
    now = donation(change);
    await page.goto(`/player?tab=donations&status=pending&external_reference=${ID}`);
    await expect(banner(page).getByRole("paragraph")).toHaveText(words);
  }
});

test("can be dismissed, leaves no step in the history, and stands at 320 px", async ({ page }) => {
  await page.setViewportSize(SMALLEST);
  await openDonations(page, { [ONE]: CREDITED });
  await expect(donate(page)).toBeEnabled();
  await page.goto("/download");
  await page.goto(`/player?tab=donations&status=success${THEIRS}`);
  await expect(banner(page)).toContainText("have been credited");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const cross = banner(page).getByRole("button", { name: "Dismiss" });
  expect((await cross.boundingBox())?.x).toBeGreaterThan(200);
  await cross.click();
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/\/download$/);
  await page.goForward();
  await expect(page).toHaveURL(/\/player\?tab=donations$/);
  await expect(donate(page)).toBeEnabled();
  await expect(banner(page)).toHaveCount(0);
});

test("where donations are switched off a notice stands in their place, and a return is told all the same", async ({
  page,
}) => {
  const answers = { "/api/donations/packages": { ...PACKAGES, enabled: false }, [ONE]: CREDITED };
  await openDonations(page, answers, `&status=success&external_reference=${ID}`);
  await expect(banner(page)).toContainText("418 Fishi Coins have been credited");
  await expect(page.getByRole("heading", { name: "Donations are closed for now" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your donations" })).toBeVisible();
  await expect(page.getByRole("slider")).toHaveCount(0);
  await expect(donate(page)).toHaveCount(0);
  await expectAccessible(page);
});
