/** The dialogs and the service together, with the people of the demo. */
import type { Page } from "@playwright/test";
import { box, field, fillRegister, press, show } from "./auth-dialogs";
import { expect, expectAccessible, PASSWORD, REFUSED, test } from "./house";

const enter = async (page: Page, username: string, password: string) => {
  await page.goto("/media");
  await show(page, "Login");
  await field(page, "Username").fill(username);
  await field(page, "Password").fill(password);
  await press(page, "Login");
};

test("a newcomer registers, leaves, and comes in again however he writes his name", async ({ page }) => {
  const name = `e2e${Date.now().toString(36)}`;
  await page.goto("/media");
  await show(page, "Register");
  await fillRegister(page, { Username: name });
  await press(page, "Register");
  await expect(box(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Logout" }).click();
  await enter(page, name.toUpperCase(), "secret1");
  await expect(box(page)).toHaveCount(0);
  await page.getByRole("link", { name: "My Profile" }).click();
  await expect(page.getByRole("heading", { name: `Welcome back, ${name}`, exact: true })).toBeVisible();
});

test("a name that is taken is refused in the dialog", async ({ page, expectErrors }) => {
  expectErrors(...REFUSED);
  await page.goto("/media");
  await show(page, "Register");
  await fillRegister(page, { Username: "demo" });
  await press(page, "Register");
  await expect(box(page).getByRole("alert")).toContainText("taken");
  await expectAccessible(page);
});

test("a wrong password and an unknown name are told alike", async ({ page, expectErrors }) => {
  expectErrors(...REFUSED);
  await enter(page, "demo2", "not demo2's");
  await expect(box(page).getByRole("alert")).toHaveText("Wrong username or password.");
  await enter(page, "nobodyofthatname", "whatever");
  await expect(box(page).getByRole("alert")).toHaveText("Wrong username or password.");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("who is banned is told so, and only with his password", async ({ page, expectErrors }) => {
  expectErrors(...REFUSED);
  await enter(page, "banned", "wrong");
  await expect(box(page).getByRole("alert")).toHaveText("Wrong username or password.");
  await enter(page, "banned", PASSWORD);
  await expect(box(page).getByRole("alert")).toContainText("banned");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("the keyboard alone leads in, through the dashboard and out", async ({ page }) => {
  const reach = async (name: string, role: "button" | "link" = "button") => {
    const goal = page.getByRole(role, { name, exact: true });
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press("Tab");
      if (await goal.evaluateAll((found) => found.includes(document.activeElement as never))) return;
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
