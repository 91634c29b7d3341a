import { expect, test } from "@playwright/test";
import { PHONE } from "./helpers";
import { region, signInOperator } from "./operator";
import { expectFitsScreens } from "./screens";

signInOperator();

test("rules, channels and the history are shown at each width", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/admin/alerts");
  const rules = region(page, "Rules");
  await expect(rules.getByRole("row", { name: /A database is down/ })).toHaveCount(1);
  const economy = rules.getByRole("row", { name: /Economy alarms open/ });
  await expect(economy).toContainText("raised", { timeout: 90_000 });
  await expect(economy.getByRole("link")).toHaveAttribute("href", "/admin/economy");
  await expect(rules.getByRole("row", { name: /Rankings are old/ })).toContainText("≥ 5 min for 5 min");
  await expect(region(page, "Channels").getByRole("row", { name: /Webhook/ })).toContainText("127.0.0.1");
  await expect(region(page, "History").getByRole("row", { name: /Economy alarms open/ })).toBeVisible();
  await expectFitsScreens(page, "alerts");
});

test("the filters of the history are in the address", async ({ page }) => {
  await page.goto("/admin/alerts?rule=economy_alarms");
  const history = region(page, "History");
  await expect(history.getByRole("row", { name: /Economy/ })).toBeVisible();
  await expect(history.getByRole("row", { name: /Disputes/ })).toHaveCount(0);
  await history.getByLabel("State").selectOption("cleared");
  await expect(page).toHaveURL(/rule=economy_alarms&status=cleared/);
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
