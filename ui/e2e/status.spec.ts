import type { Page } from "@playwright/test";
import { expect, expectAccessible, PHONE, test } from "./helpers";
import { expectFitsScreens, SIZES } from "./screens";

/** Leaves the last closed days, so that a verification takes little time. */
async function showDays(page: Page, count: number) {
  await page.route("**/api/status/days", async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    await route.fulfill({ response, json: { data: data.slice(-count - 1) } });
  });
}

test("the page shows ninety days, players over three periods and how they are counted", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const daysResponse = page.waitForResponse("**/api/status/days");
  await page.goto("/status");
  await daysResponse;
  const days = page.getByRole("slider", { name: "Ninety days" });
  const lastDay = await days.getAttribute("aria-valuetext");
  await days.locator("[data-tone=down]").first().hover();
  await expect(page.getByText(/down.*most players/)).toBeVisible();
  await days.focus();
  await page.keyboard.press("Home");
  await expect(days).toHaveAttribute("aria-valuenow", "0");
  await page.keyboard.press("ArrowRight");
  await expect(days).toHaveAttribute("aria-valuenow", "1");
  await page.keyboard.press("End");
  await expect(days).toHaveAttribute("aria-valuetext", lastDay ?? "");
  await page.getByRole("button", { name: "90 days" }).click();
  await expect(page.getByRole("heading", { name: "Players, last 90 days" })).toBeVisible();
  await expect(page.getByText("It does not prove that they were true")).toBeVisible();
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toHaveCount(1);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("/badge.svg?language=en");
  await expectAccessible(page);
});

test("the browser verifies the chain, and names the minute that was changed", async ({ page }) => {
  await showDays(page, 2);
  await page.goto("/status");
  await expect(async () => {
    await page.getByRole("button", { name: "Verify now" }).click({ timeout: 2000 });
    await expect(page.getByText("Verified: all 2 days match.")).toBeVisible({ timeout: 8000 });
  }).toPass();

  await page.route("**/api/status/chain?*", async (route) => {
    const response = await route.fetch();
    const day = await response.json();
    day.minutes[90][2] += 1;
    await route.fulfill({ response, json: day });
  });
  await page.getByRole("button", { name: "Verify now" }).click();
  await expect(page.getByText(/does not match from 1:3\d AM on/)).toBeVisible();
});

test("the report of the economy names amounts and no holder", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/status");
  await page.getByRole("main").getByRole("link", { name: "Economy" }).click();
  await expect(page).toHaveURL(/\/economy$/);
  await expect(page.getByText(/^The richest (1|5|10)% hold \d+%$/)).toBeVisible();
  const bands = page.getByRole("region", { name: "Adena by level" });
  await expect(bands.getByRole("row", { name: /^76\+/ })).toBeVisible();
  await expect(page.getByText(/Month to .*No holder is named/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Most common items" }).getByRole("row")).toHaveCount(11);
  await expect(bands.getByRole("link")).toHaveCount(0);
  await expectFitsScreens(page, "economy");
  for (const width of SIZES) {
    await page.setViewportSize({ width, height: 900 });
    const hidden = () => bands.evaluate((table) => table.scrollWidth - table.clientWidth);
    await expect.poll(hidden, `px of hidden columns at ${width}`).toBe(0);
  }
});
