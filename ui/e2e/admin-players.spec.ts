import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { PHONE } from "./helpers";
import { signInOperator } from "./operator";
import { expectAccessibleLayout, expectFitsScreens, SIZES } from "./screens";

const LOGIN = "e2e_marisol";
// Each worker inserts the rows: one of its own is not inserted again by another after the erasure.
const ERASED_LOGIN = `e2e_gone${process.env.TEST_WORKER_INDEX}`;
const DONATION = "5a0e2b7e-0000-4000-8000-00000000e2e1";
const PAYMENT = "990000482";
const STRIPE = "pi_3MtwBwLkdIwHu7ix28a3tqPa";
const now = Math.floor(Date.now() / 1000);
const createdAt = now - 7200;

const DATA = [
  `INSERT IGNORE INTO profiles (login, created_at) VALUES ('${ERASED_LOGIN}', ${createdAt})`,
  `INSERT IGNORE INTO profiles (login, created_at) VALUES ('${LOGIN}', ${createdAt})`,
  "INSERT IGNORE INTO donations (id, account, character_id, character_name, amount, currency, base_coins, bonus_coins, " +
    "total_coins, status, coins_credited, init_point, created_at, paid_at, credited_at) VALUES " +
    `('${DONATION}', '${LOGIN}', 1, 'Nimriel', 3800000, 'ARS', 418, 0, 418, 'completed', 418, 'https://pay.example/1', ` +
    `${createdAt}, ${createdAt + 60}, ${createdAt + 65})`,
  "INSERT IGNORE INTO payments (id, donation_id, status, detail, outcome, amount, refunded, updated_ms, coins, credited, " +
    "fee, net, settlement_currency, first_seen_at, seen_at) VALUES " +
    `(${PAYMENT}, '${DONATION}', 'approved', 'accredited', 'completed', 3800000, 0, 1, 418, 1, 1234, 56789, 'HUF', ${createdAt + 62}, ${createdAt + 65})`,
  "INSERT IGNORE INTO payments (id, provider, reference, donation_id, status, detail, outcome, amount, refunded, updated_ms, " +
    "first_seen_at, seen_at) VALUES " +
    `(9000000000990000482, 'stripe', '${STRIPE}', '${DONATION}', 'failed', 'card_declined', 'failed', 3800000, 0, 1, ` +
    `${createdAt + 61}, ${createdAt + 61})`,
  "INSERT IGNORE INTO deliveries (idempotency_key, account, character_id, character_name, item_id, amount, status, claim, " +
    `claimed_at, created_at) VALUES ('e2e-marisol', '${LOGIN}', 1, 'Nimriel', 4037, 418, 'claimed', 'c', ` +
    `${createdAt + 300}, ${createdAt + 290})`,
  "INSERT INTO sessions (id, login, created_at, seen_at, confirmed_at, device, network) " +
    `VALUES (LEFT(MD5(RAND()), 22), '${LOGIN}', ${now}, ${now}, ${now}, 'Firefox, Windows', '190.17.44.0/24')`,
];

signInOperator(...DATA);

test("a payment number leads to the account, by keys alone", async ({ page }) => {
  await page.goto("/admin/players");
  await expect(page.getByRole("heading", { level: 1, name: "Players" })).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type(PAYMENT);
  await page.keyboard.press("Enter");
  const hit = page.getByRole("link", { name: new RegExp(PAYMENT) });
  await expect(hit).toContainText("delivery stuck");
  await expectAccessibleLayout(page);
  await hit.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: LOGIN })).toBeVisible();
});

test("an account shows the steps of its donation", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(`/admin/players/${LOGIN}?donation=${DONATION}`);
  const donations = page.getByRole("region", { name: "Donations" }).first();
  await expect(donations).toContainText("ARS $ 38.000");
  await expect(donations).toContainText("approved · accredited");
  await expect(donations).toContainText(`stripe:${STRIPE}`);
  const tables = donations.getByRole("group");
  const overflow = () => tables.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  for (const width of SIZES) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(overflow, `px of the table outside of its panel at ${width}`).toBeLessThanOrEqual(0);
  }
  await expect(donations).toContainText(/HUF\s12\.34.*HUF\s567\.89/);
  await expect(page.getByRole("region", { name: "Deliveries" }).first()).toContainText("taken, not answered");
  await expectFitsScreens(page, "account");
});

test("the answer names the stuck delivery, and keys open its panel at 390 px", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(`/admin/players/${LOGIN}`);
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer).toContainText("The coins are stuck");
  await expect(answer.getByText("not reached")).toBeVisible();
  const parts = [/The coins are stuck/, /^not reached$/, /^Hello! Your payment is fine/].map((part) =>
    answer.getByText(part),
  );
  const buttons = ["Release delivery", "Copy reply"].map((name) => answer.getByRole("button", { name }));
  for (const part of [...parts, ...buttons]) {
    const box = await part.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? Number.NaN), String(part)).toBeLessThanOrEqual(2 * PHONE.height);
  }
  await answer.getByRole("button", { name: "es", exact: true }).click();
  await expect(answer).toContainText("¡Hola! Tu pago está bien.");
  await expectAccessibleLayout(page);
  await page.keyboard.press("b");
  const panel = page.getByRole("dialog", { name: "Block on the site" });
  await expect(panel.getByText("This will change")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Block on the site" })).toBeDisabled();
  await expectAccessibleLayout(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("keys that copy do nothing where the browser has no clipboard", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "clipboard"));
  await page.goto(`/admin/players/${LOGIN}`);
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer).toContainText("The coins are stuck");
  await expect(answer.getByRole("button", { name: "Copy reply" })).toHaveCount(0);
  for (const key of ["c", "j", "y"]) await page.keyboard.press(key);
  await page.goto("/admin/players");
  expect(errors).toEqual([]);
});

test("sessions end with a reason, by the keyboard", async ({ page }) => {
  await page.goto(`/admin/players/${LOGIN}?question=sign_in`);
  await expect(page.getByRole("region", { name: "Answer" })).toContainText("The game has no such account.");
  await page.getByRole("button", { name: "End all sessions" }).click();
  const panel = page.getByRole("dialog", { name: "End all sessions" });
  await expect(panel.getByText("This will change")).toBeVisible();
  await panel.getByLabel("Reason").fill("asked by the player");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("No open session.")).toBeVisible();
});

test("personal data are saved as a file and erased, once nothing is open", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(`/admin/players/${LOGIN}`);
  await page.getByRole("button", { name: "Erase personal data" }).click();
  await expect(page.getByRole("dialog")).toContainText(
    /First settle this: \d+ coins? (is|are) on (its|their) way to \S+\. \(\d+\)/,
  );
  await page.goto(`/admin/players/${ERASED_LOGIN}`);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export personal data" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`personal-data-${ERASED_LOGIN}.json`);
  expect(JSON.parse(readFileSync(await file.path(), "utf8"))).toMatchObject({
    login: ERASED_LOGIN,
    data: { profile: [{}] },
  });
  await page.getByRole("button", { name: "Erase personal data" }).click();
  const panel = page.getByRole("dialog", { name: "Erase personal data" });
  await expect(panel).toContainText("erased account");
  await panel.getByLabel("Reason").fill("asked by mail");
  const erase = panel.getByRole("button", { name: "Erase personal data" });
  await expect(erase).toBeDisabled();
  await panel.getByLabel(/^Type/).fill(ERASED_LOGIN);
  await expectAccessibleLayout(page);
  await erase.click();
  await expect(page).toHaveURL(/\/admin\/players$/);
  await page.goto(`/admin/players/${ERASED_LOGIN}`);
  await expect(page.getByText("There is nothing here.")).toBeVisible();
});

test("a note is shown to operators and undone", async ({ page }) => {
  await page.goto(`/admin/players/${LOGIN}`);
  await page.getByLabel("New note").fill("Streams on Fridays.");
  await page.getByRole("button", { name: "Add note" }).click();
  const note = page.getByRole("listitem").filter({ hasText: "Streams on Fridays." });
  await expect(note).toHaveCount(1);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove note" }).click();
  await expect(note).toHaveCount(0);
  await expect(page.getByLabel("New note")).toHaveValue("");
});
