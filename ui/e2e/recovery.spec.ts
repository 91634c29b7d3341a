/** Recovery by email, confirmation of an address, and the banner after changes. The service's own tests send real mails. */
import type { Page } from "@playwright/test";
import { bannerButton, fillFields, press } from "./form-parts";
import {
  answerOnce,
  DESKTOP,
  dialog,
  errorResponse,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  PHONE,
  REQUEST_ERRORS,
  test,
} from "./helpers";
import { mockPlayer, PROFILE } from "./player-data";

const KEY = "R4c9vJq2mT7yWb0eXn5sLd8A";
const EXPIRED = errorResponse(410, { error: "link_expired", message: "This link has expired or was used." });

async function withMail(page: Page) {
  await page.route("**/api/site", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), email: true } });
  });
}

async function openRecovery(page: Page) {
  await page.goto("/media");
  await bannerButton("Login")(page).click();
  await press(page, "Forgot your password?");
}

test("a server without mail says so", async ({ page }) => {
  await openRecovery(page);
  await expect(dialog(page)).toContainText("No recovery by email here");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
});

test("a request gets one answer, and refusals are shown", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await withMail(page);
  await openRecovery(page);
  await page.setViewportSize(PHONE);
  await press(page, "Send the link");
  await expect(dialog(page)).toContainText("Email is required");
  await fillFields(page, { "Email of the account": "demo@fishi.example" });
  await page.route(
    "**/api/auth/recover",
    answerOnce(errorResponse(429, { error: "too_many_requests", message: "Too many attempts." })),
  );
  await press(page, "Send the link");
  await expect(dialog(page).getByRole("alert")).toHaveText("Too many attempts.");
  await expectAccessible(page);
  await page.route("**/api/auth/recover", (route) => route.fulfill({ json: { success: true, message: "" } }));
  const request = page.waitForRequest("**/api/auth/recover");
  await press(page, "Send the link");
  expect((await request).postDataJSON()).toEqual({ email: "demo@fishi.example" });
  await expect(dialog(page)).toContainText("If the address is confirmed, an email is on its way");
  await expect(dialog(page).getByRole("status")).toBeFocused();
  await expectNoHorizontalScroll(page);
});

test("a link sets a new password, and its key leaves the address before any request", async ({
  page,
  expectErrors,
}) => {
  expectErrors(...REQUEST_ERRORS);
  await page.setViewportSize(PHONE);
  const addresses: string[] = [];
  await page.route("**/api/**", async (route) => {
    addresses.push(await page.evaluate(() => window.location.href));
    await route.fallback();
  });
  await page.route("**/api/auth/recover/link", (route) => route.fulfill({ json: { username: "demo" } }));
  await page.goto(`/recover#k=${KEY}`);
  await expect(dialog(page)).toContainText("For demo. The game uses it too.");
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe("/");
  expect(addresses.filter((address) => address.includes(KEY))).toEqual([]);
  expect(addresses.length).toBeGreaterThan(0);
  await fillFields(page, { "New password": "password1", "Confirm new password": "password2" });
  await press(page, "Set new password");
  await expect(dialog(page)).toContainText("New passwords do not match");
  await expectAccessible(page);
  await fillFields(page, { "Confirm new password": "password1" });
  const common = { new_password: "Password is too common" };
  const refusal = errorResponse(400, { error: "validation_failed", message: "Password is too common", fields: common });
  await page.route("**/api/auth/recover/confirm", answerOnce(refusal));
  await press(page, "Set new password");
  await expect(dialog(page)).toContainText("Password is too common");
  await expectNoHorizontalScroll(page);
  await fillFields(page, { "New password": "lunar42eclipse", "Confirm new password": "lunar42eclipse" });
  await page.route(
    "**/api/auth/recover/confirm",
    answerOnce((route) => route.fulfill({ json: { success: true, message: "" } })),
  );
  const request = page.waitForRequest("**/api/auth/recover/confirm");
  await press(page, "Set new password");
  expect((await request).postDataJSON()).toEqual({ key: KEY, new_password: "lunar42eclipse" });
  await expect(dialog(page)).toContainText("Password changed");
  await press(page, "Log in");
  await expect(dialog(page).getByRole("heading", { name: "Login" })).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
});

test("an expired link offers a new one, at once or after the form", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await withMail(page);
  await page.goto(`/recover#k=${KEY}`);
  await expect(dialog(page), "the service knows no such link").toContainText("This link has expired or was used");
  await press(page, "Ask for a new one");
  await expect(dialog(page)).toContainText("Only an address you have confirmed.");
  await page.route("**/api/auth/recover/link", (route) => route.fulfill({ json: { username: "demo" } }));
  await page.route("**/api/auth/recover/confirm", EXPIRED);
  await page.goto("about:blank");
  await page.goto(`/recover#k=${KEY}`);
  await fillFields(page, { "New password": "lunar42eclipse", "Confirm new password": "lunar42eclipse" });
  await press(page, "Set new password");
  await expect(dialog(page)).toContainText("This link has expired or was used");
  await page.goto("/recover#k=");
  await expect(dialog(page), "the address in a notice").toContainText("Only an address you have confirmed.");
});

test("a link confirms an address after a press", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.goto(`/confirm-email#k=${KEY}`);
  expect(new URL(page.url()).hash).toBe("");
  await expectAccessible(page);
  await page.route(
    "**/api/auth/email/confirm",
    answerOnce((route) => route.fulfill({ json: { success: true, message: "" } })),
  );
  const request = page.waitForRequest("**/api/auth/email/confirm");
  await press(page, "Confirm");
  expect((await request).postDataJSON()).toEqual({ key: KEY });
  await expect(dialog(page)).toContainText("Email confirmed");
  await page.goto(`/confirm-email#k=${KEY}`);
  await press(page, "Confirm");
  await expect(dialog(page), "the service knows no such link").toContainText("A link works once, for a day.");
});

test("the profile sends a link to an address that is not confirmed", async ({ page }) => {
  await mockPlayer(page, {
    "/api/player/profile": { ...PROFILE, email_confirmed: false },
    "/api/auth/email/send-link": { success: true, message: "" },
  });
  await page.goto("/player");
  const account = page.getByRole("region", { name: "Account", exact: true });
  await expect(account).toContainText("This address is not confirmed.");
  await account.getByRole("button", { name: "Send a link" }).click();
  await expect(account).toContainText("An email is on its way.");
});

const CHANGES = [
  {
    action: "PASSWORD_CHANGE",
    text: "Your password was changed",
    timestamp: "2026-11-18T19:02:00Z",
    ip_address: "190.191.0.7",
  },
  {
    action: "EMAIL_UPDATE",
    text: "Your email address was changed",
    timestamp: "2026-11-17T10:00:00Z",
    ip_address: "190.191.0.7",
  },
];

test("changes are shown until this browser dismisses them, and later ones again", async ({ page }) => {
  const data = CHANGES.slice(1);
  await mockPlayer(page, { "/api/auth/notices": { data } });
  const banner = page.getByRole("status").filter({ hasText: "Your account was changed" });
  await page.goto("/player");
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await expect(banner).toContainText("Email update: Nov 17");
    await expectNoHorizontalScroll(page);
  }
  await expectAccessible(page);
  await banner.getByRole("button", { name: "That was me" }).click();
  await expect(banner).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Welcome back");
  await expect(banner).toHaveCount(0);
  data.unshift(...CHANGES.slice(0, 1));
  await page.reload();
  await expect(banner).toContainText("Password change: Nov 18");
  await expect(banner).not.toContainText("Email update");
  await page.goto("/pt/player");
  await expect(page.getByRole("status").filter({ hasText: "Sua conta mudou" })).toContainText("Alteração de senha: 18");
});
