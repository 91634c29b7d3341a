/** The demo's recharge campaign against the real API: announced, promised before the payment, given beside its coins. */
import { choice, openConfirm, press, receive, slider } from "./donation-form";
import {
  answerOnce,
  dialog,
  errorResponse,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  logIn,
  PHONE,
  REQUEST_ERRORS,
  SMALL_PHONE,
  test,
} from "./helpers";

const NAME = "Winter of Aden";
/** Of 80,000 pesos: 920 coins of the package, and 20 % of them. */
const BONUS = "+184 bonus coins";

test("a campaign is announced on Home, and leads to the donations", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/");
  await page.mouse.move(100, 100);
  const link = page.getByRole("link", { name: new RegExp(`${NAME}.*: up to \\+20% coins`) });
  await expect(link).toBeVisible();
  await expect(link.locator("xpath=..")).toContainText(/until .*\d/);
  await expectAccessible(page);
  await page.setViewportSize(SMALL_PHONE);
  await expectNoHorizontalScroll(page);
  await link.click();
  await expect(page).toHaveURL(/\/player\?tab=donations$/);
});

test("the bonus is shown before the payment, and beside the donation afterwards", async ({ page, expectErrors }) => {
  expectErrors(/request to another origin/, /status of 404/);
  await page.setViewportSize(PHONE);
  await logIn(page, "demo2");
  await page.goto("/player?tab=donations");
  await expect(page.getByText("+10% from 300 coins, +20% from 600 coins.")).toBeVisible();
  await slider(page).fill("5000");
  await expect(receive(page)).not.toContainText("bonus coins");
  await slider(page).fill("80000");
  await expect(receive(page)).toContainText(BONUS);
  await openConfirm(page);
  await expect(dialog(page)).toContainText(BONUS);
  await expect(dialog(page)).toContainText("keeps its bonus if you pay before its payment page closes");
  await expectAccessible(page);
  await choice(page, /^Mercado Pago$/).check({ force: true });
  const create = page.waitForRequest(/donations\/create/);
  await press(page, /^Pay/);
  expect((await create).postDataJSON()).toMatchObject({ amount: 80_000, bonus_coins: 184 });
  await page.waitForURL(/pref_id=/);
  await page.getByRole("button", { name: /^Pay The payment/ }).click();
  await expect(page.getByText("+184 campaign", { exact: true }).first()).toBeVisible();
});

test("a bonus that has changed is shown again before the payment", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.route(
    "**/api/donations/create",
    answerOnce(errorResponse(409, { error: "bonus_changed", message: "The bonus has just changed." })),
  );
  await logIn(page, "demo2");
  await page.goto("/player?tab=donations");
  await slider(page).fill("80000");
  await openConfirm(page);
  await expect(dialog(page)).toContainText(BONUS);
  await page.route(
    "**/api/player/campaigns/bonus*",
    answerOnce((route) => route.fulfill({ json: { bonus: null } })),
  );
  await press(page, /^Pay/);
  await expect(dialog(page)).toContainText("The bonus has just changed.");
  await expect(dialog(page)).not.toContainText(BONUS);
});

test("a campaign ends by the reader's clock, whatever the service still lists", async ({ page }) => {
  await page.clock.install();
  const times = { starts_at: new Date(Date.now() - 1000), ends_at: new Date(Date.now() + 90_000) };
  const campaign = { id: 1, name: NAME, ...times, steps: [{ coins: 1, percent: 5 }], account_cap: null };
  const data = [{ ...campaign, first_only: false, is_used_up: false }];
  await page.route("**/api/campaigns", (route) => route.fulfill({ json: { data } }));
  await page.goto("/");
  const link = page.getByRole("link", { name: new RegExp(`${NAME}.*: \\+5% coins`) });
  await expect(link).toBeVisible();
  await page.clock.runFor(150_000);
  await expect(link).toHaveCount(0);
});
