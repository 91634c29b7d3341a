import { readFileSync } from "node:fs";
import type { Page, Route } from "@playwright/test";
import {
  allowMotion,
  errorResponse,
  expect,
  expectAccessible,
  latch,
  logIn,
  PHONE,
  REQUEST_ERRORS,
  test,
  UNAVAILABLE,
} from "./helpers";
import { pauseClock } from "./player-data";
import {
  CLIENT_SEED,
  CONFIG,
  config,
  FAIRNESS,
  HISTORY,
  history,
  mockSpin,
  openRoulette,
  PAIR,
  panel,
  result,
  SLOTS,
  SPIN,
  spinButton,
  spinRecord,
  WHEEL_4,
} from "./roulette-data";

const wheel = (page: Page) => page.getByRole("img", { name: /^Wheel of 12 slots/ });
const spinResult = (page: Page) => page.getByRole("status").filter({ hasText: /Spin|Slot/ });
const recent = (page: Page) => page.getByRole("table", { name: "Recent Spins" });
const FAILED = "Failed to perform spin. Please try again.";

/** Returns a reader of the notes that were played and the vibrations of the device. */
async function recordSignals(page: Page) {
  await page.addInitScript(() => {
    const signals = { notes: 0, vibrations: [] as VibratePattern[] };
    Object.assign(window, { signals });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      signals.notes += 1;
      return start.call(this, when);
    };
    const vibrate: (pattern: VibratePattern) => boolean = navigator.vibrate.bind(navigator);
    Object.assign(navigator, {
      vibrate: (pattern: VibratePattern) => {
        signals.vibrations.push(pattern);
        return vibrate(pattern);
      },
    });
  });
  return () =>
    page.evaluate(() => (window as unknown as { signals: { notes: number; vibrations: number[][] } }).signals);
}

test("a real spin is paid, listed and verified after its seed is revealed", async ({ page }) => {
  await logIn(page, "demo");
  await page.goto("/player?tab=roulette");
  const hashes = page.getByTitle(/^[0-9a-f]{64}$/);
  await expect(hashes).toHaveCount(2);
  const [promisedHash = "", next = ""] = await hashes.allTextContents();
  await expect(page.getByRole("table", { name: "Published Odds" })).toContainText(/Jackpot.*0\.10%/);
  // A retry of this test has to wait for the cooldown of 30 s.
  await expect(spinButton(page)).toHaveText(/^Spin for/, { timeout: 60_000 });
  const response = page.waitForResponse(`**${SPIN}`);
  await spinButton(page).click();
  const { spin_id } = await (await response).json();
  await expect(spinResult(page)).toContainText(/Slot [IVX]+\. Credited: your balance is/);
  await expect(spinButton(page)).toHaveText(/Wait 0m \d+s/);
  await recent(page)
    .getByRole("button", { name: `Check spin ${spin_id}`, exact: true })
    .click();
  await expect(page.getByText(/server seed is still in use/)).toBeVisible();
  await page.getByRole("button", { name: "Go to seeds" }).click();
  const seed = page.getByRole("textbox", { name: "New client seed" });
  await expect(seed).toBeFocused();
  await expect(seed).toHaveValue(/^[0-9a-f]{32}$/);
  await page.keyboard.press("Enter");
  // The promised seed is now active.
  await expect(page.getByTitle(next)).toBeVisible();
  await page.getByRole("button", { name: "Verify in this browser" }).click();
  await expect(page.getByText("This spin was fair.")).toBeVisible();
  const steps = page.getByRole("list", { name: "The proof, step by step" });
  await expect(steps.getByText("Passed: ")).toHaveCount(6);
  await expect(steps).toContainText(promisedHash);
});

test("a double click spins once; the wheel turns 4 s; data refresh after 1 s", async ({ page }) => {
  await allowMotion(page);
  const spinApi = mockSpin();
  const { release, whenReleased } = latch();
  const first = spinApi.respond;
  spinApi.respond = (route) => whenReleased.then(() => first(route));
  const spin = await spinRecord();
  let reads = 0;
  await page.clock.install();
  const signals = await recordSignals(page);
  await openRoulette(page, {
    [SPIN]: spinApi.route,
    [HISTORY]: (route: Parameters<typeof first>[0]) => {
      reads += 1;
      return route.fulfill({ json: reads === 1 ? history() : history(spin) });
    },
  });
  await expect(recent(page).getByRole("row")).toHaveCount(1);
  await expect(wheel(page)).toHaveAccessibleName("Wheel of 12 slots. Not spun yet.");
  const sound = page.getByRole("button", { name: "Sound of the wheel" });
  await expect(sound).toHaveAttribute("aria-pressed", "false");
  await sound.click();
  await expect(sound).toHaveAttribute("aria-pressed", "true");
  expect(await signals()).toEqual({ notes: 1, vibrations: [] });
  await pauseClock(page);
  await spinButton(page).dblclick();
  await expect(spinButton(page)).toHaveText("Spinning…");
  await expect(spinButton(page)).toBeFocused();
  await expect(spinButton(page)).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Enter");
  release();
  await expect(wheel(page)).toHaveAccessibleName(/Spinning/);
  // The pointer ticks while the wheel turns; nothing has ended before its time.
  const strokes = () =>
    wheel(page).evaluate(
      (svg) => svg.getAnimations({ subtree: true }).filter((animation) => !("animationName" in animation)).length,
    );
  expect(await strokes()).toBe(1);
  const { notes: ticks } = await signals();
  expect(ticks).toBeGreaterThan(10);
  await page.clock.runFor(3900);
  await expect(spinResult(page)).toHaveText("Spinning…Your prize is already credited. You can close this page.");
  await page.clock.runFor(200);
  await expect(spinResult(page)).toHaveText(
    "Good win+30 Fishi CoinsStake −10, net +20.Slot VI. Credited: your balance is 1,510.",
  );
  await expect(wheel(page)).toHaveAccessibleName(/is at slot VI, Good win, 30 coins\.$/);
  expect(await signals()).toEqual({ notes: ticks + 3, vibrations: [[20, 40, 20]] });
  await expect(spinButton(page)).toHaveText(/^Wait 0m 2\ds$/);
  await expect(spinButton(page)).toBeFocused();
  expect(reads).toBe(1);
  await page.clock.runFor(1000);
  await expect(recent(page).getByRole("row")).toHaveCount(2);
  expect(spinApi.keys).toEqual([expect.stringMatching(/^[A-Za-z0-9_-]{16,64}$/)]);
});

test("a lost response is retried with the same idempotency key, the next spin has another", async ({
  page,
  expectErrors,
}) => {
  expectErrors(...REQUEST_ERRORS);
  const spinApi = mockSpin();
  const response = spinApi.respond;
  await openRoulette(page, { [SPIN]: spinApi.route, [CONFIG]: config({ cooldown_seconds: 0 }) });
  spinApi.respond = (route) => route.abort();
  await spinButton(page).click();
  await expect(panel(page).getByRole("alert")).toHaveText(FAILED);
  await expect(spinButton(page)).toHaveText("Check my spin");
  await expect(panel(page)).toContainText("Connection lost.");
  spinApi.respond = UNAVAILABLE;
  await spinButton(page).click();
  await expect.poll(() => spinApi.keys.length).toBe(3);
  await expect(spinButton(page)).toHaveText("Check my spin");
  spinApi.respond = (route) => (spinApi.keys.length === 4 ? route.abort() : response(route));
  await spinButton(page).click();
  await expect(spinResult(page)).toContainText("Slot VI");
  await expect(panel(page).getByRole("alert")).toHaveCount(0);
  spinApi.respond = response;
  await spinButton(page).click();
  await expect.poll(() => spinApi.keys.length).toBe(6);
  expect(new Set(spinApi.keys.slice(0, 5)).size).toBe(1);
  const message = "A spin costs 10 Fishi Coins; you have 4.";
  for (const [refusal, text] of [
    [(route: Route) => route.fulfill({ json: { success: false, message, reason: "insufficient_coins" } }), message],
    [errorResponse(400, { message: "machine talk" }), FAILED],
  ] as const) {
    spinApi.respond = refusal;
    await spinButton(page).click();
    await expect(panel(page).getByRole("alert")).toHaveText(text);
    await expect(spinButton(page)).toHaveText("Spin for 10 coins");
  }
  expect(new Set(spinApi.keys.slice(4)).size).toBe(4);
});

test("a jackpot opens a card: closing returns to the button, Verify to the verifier; nothing moves", async ({
  page,
}) => {
  const spin = await spinRecord({ id: "7-4" });
  const spinApi = mockSpin(0);
  const seeds = page.waitForResponse((response) => response.url().endsWith(FAIRNESS));
  await openRoulette(page, {
    [SPIN]: spinApi.route,
    [HISTORY]: (route: Route) => route.fulfill({ json: spinApi.keys.length ? history(spin) : history() }),
    // Seeds that arrive before the configuration load no other wheel.
    [CONFIG]: async (route: Route) => {
      await (await seeds).finished();
      await route.fulfill({ json: config({ cooldown_seconds: 0 }) });
    },
  });
  const card = page.getByRole("dialog", { name: "Jackpot" });
  await spinButton(page).click();
  await expect(card).toContainText("+500Fishi Coins");
  await expect(card).toContainText("Net result of this spin+490");
  await expect(card).toContainText("1 in 1,000");
  const picture = page.waitForEvent("download");
  await card.getByRole("button", { name: "Share" }).click();
  expect((await picture).suggestedFilename(), "where the browser shares no files").toBe("win.png");
  await expectAccessible(page);
  expect(
    await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length),
  ).toBe(0);
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
  await expect(spinButton(page)).toBeFocused();
  await spinButton(page).click();
  await card.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByRole("heading", { name: "Check spin 7-4" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Spin" })).toBeFocused();
});

test("a newer wheel version is loaded before the wheel turns", async ({ page }) => {
  const spinApi = mockSpin();
  const slots = SLOTS.map((slot) => ({
    ...slot,
    prize_tier: "TINY_WIN" as const,
    prize_amount: 11,
    icon: "tier-tiny",
  }));
  await openRoulette(page, {
    [SPIN]: spinApi.route,
    [WHEEL_4]: { wheel_version: 4, slots, spin_cost: 10 },
    [FAIRNESS]: (route: Parameters<typeof spinApi.route>[0]) =>
      route.fulfill({
        json: spinApi.keys.length ? { ...PAIR, server_seed_hash: "another tab's", wheel_version: 4 } : PAIR,
      }),
  });
  const odds = page.getByRole("region", { name: "Published Odds" });
  await expect(odds).toContainText("0.10%");
  await expect(odds.getByText("Odds version 3")).toBeVisible();
  const prize = { prize_tier: "TINY_WIN" as const, prize_amount: 11, wheel_version: 4 };
  spinApi.respond = (route) => route.fulfill({ json: { ...result(5), ...prize } });
  await spinButton(page).click();
  await expect(odds.getByText("Odds version 4")).toBeVisible();
  await expect(spinResult(page)).toContainText("Tiny win+11 Fishi CoinsStake −10, net +1.Slot VI.");
  await expect(wheel(page)).toHaveAccessibleName(/is at slot VI, Tiny win, 11 coins\.$/);
});

test("a random client seed is sent before the first spin, and no spin without one", async ({ page }) => {
  const spinApi = mockSpin();
  const withoutSeed = { ...PAIR, client_seed: null, nonce: 0, operator_verifiable: false };
  let fairness: typeof PAIR = { ...withoutSeed, nonce: 1 };
  const sentSeeds: string[] = [];
  await openRoulette(page, {
    [SPIN]: spinApi.route,
    [FAIRNESS]: (route: Parameters<typeof spinApi.route>[0]) => route.fulfill({ json: fairness }),
    [CLIENT_SEED]: (route: Parameters<typeof spinApi.route>[0]) => {
      sentSeeds.push(route.request().postDataJSON().client_seed);
      const answer = { ...PAIR, client_seed: sentSeeds.at(-1) ?? null, nonce: 0 };
      // The first answer shows another hash than before.
      if (sentSeeds.length === 1) return route.fulfill({ json: { ...answer, server_seed_hash: "0".repeat(64) } });
      fairness = answer;
      return route.fulfill({ json: fairness });
    },
  });
  await spinButton(page).click();
  await expect(panel(page).getByRole("alert")).toHaveText("Choose new seeds to continue.");
  expect([spinApi.keys, sentSeeds]).toEqual([[], []]);
  await panel(page).getByRole("button", { name: "Choose new seeds" }).click();
  await expect(page.getByRole("textbox", { name: "New client seed" })).toBeFocused();
  fairness = withoutSeed;
  await spinButton(page).click();
  await expect(panel(page).getByRole("alert")).toHaveText(
    /hash or wheel changed before your spin\. Nothing was spent\.$/,
  );
  expect(spinApi.keys).toEqual([]);
  await spinButton(page).click();
  await expect(spinResult(page)).toContainText("Slot VI");
  expect(sentSeeds).toEqual([expect.anything(), expect.stringMatching(/^[0-9a-f]{32}$/)]);
  await expect(page.getByTitle(sentSeeds[1] ?? "")).toBeVisible();
  expect(spinApi.keys).toHaveLength(1);
});

test("a spin that needs a proof waits for the password and is repeated with its key", async ({ page }) => {
  const spinApi = mockSpin();
  const respond = spinApi.respond;
  const message = "Confirm that it is you to continue.";
  let isProved = false;
  spinApi.respond = (route) =>
    isProved ? respond(route) : route.fulfill({ json: { success: false, message, reason: "step_up_required" } });
  await openRoulette(page, {
    [SPIN]: spinApi.route,
    "/api/auth/step-up": (route: Route) => {
      isProved = true;
      return route.fulfill({ json: { success: true } });
    },
  });
  const dialog = page.getByRole("dialog");
  await spinButton(page).click();
  await expect(dialog).toContainText("Spin for 10 coins.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(panel(page).getByRole("alert")).toHaveText(message);
  await spinButton(page).click();
  await dialog.getByRole("textbox", { name: "Password" }).fill("password");
  await page.keyboard.press("Enter");
  await expect(spinResult(page)).toContainText("Slot VI");
  expect(spinApi.keys).toHaveLength(3);
  expect(spinApi.keys[2]).toBe(spinApi.keys[1]);
});

test("the page shows the wheel and the cost of the player's own seeds", async ({ page }) => {
  const slots = SLOTS.map((slot) => ({ ...slot, prize_amount: 44 }));
  await openRoulette(page, {
    [FAIRNESS]: { ...PAIR, wheel_version: 4 },
    [WHEEL_4]: { wheel_version: 4, slots, spin_cost: 25 },
  });
  await expect(page.getByRole("table", { name: "Published Odds" })).toContainText(/Jackpot.*44/);
  await expect(wheel(page)).toContainText("44");
  await expect(wheel(page)).not.toContainText("500");
  await expect(spinButton(page)).toHaveText("Spin for 25 coins");
  await expect(page.getByText("version 3 applies once you change seeds")).toBeVisible();
});

test("all spins are listed, and saved by pages as CSV", async ({ page }) => {
  const spins = await Promise.all(Array.from({ length: 130 }, (_, at) => spinRecord({ nonce: 129 - at })));
  await openRoulette(page, {
    [HISTORY]: (route: Route) => {
      const query = new URL(route.request().url()).searchParams;
      const start = spins.findIndex(({ id }) => id === query.get("before")) + 1;
      return route.fulfill({
        json: { ...history(...spins.slice(start, start + Number(query.get("limit")))), total: 130 },
      });
    },
  });
  const choice = page.getByRole("combobox", { name: "Spin" });
  await expect(choice.getByRole("option")).toHaveCount(11);
  await page.getByRole("button", { name: "List all spins" }).click();
  await expect(choice.getByRole("option")).toHaveCount(131);
  await choice.selectOption("6-0");
  await page.getByRole("button", { name: "Verify in this browser" }).click();
  await expect(page.getByText("This spin was fair.")).toBeVisible();
  const savedFile = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save all spins as CSV" }).click();
  const lines = readFileSync(await (await savedFile).path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(lines[0]).toBe(
    "id,timestamp,prize_tier,prize_won,cost,position,wheel_version,nonce,client_seed,server_seed_hash,server_seed,operator_verifiable",
  );
  expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(spins.map(({ id }) => id));
});

test("leaving while the wheel turns keeps the result in the history", async ({ page }) => {
  await allowMotion(page);
  const spinApi = mockSpin();
  const spin = await spinRecord();
  await openRoulette(page, {
    [SPIN]: spinApi.route,
    [HISTORY]: (route: Parameters<typeof spinApi.route>[0]) =>
      route.fulfill({ json: spinApi.keys.length ? history(spin) : history() }),
  });
  await expect(recent(page).getByRole("row")).toHaveCount(1);
  await spinButton(page).click();
  await expect(wheel(page)).toHaveAccessibleName(/Spinning/);
  // The wallet is refreshed at once.
  const requestCount = page.waitForRequest("**/api/player/balances");
  await page.getByRole("link", { name: "Account Profile" }).click();
  await requestCount;
  await page.getByRole("link", { name: "Roulette" }).click();
  await expect(recent(page).getByRole("row")).toHaveCount(2);
  await expect(spinResult(page)).toHaveText("Spin to win.");
});

test("wheel and button are in view together on phones, before and after a spin", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openRoulette(page, { [SPIN]: mockSpin().route });
  const expectBothInView = async () => {
    await expect(wheel(page)).toBeInViewport({ ratio: 1 });
    await expect(spinButton(page)).toBeInViewport({ ratio: 1 });
  };
  await expectBothInView();
  await spinButton(page).click();
  await expect(spinResult(page)).toContainText("net +20");
  await expectBothInView();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
