import type { Page, Route } from "@playwright/test";
import {
  ALL_DONATIONS,
  type Donation,
  donations,
  HISTORY,
  listedDonation,
  openDonations,
  responseSequence,
} from "./donation-data";
import { expect, expectNoHorizontalScroll, PHONE, test } from "./helpers";

const section = (page: Page) => page.getByRole("region", { name: "Your donations" });
const history = (page: Page) => section(page).getByRole("table");
const pager = (page: Page) => section(page).getByRole("navigation", { name: "Pages of donations" });
/** The row of a donation by its status; its steps are in the row below. */
const row = (page: Page, status: string) => history(page).getByRole("row").filter({ hasText: status }).first();
const steps = (page: Page) => history(page).getByRole("listitem");

async function open(page: Page, records: readonly Donation[]) {
  await page.clock.setFixedTime("2026-11-21T12:00:00Z");
  await openDonations(page, { [HISTORY]: donations(...records) });
}

/** Expands one donation and returns its steps. */
async function stepsOf(page: Page, status: string): Promise<string[]> {
  const button = row(page, status).getByRole("button", { name: "Timeline" });
  await button.click();
  await expect(button).toHaveAttribute("aria-expanded", "true");
  const texts = await steps(page).allInnerTexts();
  await button.click();
  await expect(steps(page)).toHaveCount(0);
  return texts.map((text) => text.replaceAll(/\s+/g, " "));
}

test("the list describes each donation with its dated steps", async ({ page }) => {
  await open(page, ALL_DONATIONS);
  const names = ["Date", "Amount", "Payment", "Character", "Coins", "Status", "Timeline"];
  await expect(history(page).getByRole("columnheader")).toHaveText(names);
  await expect(section(page)).toContainText("Last 30 days");
  await expect(row(page, "Credited").getByRole("cell").nth(0)).toHaveText("$ 38.000");
  await expect(row(page, "Credited").getByRole("cell").nth(1)).toHaveText("Visa");
  await expect(row(page, "Credited").getByRole("cell").nth(3)).toHaveText("418");
  await expect(row(page, "Pending").getByRole("cell").nth(1)).toHaveText("–");
  await expect(row(page, "Pending").getByRole("cell").nth(3)).toHaveText("0 of 50");
  await expect(row(page, "Failed").getByRole("cell").nth(1)).toHaveText("Mastercard Débito");
  const first = row(page, "Credited").getByRole("button");
  await expect(first).toHaveAttribute("aria-expanded", "true");
  await first.click();
  const [paidStep, creditedStep] = ["Paid Nov 20, 2026, 9:09 PM", "Credited Nov 20, 2026, 9:10 PM"];
  expect(await stepsOf(page, "Credited")).toEqual([
    `${paidStep} Visa`,
    `${creditedStep} 418 coins in your site balance`,
  ]);
  expect(await stepsOf(page, "Pending")).toEqual([
    "Waiting for payment Cash can take up to 2 days.",
    "Credited Coins are added automatically.",
  ]);
  expect(await stepsOf(page, "Rapipago")).toEqual([`${paidStep} Rapipago`, "Credited Coins are added automatically."]);
  expect(await stepsOf(page, "Failed")).toEqual(["Not paid The payment failed. No coins were credited."]);
  const refundTime = "Today, 8:00 AM";
  expect(await stepsOf(page, "Refunded")).toEqual([
    `${paidStep} Account money`,
    `${creditedStep} to your site balance`,
    `Refunded ${refundTime} $ 38.000 refunded, coins removed`,
  ]);
  await pager(page).getByRole("button", { name: "Page 2" }).click();
  await expect(row(page, "Partly refunded").getByRole("cell").nth(3)).toHaveText("209 of 418");
  expect(await stepsOf(page, "Partly refunded")).toEqual([
    `${paidStep} Visa`,
    `${creditedStep} to your site balance`,
    `Partly refunded ${refundTime} $ 19.000 refunded; 209 coins left`,
  ]);
  expect((await stepsOf(page, "In dispute")).at(-1)).toContain("Remaining coins are on hold");
});

const UNPAID = listedDonation(1, {
  ...{ status: "pending", coins_received: 0, paid_at: null, credited_at: null, payment_method: null },
  ...{ checkout_url: "/rankings", expires_at: "2026-11-27T21:08:00Z" },
});
const CANCEL = `/api/donations/${UNPAID.id}/cancel`;

for (const [failure, badge, step] of [
  ["cancelled", "Cancelled", "Cancelled by you You gave this donation up. No coins were credited."],
  ["expired", "Expired", "Not paid The payment page closed before a payment. No coins were credited."],
  ["unopened", "Failed", "Not paid The payment page did not open. You were not charged."],
] as const) {
  test(`says why a donation failed: ${failure}`, async ({ page }) => {
    await open(page, [{ ...UNPAID, status: "failed", failure, checkout_url: null }]);
    await expect(row(page, badge)).toBeVisible();
    await expect(steps(page)).toHaveText([step], { useInnerText: true });
  });
}

test("an unpaid donation can be continued or cancelled", async ({ page, expectErrors }) => {
  expectErrors(/503/);
  await page.setViewportSize(PHONE);
  let donationList: readonly Donation[] = [UNPAID];
  const cancel = responseSequence(
    (route) => route.fulfill({ status: 503, json: {} }),
    (route) => {
      donationList = [{ ...UNPAID, status: "failed", failure: "cancelled", checkout_url: null, expires_at: null }];
      return route.fulfill({ json: donationList[0] ?? {} });
    },
  );
  await page.clock.setFixedTime("2026-11-21T12:00:00Z");
  await openDonations(page, {
    [HISTORY]: (route: Route) => route.fulfill({ json: donations(...donationList) }),
    [CANCEL]: cancel.respond,
  });
  await expect(row(page, "Pending")).toContainText("Waiting for payment");
  await expect(section(page)).toContainText("The payment page is open until Nov 27, 2026, 9:08 PM.");
  await expectNoHorizontalScroll(page);
  await section(page).getByRole("button", { name: "Cancel" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this donation?" });
  await expect(dialog).toContainText("$ 38.000 for Thalendril. Nothing has been charged.");
  await dialog.getByRole("button", { name: "Keep it" }).click();
  await expect(dialog).toHaveCount(0);
  await section(page).getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("button", { name: "Cancel donation" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Failed to cancel. Please try again.");
  await dialog.getByRole("button", { name: "Cancel donation" }).click();
  await expect(row(page, "Cancelled")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(section(page).getByText("Waiting for payment")).toHaveCount(0);
  donationList = [UNPAID];
  await page.reload();
  await section(page).getByRole("link", { name: "Continue on Mercado Pago" }).click();
  await expect(page).toHaveURL("/rankings");
  expect(await page.evaluate(() => Object.values(sessionStorage).join())).toContain(UNPAID.id);
});

test("no payment is offered after the payment page has closed", async ({ page }) => {
  await open(page, [{ ...UNPAID, checkout_url: null }]);
  await expect(section(page)).toContainText("The payment page is closed. Nothing has been charged.");
  await expect(section(page).getByRole("link", { name: "Continue on Mercado Pago" })).toHaveCount(0);
});

test("the list shows five rows a page and keeps expanded rows", async ({ page }) => {
  await open(
    page,
    Array.from({ length: 12 }, (_, index) => listedDonation(index + 1, { amount: 5000 + 1000 * index })),
  );
  const amounts = history(page).getByRole("cell", { name: "$" });
  await expect(amounts).toHaveText(["$ 5.000", "$ 6.000", "$ 7.000", "$ 8.000", "$ 9.000"]);
  await expect(pager(page)).toContainText("1-5 of 12");
  await expect(pager(page).getByRole("button", { name: "Previous page" })).toBeDisabled();
  await row(page, "$ 6.000").getByRole("button", { name: "Timeline" }).click();
  await pager(page).getByRole("button", { name: "Page 3" }).click();
  await expect(amounts).toHaveText(["$ 15.000", "$ 16.000"]);
  await expect(pager(page).getByRole("status")).toHaveText("11-12 of 12");
  await expect(pager(page).getByRole("button", { name: "Page 3" })).toHaveAttribute("aria-current", "page");
  await expect(pager(page).getByRole("button", { name: "Next page" })).toBeDisabled();
  await expect(steps(page)).toHaveCount(0);
  await pager(page).getByRole("button", { name: "Page 1" }).click();
  await expect(steps(page)).toHaveCount(4);
});

test("the list is cards on phones and escapes provider text", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const hostile = { payment_method: `<b>x</b>_\u202e${"very_long_".repeat(30)}`, character_name: "W".repeat(35) };
  const large = { amount: 2_147_483_647, coins_received: 2_147_483_647, total_coins: 2_147_483_648 };
  await open(page, [listedDonation(1, { ...hostile, ...large }), ...ALL_DONATIONS.slice(1, 4)]);
  await expect(row(page, "Credited").getByRole("cell").nth(1)).toHaveText(/^<b>x<\/b> Very|^<b>x<\/b> very long ver/);
  expect((await row(page, "Credited").getByRole("cell").nth(1).innerText()).length).toBeLessThanOrEqual(24);
  await expect(history(page).getByRole("row").nth(1).getByRole("cell")).toHaveCount(6);
  const [date, amount] = [
    history(page).getByRole("rowheader").first(),
    row(page, "Credited").getByRole("cell").first(),
  ];
  expect((await date.boundingBox())?.y).toBeGreaterThan((await amount.boundingBox())?.y ?? 0);
});
