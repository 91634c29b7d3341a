/** Rules of spinning: why a spin is not possible, the cooldown, and how a prize is celebrated. */
import { test as unitTest } from "@playwright/test";
import { celebrationOf } from "../src/features/roulette/celebration";
import { findSpinBlocker, isLong } from "../src/features/roulette/spinBlocker";
import { boundaryTimes } from "../src/features/roulette/turning";
import { expect, latch, REQUEST_ERRORS, test, UNAVAILABLE } from "./helpers";
import { pauseClock } from "./player-data";
import { COOLDOWN, COOLING, config, cooldown, openRoulette, panel, SLOTS, spinButton } from "./roulette-data";

unitTest("findSpinBlocker names why spinning is not possible", () => {
  const blockerOf = (reason: ReturnType<typeof cooldown>["reason"]) =>
    findSpinBlocker(config(), cooldown({ can_spin: false, reason }));
  expect(["debt", "key_lost", null].map((reason) => blockerOf(reason as "debt"))).toEqual([
    "debt",
    "key_lost",
    "cooldown",
  ]);
  expect(findSpinBlocker(config(), cooldown())).toBeNull();
  expect(findSpinBlocker(config({ enabled: false }), cooldown())).toBe("disabled");
  expect((["debt", "daily_limit", "cooldown", "insufficient_coins", "key_lost"] as const).map(isLong)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

unitTest("celebrates a prize above its stake by its tier, and no other", () => {
  const celebrations = [0, 6, 5, 3, 2].map((position) => {
    const slot = SLOTS[position];
    if (!slot) throw new Error("no such slot");
    return celebrationOf({ spinId: "7-4", slot, cost: 10, balance: 0 });
  });
  expect(celebrations).toEqual(["card", "card", "embers", "lamps", "none"]);
});

unitTest("the pointer ticks at boundaries that are slow enough to see, later ones further apart", () => {
  const times = boundaryTimes(-15, 2160);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(times.length).toBeGreaterThan(20);
  expect(times.length).toBeLessThan(2175 / 30);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0.018);
  expect(gaps.at(-1)).toBeGreaterThan(0.1);
  // The last boundary is half a slot before the end, where the wheel is slow.
  expect(times.at(-1)).toBeGreaterThan(0.7);
  expect(times.at(-1)).toBeLessThan(0.95);
});

test("the panel says why the wheel cannot be spun, and what helps", async ({ page, expectErrors }) => {
  // The tab of donations may ask the real API before the test leaves it, which does not know the mock player.
  expectErrors(/status of 401/, /failed: /);
  const expiredSeeds = cooldown({ can_spin: false, reason: "seeds_expired" });
  await openRoulette(page, { [COOLDOWN]: cooldown({ can_spin: false, reason: "daily_limit" }) });
  await expect(spinButton(page)).toHaveText("No spins left today");
  await expect(panel(page)).toContainText("The limit resets at midnight server time.");
  await expect(page.getByRole("status").filter({ hasText: "All spins used." })).toBeVisible();
  await openRoulette(page, { [COOLDOWN]: cooldown({ can_spin: false, reason: "insufficient_coins" }) });
  await expect(spinButton(page)).toHaveText("10 coins needed, you have 1,500");
  await page.getByRole("link", { name: "Get coins" }).click();
  await expect(page).toHaveURL(/tab=donations$/);
  await openRoulette(page, { [COOLDOWN]: expiredSeeds });
  await panel(page).getByRole("button", { name: "Choose new seeds", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "New client seed" })).toBeFocused();
});

test("the cooldown counts down and is requested again at zero until answered", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  const answers = [COOLING, UNAVAILABLE, { ...COOLING, cooldown_remaining: 2 }, cooldown()];
  let requestCount = 0;
  const { release, whenReleased } = latch();
  await page.clock.install();
  await openRoulette(page, {
    // Released after the clock is paused.
    [COOLDOWN]: async (route: Parameters<typeof UNAVAILABLE>[0]) => {
      const next = answers[Math.min(requestCount, answers.length - 1)];
      requestCount += 1;
      await whenReleased;
      return typeof next === "function" ? next(route) : route.fulfill({ json: next });
    },
  });
  await expect.poll(() => requestCount).toBe(1);
  await pauseClock(page);
  release();
  await expect(spinButton(page)).toHaveText("Wait 1m 5s");
  await page.clock.runFor(10_000);
  await expect(spinButton(page)).toHaveText("Wait 0m 55s");
  expect(requestCount).toBe(1);
  const failureMessage = page.waitForEvent("console", (message) => /failed: /.test(message.text()));
  await page.clock.runFor(55_000);
  await expect.poll(() => requestCount).toBe(2);
  await expect(spinButton(page)).toHaveText("Wait 0m 0s");
  await failureMessage;
  await page.clock.runFor(3000);
  await expect(spinButton(page)).toHaveText("Wait 0m 2s");
  await page.clock.runFor(2000);
  await expect(spinButton(page)).toHaveText("Spin for 10 coins");
});
