import { type Page, type Route, test as unitTest } from "@playwright/test";
import { parseCheckoutReturn } from "../src/features/wallet/donations/checkoutReturn";
import { describeDonation } from "../src/features/wallet/donations/messages";
import { CREDITED_DONATION, DONATION, donation, HISTORY, ID, openDonations, responseSequence } from "./donation-data";
import { choice, donate, openConfirm, press } from "./donation-form";
import {
  DESKTOP,
  dialog,
  errorResponse,
  expect,
  expectNoHorizontalScroll,
  latch,
  logIn,
  openWallet,
  PHONE,
  REQUEST_ERRORS,
  SMALL_PHONE,
  test,
} from "./helpers";
import { pauseClock, recordedRequests, recordRequests } from "./player-data";

const OTHER_ID = "0b7f2a0e-5a0e-4f5e-8d43-94c1f0b3a9d2";
/** Query parameters that the provider appends to the return URL. */
const PROVIDER_PARAMS = `&collection_id=1290&collection_status=approved&payment_id=1290&status=approved&external_reference=${ID}&payment_type=credit_card&merchant_order_id=4000&preference_id=9-1&site_id=MLA&processing_mode=aggregator&merchant_account_id=null`;

const banner = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: /^Payment/ });
const title = (page: Page) => banner(page).locator("strong");
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((current) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => current });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);

/** The fake provider is another origin and has no favicon. */
const PROVIDER_PAGE_ERRORS = [/request to another origin/, /status of 404/];

/** Confirms 12,000 pesos with the provider, pays on the page of the fake provider and returns. */
async function pay(page: Page, outcome: RegExp, provider = "Mercado Pago") {
  await logIn(page, "demo2");
  await page.goto("/player?tab=donations");
  await page.getByRole("slider").fill("12000");
  await openConfirm(page);
  await expect(choice(page, /^Mercado Pago$/)).toBeChecked();
  await choice(page, new RegExp(`^${provider}$`)).check({ force: true });
  await expect(dialog(page)).toContainText(`You'll pay on ${provider}.`);
  await press(page, /^Pay/);
  await page.waitForURL(provider === "Stripe" ? /\/stripe\/pay\// : /pref_id=/);
  expect(new URL(page.url()).origin).toBe(new URL(process.env.E2E_PROVIDER_URL ?? "").origin);
  await expect(page.getByText("126 Fishi Coins")).toBeVisible();
  await page.getByRole("button", { name: outcome }).click();
  await expect(page).toHaveURL(/\/player\?tab=donations$/);
}

test.describe("payments of one account", () => {
  // One after the other: each compares the wallet before and after.
  test.describe.configure({ mode: "default" });

  for (const [provider, viewport] of [
    ["Mercado Pago", DESKTOP],
    ["Stripe", PHONE],
  ] as const)
    test(`a payment through ${provider} shows a banner and credits the coins once`, async ({ page, expectErrors }) => {
      expectErrors(...PROVIDER_PAGE_ERRORS);
      await page.setViewportSize(viewport);
      await logIn(page, "demo2");
      const balancesResponse = page.waitForResponse(/api\/player\/balances/);
      await page.goto("/player");
      const coinsBefore = (await (await balancesResponse).json()).lucky_coins.available;
      await pay(page, /^Pay The payment/, provider);
      await expect(title(page)).toHaveText("Payment Successful!");
      await expect(banner(page)).toContainText("126 Fishi Coins added to your account.");
      const rows = page.getByRole("region", { name: "Your donations" }).getByRole("row");
      await expect(
        rows
          .filter({ hasText: /12\.000/ })
          .filter({ hasText: "Ironbark" })
          .first(),
      ).toContainText("126");
      const sum = new Intl.NumberFormat("en-US").format(coinsBefore + 126);
      const wallet = page.getByTitle(sum, { exact: true }).or(page.getByText(`${sum} coins`, { exact: true }));
      await expect(wallet.first()).toBeVisible();
      expect(await page.evaluate(() => sessionStorage.getItem("donation_id"))).toBeNull();
    });

  test("a rejected payment shows a banner and credits nothing", async ({ page, expectErrors }) => {
    expectErrors(...PROVIDER_PAGE_ERRORS);
    await pay(page, /empty card/);
    await expect(title(page)).toHaveText("Payment Failed");
    await expect(banner(page)).toContainText(/Your payment of \$\s12\.000 failed\. No coins were credited\./);
  });
});

unitTest("reads the outcome from our status parameter, then the provider's, else pending", () => {
  for (const [query, outcome] of [
    [`status=approved&status=failure&status=success&external_reference=${ID}`, "failure"],
    [`status=approved&external_reference=${ID}`, "success"],
    [`status=rejected&external_reference=${ID}`, "failure"],
    [`status=in_process&external_reference=${ID}`, "pending"],
    [`status=null&status=rejected&external_reference=${ID}`, "failure"],
    [`status=&external_reference=${ID}`, "pending"],
    [`status=constructor&external_reference=${ID}`, "pending"],
  ] as const)
    expect(parseCheckoutReturn(new URLSearchParams(query)), query).toEqual({ outcome, id: ID });
  expect(parseCheckoutReturn(new URLSearchParams(`tab=donations&external_reference=${ID}`))).toBeNull();
});

test("the title follows the URL, the sentence the donation; all parameters but the tab are removed", async ({
  page,
}) => {
  const sentence = /^Your payment of \$\s38\.000 failed\. No coins were credited\.$/;
  await openDonations(page, { [DONATION]: donation({ status: "failed" }) }, `&status=success${PROVIDER_PARAMS}`);
  await expect(title(page)).toHaveText("Payment Successful!");
  await expect(banner(page).locator("p")).toHaveText(sentence);
  await expect(page).toHaveURL(/\/player\?tab=donations$/);
  await page.goto("/player?tab=donations");
  await expect(donate(page)).toBeEnabled();
  await expect(banner(page)).toHaveCount(0);
  const cancelled = donation({ status: "failed", failure: "cancelled" });
  await openDonations(page, { [DONATION]: cancelled }, `&status=failure${PROVIDER_PARAMS}`);
  await expect(title(page)).toHaveText("Payment Cancelled");
});

unitTest("a sentence describes each state of a donation", () => {
  const paid_at = "2026-11-20T21:09:00Z";
  for (const [change, sentence] of [
    [CREDITED_DONATION, /^418 Fishi Coins added to your account\.$/],
    [{ status: "failed" }, /^Your payment of \$\s38\.000 failed\. No coins were credited\.$/],
    [{ status: "failed", failure: "cancelled" }, /^You cancelled your donation of \$\s38\.000\. No coins/],
    [{ paid_at }, /^Your payment of \$\s38\.000 has arrived\. Coins are not credited yet\.$/],
    [
      { ...CREDITED_DONATION, refunded_minor: 800_000, coins_received: 330 },
      /^\$\s8\.000 of \$\s38\.000 was refunded; 330 Fishi Coins remain in your account\.$/,
    ],
    [
      { ...CREDITED_DONATION, disputed: true },
      /added to your account\. The payment is in dispute: remaining coins are on hold\.$/,
    ],
    [{ status: "refunded", paid_at }, /^Your payment of \$\s38\.000 was refunded and its coins removed\.$/],
  ] as const)
    expect(describeDonation(ID, { donation: donation(change) }, "Fishi Coins")).toMatch(sentence);
});

test("the donation of the URL is looked up, else the one of this tab", async ({ page }) => {
  const requestedIds: string[] = [];
  page.on("request", (request) => {
    const match = /\/api\/donations\/(.*-.*)$/.exec(request.url());
    if (match?.[1]) requestedIds.push(match[1]);
  });
  let pendingRelease = Promise.resolve();
  const answerOther = async (route: Route) => {
    await pendingRelease;
    await route.fulfill({ json: CREDITED_DONATION });
  };
  await openDonations(page, { [DONATION]: CREDITED_DONATION, [`/api/donations/${OTHER_ID}`]: answerOther });
  await expect(donate(page)).toBeEnabled();
  const storeDonationId = () => page.evaluate((id) => sessionStorage.setItem("donation_id", id), OTHER_ID);
  for (const [reference, expectedId] of [
    [ID, ID],
    ["..%2Fplayer%2Fprofile", OTHER_ID],
  ] as const) {
    await storeDonationId();
    requestedIds.length = 0;
    await page.goto(`/player?tab=donations&status=success&external_reference=${reference}`);
    await expect(banner(page)).toContainText("418 Fishi Coins added to your account");
    expect(new Set(requestedIds)).toEqual(new Set([expectedId]));
  }
  requestedIds.length = 0;
  await page.goto("/player?tab=donations&status=success");
  await expect(banner(page)).toContainText("We could not identify this donation.");
  expect(requestedIds).toEqual([]);
  // A return without parameters shows no banner but refreshes the data.
  await storeDonationId();
  const { whenReleased, release } = latch();
  pendingRelease = whenReleased;
  await page.goto("/player?tab=donations");
  await expect(page.getByText("No donations yet")).toBeVisible();
  const historyRequest = page.waitForRequest(`**${HISTORY}`);
  release();
  await historyRequest;
  await expect(banner(page)).toHaveCount(0);
  expect(requestedIds).toEqual([OTHER_ID]);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("donation_id"))).toBeNull();
});

test("a donation is polled with backoff until it is settled, then the balances are refreshed once", async ({
  page,
}) => {
  const { whenReleased, release } = latch();
  const first = async (route: Route) => {
    await whenReleased;
    await route.fulfill({ json: donation({ amount: 20_000 }) });
  };
  // A different amount identifies each response.
  const laterResponses = [21_000, 22_000, 23_000, 24_000].map((amount) => donation({ amount }));
  const donationApi = responseSequence(first, ...laterResponses, CREDITED_DONATION);
  const history = responseSequence({ data: [], total: 0 });
  const balances = responseSequence({
    lucky_coins: { total_amount: 0, pending_delivery: 0, available: 0 },
    adena: { total_amount: 0 },
    total_characters: 0,
    character_balances: [],
  });
  const answers = {
    [DONATION]: donationApi.respond,
    [HISTORY]: history.respond,
    "/api/player/balances": balances.respond,
  };
  await page.clock.install();
  await openDonations(page, answers, `&status=pending&external_reference=${ID}`);
  await expect(page.getByText("No donations yet")).toBeVisible();
  await openWallet(page);
  await expect(page.getByText("No characters yet.")).toBeVisible();
  await expect(banner(page)).toContainText("Checking your payment");
  await pauseClock(page);
  const [historyCalls, balanceCalls] = [history.calls, balances.calls];
  release();
  for (const [index, wait] of [2000, 3000, 4500, 6750, 10_000].entries()) {
    await expect(banner(page)).toContainText(new RegExp(`2${index}\\.000 is not confirmed yet`));
    await page.clock.runFor(wait - 50);
    expect(donationApi.calls).toBe(index + 1);
    await page.clock.runFor(60);
  }
  await expect(banner(page)).toContainText("418 Fishi Coins added to your account");
  await expect(title(page)).toHaveText("Payment Pending");
  await expect.poll(() => [history.calls, balances.calls]).toEqual([historyCalls + 1, balanceCalls + 1]);
  await page.clock.runFor(60_000);
  expect(donationApi.calls).toBe(6);
  expect([history.calls, balances.calls]).toEqual([historyCalls + 1, balanceCalls + 1]);
});

test("polling pauses in a hidden tab and stops after some minutes", async ({ page }) => {
  const donationApi = responseSequence(donation());
  const requestCount = async () => (await recordedRequests(page, `GET ${DONATION}`)).length;
  await page.clock.install();
  await recordRequests(page);
  await openDonations(page, { [DONATION]: donationApi.respond }, `&status=pending&external_reference=${ID}`);
  await expect(banner(page)).toContainText("is not confirmed yet");
  await setHidden(page, true);
  await pauseClock(page);
  const countBefore = await requestCount();
  await page.clock.runFor(120_000);
  expect(await requestCount()).toBe(countBefore);
  await setHidden(page, false);
  await expect.poll(requestCount).toBe(countBefore + 1);
  const stopNotice = banner(page).getByText(/We keep checking/);
  await expect(async () => {
    await page.clock.runFor(10_000);
    await expect(stopNotice).toBeVisible({ timeout: 100 });
  }).toPass({ intervals: [10] });
  const all = await requestCount();
  expect(all).toBeGreaterThan(20);
  expect(all).toBeLessThan(50);
  await page.clock.runFor(120_000);
  expect(await requestCount()).toBe(all);
});

test("polling goes on after errors, but not after 404", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  const failedDonation = donation({ status: "failed" });
  const donationApi = responseSequence(
    errorResponse(503, { message: "secret" }),
    (route: Route) => route.abort(),
    failedDonation,
    CREDITED_DONATION,
  );
  const missingApi = responseSequence(errorResponse(404, { message: "There is nothing here.", error: "not_found" }));
  await page.clock.install();
  const answers = { [DONATION]: donationApi.respond, [`/api/donations/${OTHER_ID}`]: missingApi.respond };
  await openDonations(page, answers, `&status=success&external_reference=${ID}`);
  await expect(banner(page)).toContainText("Can't check the status right now.");
  await page.clock.runFor(6000);
  // A second attempt may succeed after a failure, so polling continues after `failed`.
  await expect(banner(page)).toContainText("failed");
  await page.clock.runFor(10_000);
  await expect(banner(page)).toContainText("418 Fishi Coins added to your account");
  await page.goto(`/player?tab=donations&status=failure&external_reference=${OTHER_ID}`);
  await expect(banner(page)).toContainText("Donation not found.");
  await page.clock.runFor(60_000);
  expect(missingApi.calls).toBe(1);
});

test("the banner can be dismissed, adds no history entry, and fits a 320 px screen", async ({ page }) => {
  await page.setViewportSize(SMALL_PHONE);
  await openDonations(page, { [DONATION]: CREDITED_DONATION });
  await expect(donate(page)).toBeEnabled();
  await page.goto("/download");
  await page.goto(`/player?tab=donations&status=success${PROVIDER_PARAMS}`);
  await expect(banner(page)).toContainText("added to your account");
  await expectNoHorizontalScroll(page);
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
