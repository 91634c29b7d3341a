import { DESKTOP, expect, expectAccessible, expectNoHorizontalScroll, SMALL_PHONE, TABLET, test } from "./helpers";

/** Fixed texts of each tab, from section 9 of the specification. */
const TABS: Record<string, readonly string[]> = {
  General: ["Interlude", "x15", "Max 2 clients per IP"],
  Rates: [
    ...["10x", "15x", "2x", "1x", "8x", "3x", "+4", "+16", "5x", "x2", "x1.5"],
    ...["80%", "75%", "65%", "60%", "50%", "40%", "35%", "30%", "25%"],
  ],
  Events: ["Sunday", "PvP Tournament", "Friday", "50,000 Adena", "Boss Hunt", "19:00", "Active", "Upcoming"],
  Bosses: ["7-10 days", "5-8 hours", "2-3 hours", "4-6 hours", "Alive", "Dead"],
  Olympiad: ["15", "5", "1", "7 days", "9:30-11:00 PM", "+6 and full S grade without custom or boss jewelry"],
  Sieges: ["Sundays", "6:00 PM GMT-3", "120 minutes", "24 hours before", "40 members without an ally", "No Owner"],
  "Farm Zones": ["Easy", "Medium", "Hard"],
};

test("each tab shows its specified values and reads nothing but the site's notices", async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => /\/api\/(?!site$)/.test(request.url()) && calls.push(request.url()));
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/server-info");
  const tabs = page.getByRole("navigation", { name: "Server Info" });
  for (const [tab, texts] of Object.entries(TABS))
    await test.step(tab, async () => {
      await page.setViewportSize(DESKTOP);
      await tabs.getByRole("link", { name: tab }).click();
      await expect(tabs.getByRole("link", { name: tab })).toHaveAttribute("aria-current", "page");
      for (const text of texts) await expect(page.getByRole("main")).toContainText(text);
      await expect(page.getByRole("main").getByText("Available", { exact: true })).toHaveCount(0);
      for (const viewport of [TABLET, SMALL_PHONE]) {
        await page.setViewportSize(viewport);
        await expectNoHorizontalScroll(page);
      }
      await expectAccessible(page);
    });
  expect(calls).toEqual([]);
});

test("the tab is kept in the URL and history", async ({ page }) => {
  await page.goto("/server-info?tab=sieges");
  const tabs = page.getByRole("navigation", { name: "Server Info" });
  await expect(tabs.getByRole("link")).toHaveText(Object.keys(TABS));
  await expect(page.getByRole("main")).toContainText("120 minutes");
  await tabs.getByRole("link", { name: "Rates" }).click();
  await expect(page.getByRole("main")).toContainText("+16");
  await page.goBack();
  await expect(page.getByRole("main")).toContainText("120 minutes");
});

test("shows the chance of every enchantment level", async ({ page }) => {
  await page.goto("/server-info?tab=rates");
  const chances = { 5: 80, 6: 75, 7: 65, 8: 60, 9: 50, 10: 40, 11: 35, 12: 35, 13: 35, 14: 30, 15: 30, 16: 25 };
  await page.getByText("Show as a table").click();
  for (const [level, rate] of Object.entries(chances))
    await expect(page.getByRole("row", { name: `+${level} ${rate}%` })).toBeVisible();
});
