/** Devices of the account, and the proof of the password that some requests need. */
import type { Page } from "@playwright/test";
import { fillFields, press } from "./form-parts";
import {
  answerOnce,
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

const devices = (page: Page) => page.getByRole("region", { name: "Devices" });
const rows = (page: Page) =>
  devices(page)
    .getByRole("row")
    .filter({ hasText: /2\d{3}|Today|Yesterday/ });

/** Logs in as the page's account from another browser; returns the status of a request with that token. */
async function logInElsewhere(page: Page, username: string, password: string) {
  const headers = { "User-Agent": "Mozilla/5.0 (iPhone) AppleWebKit/605 Version/18.0 Safari/604.1" };
  const response = await page.request.post("/api/auth/login", { data: { username, password }, headers });
  const { token } = await response.json();
  const read = () => page.request.get("/api/auth/profile", { headers: { Authorization: `Bearer ${token}` } });
  return async () => (await read()).status();
}

test("devices are listed, and each can be ended", async ({ page }) => {
  const username = await openNewAccount(page);
  const status = await logInElsewhere(page, username, "firstpass1");
  expect(await status()).toBe(200);
  await page.goto("/player?tab=profile&section=security");
  await expect(rows(page)).toHaveCount(2);
  await expect(devices(page).getByRole("row").filter({ hasText: "This device" })).toHaveCount(1);
  await expectAccessible(page);
  await devices(page).getByRole("button", { name: "End session: Safari, iPhone" }).click();
  await expect(rows(page)).toHaveCount(1);
  expect(await status()).toBe(401);
  await openSection(page, "Overview");
  await expect(page.getByRole("region", { name: "Recent Security Activity" })).toContainText("Logout");
});

test("all other devices are ended after a question, and this one stays", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const username = await openNewAccount(page);
  const statuses = [
    await logInElsewhere(page, username, "firstpass1"),
    await logInElsewhere(page, username, "firstpass1"),
  ];
  await page.goto("/player?tab=profile&section=security");
  const oldToken = await page.evaluate(() => localStorage.getItem("auth_token"));
  await devices(page).getByRole("button", { name: "End all others" }).click();
  await expect(dialog(page)).toContainText("2 devices are logged out. This device stays.");
  await press(page, "Cancel");
  expect(await Promise.all(statuses.map((status) => status()))).toEqual([200, 200]);
  await devices(page).getByRole("button", { name: "End all others" }).click();
  await press(page, "End all others");
  await expect(dialog(page)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(1);
  await expect(devices(page).getByRole("button", { name: "End all others" })).toHaveCount(0);
  expect(await Promise.all(statuses.map((status) => status()))).toEqual([401, 401]);
  expect(await page.evaluate(() => localStorage.getItem("auth_token"))).not.toBe(oldToken);
  await expectNoHorizontalScroll(page);
});

/** Opens Edit Profile of a new account; the service asks for a proof at the first request. */
async function requestEmailChange(page: Page, email: string) {
  await openNewAccount(page);
  const required = errorResponse(403, { message: "Please confirm that it is you.", error: "step_up_required" });
  await page.route("**/api/auth/update-email", answerOnce(required));
  await page.getByRole("main").getByRole("button", { name: "Edit Profile" }).click();
  await fillFields(page, { Email: email });
  await press(page, "Save");
}

const proof = (page: Page) => page.getByRole("dialog", { name: "Confirm that it is you" });

test.describe("a request that needs a proof of the password", () => {
  test("is repeated once the password is proved", async ({ page, expectErrors }) => {
    expectErrors(...REQUEST_ERRORS);
    await requestEmailChange(page, "new@fishi.example");
    await expect(proof(page)).toContainText("Change your email.");
    await expectAccessible(page);
    await proof(page).getByRole("button", { name: "Confirm" }).click();
    await expect(proof(page)).toContainText("Password is required");
    await proof(page).getByLabel("Password", { exact: true }).fill("wrong-1");
    await proof(page).getByRole("button", { name: "Confirm" }).click();
    await expect(proof(page)).toContainText("Current password is incorrect");
    await proof(page).getByLabel("Password", { exact: true }).fill("firstpass1");
    await proof(page).getByRole("button", { name: "Confirm" }).click();
    await expect(proof(page)).toHaveCount(0);
    await expect(page.getByText("Email updated.")).toBeVisible();
  });

  test("is not sent when the dialog is closed", async ({ page, expectErrors }) => {
    expectErrors(...REQUEST_ERRORS);
    await page.setViewportSize(PHONE);
    await requestEmailChange(page, "new@fishi.example");
    await expectNoHorizontalScroll(page);
    await proof(page).getByRole("button", { name: "Cancel" }).click();
    await expect(proof(page)).toHaveCount(0);
    await expect(dialog(page)).toContainText("Please confirm that it is you.");
    await expect(dialog(page).getByLabel("Email", { exact: true })).toHaveValue("new@fishi.example");
  });
});
