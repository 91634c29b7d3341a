/** Passkeys, with Chromium's virtual authenticator. Browsers make them for localhost, not for an IP address. */
import type { Page } from "@playwright/test";
import { bannerButton, field, fillFields, press } from "./form-parts";
import {
  answerOnce,
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

const SITE = process.env.GATEWAY_URL?.replace("127.0.0.1", "localhost") ?? "";
const PASSWORD = "firstpass1";
const PASSKEY_HINT = "Log in by fingerprint, face or screen lock, without typing.";
const passkeys = (page: Page) => page.getByRole("region", { name: "Ways to log in" });

const STEP_UP = errorResponse(403, {
  message: "Please confirm that it is you.",
  error: "step_up_required",
  factors: ["passkey", "recovery_code"],
});

/** A page with an authenticator, which answers by itself, as a user does who touches it at once. */
const deviceTest = test.extend<{ authenticator: undefined }>({
  authenticator: [
    async ({ page }, use) => {
      const cdp = await page.context().newCDPSession(page);
      await cdp.send("WebAuthn.enable");
      await cdp.send("WebAuthn.addVirtualAuthenticator", {
        options: {
          protocol: "ctap2",
          transport: "internal",
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      await use(undefined);
      // The tests of a worker share the page.
      await cdp.send("WebAuthn.disable");
      await cdp.detach();
    },
    { auto: true },
  ],
});

/** Browsers without the list under the username offer passkeys by the button alone. */
const withoutList = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });

/** Opens the profile of a new account and adds a passkey. Returns the username. */
async function addPasskey(page: Page): Promise<string> {
  const username = await openNewAccount(page, PASSWORD);
  await openSection(page, "Security");
  await expect(passkeys(page)).toContainText(PASSKEY_HINT);
  await passkeys(page).getByRole("button", { name: "Add a passkey" }).click();
  await expect(dialog(page).getByRole("listitem")).toHaveCount(10);
  await expect(dialog(page).getByRole("button", { name: "Done" })).toBeDisabled();
  await dialog(page).getByRole("checkbox").check();
  await press(page, "Done");
  await expect(row(page)).toHaveCount(1);
  return username;
}

const row = (page: Page) => passkeys(page).getByRole("listitem").filter({ hasText: "Added" });
const logOut = (page: Page) => page.getByRole("banner").getByRole("button", { name: "Logout" }).click();

deviceTest.describe("on localhost", () => {
  deviceTest.use({ baseURL: SITE });

  deviceTest("a passkey is added, logs in alone, and is removed", async ({ page }) => {
    await withoutList(page);
    const username = await addPasskey(page);
    await expectAccessible(page);
    await openSection(page, "Overview");
    await expect(page.getByRole("region", { name: "Recent Security Activity" })).toContainText("Passkey added");
    await logOut(page);
    await bannerButton("Login")(page).click();
    await expect(field(page, "Username")).toHaveAttribute("autocomplete", "username webauthn");
    await press(page, "Log in with a passkey");
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole("banner").getByRole("link", { name: "My Profile" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toContainText(username);
    await openSection(page, "Security");
    await expect(row(page)).toContainText("Last used");
    await row(page).getByRole("button", { name: "Remove" }).click();
    await expect(passkeys(page)).toContainText(PASSKEY_HINT);
  });

  deviceTest("the browser's list under the username logs in", async ({ page }) => {
    await addPasskey(page);
    await logOut(page);
    await bannerButton("Login")(page).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole("banner").getByRole("link", { name: "My Profile" })).toBeVisible();
  });

  deviceTest("a passkey is the second step after a password, and confirms a change", async ({ page, expectErrors }) => {
    expectErrors(...REQUEST_ERRORS);
    await withoutList(page);
    const username = await addPasskey(page);
    await logOut(page);
    await bannerButton("Login")(page).click();
    await fillFields(page, { Username: username, Password: PASSWORD });
    await press(page, "Login");
    await expect(dialog(page).getByRole("heading", { name: "Second step" })).toBeVisible();
    await press(page, "Use a passkey");
    await expect(dialog(page)).toHaveCount(0);
    await page.route("**/api/auth/passkeys/*", answerOnce(STEP_UP));
    await row(page).getByRole("button", { name: "Remove" }).click();
    await expect(dialog(page)).toContainText("Change how you log in.");
    await press(page, "Use a passkey");
    await expect(dialog(page)).toHaveCount(0);
    await expect(passkeys(page)).toContainText(PASSKEY_HINT);
  });

  deviceTest("a refused passkey is named, and the form still works", async ({ page, expectErrors }) => {
    expectErrors(...REQUEST_ERRORS);
    await withoutList(page);
    await page.setViewportSize(PHONE);
    const username = await addPasskey(page);
    await expectNoHorizontalScroll(page);
    await row(page).getByRole("button", { name: "Remove" }).click();
    await expect(passkeys(page)).toContainText(PASSKEY_HINT);
    await page.setViewportSize(DESKTOP);
    await logOut(page);
    await bannerButton("Login")(page).click();
    await press(page, "Log in with a passkey");
    await expect(dialog(page).getByRole("alert")).toHaveText("This passkey was not accepted.");
    await fillFields(page, { Username: username, Password: PASSWORD });
    await press(page, "Login");
    await expect(dialog(page)).toHaveCount(0);
  });
});

test.describe("without an authenticator, on localhost", () => {
  test.use({ baseURL: SITE });

  test("a browser that cannot show its list is asked once, and says so only when its button is pressed", async ({
    page,
    expectErrors,
  }) => {
    expectErrors(...REQUEST_ERRORS);
    let requests = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/passkeys/login/options")) requests += 1;
    });
    await page.goto("/media");
    await bannerButton("Login")(page).click();
    await expect.poll(() => requests).toBe(1);
    await expect(dialog(page).getByRole("alert")).toHaveCount(0);
    await press(page, "Log in with a passkey");
    await expect(dialog(page).getByRole("alert")).toHaveText("Your browser could not use the passkey.");
    // The list is offered again after the button, and fails without a word.
    await fillFields(page, { Username: "nobodyofthatname", Password: PASSWORD });
    await press(page, "Login");
    await expect(dialog(page).getByRole("alert")).toHaveText("Wrong username or password.");
    expect(requests).toBeLessThanOrEqual(3);
  });
});

test("an IP address has no passkeys, and the profile says why", async ({ page }) => {
  await page.goto("/media");
  await bannerButton("Login")(page).click();
  await expect(field(page, "Username")).toBeVisible();
  await expect(dialog(page).getByRole("button", { name: "Log in with a passkey" })).toHaveCount(0);
  await openNewAccount(page);
  await page.goto("/player?tab=profile&section=security");
  await expect(passkeys(page)).toContainText("Passkeys work at localhost only");
  await expect(passkeys(page).getByRole("button", { name: "Add a passkey" })).toHaveCount(0);
});
