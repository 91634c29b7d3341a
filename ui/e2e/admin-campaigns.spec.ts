import { expect, test } from "@playwright/test";
import { PHONE } from "./helpers";
import { region, signInOperator } from "./operator";
import { expectFitsScreens } from "./screens";

const unique = signInOperator();

test("recharge campaigns and their donations are shown at each width", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/admin/campaigns");
  const row = region(page, "Recharge campaigns").getByRole("row", { name: /Harvest of Gludio/ });
  await expect(row).toContainText("over");
  await expectFitsScreens(page, "campaigns");
  await row.getByRole("link", { name: "Harvest of Gludio" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Harvest of Gludio" })).toBeVisible();
  await expect(region(page, "Donations").getByRole("link").first()).toHaveAttribute("href", /\/players\/.+/);
  await expectFitsScreens(page, "recharge-campaign");
});

test("a recharge campaign is made and ended on a phone", async ({ page }) => {
  const name = `Carnival ${unique}`;
  await page.setViewportSize(PHONE);
  await page.goto("/admin/campaigns");
  const form = region(page, "New campaign");
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Bonus in percent").fill("5");
  await form.getByLabel("From so many coins").fill("100000");
  await form.getByLabel("Starts").fill("2089-12-01T00:00");
  await form.getByLabel("Ends").fill("2089-11-01T00:00");
  await form.getByRole("button", { name: "Make campaign" }).click();
  const change = page.getByRole("dialog", { name });
  await expect(change).toContainText("The end must be in the future");
  await change.getByRole("button", { name: "Cancel" }).click();
  await form.getByLabel("Ends").fill("2090-01-01T00:00");
  await form.getByRole("button", { name: "Make campaign" }).click();
  await change.getByLabel("Reason").fill("carnival");
  await change.getByRole("button", { name: "Make campaign" }).click();
  await region(page, "Recharge campaigns").getByRole("link", { name }).click();
  await expect(page.getByText("+5% from 100,000 coins")).toBeVisible();
  await page.getByRole("button", { name: "End campaign" }).click();
  const endDialog = page.getByRole("dialog", { name });
  await endDialog.getByLabel("Reason").fill("cancelled");
  await endDialog.getByRole("button", { name: "End campaign" }).click();
  await expect(page.getByText("ended early")).toBeVisible();
});
