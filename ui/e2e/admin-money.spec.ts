import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { PHONE } from "./helpers";
import { signInOperator } from "./operator";
import { expectAccessibleLayout, expectFitsScreens } from "./screens";

const LOGIN = "e2e_orcomalo";
// A period of its own, in which the demo has no donations.
const createdAt = Math.floor(Date.UTC(2019, 4, 10, 15) / 1000);
const PERIOD = "since=2019-05-01&until=2019-05-31";

const DONATIONS = [
  ["e2e-money-1", "completed", 0, 5000000],
  ["e2e-money-2", "completed", 1, 1000000],
  ["e2e-money-3", "pending", 0, 200000],
] as const;
const PAYMENTS = [
  [990001001, "e2e-money-1", "approved", "completed", "NULL", "mercadopago", "NULL"],
  [990001002, "e2e-money-2", "in_mediation", "completed", "NULL", "mercadopago", "NULL"],
  [990001003, "e2e-money-3", "approved", "failed", "'amount'", "mercadopago", "NULL"],
  ["9000000000990001004", "e2e-money-1", "paid", "completed", "NULL", "stripe", "'JPY'"],
] as const;
const DATA = [
  ...DONATIONS.map(
    ([id, status, isDisputed, amount]) =>
      "INSERT IGNORE INTO donations (id, account, character_id, character_name, amount, currency, base_coins, " +
      "bonus_coins, total_coins, status, disputed, created_at, credited_at) VALUES " +
      `('${id}', '${LOGIN}', 1, 'Orco', ${amount}, 'ARS', 10, 0, 10, '${status}', ${isDisputed}, ${createdAt}, ${createdAt})`,
  ),
  ...PAYMENTS.map(
    ([id, donation, status, outcome, mismatch, provider, currency]) =>
      "INSERT IGNORE INTO payments (id, donation_id, status, detail, outcome, amount, refunded, updated_ms, mismatch, " +
      "fee, net, approved_at, first_seen_at, seen_at, provider, reference, settlement_currency) VALUES " +
      `(${id}, '${donation}', '${status}', 'e2e', '${outcome}', 1000000, 0, 1, ${mismatch}, 60000, 940000, ${createdAt}, ` +
      `${createdAt}, ${createdAt}, '${provider}', '${id}', ${currency})`,
  ),
];

/** Adjustments above the daily sum, which wait, of another operator and of one's own; other numbers in each process of the tests. */
const HELD_COINS = [randomInt(100_000, 500_000), randomInt(500_000, 900_000)] as const;
const OWN_COINS = randomInt(1_000_000, 2_000_000);
const holdCoins = (coins: number, operator = "e2e_bob"): string[] => {
  const now = Math.floor(Date.now() / 1000);
  return [
    "INSERT INTO operator_log (at, operator, command, subject, reason) " +
      `VALUES (${now}, '${operator}', 'admin', 'account:${LOGIN}', 'prize ${coins}')`,
    "INSERT INTO coin_grants (operator, coins, log_id, post_key, created_at, is_held) " +
      `VALUES ('${operator}', ${coins}, LAST_INSERT_ID(), 'e2e:${coins}:${now}', ${now}, 1)`,
  ];
};

const unique = signInOperator(
  ...DATA,
  ...HELD_COINS.flatMap((coins) => holdCoins(coins)),
  ...holdCoins(OWN_COINS, "admin"),
);
const region = (page: Page, name: string) => page.getByRole("region", { name });

test("figures of a period lead to their rows", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(`/admin/money?${PERIOD}`);
  const states = page.getByRole("navigation", { name: "Donations by state" });
  await expect(states.getByRole("link", { name: /Completed 2/ })).toContainText("ARS $ 60.000");
  await expect(region(page, "Payments that do not match")).toContainText("gateway refund 990001003");
  await expect(region(page, "Settlement")).toContainText("$ 18.800");
  await expect(region(page, "Settlement").getByRole("row", { name: /Stripe/ })).toContainText(/JPY\s940,000/);
  await expect(region(page, "Largest buyers")).toContainText("1 buyer");
  await expectFitsScreens(page, "money");
  await states.getByRole("link", { name: /Pending 1/ }).click();
  await expect(page).toHaveURL(/status=pending/);
  const rows = page.getByRole("region", { name: "Donations", exact: true });
  await expect(rows.getByRole("row").filter({ hasText: LOGIN })).toHaveCount(1);
  await page.getByRole("link", { name: "Day", exact: true }).click();
  await expect(page).toHaveURL(/by=day/);
  await expect(region(page, "Settlement").getByRole("row")).toHaveCount(5);
});

test("coins above another operator's daily sum are released and refused", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/admin/money");
  const panel = region(page, "Coins above the daily sum");
  const row = (coins: number) => panel.getByRole("row").filter({ hasText: `prize ${coins}` });
  await expectFitsScreens(page, "money");
  await expect(row(OWN_COINS)).toContainText("waits for another operator");
  await expect(row(OWN_COINS).getByRole("button")).toHaveText(["Refuse"]);
  for (const [coins, action, decision] of [
    [HELD_COINS[0], "Refuse", "refused by"],
    [HELD_COINS[1], "Release", "released by"],
  ] as const) {
    await expect(row(coins)).toContainText(coins.toLocaleString("en"));
    await expect(row(coins)).toContainText("waits");
    await row(coins).getByRole("button", { name: action }).click();
    const dialog = page.getByRole("dialog", { name: `${action}: ${coins.toLocaleString("en")}` });
    await expect(dialog).toContainText("waiting");
    await dialog.getByLabel("Reason").fill("a test");
    const confirm = dialog.getByRole("button", { name: action });
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel(`Type ${coins} to confirm`).fill(String(coins));
    await confirm.click();
    await expect(dialog).toHaveCount(0);
    await expect(row(coins)).toContainText(decision);
    await expect(row(coins).getByRole("button")).toHaveCount(0);
    // Its opener is gone.
    await expect(panel.getByRole("heading", { name: "Coins above the daily sum" })).toBeFocused();
  }
});

test("the wheel and the switches are shown at each width", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/admin/wheel");
  await expect(region(page, "Switches").getByRole("row", { name: /Registration/ })).toContainText("open");
  await expect(region(page, "House accounts")).toContainText("house:");
  await expect(region(page, "in use")).toContainText("Winners beyond 5 σ");
  await expectFitsScreens(page, "wheel");
});

test("evidence of a dispute is shown and saved as a file", async ({ page }) => {
  await page.goto(`/admin/money?${PERIOD}`);
  await region(page, "Disputes")
    .getByRole("row", { name: /990001002/ })
    .getByRole("button", { name: "Evidence" })
    .click();
  const dialog = page.getByRole("dialog", { name: "Evidence" });
  await expect(dialog).toContainText("in_mediation");
  await expectAccessibleLayout(page);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save as file" }).click();
  const content = readFileSync(await (await download).path(), "utf8");
  expect(content).toContain(`Player: ${LOGIN}\n`);
});

test("reconciling shows a dry run and asks for a reason first", async ({ page }) => {
  await page.goto("/admin/money");
  await page.getByRole("button", { name: "Reconcile", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Reconcile" });
  await expect(dialog).toContainText("pending donations");
  const confirm = dialog.getByRole("button", { name: "Reconcile" });
  await expect(confirm).toBeDisabled();
  await expectAccessibleLayout(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("a planned notice is added and removed, a switch shows its dry run", async ({ page }) => {
  const text = `Maintenance ${unique}`;
  await page.goto("/admin/content/banner");
  const notices = region(page, "Notices on every page");
  await notices.getByLabel("Text").fill(text);
  await notices.getByLabel("From").fill("2090-01-01T10:00");
  await notices.getByRole("button", { name: "Show a notice" }).click();
  let dialog = page.getByRole("dialog", { name: "Show a notice" });
  await expect(dialog).toContainText(text);
  await dialog.getByLabel("Reason").fill("upgrade");
  await dialog.getByRole("button", { name: "Show a notice" }).click();
  const row = notices.getByRole("row", { name: new RegExp(text) });
  await row.getByRole("button", { name: "Remove" }).click();
  dialog = page.getByRole("dialog", { name: "Remove a notice" });
  await dialog.getByLabel("Reason").fill("upgrade is over");
  await dialog.getByRole("button", { name: "Remove a notice" }).click();
  await expect(row).toHaveCount(0);
  await page.goto("/admin/wheel");
  await page.getByRole("button", { name: "Close: Registration" }).click();
  dialog = page.getByRole("dialog", { name: "Close: Registration" });
  await expect(dialog).toContainText("switch:registration");
  await expectAccessibleLayout(page);
});
