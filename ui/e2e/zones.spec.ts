/** Rules of time zones that changed in 2026: the browser's copy is older, so the site's clock follows the service's offsets. */
import type { Page } from "@playwright/test";
import { expect, test } from "./helpers";

test.use({ timezoneId: "Europe/Madrid" });

/** Winnipeg keeps its summer time from March 2026 on; older rules have UTC−6 in this winter. */
const WINNIPEG = {
  time_zone: "America/Winnipeg",
  zone_offsets: [
    { since: 1_762_066_800, minutes: -360 },
    { since: 1_772_956_800, minutes: -300 },
  ],
};

/** Puts the site into Winnipeg. */
const moveSite = (page: Page) =>
  page.route("**/api/site", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), ...WINNIPEG } });
  });

test("the server time of a siege is the one that the game keeps", async ({ page }) => {
  await moveSite(page);
  await page.clock.install({ time: "2026-12-18T12:00:00Z" });
  await page.route("**/api/world/castles", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const data = answer.data.map((castle: object) => ({ ...castle, siege_at: "2026-12-21T01:00:00Z" }));
    await route.fulfill({ json: { ...answer, data } });
  });
  await page.goto("/world?tab=castles&castle=giran");
  await expect(page.getByRole("definition").filter({ hasText: "UTC−5" })).toHaveText("8:00 PM UTC−5");
});

test("events that are known to the day stand under the site's day", async ({ page }) => {
  await moveSite(page);
  await page.route("**/api/world/events*", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const data = answer.data.map((event: object) => ({
      ...event,
      ...{ at: "2026-12-21T05:30:00Z", accuracy_seconds: 86_400 },
    }));
    await route.fulfill({ json: { ...answer, data } });
  });
  await page.goto("/events?from=link"); // not rendered by the service
  await expect(page.locator("main h2").filter({ hasText: /2026/ })).toHaveText(["December 21, 2026"]);
});
