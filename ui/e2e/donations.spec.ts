import type { Page, Route } from "@playwright/test";
import { amountOf, answerCalculation, CALCULATE, openDonations } from "./donation-data";
import { choice, donate, pesos, receive, slider } from "./donation-form";
import { expect, latch, logIn, REQUEST_ERRORS, test, UNAVAILABLE } from "./helpers";
import { pauseClock, recordedRequests, recordRequests } from "./player-data";

const priceRequests = (page: Page) => recordedRequests(page, `GET ${CALCULATE}`);

test("an amount is chosen by slider or package and priced by the API", async ({ page }) => {
  await logIn(page, "demo2");
  await page.goto("/player?tab=donations");
  await expect(slider(page)).toHaveValue("5000");
  await expect(slider(page)).toHaveAttribute("min", "5000");
  await expect(slider(page)).toHaveAttribute("max", "100000");
  await expect(slider(page)).toHaveAttribute("step", "1000");
  await expect(choice(page, /^\$\s5\.000/)).toBeChecked();
  const packages = page.getByRole("group", { name: "Packages" });
  await expect(packages.getByRole("radio")).toHaveCount(5);
  await expect(receive(page)).toContainText(/50\sFishi Coins/);
  await slider(page).fill("38000");
  await expect(packages.getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(slider(page)).toHaveAttribute("aria-valuetext", /^\$\s38\.000 ARS, 418 Fishi Coins$/);
  await expect(receive(page).getByRole("status")).toHaveText(pesos("38.000 buys 418 Fishi Coins, 38 of them bonus"));
  await expect(receive(page)).toContainText(/Bonus, 10%\+38/);
  await expect(receive(page)).toContainText(/Add \$\s12\.000 for a 15% bonus/);
  await expect(donate(page)).toHaveText(pesos("38.000"));
  await choice(page, /100\.000/).check({ force: true });
  await expect(slider(page)).toHaveValue("100000");
  await expect(receive(page)).toContainText(/1,200\sFishi Coins/);
  await expect(receive(page)).not.toContainText("for a ");
  await slider(page).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(slider(page)).toHaveAttribute("aria-valuetext", /^\$\s6\.000 ARS, 60 Fishi Coins$/);
  await expect(receive(page)).toContainText("Bonusnone");
});

test("price requests are debounced by 300 ms", async ({ page }) => {
  await page.clock.install();
  await recordRequests(page);
  await openDonations(page);
  await expect(receive(page).getByRole("status")).toHaveText(/buys 50/);
  await pauseClock(page);
  const countBefore = await priceRequests(page);
  await slider(page).focus();
  for (const _ of [1, 2, 3]) await page.keyboard.press("ArrowRight");
  await expect(slider(page)).toHaveValue("8000");
  await page.clock.runFor(290);
  expect(await priceRequests(page)).toEqual(countBefore);
  await page.clock.runFor(20);
  await expect(receive(page).getByRole("status")).toHaveText(/buys 80/);
  expect(await priceRequests(page)).toEqual([...countBefore, `GET ${CALCULATE}?amount=8000`]);
});

test("a stale response replaces no newer one; an amount without a price cannot be donated", async ({
  page,
  expectErrors,
}) => {
  expectErrors(...REQUEST_ERRORS);
  const { whenReleased, release } = latch();
  const delayedAnswers: Promise<unknown>[] = [];
  await openDonations(page, {
    [CALCULATE]: (route: Route) => {
      if (amountOf(route) === "10000") return UNAVAILABLE(route);
      if (amountOf(route) !== "25000") return answerCalculation(route);
      return delayedAnswers.push(whenReleased.then(() => answerCalculation(route)));
    },
  });
  await slider(page).fill("25000");
  await expect.poll(() => delayedAnswers.length).toBe(1);
  await expect(receive(page)).toHaveAttribute("aria-busy", "true");
  await expect(receive(page).getByRole("status")).toHaveText("");
  await slider(page).fill("50000");
  await expect(receive(page).getByRole("status")).toHaveText(/buys 575/);
  const response = page.waitForResponse(/amount=25000/);
  release();
  await (await response).finished();
  await expect(receive(page)).toContainText(/575\sFishi Coins/);
  await expect(receive(page)).not.toContainText("275");
  await slider(page).fill("10000");
  await expect(receive(page).getByRole("alert")).toHaveText("Failed to calculate coins");
  await expect(donate(page)).toBeDisabled();
  await expect(receive(page)).not.toContainText("The game world");
  await slider(page).fill("26000");
  await expect(receive(page)).toContainText(/286\sFishi Coins/);
  await expect(donate(page)).toBeEnabled();
});
