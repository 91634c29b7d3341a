/** Login and registration against the real API, with the demo accounts. */
import type { Page } from "@playwright/test";
import { box, field, fillRegister, press, show } from "./auth-dialogs";
import { expect, expectAccessible, PASSWORD, REQUEST_ERRORS, test } from "./helpers";

const logInThroughDialog = async (page: Page, username: string, password: string) => {
  await page.goto("/media");
  await show(page, "Login");
  await field(page, "Username").fill(username);
  await field(page, "Password").fill(password);
  await press(page, "Login");
};

test("registers, logs out, and logs in with the name in another case", async ({ page }) => {
  const name = `e2e${Date.now().toString(36)}`;
  await page.goto("/media");
  await show(page, "Register");
  await fillRegister(page, { Username: name });
  await press(page, "Register");
  await expect(box(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Logout" }).click();
  await logInThroughDialog(page, name.toUpperCase(), "secret1");
  await expect(box(page)).toHaveCount(0);
  await page.getByRole("link", { name: "My Profile" }).click();
  await expect(page.getByRole("heading", { name: `Welcome back, ${name}`, exact: true })).toBeVisible();
});

test("refuses a taken username", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.goto("/media");
  await show(page, "Register");
  await fillRegister(page, { Username: "demo" });
  await press(page, "Register");
  await expect(box(page).getByRole("alert")).toContainText("taken");
  await expectAccessible(page);
});

test("gives the same error for a wrong password and an unknown name", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await logInThroughDialog(page, "demo2", "not demo2's");
  await expect(box(page).getByRole("alert")).toHaveText("Wrong username or password.");
  await logInThroughDialog(page, "nobodyofthatname", "whatever");
  await expect(box(page).getByRole("alert")).toHaveText("Wrong username or password.");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("reports a ban only after the correct password", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await logInThroughDialog(page, "banned", "wrong");
  await expect(box(page).getByRole("alert")).toHaveText("Wrong username or password.");
  await logInThroughDialog(page, "banned", PASSWORD);
  await expect(box(page).getByRole("alert")).toContainText("banned");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("supports login, dashboard and logout by keyboard", async ({ page }) => {
  const reach = async (name: string, role: "button" | "link" = "button") => {
    const target = page.getByRole(role, { name, exact: true });
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press("Tab");
      if (await target.evaluateAll((elements) => elements.includes(document.activeElement as never))) return;
    }
    throw new Error(`${name} cannot be reached`);
  };
  await page.goto("/player");
  await reach("Login");
  await page.keyboard.press("Enter");
  await expect(field(page, "Username")).toBeFocused();
  await page.keyboard.type("demo");
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Welcome back, demo" })).toBeVisible();
  await expect(page.locator("#main")).toBeFocused();
  await reach("Collapse wallet");
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Expand wallet" })).toBeFocused();
  await reach("Characters", "link");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?tab=characters$/);
  await page.keyboard.press("Control+Home");
  await page.locator("body").evaluate(() => (document.activeElement as HTMLElement).blur());
  await reach("Logout");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Authentication Required")).toBeVisible();
  await expect(page.locator("#main")).toBeFocused();
});
