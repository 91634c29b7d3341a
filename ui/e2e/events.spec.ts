import { expect, expectAccessible, expectNoHorizontalScroll, SMALL_PHONE, test } from "./helpers";

test("events stand by day, lead to reports, and can be followed", async ({ page }) => {
  await page.setViewportSize(SMALL_PHONE);
  await page.goto("/events");
  const reports = page.locator("main a[href^='/bosses/']");
  const count = await reports.count();
  expect(count).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Older" }).click();
  await expect.poll(() => reports.count()).toBeGreaterThan(count);
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
