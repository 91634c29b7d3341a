import { expect, expectAccessible, expectNoHorizontalScroll, SMALL_PHONE, test } from "./helpers";
import { executeSql } from "./python";

test("events stand by day, lead to reports, and can be followed", async ({ page }) => {
  await page.setViewportSize(SMALL_PHONE);
  await page.goto("/events");
  const reports = page.locator("main a[href^='/bosses/']");
  await expect(reports).not.toHaveCount(0);
  // A page without reports is possible.
  const moments = page.locator("main li time");
  const count = await moments.count();
  await page.getByRole("button", { name: "Older" }).click();
  await expect.poll(() => moments.count()).toBeGreaterThan(count);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);

  await page.getByRole("navigation", { name: "Kind" }).getByRole("link", { name: "Castles" }).click();
  await expect(page).toHaveURL(/topic=castles$/);
  await expect(reports).toHaveCount(0);

  await page.getByLabel("Giran").check();
  const address = page.getByLabel("Calendar address");
  await expect(address).toHaveValue(/\/calendar\.ics\?castle=\d+&language=en$/);
  const calendar = await page.request.get(await address.inputValue());
  expect(await calendar.text()).toMatch(/^BEGIN:VCALENDAR\r\n/);
  await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
});

test("a new event waits behind a button", async ({ page }) => {
  const { data } = await (await page.request.get("/api/clans?page_size=2")).json();
  const [firstClan, secondClan] = data as { clan_id: number; clan_name: string }[];
  await page.clock.install();
  await page.goto("/events?topic=wars");
  const lines = page.locator("main li").filter({ hasText: "declares war" });
  await expect(lines.first()).toBeVisible();
  const count = await lines.count();
  const now = Math.floor(Date.now() / 1000);
  executeSql(
    "INSERT INTO world_events (id, kind, subject_id, object_id, at, public_at, accuracy_seconds, details) " +
      `VALUES (${now}, 'war_declared', ${firstClan?.clan_id}, ${secondClan?.clan_id}, ${now}, 0, 60, '{}')`,
  );
  try {
    const button = page.getByRole("button", { name: /^\d+ new since you opened the page$/ });
    // The browser keeps an answer for 15 seconds and then shows it once more, so the page has to ask several times.
    await expect(async () => {
      await page.clock.fastForward(30_000);
      await expect(button).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 90_000 });
    await expect(lines).toHaveCount(count);
    await button.click();
    await expect(
      lines.filter({ hasText: `${firstClan?.clan_name} declares war on ${secondClan?.clan_name}` }).first(),
    ).toBeVisible();
    await expect(button).toBeHidden();
  } finally {
    executeSql(`DELETE FROM world_events WHERE id = ${now}`);
  }
});
