import type { Page, Route } from "@playwright/test";
import {
  CLOSE_METHODS,
  closeDialog,
  errorResponse,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  latch,
  openNewAccount,
  PHONE,
  REQUEST_ERRORS,
  SMALL_PHONE,
  TABLET,
  test,
} from "./helpers";
import { disableAutoClose, mockPlayer, pauseClock } from "./player-data";

const CHANGE = "/api/auth/change-password";
const CHANGED = { success: true, message: "Password changed.", token: "f.r.esh" };

const box = (page: Page) => page.getByRole("dialog");
const field = (page: Page, label: string) => box(page).getByLabel(label, { exact: true });
const CURRENT = "Current password";
const NEXT = "New password";
const CONFIRM = "Confirm new password";
const submit = (page: Page) => box(page).getByRole("button", { name: "Change Password" });
const opener = (page: Page) => page.getByRole("main").getByRole("button", { name: "Change Password" });

async function fill(page: Page, current: string, next: string, confirm = next) {
  await field(page, CURRENT).fill(current);
  await field(page, NEXT).fill(next);
  await field(page, CONFIRM).fill(confirm);
}

async function open(page: Page, answer?: object | ((route: Route) => unknown)) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await mockPlayer(page, answer ? { [CHANGE]: answer } : {});
  await page.goto("/player");
  await opener(page).click();
  await expect(box(page).getByRole("heading", { name: "Change Password" })).toBeVisible();
}

test("supports password managers and focuses the first field", async ({ page }) => {
  await open(page);
  await expect(field(page, CURRENT)).toBeFocused();
  await expect(field(page, CURRENT)).toHaveAttribute("autocomplete", "current-password");
  await expect(field(page, NEXT)).toHaveAttribute("autocomplete", "new-password");
  await expect(field(page, CONFIRM)).toHaveAttribute("autocomplete", "new-password");
  const name = box(page).locator('form input[autocomplete="username"]');
  await expect(name).toHaveValue("lunar42");
  await expect(name).toBeHidden();
  await expectAccessible(page);
});

test("toggles visibility, rates the password and compares both", async ({ page }) => {
  await open(page);
  for (const [index, label] of [CURRENT, NEXT, CONFIRM].entries()) {
    await expect(field(page, label)).toHaveAttribute("type", "password");
    await box(page)
      .getByRole("button", { name: /^(Show|Hide) password$/ })
      .nth(index)
      .click();
    await expect(field(page, label)).toHaveAttribute("type", "text");
  }
  for (const [typed, word] of [
    ["abc12", "Too short"],
    ["abc123", "Weak"],
    ["abc1234", "Weak"],
    ["abcdefgh", "Medium"],
    ["12345678", "Medium"],
    ["abcd1234", "Strong"],
  ] as const) {
    await field(page, NEXT).fill(typed);
    await expect(box(page).getByText(word, { exact: true })).toBeVisible();
  }
  await field(page, NEXT).fill("");
  await expect(box(page).getByText("Strong", { exact: true })).toHaveCount(0);
  await field(page, NEXT).fill("secret12");
  await expect(box(page).getByText(/^Passwords /)).toHaveCount(0);
  await field(page, CONFIRM).fill("secret1");
  await expect(box(page).getByText("Passwords do not match", { exact: true })).toBeVisible();
  await field(page, CONFIRM).fill("secret12");
  await expect(box(page).getByText("Passwords match", { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("validates without an API request and clears corrected errors", async ({ page }) => {
  let requestCount = 0;
  await open(page, (route: Route) => {
    requestCount += 1;
    return route.abort();
  });
  for (const [name, values, label, text] of [
    ["no current password", ["", "secret12", "secret12"], CURRENT, "Current password is required"],
    ["too short", ["old", "abc12", "abc12"], NEXT, "Password must be at least 6 characters long"],
    ["nothing new", ["old", "", ""], NEXT, "Password must be at least 6 characters long"],
    ["too long", ["old", "a2345678901234567", "a2345678901234567"], NEXT, "Password must be at most 16 characters"],
    ["not printable", ["old", "пароль12", "пароль12"], NEXT, "Password may contain only printable characters"],
    ["the same", ["secret12", "secret12", "secret12"], NEXT, "New password must be different from current password"],
    ["two different ones", ["old", "secret12", "secret13"], CONFIRM, "New passwords do not match"],
  ] as const)
    await test.step(name, async () => {
      await fill(page, values[0], values[1], values[2]);
      await submit(page).click();
      await expect(box(page).getByText(text, { exact: true })).toBeVisible();
      await expect(field(page, label)).toBeFocused();
      await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(text));
    });
  await fill(page, "", "", "");
  await submit(page).click();
  await expect(box(page).getByText("Current password is required")).toBeVisible();
  await expectAccessible(page);
  await field(page, CURRENT).fill("x");
  await expect(box(page).getByText("Current password is required")).toHaveCount(0);
  expect(requestCount).toBe(0);
});

test("submits once, stores the new token first, and closes after two seconds", async ({ page }) => {
  const bodies: unknown[] = [];
  const tokens: (string | undefined)[] = [];
  const waits = latch();
  await page.clock.install();
  page.on("request", (request) => {
    if (bodies.length > 0 && request.url().includes("/api/")) tokens.push(request.headers().authorization);
  });
  await open(page, async (route: Route) => {
    bodies.push(route.request().postDataJSON());
    await waits.released;
    await route.fulfill({ json: CHANGED });
  });
  await pauseClock(page);
  await fill(page, "oldsecret", "secret12");
  await submit(page).click();
  const waiting = box(page).getByRole("button", { name: "Changing..." });
  await expect(waiting).toBeDisabled();
  await expect(waiting).toHaveAttribute("aria-busy", "true");
  await field(page, CONFIRM).press("Enter");
  waits.release();
  await expect(box(page).getByText("Password changed.")).toBeVisible();
  await expect(box(page).getByText("Closing in 2 seconds…")).toBeVisible();
  await expect(box(page).getByRole("status")).toBeFocused();
  expect(await page.evaluate(() => localStorage.getItem("auth_token"))).toBe("f.r.esh");
  expect(bodies).toEqual([{ current_password: "oldsecret", new_password: "secret12" }]);
  await expect.poll(() => tokens.length).toBeGreaterThan(0);
  expect(new Set(tokens)).toEqual(new Set(["Bearer f.r.esh"]));
  await page.clock.runFor(1900);
  await expect(box(page)).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(box(page)).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
});

test("supports the keyboard; the pending and success states are accessible", async ({ page }) => {
  await disableAutoClose(page);
  const waiting = latch();
  await open(page, async (route: Route) => {
    await waiting.released;
    await route.fulfill({ json: CHANGED });
  });
  const keys = ["oldsecret", "Tab", "Tab", "secret12", "Tab", "Tab", "secret12", "Enter"];
  for (const key of keys)
    if (key === "Tab" || key === "Enter") await page.keyboard.press(key);
    else await page.keyboard.type(key);
  await expect(box(page).getByRole("button", { name: "Changing..." })).toBeDisabled();
  await expectAccessible(page);
  waiting.release();
  await expect(box(page).getByText("Password changed.")).toBeVisible();
  await expectAccessible(page);
});

test("shows the API's message and its field error", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  const fields = { current_password: "Current password is wrong" };
  await open(page, errorResponse(400, { message: "Please check the form.", error: "validation_failed", fields }));
  await fill(page, "wrong", "secret12");
  await submit(page).click();
  await expect(box(page).getByRole("alert")).toHaveText("Please check the form.");
  await expect(field(page, CURRENT)).toHaveAccessibleDescription("Current password is wrong");
  await expect(field(page, CURRENT)).toBeFocused();
  await expect(submit(page)).toBeEnabled();
  await expectAccessible(page);
  await field(page, CURRENT).fill("right");
  await expect(box(page).getByText("Current password is wrong")).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem("auth_token"))).toBe("t.o.k");
});

test("shows 'Failed to change password' without a message; closing resets it", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  let answer: (route: Route) => unknown = errorResponse(500, {});
  await open(page, (route: Route) => answer(route));
  for (const response of [errorResponse(500, {}), (route: Route) => route.abort()]) {
    answer = response;
    await fill(page, "oldsecret", "secret12");
    await submit(page).click();
    await expect(box(page).getByRole("alert")).toHaveText("Failed to change password");
    await expect(submit(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(box(page)).toHaveCount(0);
    await opener(page).click();
  }
  answer = errorResponse(400, { message: "Please check the form." });
  for (const method of CLOSE_METHODS)
    await test.step(`${method} closes it and restores the focus`, async () => {
      await fill(page, "oldsecret", "secret12");
      await submit(page).click();
      await expect(box(page).getByRole("alert")).toHaveText("Please check the form.");
      await closeDialog(page, method);
      await expect(opener(page)).toBeFocused();
      await opener(page).click();
      for (const label of [CURRENT, NEXT, CONFIRM]) await expect(field(page, label)).toHaveValue("");
      await expect(box(page).getByRole("alert")).toHaveCount(0);
    });
});

test("fits every viewport width with errors shown", async ({ page }) => {
  await page.setViewportSize(SMALL_PHONE);
  await open(page);
  await submit(page).click();
  for (const viewport of [SMALL_PHONE, PHONE, TABLET]) {
    await page.setViewportSize(viewport);
    await expectNoHorizontalScroll(page);
    await submit(page).scrollIntoViewIfNeeded();
    await expect(submit(page)).toBeInViewport({ ratio: 0.98 });
  }
});

test("changes a real password and keeps the session", async ({ page, context }) => {
  const username = await openNewAccount(page, "firstpass1");
  const credentials = (password: string) => ({ data: { username, password } });
  const other = await context.newPage();
  await other.goto("/player");
  await expect(other.getByRole("heading", { name: username, exact: true })).toBeVisible();
  await opener(page).click();
  await fill(page, "firstpass1", "secondpass2");
  await submit(page).click();
  await expect(box(page).getByText("Password changed.")).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "Password change" })).toBeVisible();
  expect((await page.request.post("/api/auth/login", credentials("firstpass1"))).status()).toBe(401);
  expect((await page.request.post("/api/auth/login", credentials("secondpass2"))).status()).toBe(200);
  for (const tab of [page, other]) {
    await tab.reload();
    await expect(tab.getByRole("heading", { name: username, exact: true })).toBeVisible();
    await expect(tab.getByRole("rowheader", { name: "Password change" })).toBeVisible();
  }
});
