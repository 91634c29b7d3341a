import type { Route } from "@playwright/test";
import { CHARACTERS, CREATE, ID, openDonations, RECEIVERS, responseSequence, TWO_PROVIDERS } from "./donation-data";
import { choice, donate, heading, openConfirm, pesos, press, slider } from "./donation-form";
import {
  dialog,
  errorResponse,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  latch,
  REQUEST_ERRORS,
  SMALL_PHONE,
  test,
  UNAVAILABLE,
} from "./helpers";

test("three steps lead to the payment; Back returns; double clicks pay once", async ({ page }) => {
  const createApi = responseSequence(() => undefined);
  await openDonations(page, { [CREATE]: createApi.respond });
  await slider(page).fill("38000");
  // The second click of the double click hits the backdrop and must not close the dialog.
  await donate(page).dblclick();
  await expect(heading(page, "Choose a character")).toBeVisible();
  await expect(dialog(page).getByRole("form")).toBeFocused();
  await expect(choice(page, /Thalendril.*Level 78/)).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await expect(choice(page, /ТеньСевера/)).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(heading(page, "Confirm the donation")).toBeVisible();
  await expect(dialog(page).getByRole("listitem").nth(1)).toHaveAttribute("aria-current", "step");
  await expect(dialog(page)).toContainText("ForТеньСевера");
  await expect(dialog(page)).toContainText(/Base coins380Bonus, 10%\+38You receive418/);
  await expect(dialog(page)).toContainText(pesos("38.000 ARS, one-time"));
  await expect(dialog(page).getByRole("radio")).toHaveCount(0);
  await press(page, "Back");
  await expect(heading(page, "Choose a character")).toBeVisible();
  await expect(choice(page, /ТеньСевера/)).toBeChecked();
  // The second click of the double click hits Pay and must not submit.
  await dialog(page).getByRole("button", { name: "Continue" }).dblclick();
  await expect(heading(page, "Confirm the donation")).toBeVisible();
  await dialog(page).getByRole("button", { name: /^Pay/ }).dblclick();
  await expect(heading(page, "Opening the payment page")).toBeVisible();
  await expect(dialog(page).getByRole("status")).toContainText(/Opening Mercado Pago to pay \$\s38\.000\./);
  expect(createApi.calls).toBe(1);
  // Back from the provider's page through the back/forward cache.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(heading(page, "Confirm the donation")).toBeVisible();
  await expect(dialog(page).getByRole("button", { name: /^Pay/ })).toBeEnabled();
});

test("closing the dialog resets it, restores the focus and cancels the redirect", async ({ page }) => {
  const { whenReleased, release } = latch();
  const createApi = responseSequence(async (route: Route) => {
    await whenReleased;
    await route.fulfill({ status: 201, json: { donation_id: ID, init_point: "/download" } });
  });
  await openDonations(page, { [CREATE]: createApi.respond });
  await donate(page).click();
  await choice(page, /ТеньСевера/).check({ force: true });
  await press(page, "Cancel");
  await expect(dialog(page)).toHaveCount(0);
  await expect(donate(page)).toBeFocused();
  await donate(page).click();
  await expect(heading(page, "Choose a character")).toBeVisible();
  await expect(choice(page, /Thalendril/)).toBeChecked();
  await press(page, "Continue");
  await press(page, /^Pay/);
  await expect(heading(page, "Opening the payment page")).toBeVisible();
  await page.keyboard.press("Escape");
  const response = page.waitForResponse(/create/);
  release();
  await (await response).finished();
  await donate(page).click();
  await expect(heading(page, "Choose a character")).toBeVisible();
  await expect(page).toHaveURL(/tab=donations$/);
});

test("an API error returns to the confirmation and can be retried", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  const createApi = responseSequence(
    errorResponse(502, {
      message: "The payment provider could not be reached. Nothing was charged.",
      error: "machine_code",
    }),
    (route: Route) => route.fulfill({ status: 500, json: { error: "Closed for tonight" } }),
    errorResponse(500, {}),
    (route: Route) => {
      requestBody = route.request().postDataJSON();
      return route.fulfill({ status: 201, json: { donation_id: ID, init_point: "/download" } });
    },
  );
  let requestBody: object | undefined;
  await openDonations(page, { [CREATE]: createApi.respond });
  await openConfirm(page);
  for (const message of [
    "The payment provider could not be reached. Nothing was charged.",
    "Closed for tonight",
    "Failed to create donation",
  ]) {
    const callsBefore = createApi.calls;
    await press(page, /^Pay/);
    await expect.poll(() => createApi.calls).toBe(callsBefore + 1);
    await expect(heading(page, "Confirm the donation")).toBeVisible();
    await expect(dialog(page).getByRole("alert")).toHaveText(message);
    await expect(dialog(page).getByRole("button", { name: /^Pay/ })).toBeFocused();
  }
  await press(page, "Back");
  await press(page, "Continue");
  await expect(dialog(page).getByRole("alert")).toHaveCount(0);
  await press(page, /^Pay/);
  await expect(page).toHaveURL(/\/download$/);
  expect(await page.evaluate(() => sessionStorage.getItem("donation_id"))).toBe(ID);
  expect(requestBody).toEqual({
    amount: 5000,
    character_id: RECEIVERS[0]?.id,
    character_name: "Thalendril",
    success_url: "/player?tab=donations&status=success",
    failure_url: "/player?tab=donations&status=failure",
    pending_url: "/player?tab=donations&status=pending",
  });
});

test("a buyer chooses between two providers by keyboard", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.setViewportSize(SMALL_PHONE);
  const { whenReleased, release } = latch();
  const answerRefusal = async (route: Route) => {
    await whenReleased;
    await errorResponse(502, { message: "Not today." })(route);
  };
  await openDonations(page, { "/api/donations/packages": TWO_PROVIDERS, [CREATE]: answerRefusal });
  await openConfirm(page);
  const providers = dialog(page).getByRole("group", { name: "Pay with" });
  await expect(providers.getByRole("radio")).toHaveCount(2);
  await page.keyboard.press("Tab");
  await expect(providers.getByRole("radio", { name: "Mercado Pago", checked: true })).toBeFocused();
  await expect(dialog(page)).toContainText("You'll pay on Mercado Pago.");
  await page.keyboard.press("ArrowRight");
  await expect(providers.getByRole("radio", { name: "Stripe", checked: true })).toBeFocused();
  await expect(dialog(page)).toContainText("You'll pay on Stripe.");
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  const request = page.waitForRequest(`**${CREATE}`);
  await page.keyboard.press("Enter");
  expect((await request).postDataJSON().provider).toBe("stripe");
  await expect(dialog(page).getByRole("status")).toContainText(/Opening Stripe to pay \$\s5\.000\./);
  release();
  await expect(dialog(page).getByRole("alert")).toHaveText("Not today.");
  await expect(choice(page, /^Stripe$/)).toBeChecked();
});

test("from the Spanish page the player returns to the Spanish page", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await openDonations(page);
  await page.goto("/es/player?tab=donations");
  const request = page.waitForRequest(`**${CREATE}`);
  await page.route(`**${CREATE}`, (route) => route.abort());
  await page.getByRole("button", { name: /^Donar \$/ }).click();
  await press(page, "Continuar");
  await press(page, /^Pagar/);
  expect((await request).postDataJSON().success_url).toBe("/es/player?tab=donations&status=success");
});

test("a lost response is retried with the same idempotency key, a new payment has another", async ({
  page,
  expectErrors,
}) => {
  expectErrors(...REQUEST_ERRORS);
  const keys: (string | undefined)[] = [];
  const dropConnection = (route: Route) => route.abort();
  const answerCheckout = (route: Route) => route.fulfill({ status: 201, json: { donation_id: ID, init_point: "#" } });
  const answerRefusal = errorResponse(400, { message: "Not today." });
  const createApi = responseSequence(
    dropConnection,
    dropConnection,
    UNAVAILABLE,
    dropConnection,
    answerRefusal,
    dropConnection,
    answerCheckout,
  );
  const route = (request: Route) => {
    keys.push(request.request().headers()["idempotency-key"]);
    return createApi.respond(request);
  };
  await openDonations(page, { [CREATE]: route });
  await openConfirm(page);
  for (const calls of [2, 3, 5]) {
    await press(page, /^Pay/);
    await expect.poll(() => createApi.calls).toBe(calls);
    await expect(dialog(page).getByRole("alert")).toBeVisible();
  }
  await expect(dialog(page).getByRole("alert")).toHaveText("Not today.");
  await press(page, /^Pay/);
  await expect.poll(() => createApi.calls).toBe(7);
  expect(keys[0]).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
  expect(keys).toEqual([...Array(5).fill(keys[0]), keys[5], keys[5]]);
  expect(keys[5]).not.toBe(keys[0]);
});

test("the dialog shows errors for failed and for missing characters", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  const { whenReleased, release } = latch();
  const failing = async (route: Route) => {
    await whenReleased;
    await UNAVAILABLE(route);
  };
  await openDonations(page, { [CHARACTERS]: responseSequence(failing, { data: [] }).respond });
  await donate(page).click();
  await expect(dialog(page).getByText("Loading your characters")).toBeAttached();
  await expect(dialog(page).getByRole("button", { name: "Continue" })).toHaveCount(0);
  release();
  await expect(dialog(page).getByRole("heading", { name: "Failed to load donation data", exact: true })).toBeVisible();
  await dialog(page).getByRole("button", { name: "Try Again" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await donate(page).click();
  await expect(dialog(page).getByRole("heading", { name: "No character yet" })).toBeVisible();
  await expect(dialog(page).getByRole("button", { name: "Continue" })).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Choose a character")).toBeVisible();
});
