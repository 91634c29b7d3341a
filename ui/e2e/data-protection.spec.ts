/** Export, erasure and accepted legal texts of an account, on the demo's world. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { DONATION, donation, ID } from "./donation-data";
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
  SMALL_PHONE,
  TABLET,
  test,
  UNAVAILABLE,
} from "./helpers";

const STATE = "**/api/player/data-protection";
const ERASURE = "**/api/player/data-protection/erasure";
const NOTICES = "**/api/player/data-protection/notices";
const WAITING = { state: "waiting", requested_at: "2026-11-30T04:00:00Z", due_at: "2026-12-07T04:00:00Z" };
const section = (page: Page) => page.getByRole("region", { name: "My data" });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Answers the state of the service with some other values. */
const changeState = (page: Page, values: object) =>
  page.route(STATE, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), ...values } });
  });

/** Opens the page with an account that has accepted no text. */
async function openUnasked(page: Page, path: string) {
  const username = `e2e${Date.now().toString(36)}`;
  const data = { username, email: `${username}@fishi.example`, password: "firstpass1" };
  const { token, user } = await (await page.request.post("/api/auth/register", { data })).json();
  await page.addInitScript(
    ([storedToken, storedUser]) => {
      if (sessionStorage.getItem("e2e_session_stored")) return;
      sessionStorage.setItem("e2e_session_stored", "yes");
      localStorage.setItem("auth_token", storedToken);
      localStorage.setItem("user_data", storedUser);
    },
    [token, JSON.stringify(user)] as const,
  );
  await page.goto(path);
}

test("a new version is read and accepted once, on any page", async ({ page }) => {
  await openUnasked(page, "/media");
  const question = dialog(page);
  await expect(question.getByRole("heading", { name: "Please read and accept" })).toBeVisible();
  await question.getByText("Terms of Service, version 1").click();
  await expect(question.getByText("Accounts are personal.")).toBeVisible();
  for (const size of [SMALL_PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await expectNoHorizontalScroll(page);
  }
  await expectAccessible(page);
  await press(page, "Accept");
  await expect(question).toHaveCount(0);
  await page.goto("/download");
  await page.waitForLoadState("networkidle");
  await expect(question).toHaveCount(0);
});

test("the question leads to the account's data, which no dialog covers, and to the logout", async ({ page }) => {
  await openUnasked(page, "/media");
  await dialog(page).getByRole("link", { name: "My data" }).click();
  await expect(section(page).getByRole("button", { name: "Download my data" })).toBeEnabled();
  await expect(dialog(page)).toHaveCount(0);
  await page.goto("/media");
  await press(page, "Log out");
  await expect(dialog(page)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem("auth_token"))).toBeNull();
});

test("a registration shows the texts and sends their versions", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.goto("/media");
  await page.getByRole("banner").getByRole("button", { name: "Register" }).click();
  await expect(dialog(page).getByText("Privacy Policy, version 1")).toBeVisible();
  await expectAccessible(page);
  await page.route("**/api/auth/register", UNAVAILABLE);
  const registration = page.waitForRequest("**/api/auth/register");
  await dialog(page).getByLabel("Username").fill("reader77");
  await dialog(page).getByLabel("Email").fill("reader@fishi.example");
  await dialog(page).getByLabel("Password", { exact: true }).fill("secret-71");
  await dialog(page).getByLabel("Confirm password").fill("secret-71");
  await dialog(page).getByRole("button", { name: "Register", exact: true }).click();
  expect((await registration).postDataJSON().accepted_texts).toEqual({ terms: 1, privacy: 1 });
});

test("the export is a file, once a day", async ({ page }) => {
  const username = await openNewAccount(page);
  await openSection(page, "Privacy");
  const download = page.waitForEvent("download");
  await section(page).getByRole("button", { name: "Download my data" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(new RegExp(`^${username}-\\d{4}-\\d\\d-\\d\\d\\.json$`));
  const content = JSON.parse(await readFile(await file.path(), "utf8"));
  expect([content.login, content.data.consents.length]).toEqual([username, 2]);
  await expect(section(page).getByText(/downloaded\. Again from/)).toBeVisible();
  await expect(section(page).getByRole("button", { name: "Download my data" })).toBeDisabled();
});

test("the erasure shows what it means and needs a way to prove it", async ({ page }) => {
  await openNewAccount(page);
  await openSection(page, "Privacy");
  await section(page).getByText("What this site keeps, and why").click();
  await expect(section(page).getByText("Kept for bookkeeping, under a random name")).toBeVisible();
  await press(page, "Erase my account");
  await expect(dialog(page).getByText("Your account, your characters and delivered coins")).toBeVisible();
  await expect(dialog(page).getByRole("link", { name: "Security" })).toBeVisible();
  await expect(dialog(page).getByRole("button", { name: "Request the erasure" })).toHaveCount(0);
});

test("an erasure is requested with a mailed code, and cancelled, on a phone", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.setViewportSize(PHONE);
  await openNewAccount(page);
  await changeState(page, { proof: "mail_code", coins: 12_345 });
  await openSection(page, "Privacy");
  await press(page, "Erase my account");
  await expect(dialog(page).getByText("12,345 coins on this site")).toBeVisible();
  await page.route(`${ERASURE}/code`, (route) => route.fulfill({ json: { success: true } }));
  await press(page, "Send a code to my email");
  await expect(dialog(page).getByText("A code is on its way.")).toBeVisible();
  await press(page, "Request the erasure");
  await expect(dialog(page).getByText("Enter the code from the mail")).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  const refuse = errorResponse(400, { error: "validation_failed", message: "x", fields: { code: "Wrong code" } });
  await page.route(ERASURE, answerOnce(refuse));
  await dialog(page).getByLabel("Code from the mail").fill("1234 5678");
  await press(page, "Request the erasure");
  await expect(dialog(page).getByText("Wrong code")).toBeVisible();
  await page.route(ERASURE, (route) =>
    route.fulfill({ json: route.request().method() === "DELETE" ? { erasure: null, consents: [] } : WAITING }),
  );
  await changeState(page, { erasure: WAITING });
  await press(page, "Request the erasure");
  await expect(section(page).getByText("This account will be erased")).toBeVisible();
  await expectNoHorizontalScroll(page);
  await changeState(page, { erasure: null });
  await press(page, "Cancel the erasure");
  await expect(section(page).getByRole("button", { name: "Erase my account" })).toBeVisible();
});

test("what is open, a stopped erasure and a failure are said", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await openNewAccount(page);
  const created_at = new Date().toISOString();
  await page.route(DONATION, (route) => route.fulfill({ json: donation({ created_at, disputed: true }) }));
  await changeState(page, { obstacles: [{ text: "A donation is disputed.", donation: ID }] });
  await openSection(page, "Privacy");
  await expect(section(page).getByText("A donation is disputed.")).toBeVisible();
  await expect(section(page).getByRole("listitem").getByRole("link")).toHaveText(/^Today, .+M, \$\s38\.000$/);
  await expect(section(page).getByRole("button", { name: "Erase my account" })).toBeDisabled();
  await changeState(page, { erasure: { ...WAITING, state: "held" } });
  await page.reload();
  await expect(section(page).getByText("The operators have stopped it.")).toBeVisible();
  await page.setViewportSize(TABLET);
  await expectAccessible(page);
  await page.route(STATE, UNAVAILABLE);
  await page.reload();
  await expect(section(page).getByRole("alert")).toHaveText("Your data could not be read.");
});

test("a login names an erasure that waits, and cancels it", async ({ page }) => {
  await page.route(NOTICES, (route) => route.fulfill({ json: { erasure: WAITING, consents: [] } }));
  await openNewAccount(page);
  await expect(dialog(page).getByRole("heading", { name: "This account will be erased" })).toBeVisible();
  await expectAccessible(page);
  await page.route(ERASURE, (route) => route.fulfill({ json: { erasure: null, consents: [] } }));
  await press(page, "Cancel the erasure");
  await expect(dialog(page)).toHaveCount(0);
});
