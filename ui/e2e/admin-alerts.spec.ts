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
  const statements = [
    "INSERT INTO operator_sessions (hash, operator, created_at, seen_at, confirmed_at, factor_at) " +
      `VALUES ('${createHash("sha256").update(token).digest("hex")}', 'admin', ${now}, ${now}, ${now}, ${now})`,
    `INSERT INTO alerts (rule, raised_at, cleared_at, value) VALUES ('snapshot_age', ${now - 9000}, ${now - 5400}, 420)`,
  ];
  execFileSync(process.env.E2E_PYTHON ?? "python3", ["-c", PYTHON, ...statements], { cwd: ROOT });
});

test.beforeEach(async ({ context }) => {
  const url = `${process.env.GATEWAY_URL}/api/admin`;
  await context.addCookies([{ name: "admin_session", value: token, url, httpOnly: true }]);
});

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

for (const width of [390, 820, 1440]) {
  test(`rules, channels and the history are shown at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/admin/alerts");
    const rules = region(page, "Rules");
    await expect(rules.getByRole("row")).toHaveCount(21);
    const economy = rules.getByRole("row", { name: /Economy alarms open/ });
    await expect(economy).toContainText("raised", { timeout: 90_000 });
    await expect(economy.getByRole("link")).toHaveAttribute("href", "/admin/economy");
    await expect(rules.getByRole("row", { name: /Rankings are old/ })).toContainText("≥ 5m for 5m");
    await expect(region(page, "Channels").getByRole("row", { name: /Webhook/ })).toContainText("127.0.0.1");
    await expect(
      region(page, "History")
        .getByRole("row", { name: /Rankings are old/ })
        .first(),
    ).toContainText("1h 0m");
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(", ")}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    if (process.env.E2E_SHOTS) await page.screenshot({ path: `${process.env.E2E_SHOTS}/${width}.png`, fullPage: true });
  });
}

test("the filters of the history are in the address", async ({ page }) => {
  await page.goto("/admin/alerts?rule=snapshot_age");
  const history = region(page, "History");
  await expect(history.getByRole("row", { name: /Rankings are old/ }).first()).toBeVisible();
  await expect(history.getByRole("row", { name: /Economy/ })).toHaveCount(0);
  await history.getByLabel("State").selectOption("raised");
  await expect(page).toHaveURL(/rule=snapshot_age&status=raised/);
  await expect(history).toContainText("No alert fits these filters.");
});

test("a rule is muted with a reason, and a test message arrives", async ({ page }) => {
  await page.goto("/admin/alerts");
  const row = region(page, "Rules").getByRole("row", { name: /Redis down/ });
  await row.getByRole("button", { name: "Mute: Redis down" }).click();
  const mute = page.getByRole("dialog", { name: "Mute: Redis down" });
  await expect(mute).toContainText("alert:redis");
  await mute.getByLabel("Reason").fill("it moves to another machine");
  await mute.getByRole("button", { name: "Mute", exact: true }).click();
  await expect(row).toContainText("muted by admin");
  const channel = region(page, "Channels").getByRole("row", { name: /Webhook/ });
  await channel.getByRole("button", { name: /Send a test/ }).click();
  const test = page.getByRole("dialog", { name: /Send a test/ });
  await test.getByLabel("Reason").fill("a new channel");
  await test.getByRole("button", { name: "Send a test" }).click();
  await expect(test).toBeHidden();
  await expect(async () => {
    await page.reload();
    await expect(channel).toContainText("sent", { timeout: 2000 });
  }).toPass({ timeout: 30_000 });
});
