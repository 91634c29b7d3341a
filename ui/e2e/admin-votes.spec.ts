/** Vote sites: the demo's, and the API's answers for each state of a site. */
import { expect, test } from "@playwright/test";
import type { components } from "../src/admin/api/schema";
import { PHONE } from "./helpers";
import { region, signInOperator } from "./operator";
import { expectFitsScreens } from "./screens";

type Health = components["schemas"]["VoteSiteHealth"];

signInOperator();

const AT = "2026-11-26T09:00:00Z";
const HEALTH: Health = {
  ...{ name: "gtop100", title: "GTop100", is_asked: false, state: "up", problem: "", coins: 2, hours: 12 },
  ...{
    last_at: AT,
    last_ms: null,
    answers: 41,
    credited: 38,
    callback: `/api/votes/callback/gtop100/${"k".repeat(43)}`,
  },
  refused: [{ outcome: "repeated", votes: 3 }],
};
const SITES: Health[] = [
  HEALTH,
  { ...HEALTH, name: "topg", title: "TopG", state: "silent", last_at: null, answers: 0, credited: 0, refused: [] },
  { ...HEALTH, name: "itopz", title: "iTopZ", is_asked: true, state: "failing", last_ms: 5000, callback: null },
  { ...HEALTH, name: "l2network", title: "L2Network", state: "off", problem: "send_address", callback: null },
];

test("the health of each vote site is shown at each width", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const receipts = [{ id: 7, title: "GTop100", account: "demo", at: AT, coins: 2 }];
  await page.route("**/api/admin/votes", (route) => route.fulfill({ json: { sites: SITES, receipts } }));
  await page.goto("/admin/votes");
  const sites = region(page, "Sites");
  for (const state of ["up", "silent", "failing", "off: set send_address"])
    await expect(sites.getByText(state, { exact: true })).toBeVisible();
  await expect(region(page, "Receipts").getByRole("link", { name: "demo" })).toBeVisible();
  await expectFitsScreens(page, "votes");
});

test("the demo's sites have callbacks, refusals and receipts that lead to players", async ({ page }) => {
  await page.goto("/admin/votes");
  const sites = region(page, "Sites");
  await expect(sites.getByRole("row", { name: /GTop100/ })).toContainText("wrong key");
  await expect(sites.getByRole("row", { name: /Top L2JBrasil/ })).toContainText(/\d+ ms/);
  await expect(page.getByText(/\/api\/votes\/callback\/gtop100\/.{20,}$/)).toBeVisible();
  await region(page, "Receipts").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/admin\/players\/.+/);
});
