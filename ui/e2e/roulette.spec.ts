import type { Page } from "@playwright/test";
import { expect, expectAccessible, gate, logIn, REFUSED, refuse, test, UNAVAILABLE } from "./house";
import { stopClock } from "./player-data";
import {
  CONFIG,
  COOLDOWN,
  COOLING,
  config,
  FAIRNESS,
  HISTORY,
  history,
  openRoulette,
  result,
  SLOTS,
  SPIN,
  STATS,
  spinner,
  standing,
  stored,
} from "./roulette-data";

const panel = (page: Page) => page.getByRole("region", { name: "Spin", exact: true });
const button = (page: Page) => panel(page).getByRole("button");
const wheel = (page: Page) => page.getByRole("img", { name: /^Wheel of 12 slots/ });
const told = (page: Page) => page.getByRole("status").filter({ hasText: /wheel|Slot/ });
const recent = (page: Page) => page.getByRole("table", { name: "Recent Spins" });
const FAILED = "Failed to perform spin. Please try again.";

test("a real spin is paid, listed, and drawn again in the browser once its seed is revealed", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await logIn(page, "demo");
  await page.goto("/player?tab=roulette");
  const hashes = page.getByTitle(/^[0-9a-f]{64}$/);
  await expect(hashes).toHaveCount(2);
  const [promised = "", next = ""] = await hashes.allTextContents();
  await expect(page.getByRole("table", { name: "Published Odds" })).toContainText(/Jackpot.*0\.10%/);
  // Whoever has just spun waits half a minute, also where this is the second try of this test.
  await expect(button(page)).toHaveText(/^Spin for/, { timeout: 60_000 });
  const answered = page.waitForResponse(`**${SPIN}`);
  await button(page).click();
  const { spin_id } = await (await answered).json();
  await expect(told(page)).toContainText(/Slot [IVX]+\. Credited: your balance is/);
  await expect(button(page)).toHaveText(/Wait 0m \d+s/);
  await recent(page)
    .getByRole("button", { name: `Check spin ${spin_id}`, exact: true })
    .click();
  await expect(page.getByText(/server seed of this spin is still in use/)).toBeVisible();
  await page.getByRole("button", { name: "To the seeds" }).click();
  const seed = page.getByRole("textbox", { name: "Your client seed" });
  await expect(seed).toBeFocused();
  await seed.fill("moon-over-giran");
  await page.keyboard.press("Enter");
  // What was the next seed is now in use, and a new one is promised.
  await expect(page.getByTitle(next)).toBeVisible();
  await page.getByRole("button", { name: "Verify in this browser" }).click();
  await expect(page.getByText("This spin was fair.")).toBeVisible();
  const steps = page.getByRole("list", { name: "The proof, step by step" });
  await expect(steps.getByText("Passed: ")).toHaveCount(5);
  await expect(steps).toContainText(promised);
  await expectAccessible(page);
});

test("a press spins once, the wheel turns 4 s, and a second later all is asked again", async ({ page }) => {
  const spun = spinner();
  const { open, opened } = gate();
  const first = spun.answer;
  spun.answer = (route) => opened.then(() => first(route));
  const spin = await stored();
  let reads = 0;
  await page.clock.install();
  await openRoulette(page, {
    [SPIN]: spun.route,
    [HISTORY]: (route: Parameters<typeof first>[0]) => {
      reads += 1;
      return route.fulfill({ json: reads === 1 ? history() : history(spin) });
    },
  });
  await expect(recent(page).getByRole("row")).toHaveCount(1);
  await expect(wheel(page)).toHaveAccessibleName(/stands at slot I, Jackpot, 500 coins\.$/);
  await stopClock(page);
  await button(page).dblclick();
  await expect(button(page)).toHaveText("Spinning…");
  await expect(button(page)).toBeFocused();
  await expect(button(page)).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Enter");
  open();
  await expect(wheel(page)).toHaveAccessibleName(/It is turning/);
  await page.clock.runFor(3900);
  await expect(told(page)).toHaveText("The wheel is turning.");
  await page.clock.runFor(200);
  await expect(told(page)).toHaveText("Good win+30 Fishi CoinsSlot VI. Credited: your balance is 1,510.");
  await expect(wheel(page)).toHaveAccessibleName(/stands at slot VI, Good win, 30 coins\.$/);
  await expect(button(page)).toHaveText(/^Wait 0m 2\ds$/);
  await expect(button(page)).toBeFocused();
  expect(reads).toBe(1);
  await page.clock.runFor(1000);
  await expect(recent(page).getByRole("row")).toHaveCount(2);
  expect(spun.keys).toEqual([expect.stringMatching(/^[A-Za-z0-9_-]{16,64}$/)]);
});

test("an answer that was lost is asked for again under its key; the next spin has another", async ({
  page,
  expectErrors,
}) => {
  expectErrors(...REFUSED);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const spun = spinner();
  const answered = spun.answer;
  await openRoulette(page, { [SPIN]: spun.route, [CONFIG]: config({ cooldown_seconds: 0 }) });
  spun.answer = (route) => route.abort();
  await button(page).click();
  await expect(panel(page).getByRole("alert")).toHaveText(FAILED);
  await expect(button(page)).toHaveText("Ask for this spin again");
  await expect(panel(page)).toContainText("It is not known whether the wheel was spun.");
  spun.answer = UNAVAILABLE;
  await button(page).click();
  await expect.poll(() => spun.keys.length).toBe(3);
  await expect(button(page)).toHaveText("Ask for this spin again");
  await expectAccessible(page);
  spun.answer = (route) => (spun.keys.length === 4 ? route.abort() : answered(route));
  await button(page).click();
  await expect(told(page)).toContainText("Slot VI");
  await expect(panel(page).getByRole("alert")).toHaveCount(0);
  spun.answer = answered;
  await button(page).click();
  await expect.poll(() => spun.keys.length).toBe(6);
  expect(new Set(spun.keys.slice(0, 5)).size).toBe(1);
  expect(spun.keys[5]).not.toBe(spun.keys[0]);
});

test("a spin on another wheel than the one shown brings that wheel before it turns", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const spun = spinner();
  let now = config();
  await openRoulette(page, {
    [SPIN]: spun.route,
    [CONFIG]: (route: Parameters<typeof spun.route>[0]) => route.fulfill({ json: now }),
  });
  const odds = page.getByRole("region", { name: "Published Odds" });
  await expect(odds).toContainText("0.10%");
  await expect(odds.getByText("wheel 3")).toBeVisible();
  const slots = SLOTS.map((slot) => ({
    ...slot,
    prize_tier: "TINY_WIN" as const,
    prize_amount: 11,
    icon: "tier-tiny",
  }));
  now = config({ wheel_version: 4, slots });
  const won = { prize_tier: "TINY_WIN" as const, prize_amount: 11, wheel_version: 4 };
  spun.answer = (route) => route.fulfill({ json: { ...result(5), ...won } });
  await button(page).click();
  await expect(odds.getByText("wheel 4")).toBeVisible();
  await expect(told(page)).toContainText("Tiny win+11 Fishi CoinsSlot VI.");
  await expect(wheel(page)).toHaveAccessibleName(/stands at slot VI, Tiny win, 11 coins\.$/);
});

test("a refusal is told in the service's words, and its key is not used again", async ({ page, expectErrors }) => {
  expectErrors(...REFUSED);
  const spun = spinner();
  const message = "A spin costs 10 Fishi Coins; you have 4.";
  spun.answer = (route) => route.fulfill({ json: { success: false, message, reason: "insufficient_coins" } });
  await openRoulette(page, { [SPIN]: spun.route });
  await button(page).click();
  await expect(panel(page).getByRole("alert")).toHaveText(message);
  await expect(told(page)).toHaveText("Spin the wheel to see what it holds for you.");
  spun.answer = refuse(400, { message: "machine talk" });
  await button(page).click();
  await expect(panel(page).getByRole("alert")).toHaveText(FAILED);
  await expect(button(page)).toHaveText("Spin for 10 coins");
  expect(new Set(spun.keys).size).toBe(2);
});

test("the button says why there is no spin", async ({ page }) => {
  let now = { config: config(), standing: standing() };
  const spun = spinner();
  await openRoulette(page, {
    [SPIN]: spun.route,
    [CONFIG]: (route: Parameters<typeof spun.route>[0]) => route.fulfill({ json: now.config }),
    [COOLDOWN]: (route: Parameters<typeof spun.route>[0]) => route.fulfill({ json: now.standing }),
  });
  const states = [
    ["insufficient_coins", "10 coins needed, you have 1,500"],
    ["daily_limit", "No spins left today"],
    ["debt", "You cannot spin now"],
    ["disabled", "The wheel is closed"],
  ] as const;
  for (const [reason, words] of states) {
    now = { config: config({ enabled: reason !== "disabled" }), standing: standing({ can_spin: false, reason }) };
    await page.reload();
    await expect(button(page)).toHaveText(words);
    await expect(button(page)).toHaveAttribute("aria-disabled", "true");
    await button(page).click({ force: true });
  }
  await expect(panel(page)).toContainText("The roulette is closed right now.");
  await expectAccessible(page);
  expect(spun.keys).toEqual([]);
});

test("the cooldown ticks, and at zero the service is asked again, until it answers", async ({ page, expectErrors }) => {
  expectErrors(...REFUSED);
  const answers = [COOLING, UNAVAILABLE, { ...COOLING, cooldown_remaining: 2 }, standing()];
  let asked = 0;
  const { open, opened } = gate();
  await page.clock.install();
  await openRoulette(page, {
    // It comes once time stands still, so that each second can be looked at.
    [COOLDOWN]: async (route: Parameters<typeof UNAVAILABLE>[0]) => {
      const next = answers[Math.min(asked, answers.length - 1)];
      asked += 1;
      await opened;
      return typeof next === "function" ? next(route) : route.fulfill({ json: next });
    },
  });
  await expect.poll(() => asked).toBe(1);
  await stopClock(page);
  open();
  await expect(button(page)).toHaveText("Wait 1m 5s");
  await page.clock.runFor(10_000);
  await expect(button(page)).toHaveText("Wait 0m 55s");
  expect(asked).toBe(1);
  const refused = page.waitForEvent("console", (message) => /failed: /.test(message.text()));
  await page.clock.runFor(55_000);
  await expect.poll(() => asked).toBe(2);
  await expect(button(page)).toHaveText("Wait 0m 0s");
  await refused;
  await page.clock.runFor(3000);
  await expect(button(page)).toHaveText("Wait 0m 2s");
  await page.clock.runFor(2000);
  await expect(button(page)).toHaveText("Spin for 10 coins");
});

test("whoever leaves while the wheel turns finds the result in the history", async ({ page }) => {
  const spun = spinner();
  const spin = await stored();
  await openRoulette(page, {
    [SPIN]: spun.route,
    [HISTORY]: (route: Parameters<typeof spun.route>[0]) =>
      route.fulfill({ json: spun.keys.length ? history(spin) : history() }),
  });
  await expect(recent(page).getByRole("row")).toHaveCount(1);
  await button(page).click();
  await expect(wheel(page)).toHaveAccessibleName(/It is turning/);
  // The wallet beside the tabs is brought up to date at once.
  const asked = page.waitForRequest("**/api/player/balances");
  await page.getByRole("link", { name: "Account Profile" }).click();
  await asked;
  await page.getByRole("link", { name: "Roulette" }).click();
  await expect(recent(page).getByRole("row")).toHaveCount(2);
  await expect(told(page)).toHaveText("Spin the wheel to see what it holds for you.");
});

test("waits in bones of its own size, and a failure offers to load the page again", async ({ page, expectErrors }) => {
  expectErrors(...REFUSED);
  const { open, opened } = gate();
  let asked = 0;
  await openRoulette(page, {
    [STATS]: async (route: Parameters<typeof UNAVAILABLE>[0]) => {
      asked += 1;
      if (asked === 1) return UNAVAILABLE(route);
      await opened;
      return route.fulfill({
        json: { total_spins: 3, total_spent: 30, total_won: 41, net_result: 11, biggest_win: 30 },
      });
    },
    [FAIRNESS]: UNAVAILABLE,
  });
  await expect(page.getByText("Failed to load roulette data. Please try again.")).toBeVisible();
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByText("Loading roulette")).toBeAttached();
  await expectAccessible(page);
  open();
  await expect(page.getByText("Total spins3")).toBeVisible();
  await expect(page.getByText("Net result11")).toBeVisible();
  await expect(page.getByText("Failed to load roulette data. Please try again.")).toHaveCount(1);
  await expect(button(page)).toHaveText("Spin for 10 coins");
});

test("with reduced motion nothing turns: the result fades in at once", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const spun = spinner(6);
  await page.clock.install();
  await openRoulette(page, { [SPIN]: spun.route });
  await expect(button(page)).toHaveText("Spin for 10 coins");
  await stopClock(page);
  const turned = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const seen: string[] = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...given) {
          seen.push(JSON.stringify(given[0]));
          resolve([...seen, ...document.getAnimations().map((each) => String((each as CSSAnimation).animationName))]);
          return animate.apply(this, given);
        };
      }),
  );
  await button(page).click();
  await page.clock.runFor(10);
  await expect(told(page)).toContainText("Big win+100");
  expect(await turned).toEqual(['{"opacity":[0,1]}']);
});
