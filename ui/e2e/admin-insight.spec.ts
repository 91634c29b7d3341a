import { expect, test } from "@playwright/test";
import { PHONE } from "./helpers";
import { region, signInOperator } from "./operator";
import { expectFitsScreens } from "./screens";

signInOperator();

test("cohorts, activity, hours, sources and revenue are shown at each width", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/admin/insight");
  const retention = region(page, "Retention");
  await expect(retention.getByRole("row")).toHaveCount(14);
  await expect(retention.locator("[title]").first()).toHaveAttribute("title", /\d+ of \d+ accounts/);
  await expect(retention.getByText("not yet").first()).toBeVisible();
  await expect(region(page, "Activity index").getByRole("row", { name: /Very active ≥ 3.75/ })).toBeVisible();
  await expect(page.locator("circle")).toHaveCount(7 * 24);
  await expect(
    region(page, "Where players come from").getByRole("row", { name: /oct-banner|gtop100/ }),
  ).not.toHaveCount(0);
  await expect(region(page, "Revenue of new accounts").getByText("Mercado Pago").first()).toBeVisible();
  await expect(
    region(page, "Going away")
      .getByRole("link", { name: /^[a-z0-9]+$/ })
      .first(),
  ).toHaveAttribute("href", /\/admin\/players\/.+/);
  await expectFitsScreens(page, "insight");
});

test("a source filters the retention by the address, and all sources come back", async ({ page }) => {
  await page.goto("/admin/insight");
  await region(page, "Where players come from").getByRole("link", { name: "gtop100.com" }).click();
  await expect(page).toHaveURL(/source=gtop100\.com&campaign=-/);
  await expect(region(page, "Retention")).toContainText("Accounts from gtop100.com");
  await region(page, "Retention").getByRole("link", { name: "All sources" }).click();
  await expect(page).not.toHaveURL(/source/);
});

test("the days of absence are in the address and in the file", async ({ page }) => {
  await page.goto("/admin/insight?days=7");
  const absentPanel = region(page, "Going away");
  await expect(absentPanel.getByLabel("Absent for")).toHaveValue("7");
  await absentPanel.getByLabel("Absent for").selectOption("28");
  await expect(page).toHaveURL(/days=28/);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    absentPanel.getByRole("link", { name: "CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("absent-28-days.csv");
  await page.goto("/admin/insight?days=999");
  await expect(absentPanel.getByRole("alert")).toBeVisible();
});
