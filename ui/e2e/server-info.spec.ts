import type { Page } from "@playwright/test";
import {
  DESKTOP,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  REQUEST_ERRORS,
  SMALL_PHONE,
  TABLET,
  test,
  UNAVAILABLE,
} from "./helpers";

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
  Sieges: [
    "Sundays",
    "6:00 PM GMT-3",
    "120 minutes",
    "Up to 24 hours before",
    "40 members without an ally",
    "No Owner",
  ],
  "Farm Zones": ["Easy", "Medium", "Hard"],
};

/** Leaves the operator's content alone. */
async function closeWorld(page: Page, expectErrors: (...patterns: RegExp[]) => void) {
  expectErrors(...REQUEST_ERRORS);
  await page.route("**/api/world/**", UNAVAILABLE);
}

test("each tab shows its specified values while the world cannot be read", async ({ page, expectErrors }) => {
  const calls: string[] = [];
  page.on("request", (request) => /\/api\/(?!site$|world\/)/.test(request.url()) && calls.push(request.url()));
  await closeWorld(page, expectErrors);
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

test("the overview links to each tab, which is kept in the URL and history", async ({ page, expectErrors }) => {
  await closeWorld(page, expectErrors);
  await page.goto("/server-info");
  const main = page.getByRole("main");
  for (const text of ["10x", "+16", "7-10 days", "Daily at 19:00", "Every 7 days", "Level 40-55"])
    await expect(main).toContainText(text);
  await main.getByRole("link", { name: "7 of 9 castles have an owner" }).click();
  await expect(page).toHaveURL(/\?tab=sieges$/);
  const tabs = page.getByRole("navigation", { name: "Server Info" });
  await expect(tabs.getByRole("link")).toHaveText(Object.keys(TABS));
  await expect(main).toContainText("120 minutes");
  await tabs.getByRole("link", { name: "Rates" }).click();
  await expect(main).toContainText("Show as a table");
  await test.step("the chance of every enchantment level", async () => {
    const chances = { 5: 80, 6: 75, 7: 65, 8: 60, 9: 50, 10: 40, 11: 35, 12: 35, 13: 35, 14: 30, 15: 30, 16: 25 };
    await page.getByText("Show as a table").click();
    for (const [level, rate] of Object.entries(chances))
      await expect(page.getByRole("row", { name: `+${level} ${rate}%` })).toBeVisible();
  });
  await page.goBack();
  await expect(main).toContainText("120 minutes");
});

test("the calculator follows both levels and the kind of scroll", async ({ page }) => {
  await page.goto("/server-info?tab=rates");
  const calculator = page.getByRole("region", { name: "Enchant calculator" });
  await expect(calculator).toContainText("Chance of +4 to +8 23.4% 1 in 4.3", { useInnerText: true });
  await calculator.getByRole("slider", { name: "To" }).fill("12");
  await expect(calculator).toContainText("Chance of +4 to +12 0.573% 1 in 174", { useInnerText: true });
  await expect(calculator.getByRole("listitem")).toHaveCount(8);
  await calculator.getByRole("slider", { name: "To" }).fill("5");
  await calculator.getByRole("radio", { name: "Blessed" }).check();
  await expect(calculator).toContainText("Scrolls on average 2.3 Items on average 1", { useInnerText: true });
  await expect(calculator).toContainText("back to +0", { useInnerText: true });
  await calculator.getByRole("slider", { name: "From" }).fill("9");
  await expect(calculator).toContainText("Chance of +9 to +10 40%", { useInnerText: true });
});

test.describe("in another time zone", () => {
  test.use({ timezoneId: "Europe/Madrid" });

  test("sieges count down in the reader's time", async ({ page, expectErrors }) => {
    await closeWorld(page, expectErrors);
    await page.clock.install({ time: new Date("2026-11-22T12:10:30Z") });
    await page.goto("/server-info?tab=sieges");
    const clock = page.getByRole("region", { name: "Next sieges" });
    await expect(clock).toContainText("Begin in 8 h 50 min", { useInnerText: true });
    await expect(clock).toContainText("Your time Sun, Nov 22, 10:00 PM", { useInnerText: true });
    await expect(clock).toContainText("Server time Sunday 6:00 PM GMT-3", { useInnerText: true });
    await page.clock.runFor(60_000);
    await expect(clock).toContainText("Begin in 8 h 49 min", { useInnerText: true });
  });
});
