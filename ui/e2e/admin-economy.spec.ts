import { expect, test } from "@playwright/test";
import { PHONE } from "./helpers";
import { region, signInOperator } from "./operator";
import { expectFitsScreens } from "./screens";

signInOperator();

test("alarms, the supply and the items are shown at each width", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/admin/economy");
  const alarms = region(page, "Alarms");
  for (const kind of ["Unusual supply", "Impossible stack", "Sudden wealth", "Identical stacks"])
    await expect(alarms.getByRole("row", { name: kind }).first()).toBeVisible();
  const wealth = alarms.getByRole("row", { name: /Sudden wealth/ }).filter({ hasText: "2,000,000,000" });
  await expect(wealth.getByRole("link").last()).toHaveAttribute("href", /\/players\/.+/);
  await expect(alarms.getByRole("row", { name: /Identical stacks/ }).getByRole("link")).toHaveCount(3);
  await expect(page.locator('main path[d$="Z"]')).toHaveAttribute("d", /^M.+Z$/);
  await expect(region(page, "Adena by level").getByRole("row")).toHaveCount(8);
  await expect(region(page, "Items").getByRole("row", { name: /Adena/ })).toBeVisible();
  await expect(page.getByText(/of the database's time/)).toBeVisible();
  await expect(page.getByText(/Gini 0\.\d\d/)).toBeVisible();
  await expectFitsScreens(page, "economy");
});

test("the filter and the order of the items are in the address", async ({ page }) => {
  await page.goto("/admin/economy?sort=enchant");
  const items = region(page, "Items");
  await expect(items.getByLabel("Order")).toHaveValue("enchant");
  await items.getByLabel("Name or id of an item").fill("adena");
  await items.getByLabel("Name or id of an item").press("Enter");
  await expect(page).toHaveURL(/sort=enchant&text=adena/);
  await expect(items.getByRole("row", { name: /Adena/ })).toBeVisible();
  await items.getByLabel("Order").selectOption("largest");
  await expect(page).toHaveURL(/sort=largest/);
});

test("an alarm is acknowledged with a reason", async ({ page }) => {
  await page.goto("/admin/economy");
  const row = region(page, "Alarms")
    .getByRole("row", { name: /Impossible stack/ })
    .first();
  await row.getByRole("button", { name: "Acknowledge" }).click();
  const dialog = page.getByRole("dialog", { name: "Acknowledge" });
  await expect(dialog).toContainText("acknowledged");
  await dialog.getByLabel("Reason").fill("a delivery of five");
  await dialog.getByRole("button", { name: "Acknowledge" }).click();
  await expect(row).toContainText("admin: a delivery of five");
});
