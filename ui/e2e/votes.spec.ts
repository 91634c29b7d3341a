/** The votes of a player, with the API's answers for a site that reports votes and for one that is asked. */
import { type Page, test as unitTest } from "@playwright/test";
import { streakOf } from "../src/extras/votes/streak";
import type { components } from "../src/shared/api/schema";
import { expect, logIn, openNewAccount, PHONE, test } from "./helpers";
import { expectFitsScreens } from "./screens";

type Votes = components["schemas"]["PlayerVotes"];

const AT = "2026-11-26T09:00:00Z";
const SITE = { coins: 2, hours: 12, link: "https://votes.example/1", sends_address: false, credited_at: null };
const VOTES: Votes = {
  sites: [
    { ...SITE, name: "gtop100", title: "GTop100", is_asked: false, next_at: "2090-01-01T00:00:00Z", credited_at: AT },
    { ...SITE, name: "hopzone_eu", title: "HopZone.eu", is_asked: true, sends_address: true, next_at: null },
  ],
  receipts: [{ id: 1, title: "GTop100", at: AT, coins: 2 }],
  hold_hours: 72,
};

async function answer(page: Page, path: string, json: object) {
  await page.route(`**${path}`, (route) => route.fulfill({ json }));
}

unitTest("a streak is the days in a row up to today or yesterday", () => {
  const now = new Date(2026, 10, 26, 9);
  const daysAgo = (...days: number[]) => days.map((day) => new Date(2026, 10, 26 - day, 23, 30));
  expect([[0, 1, 1, 2, 4], [1, 2], [2, 3], []].map((days) => streakOf(daysAgo(...days), now))).toEqual([3, 2, 0, 0]);
});

test("a player votes and asks for the check", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await logIn(page, "demo");
  await page.route("**/api/site", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), votes: true } });
  });
  await answer(page, "/api/player/votes", VOTES);
  await answer(page, "/api/player/votes/hopzone_eu/check", { outcome: "not_voted" });
  await page.goto("/player?tab=rewards");
  const sites = page.getByRole("region", { name: "Vote sites" });
  await expect(sites.getByText(/^Vote again: /)).toBeVisible();
  await expect(sites.locator("b")).toHaveText(/\d/);
  await expect(page.getByText("Next vote").first()).toBeVisible();
  await expect(sites.getByRole("link", { name: "Vote" })).toHaveCount(1);
  await sites.getByRole("button", { name: "Check my vote" }).click();
  await expect(sites.getByText("The site has no vote of yours yet.")).toBeVisible();
  await expectFitsScreens(page, "votes");
});

test("a vote at the demo's sites has a receipt and a cooldown", async ({ page, context }) => {
  await openNewAccount(page);
  await page.goto("/player?tab=rewards");
  const sites = page.getByRole("region", { name: "Vote sites" });
  for (const name of ["GTop100", "Top L2JBrasil"]) {
    const card = sites.getByRole("listitem").filter({ hasText: name });
    const [site] = await Promise.all([context.waitForEvent("page"), card.getByRole("link", { name: "Vote" }).click()]);
    await site.getByRole("button", { name: "Vote" }).click();
    await expect(site.getByRole("heading", { name: "Your vote counts." })).toBeVisible();
    await site.close();
    if (name === "GTop100") await page.reload();
    else await card.getByRole("button", { name: "Check my vote" }).click();
    await expect(card.getByText(/^Vote again: /)).toBeVisible();
    await expect(card.getByRole("link", { name: "Vote" })).toHaveCount(0);
    await expect(page.getByRole("table").getByRole("row", { name })).toBeVisible();
  }
});
