import type { components } from "../src/shared/api/schema";
import { CREATE, donation, donations, HISTORY, openDonations, PACKAGES, responseSequence } from "./donation-data";
import { choice, donate, heading, openConfirm, press, receive, slider } from "./donation-form";
import {
  dialog,
  errorResponse,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  REQUEST_ERRORS,
  SMALL_PHONE,
  test,
} from "./helpers";

type Packages = components["schemas"]["Packages"];
type PriceList = Packages["prices"][number];

const list = (currency: string, digits: number, prices: readonly number[]): PriceList => ({
  currency,
  digits,
  providers: ["stripe"],
  data: prices.map((amount_minor, index) => ({
    amount_minor,
    base_coins: 100 * (index + 1),
    bonus_coins: 10 * index,
    coins: 110 * index + 100,
    bonus_percentage: index && 10,
  })),
});

const PRICES: Packages = {
  ...PACKAGES,
  providers: ["mercadopago", "stripe"],
  prices: [list("USD", 2, [499, 999]), list("BRL", 2, [1990, 3990]), list("JPY", 0, [500, 900])],
};
const PATH = "/api/donations/packages";

test("the language has the first currency; another one has its own packages", async ({ page }) => {
  await openDonations(page, { [PATH]: PRICES });
  await expect(choice(page, /^USD/)).toBeChecked();
  await expect(slider(page)).toHaveCount(0);
  await expect(choice(page, /\$9\.99/)).toBeVisible();
  await choice(page, /\$9\.99/).check({ force: true });
  await expect(receive(page)).toContainText("210");
  await expect(donate(page)).toHaveText(/\$9\.99/);
  await choice(page, /^JPY/).check({ force: true });
  await expect(donate(page)).toHaveText(/¥500/);
  await choice(page, /^ARS/).check({ force: true });
  await expect(slider(page)).toBeVisible();
  await expect(donate(page)).toHaveText(/\$\s5\.000/);
  await expectAccessible(page);
  await page.setViewportSize(SMALL_PHONE);
  await expectNoHorizontalScroll(page);
});

for (const [path, currency] of [
  ["/es", "ARS"],
  ["/pt", "BRL"],
] as const) {
  test(`${path} offers ${currency} first`, async ({ page }) => {
    await openDonations(page, { [PATH]: PRICES });
    await page.goto(`${path}/player?tab=donations`);
    await expect(choice(page, new RegExp(`^${currency}`))).toBeChecked();
  });
}

test("a price of a list is paid in minor units", async ({ page }) => {
  const createApi = responseSequence((route) => {
    expect(route.request().postDataJSON()).toMatchObject({ amount_minor: 499, currency: "USD" });
    expect(route.request().postDataJSON()).not.toHaveProperty("amount");
    return route.fulfill({ status: 201, json: { donation_id: donation().id, init_point: "/download" } });
  });
  await openDonations(page, { [PATH]: PRICES, [CREATE]: createApi.respond });
  await openConfirm(page);
  await expect(dialog(page)).toContainText("$4.99 USD, one-time");
  await expect(dialog(page)).toContainText("You receive100");
  await press(page, /^Pay/);
  await expect(page).toHaveURL(/\/download/);
});

test("a refused currency returns to the confirmation with another price, which is not paid by itself", async ({
  page,
  expectErrors,
}) => {
  expectErrors(...REQUEST_ERRORS);
  const refusal = { error: "currency_refused", message: "The payment provider does not take USD." };
  const createApi = responseSequence(errorResponse(409, refusal));
  await openDonations(page, { [PATH]: PRICES, [CREATE]: createApi.respond });
  await openConfirm(page);
  await press(page, /^Pay/);
  await expect(dialog(page).getByRole("alert")).toContainText("does not take USD");
  await expect(heading(page, "Confirm the donation")).toBeVisible();
  await expect(dialog(page)).toContainText(/\$\s10\.000 ARS, one-time/);
  await expect(dialog(page)).toContainText("You receive105");
  await expect(dialog(page).getByRole("radio")).toHaveCount(2);
  expect(createApi.calls).toBe(1);
});

test("the history shows each donation in its currency, pesos in whole units", async ({ page }) => {
  const rows = donations(
    donation({ id: "a", currency: "USD", amount: 4, amount_minor: 499 }),
    donation({ id: "b", currency: "JPY", amount: 500, amount_minor: 500, digits: 0 }),
    donation({ id: "c" }),
  );
  await openDonations(page, { [PATH]: PRICES, [HISTORY]: rows });
  await expect(page.getByText("$4.99").first()).toBeVisible();
  await expect(page.getByText("¥500").last()).toBeVisible();
  await expect(page.getByText(/\$\s38\.000/).first()).toBeVisible();
});

test("a site with one price list has neither a slider nor a choice of the currency", async ({ page }) => {
  await openDonations(page, {
    [PATH]: { ...PRICES, has_slider: false, data: [], currency: "CLP", prices: [list("CLP", 0, [5000])] },
  });
  await expect(donate(page)).toHaveText(/5,000/);
  await expect(slider(page)).toHaveCount(0);
  await expect(page.getByRole("group", { name: "Currency" })).toHaveCount(0);
});
