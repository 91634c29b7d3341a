/** Limits and breaks that a player sets, and coins that cannot be sent yet. */
import type { Page } from "@playwright/test";
import { CHARACTERS, coins, deliveries, openDonations, RECEIVERS } from "./donation-data";
import { fillFields, press } from "./form-parts";
import {
  dialog,
  errorResponse,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  openNewAccount,
  openSection,
  PHONE,
  REQUEST_ERRORS,
  test,
} from "./helpers";

const section = (page: Page) => page.getByRole("region", { name: "Limits and breaks" });
const limit = (page: Page, name: string) => section(page).getByRole("listitem").filter({ hasText: name });

async function save(page: Page, values: Record<string, string>) {
  await section(page).getByRole("button", { name: "Change limits" }).click();
  await fillFields(page, values);
  await press(page, "Save");
}

/** Requests a spin as the page does; returns its success and the reason of a refusal. */
async function spin(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem("auth_token"));
  const response = await page.request.post("/api/roulette/spin", { headers: { Authorization: `Bearer ${token}` } });
  const { success, reason } = await response.json();
  return [success, reason];
}

test("limits hold at once or a day later, and a break closes the wheel", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openNewAccount(page);
  await openSection(page, "Limits");
  await expect(limit(page, "Donations in a day")).toContainText("No limit (0 ARS today)");
  await save(page, { "Donations in a day (ARS)": "5.5" });
  await expect(dialog(page)).toContainText("Enter a whole number, or nothing for no limit");
  await expect(dialog(page)).toContainText(/1 BRL = 265\.4 ARS \([A-Z][a-z]+ \d+, \d{4}\)/);
  await fillFields(page, { "Donations in a day (ARS)": "20000", "On the wheel in a day (coins)": "0" });
  await press(page, "Save");
  await expect(page.getByText("Limits saved.")).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await expect(limit(page, "Donations in a day")).toContainText("0 of 20,000 ARS");
  await expect(limit(page, "On the wheel")).toContainText("0 of 0 coins");
  expect(await spin(page)).toEqual([false, "spin_limit"]);
  await save(page, { "Donations in a day (ARS)": "50000" });
  await expect(limit(page, "Donations in a day")).toContainText(/0 of 20,000 ARS.*50,000 from /);
  await expect(dialog(page)).toHaveCount(0);
  await section(page).getByRole("button", { name: "Take a break" }).click();
  await dialog(page).getByText("7 days").click();
  await expectAccessible(page);
  await press(page, "Start a break of 7 days");
  await expect(dialog(page)).toHaveCount(0);
  await expect(section(page)).toContainText("The wheel and donations are closed until");
  await expect(limit(page, "Donations in a day")).toContainText("50,000 from ");
  await expect(section(page).getByRole("button", { name: "Take a break" })).toHaveCount(0);
  expect(await spin(page)).toEqual([false, "excluded"]);
  await expectNoHorizontalScroll(page);
  await page.goto("/player?tab=roulette");
  await expect(page.getByRole("main").getByRole("button", { name: "Closed by you" })).toBeVisible();
});

test("the Send dialog names the coins that can be sent", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.clock.setFixedTime("2026-11-22T12:00:00Z");
  await page.setViewportSize(PHONE);
  let state = coins({ sendable: 120, sendable_from: "2026-11-23T12:00:00Z" });
  const holdEnd = "2026-11-23T12:00:00Z";
  const answerRefusal = errorResponse(409, {
    error: "coins_on_hold",
    message: "Coins cannot be sent yet.",
    until: holdEnd,
  });
  await openDonations(page, {
    "/api/player/coins": (route) => route.fulfill({ json: state }),
    "/api/player/deliveries": (route) =>
      route.request().method() === "POST" ? answerRefusal(route) : route.fulfill({ json: deliveries() }),
    [CHARACTERS]: (route) => route.fulfill({ json: { data: RECEIVERS } }),
  });
  const opener = page.getByRole("region", { name: "Sent to characters" });
  await opener.getByRole("button", { name: "Send to character" }).click();
  await expect(dialog(page)).toContainText(/120 coins can be sent now, all from Nov 23, 2026/);
  await fillFields(page, { Coins: "121" });
  await press(page, /^Send/);
  await expect(dialog(page)).toContainText("You have 120 coins to send");
  await press(page, "All coins");
  await press(page, "Send 120 coins");
  await expect(dialog(page).getByRole("alert")).toContainText("Coins cannot be sent yet.");
  await expectNoHorizontalScroll(page);
  state = coins({ sendable: 0, sendable_from: holdEnd });
  await page.reload();
  await opener.getByRole("button", { name: "Send to character" }).click();
  await expect(dialog(page)).toContainText(/New coins can be sent from Nov 23, 2026.*use them on the wheel/);
});
