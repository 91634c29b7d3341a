import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { PHONE } from "./helpers";
import { region, signInOperator } from "./operator";
import { expectAccessibleLayout, expectFitsScreens, takePicture } from "./screens";

const unique = signInOperator();

test("campaigns and their redemptions are shown at each width", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/admin/codes?kind=promo");
  const row = region(page, "Campaigns").getByRole("row", { name: /Welcome/ });
  await expect(row).toContainText("open");
  await expectFitsScreens(page, "codes");
  await row.getByRole("link", { name: "Welcome" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
  await expect(region(page, "Redemptions").getByRole("link").first()).toHaveAttribute("href", /\/players\/.+/);
  await expectFitsScreens(page, "campaign");
});

test("referrals are found by their referrer at each width", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/admin/codes");
  await page.getByRole("link", { name: "Referrals" }).click();
  await page.getByLabel("Account of a referrer").fill("demo");
  await page.getByLabel("Account of a referrer").press("Enter");
  await expect(page).toHaveURL(/referrer=demo/);
  const refusedRows = region(page, "Referrals").getByRole("row", { name: /refused/ });
  await expect(refusedRows.first()).toContainText("same network");
  await expectAccessibleLayout(page);
  await page.goto("/admin/codes/referrals?status=paid");
  await expect(region(page, "Referrals").getByRole("row", { name: /75/ }).first()).toBeVisible();
  await takePicture(page, "referrals");
});

test("referrals have the place of the codes while these are off", async ({ page }) => {
  await page.route("**/api/admin/session", async (route) => {
    const response = await route.fetch();
    const session = await response.json();
    await route.fulfill({
      response,
      json: { ...session, extras: session.extras.filter((name: string) => name !== "codes") },
    });
  });
  await page.goto("/admin/codes");
  await expect(page.getByRole("heading", { level: 1, name: "Referrals" })).toBeVisible();
  await expect(page.getByRole("link", { name: "All campaigns" })).toHaveCount(0);
});

test("gift codes are made, saved once, and closed", async ({ page }) => {
  const name = `Spring ${unique}`;
  await page.goto("/admin/codes");
  const form = region(page, "New campaign");
  await form.getByLabel("Kind").selectOption("gift");
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Coins per redemption").fill("5");
  await form.getByLabel("Codes", { exact: true }).fill("3");
  await form.getByLabel("Expires").fill("2020-01-01T00:00");
  await form.getByRole("button", { name: "Make codes" }).click();
  const change = page.getByRole("dialog", { name });
  await expect(change).toContainText("The end must be in the future");
  await change.getByRole("button", { name: "Cancel" }).click();
  await form.getByLabel("Expires").fill("2090-01-01T00:00");
  await form.getByRole("button", { name: "Make codes" }).click();
  await expect(change).toContainText("15 coins at most");
  await change.getByLabel("Reason").fill("the spring event");
  await change.getByRole("button", { name: "Make codes" }).click();
  const codesDialog = page.getByRole("dialog", { name: `Codes: ${name}` });
  await expect(codesDialog.getByLabel("Codes")).toHaveValue(/^(([0-9A-Z]{4}-){3}[0-9A-Z]{4}\n?){3}$/);
  await expectAccessibleLayout(page);
  await takePicture(page, "made-codes");
  const download = page.waitForEvent("download");
  await codesDialog.getByRole("button", { name: "Save as CSV" }).click();
  expect(
    readFileSync(await (await download).path(), "utf8")
      .trim()
      .split("\r\n"),
  ).toHaveLength(4);
  await codesDialog.locator("footer").getByRole("button", { name: "Close" }).click();
  await region(page, "Campaigns").getByRole("link", { name }).click();
  await page.getByRole("button", { name: "Close campaign" }).click();
  const closeDialog = page.getByRole("dialog", { name });
  await closeDialog.getByLabel("Reason").fill("leaked");
  await closeDialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await closeDialog.getByRole("button", { name: "Close campaign" }).click();
  await expect(region(page, "Gift codes")).toContainText("closed");
});
