import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

const ROOT = join(import.meta.dirname, "../..");
const PYTHON = `
import asyncio, os, sys
from fixtures.admin import execute
asyncio.run(execute(os.environ["E2E_SITE_DSN"], *sys.argv[1:]))
`;
const now = Math.floor(Date.now() / 1000);
const token = randomBytes(16).toString("hex");

test.beforeAll(() => {
  const session =
    "INSERT INTO operator_sessions (hash, operator, created_at, seen_at, confirmed_at, factor_at) " +
    `VALUES ('${createHash("sha256").update(token).digest("hex")}', 'admin', ${now}, ${now}, ${now}, ${now})`;
  execFileSync(process.env.E2E_PYTHON ?? "python3", ["-c", PYTHON, session], { cwd: ROOT });
});

test.beforeEach(async ({ context }) => {
  const url = `${process.env.GATEWAY_URL}/api/admin`;
  await context.addCookies([{ name: "admin_session", value: token, url, httpOnly: true }]);
});

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

for (const width of [390, 820, 1440]) {
  test(`alarms, the supply and the items are shown at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/admin/economy");
    const alarms = region(page, "Alarms");
    for (const kind of ["Unusual supply", "Impossible stack", "Sudden wealth"])
      await expect(alarms.getByRole("row", { name: kind }).first()).toBeVisible();
    const wealth = alarms.getByRole("row", { name: /Sudden wealth/ }).filter({ hasText: "2,000,000,000" });
    await expect(wealth.getByRole("link")).toHaveAttribute("href", /\/players\/.+/);
    await expect(page.locator(".chart .band")).toHaveAttribute("d", /^M.+Z$/);
    await expect(region(page, "Adena by level").getByRole("row")).toHaveCount(8);
    await expect(region(page, "Items").getByRole("row", { name: /Adena/ })).toBeVisible();
    await expect(page.getByText(/of the database's time/)).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(", ")}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    if (process.env.E2E_SHOTS) await page.screenshot({ path: `${process.env.E2E_SHOTS}/${width}.png`, fullPage: true });
  });
}

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
