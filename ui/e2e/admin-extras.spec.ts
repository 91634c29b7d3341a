/** Extras: the demo's, and the API's answers for each state of the tables. */
import { expect, test } from "@playwright/test";
import type { components } from "../src/admin/api/schema";
import { answerOnce, PHONE } from "./helpers";
import { region, signInOperator } from "./operator";
import { expectFitsScreens } from "./screens";

type Extra = components["schemas"]["ListedExtra"];

signInOperator();

const VOTES: Extra = {
  ...{ name: "votes", summary: "coins for votes on sites that list game servers", is_on: true, is_default: false },
  ...{ needs: [], tables: ["vote_accounts", "votes", "vote_answers"] },
  ...{ tables_state: "current", version: 1, newest_version: 1 },
};
const ALL: Extra[] = [
  VOTES,
  { ...VOTES, name: "codes", is_on: false },
  { ...VOTES, name: "alerts", tables_state: "absent", version: 0, needs: ["history", "notifications", "world"] },
  { ...VOTES, name: "push", is_on: false, tables_state: "absent", version: 0 },
  { ...VOTES, name: "economy", tables_state: "pending", newest_version: 2 },
  { ...VOTES, name: "world", tables_state: "newer", version: 3 },
  { ...VOTES, name: "character_pages", tables: [], tables_state: "none", version: 0, newest_version: 0 },
];
const ROWS: readonly (readonly string[])[] = [
  ["votes", "on", "current (1)", "gateway extras disable votes"],
  ["codes", "off, tables kept", "current (1)", "gateway extras enable codes"],
  ["alerts", "on without tables", "not made", "Needs history, notifications, world", "gateway install"],
  ["push", "off", "not made", "gateway extras enable push"],
  ["economy", "on", "older (1 of 2)", "gateway upgrade"],
  ["world", "on", "newer (3, here 1)", "gateway extras disable world"],
  ["character_pages", "on", "needs none", "gateway extras disable character_pages"],
];

test("the state of each extra and its command are shown at each width", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.route("**/api/admin/extras", (route) => route.fulfill({ json: { data: ALL } }));
  await page.goto("/admin/extras");
  for (const [name, ...texts] of ROWS) {
    const row = region(page, "Extras").getByRole("row", { name: new RegExp(`^${name} `) });
    for (const text of texts) await expect(row.getByText(text, { exact: true })).toBeVisible();
  }
  await expectFitsScreens(page, "extras");
});

test("the demo's extras are on, with current tables, and the menu leads to them", async ({ page }) => {
  await page.goto("/admin");
  await page.getByRole("link", { name: /^Extras/ }).click();
  const rows = region(page, "Extras").getByRole("row");
  await expect(rows.filter({ hasText: "gateway extras disable" }).first()).toBeVisible();
  await expect(rows.filter({ hasText: /^history/ })).toContainText(/13.*current \(1\)/);
  await expect(region(page, "Extras").getByText("on without tables")).toHaveCount(0);
});

test("an answer that fails can be asked for again", async ({ page }) => {
  await page.route(
    "**/api/admin/extras",
    answerOnce((route) => route.fulfill({ status: 503, json: {} })),
  );
  await page.goto("/admin/extras");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(region(page, "Extras").getByText("votes", { exact: true })).toBeVisible();
});
