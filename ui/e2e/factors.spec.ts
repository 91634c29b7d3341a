/** Second factors: set up in the profile, asked for at the login and before changes. */
import type { Page } from "@playwright/test";
import { codeOf } from "./authenticator";
import { bannerButton, field, fillFields, press } from "./form-parts";
import {
  DESKTOP,
  dialog,
  errorResponse,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  openNewAccount,
  openSection,
  PHONE,
  REQUEST_ERRORS,
  test,
} from "./helpers";

const ways = (page: Page) => page.getByRole("region", { name: "Ways to log in" });
const CODE = "Code that the app shows now";
const shownCodes = (page: Page) => page.getByRole("dialog", { name: "Recovery codes" }).locator("li code");

/** Sets up an authenticator app for a new account; returns its name, the secret and the recovery codes. */
async function enrol(page: Page) {
  const username = await openNewAccount(page);
  await openSection(page, "Security");
  await ways(page).getByRole("button", { name: "Set up" }).click();
  const secret = (await dialog(page).locator("code").first().textContent()) ?? "";
  await expect(dialog(page).getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await expect(dialog(page).locator("svg path[d^='M3 3h1v1h-1z']")).toHaveCount(1);
  const uri = await dialog(page).locator("details code").textContent();
  expect(uri).toContain(`secret=${secret.replaceAll(" ", "")}`);
  return { username, secret };
}

async function finish(page: Page, secret: string): Promise<string[]> {
  await field(page, CODE).fill(codeOf(secret));
  await press(page, "Turn on");
  await expect(shownCodes(page)).toHaveCount(10);
  return shownCodes(page).allTextContents();
}

test("an authenticator app is set up, and its codes log in", async ({ page, expectErrors, context }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.setViewportSize(PHONE);
  const { username, secret } = await enrol(page);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await press(page, "Turn on");
  await expect(dialog(page)).toContainText("Code is required");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const code = codeOf(secret);
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${code.slice(0, 3)} ${code.slice(3)}`);
  await field(page, CODE).focus();
  await page.keyboard.press("ControlOrMeta+v");
  await expect(field(page, CODE)).toHaveValue(code);
  await press(page, "Turn on");
  await expect(shownCodes(page)).toHaveCount(10);
  const codes = await shownCodes(page).allTextContents();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await expect(dialog(page).getByRole("button", { name: "Done" })).toBeDisabled();
  const download = page.waitForEvent("download");
  await press(page, "Save as file");
  expect((await download).suggestedFilename()).toBe("recovery-codes.txt");
  await press(page, "Copy");
  await expect(dialog(page)).toContainText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${codes.join("\n")}\n`);
  await dialog(page).getByLabel("I have kept them in a safe place").check();
  await press(page, "Done");
  await expect(ways(page)).toContainText("On since");
  await expect(ways(page)).toContainText("10 left.");
  await expect(ways(page)).toContainText("The game's own login is not changed by this");
  await openSection(page, "Overview");
  await expect(page.getByRole("region", { name: "Recent Security Activity" })).toContainText("Authenticator app added");

  await page.setViewportSize(DESKTOP);
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await bannerButton("Login")(page).click();
  await page.setViewportSize(PHONE);
  await fillFields(page, { Username: username, Password: "firstpass1" });
  await press(page, "Login");
  await expect(dialog(page)).toContainText("Your password is right.");
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await field(page, CODE).fill(code);
  await press(page, "Login");
  await expect(dialog(page)).toContainText("That code was already used. Wait for the next one");
  await dialog(page).getByRole("button", { name: "Use a recovery code" }).click();
  await field(page, "Recovery code").fill(codes[0] ?? "");
  await press(page, "Login");
  await expect(dialog(page)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem("auth_token"))).toBeTruthy();
});

test("an expired second step asks for the password again", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.setViewportSize(DESKTOP);
  const required = { message: "x", error: "second_factor_required", challenge: "c", factors: ["totp"] };
  await page.route("**/api/auth/login", errorResponse(401, required));
  const expired = { message: "That took too long. Please log in again.", error: "challenge_expired" };
  await page.route("**/api/auth/login/factor", errorResponse(401, expired));
  await page.goto("/");
  await bannerButton("Login")(page).click();
  await fillFields(page, { Username: "demo", Password: "firstpass1" });
  await press(page, "Login");
  await expect(dialog(page).getByRole("button", { name: "Use a recovery code" })).toHaveCount(0);
  await field(page, CODE).fill("123456");
  await press(page, "Login");
  await expect(dialog(page)).toContainText("That took too long. Please log in again.");
  await expect(field(page, "Username")).toBeVisible();
});

test("changes ask for the factor, and it can be turned off", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.setViewportSize(DESKTOP);
  const { secret } = await enrol(page);
  const codes = await finish(page, secret);
  await dialog(page).getByLabel("I have kept them in a safe place").check();
  await press(page, "Done");
  const required = { message: "x", error: "step_up_required", factors: ["totp", "recovery_code"] };
  let refusals = 0;
  await page.route("**/api/auth/recovery-codes", (route) =>
    route.request().method() === "POST" && refusals++ === 0 ? errorResponse(403, required)(route) : route.fallback(),
  );
  await ways(page).getByRole("button", { name: "Make new codes" }).click();
  await press(page, "Make new codes");
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(proof).toContainText("Change how you log in.");
  await proof.getByLabel(CODE).fill(codeOf(secret, 1));
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect(shownCodes(page)).toHaveCount(10);
  expect(await shownCodes(page).allTextContents()).not.toEqual(codes);
  await dialog(page).getByLabel("I have kept them in a safe place").check();
  await press(page, "Done");
  await ways(page).getByRole("button", { name: "Turn off" }).click();
  await press(page, "Turn off");
  await expect(ways(page).getByRole("button", { name: "Set up" })).toBeVisible();
  await expect(ways(page)).not.toContainText("Recovery codes");
});

test("a staff account without a factor sees its next step", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.setViewportSize(PHONE);
  await openNewAccount(page);
  await page.route("**/api/player/**", errorResponse(403, { message: "x", error: "factor_required" }));
  await page.goto("/player?tab=profile");
  await expect(page.getByRole("main")).toContainText("Staff accounts need a second factor");
  await expect(ways(page).getByRole("button", { name: "Set up" })).toBeVisible();
  await expectNoHorizontalScroll(page);
});
