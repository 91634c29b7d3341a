import { expect, test } from "@playwright/test";
import { PHONE } from "./helpers";
import { region, signInOperator } from "./operator";
import { expectFitsScreens } from "./screens";

const NOTICE = "A line that is shown by mistake";
const FROZEN = ["e2e-frozen-1", "e2e-frozen-2", "e2e-frozen-3"];
signInOperator(
  ...FROZEN.map((login) => `INSERT IGNORE INTO account_owners (login, frozen_at) VALUES ('${login}', 1700000000)`),
);

test("keys choose, open and filter rows, and Enter on a link keeps its own meaning", async ({ page }) => {
  await page.goto("/admin/insight");
  const rows = region(page, "Going away").getByRole("row");
  await expect(rows.nth(1)).toBeVisible();
  await rows.nth(1).getByRole("link").focus();
  await page.keyboard.press("j");
  await expect(rows.nth(2)).toBeFocused();
  await page.keyboard.press("k");
  await expect(rows.nth(1)).toBeFocused();
  const href = (await rows.nth(1).getByRole("link").getAttribute("href")) ?? "";
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${href}$`));
  await page.goto("/admin/economy");
  await expect(region(page, "Items").getByRole("row").nth(1)).toBeVisible();
  await page.keyboard.press("f");
  await expect(region(page, "Items").getByLabel("Name or id of an item")).toBeFocused();
});

test("each page has its own key, and the menu of a phone leaves the search field free", async ({ page }) => {
  await page.goto("/admin");
  const menu = page.locator("#rail");
  await menu.locator("kbd").first().waitFor();
  const keys = await menu.locator("kbd").allTextContents();
  expect(keys.length).toBeGreaterThan(10);
  expect(new Set(keys).size).toBe(keys.length);
  await page.setViewportSize(PHONE);
  await page.locator("button[aria-controls=rail]").click();
  const bar = await page.locator("header").first().boundingBox();
  expect((await menu.boundingBox())?.y).toBe(bar?.height);
  await menu.getByRole("button", { name: "Sign out" }).scrollIntoViewIfNeeded();
  await expect(menu.getByRole("button", { name: "Sign out" })).toBeInViewport();
});

test("a page that does not exist has a heading", async ({ page }) => {
  await page.goto("/admin/nowhere");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/There is no such page/);
});

test("cases of one kind are a row that opens, and each has its action", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/admin");
  const needs = region(page, "Needs a person");
  const group = needs.getByRole("row", { name: /Account frozen/ });
  await expect(group).toHaveCount(1);
  await expect(group).toContainText(/[3-9] cases/);
  await expect(needs.getByRole("link", { name: "e2e-frozen-1" })).toHaveCount(0);
  await group.getByRole("button", { name: "Show them" }).click();
  await expect(needs.getByRole("link", { name: "e2e-frozen-1", exact: true })).toBeVisible();
  await expect(needs).not.toContainText(/[\da-f]{8}-[\da-f]{4}-/);
  await expectFitsScreens(page, "overview");
  await expect(page.getByRole("navigation").getByRole("link", { name: /Players.* need a person/ })).toBeVisible();
  await needs.getByRole("link", { name: "Adopt the reused name: e2e-frozen-2" }).click();
  await expect(page).toHaveURL(/action=adopt/);
});

test("figures of the overview lead to their rows", async ({ page }) => {
  await page.goto("/admin");
  await expect(page.getByRole("link", { name: /Registered today/ })).toHaveAttribute("href", "/admin/insight");
  await page.getByRole("link", { name: /Revenue today/ }).click();
  await expect(page).toHaveURL(/\/admin\/money\?since=(\d{4}-\d\d-\d\d)&until=\1$/);
  await page.goto("/admin/money");
  await region(page, "Settlement").getByRole("link", { name: /^\d+$/ }).first().click();
  await expect(page).toHaveURL(/since=\d{4}-\d\d-01&until=\d{4}-\d\d-\d\d&by=day/);
});

test("a house account leads to its entries, and they to players", async ({ page }) => {
  await page.goto("/admin/wheel");
  await region(page, "House accounts").getByRole("link", { name: "house:donations" }).click();
  const entries = region(page, "Entries: house:donations");
  await expect(entries).toBeInViewport();
  await entries.getByRole("row").nth(1).getByRole("link").click();
  await expect(page).toHaveURL(/\/admin\/players\/.+/);
});

test("the spins of a prize and the holders of coins are listed", async ({ page }) => {
  const spin = { id: 7, at: "2026-11-26T09:00:00Z", account: "demo", cost: 10, prize: 5 };
  await page.route("**/api/admin/spins?**", (route) => route.fulfill({ json: { data: [spin], next: 7 } }));
  await page.goto("/admin/wheel?version=1&tier=TINY_WIN&prize=5");
  const spins = region(page, "Spins: Tiny · 5");
  await expect(spins.getByRole("link", { name: "demo" })).toBeVisible();
  await spins.getByRole("link", { name: "Older" }).click();
  await expect(page).toHaveURL(/prize=5&before=7/);
  await region(page, "Coins in circulation").getByRole("link", { name: "Wallets" }).click();
  await expect(region(page, "Largest balances: Wallets").getByRole("row").nth(1)).toBeVisible();
});

test("new accounts, open deliveries and receipts are behind their figures", async ({ page }) => {
  await page.goto("/admin/insight");
  await region(page, "Retention").getByRole("link").first().click();
  await expect(page).toHaveURL(/week=\d{4}-\d\d-\d\d/);
  await expect(
    region(page, /^Registered: /)
      .getByRole("link")
      .first(),
  ).toBeVisible();
  await page.goto("/admin/votes");
  await region(page, "Sites").getByRole("link").first().click();
  await expect(page).toHaveURL(/name=gtop100/);
  await expect(region(page, "Receipts").getByRole("row").filter({ hasText: "Top L2JBrasil" })).toHaveCount(0);
  await page.goto("/admin/");
  await page.getByRole("link", { name: /^Coins on their way/ }).click();
  await expect(region(page, "Open deliveries")).toBeVisible();
});

test("a change is undone from its message", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/admin/content/banner");
  const notices = region(page, "Notices on every page");
  await notices.getByLabel("Text").fill(NOTICE);
  await notices.getByRole("button", { name: "Show a notice" }).click();
  const panel = page.getByRole("dialog");
  await panel.getByLabel("Reason").fill("a test");
  await panel.getByRole("button", { name: /Show/ }).click();
  await expect(panel).toHaveCount(0);
  const noticeRow = notices.getByRole("row", { name: NOTICE });
  await expect(noticeRow).toBeVisible();
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await expect(undo).toBeVisible();
  await expectFitsScreens(page, "undo");
  await undo.click();
  await expect(panel.getByLabel("Reason")).toHaveValue("Undone: a test");
  await panel.getByRole("button", { name: /Remove/ }).click();
  await expect(noticeRow).toHaveCount(0);
  await expect(undo).toHaveCount(0);
});
