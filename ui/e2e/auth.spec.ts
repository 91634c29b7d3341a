import type { Route } from "@playwright/test";
import { box, field, fillRegister, press, show } from "./auth-dialogs";
import {
  closeDialog,
  errorResponse,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  latch,
  REQUEST_ERRORS,
  SMALL_PHONE,
  test,
  waitForAnimations,
} from "./helpers";

const LOGIN = "**/api/auth/login";
const REGISTER = "**/api/auth/register";
const USER = { username: "demo", email: "demo@example.org", access_level: 0 };

test.describe("login", () => {
  test.beforeEach(async ({ page }) => {
    await page.goto("/media");
    await show(page, "Login");
  });

  test("focuses the first field, requires both and toggles password visibility", async ({ page }) => {
    await expect(field(page, "Username")).toBeFocused();
    await expect(field(page, "Username")).toHaveAttribute("autocomplete", "username");
    await expect(field(page, "Password")).toHaveAttribute("autocomplete", "current-password");
    await expectAccessible(page);
    await press(page, "Login");
    await expect(box(page).getByText("Username is required")).toBeVisible();
    await expect(box(page).getByText("Password is required")).toBeVisible();
    await expect(field(page, "Username")).toBeFocused();
    await expect(field(page, "Username")).toHaveAccessibleDescription("Username is required");
    await expectAccessible(page);
    await field(page, "Username").fill("demo");
    await expect(box(page).getByText("Username is required")).toHaveCount(0);
    for (const [name, type] of [
      ["Show password", "text"],
      ["Hide password", "password"],
    ] as const) {
      await press(page, name);
      await expect(field(page, "Password")).toHaveAttribute("type", type);
    }
  });

  test("shows the API's error message, or 'Login failed' without one", async ({ page, expectErrors }) => {
    expectErrors(...REQUEST_ERRORS);
    const wait = "Too many attempts. Try again in 5 minutes.";
    let answer: (route: Route) => unknown = () => undefined;
    await page.route(LOGIN, (route) => answer(route));
    await field(page, "Username").fill("demo");
    await field(page, "Password").fill("x");
    for (const [text, response] of [
      [
        "Wrong username or password.",
        errorResponse(401, { message: "Wrong username or password.", error: "invalid_credentials" }),
      ],
      ["Login failed", errorResponse(500, {})],
      [wait, errorResponse(429, { message: wait, error: "too_many_requests" })],
      ["Login failed", (route: Route) => route.abort()],
    ] as const)
      await test.step(text, async () => {
        answer = response;
        await press(page, "Login");
        await expect(box(page).getByRole("alert")).toHaveText(text);
        await expect(box(page).getByRole("button", { name: "Login", exact: true })).toBeFocused();
      });
    await expectAccessible(page);
  });

  test("shows a pending state, submits once, and logs in", async ({ page }) => {
    const bodies: (string | null)[] = [];
    const waiting = latch();
    await page.route(LOGIN, async (route) => {
      bodies.push(route.request().postData());
      await waiting.released;
      await route.fulfill({ json: { token: "t.o.k", user: USER } });
    });
    await field(page, "Username").fill("demo");
    await field(page, "Password").fill("demo1234");
    await press(page, "Login");
    await expect(box(page).getByRole("button", { name: "Logging in..." })).toBeDisabled();
    await field(page, "Password").press("Enter");
    waiting.release();
    await expect(box(page)).toHaveCount(0);
    await expect(page.getByRole("link", { name: "My Profile" })).toBeVisible();
    expect(bodies.map((body) => JSON.parse(body ?? "{}"))).toEqual([{ username: "demo", password: "demo1234" }]);
    const stored = await page.evaluate(() => [localStorage.getItem("auth_token"), localStorage.getItem("user_data")]);
    expect(stored).toEqual(["t.o.k", JSON.stringify(USER)]);
  });

  test("switches between login and register with empty fields", async ({ page }) => {
    await field(page, "Username").fill("demo");
    await press(page, "Register here");
    await expect(box(page).getByRole("heading", { name: "Register" })).toBeVisible();
    await expect(field(page, "Username")).toHaveValue("");
    await press(page, "Login here");
    await expect(box(page).getByRole("heading", { name: "Login" })).toBeVisible();
    await expect(field(page, "Username")).toHaveValue("");
  });

  test("resets the form and the error on every way of closing", async ({ page, expectErrors }) => {
    expectErrors(...REQUEST_ERRORS);
    await page.route(LOGIN, errorResponse(401, { message: "Wrong username or password." }));
    for (const method of ["Escape", "Close", "backdrop"] as const)
      await test.step(method, async () => {
        await field(page, "Username").fill("demo");
        await field(page, "Password").fill("x");
        await press(page, "Login");
        await expect(box(page).getByRole("alert")).toBeVisible();
        await closeDialog(page, method);
        await expect(page.getByRole("banner").getByRole("button", { name: "Login" })).toBeFocused();
        await show(page, "Login");
        await expect(field(page, "Username")).toHaveValue("");
        await expect(box(page).getByRole("alert")).toHaveCount(0);
      });
  });
});

test.describe("register", () => {
  test.beforeEach(async ({ page }) => {
    await page.goto("/media");
    await show(page, "Register");
  });

  test("requires every field and focuses the first", async ({ page }) => {
    for (const [label, value] of [
      ["Username", "username"],
      ["Email", "email"],
      ["Password", "new-password"],
      ["Confirm password", "new-password"],
    ] as const)
      await expect(field(page, label)).toHaveAttribute("autocomplete", value);
    await expectAccessible(page);
    await press(page, "Register");
    for (const text of [
      "Username is required",
      "Email is required",
      "Password is required",
      "Please confirm your password",
    ])
      await expect(box(page).getByText(text)).toBeVisible();
    await expect(field(page, "Username")).toBeFocused();
    await expectAccessible(page);
  });

  test("hints at the game's name limit and rates the password", async ({ page }) => {
    const hint = "The game client accepts only 14 characters of a name.";
    await field(page, "Username").fill("a".repeat(14));
    await expect(box(page).getByText(hint)).toHaveCount(0);
    await field(page, "Username").fill("a".repeat(15));
    await expect(field(page, "Username")).toHaveAccessibleDescription(hint);
    await expect(field(page, "Username")).not.toHaveAttribute("aria-invalid");
    await field(page, "Username").fill("");
    const strength = box(page).getByRole("status");
    await expect(strength, "the live region exists before the first message").toHaveText("");
    await waitForAnimations(page);
    const before = await box(page).boundingBox();
    for (const [password, word] of [
      ["abc12", "Too short"],
      ["abc123", "Weak"],
      ["abcd123", "Weak"],
      ["abcdefgh", "Medium"],
      ["12345678", "Medium"],
      ["abcd1234", "Strong"],
    ] as const) {
      await field(page, "Password").fill(password);
      await expect(strength).toHaveText(word);
    }
    expect(await box(page).boundingBox(), "the layout does not shift").toEqual(before);
    await expectAccessible(page);
    await field(page, "Password").fill("");
    await expect(strength).toHaveText("");
  });

  test("does not submit while the passwords differ", async ({ page }) => {
    let requestCount = 0;
    await page.route(REGISTER, (route) => {
      requestCount += 1;
      return route.abort();
    });
    await fillRegister(page, { "Confirm password": "secret2" });
    await press(page, "Register");
    await expect(box(page).getByText("Passwords do not match")).toBeVisible();
    await expect(field(page, "Confirm password")).toBeFocused();
    expect(requestCount).toBe(0);
  });

  test("sends three fields without the confirmation, and logs in", async ({ page }) => {
    let body: unknown;
    await page.route(REGISTER, (route) => {
      body = route.request().postDataJSON();
      return route.fulfill({ status: 201, json: { token: "t.o.k", user: { ...USER, username: "lunar42" } } });
    });
    await fillRegister(page);
    await press(page, "Register");
    await expect(box(page)).toHaveCount(0);
    expect(body).toEqual({ username: "lunar42", email: "lunar@example.org", password: "secret1" });
    await expect(page.getByRole("link", { name: "My Profile" })).toBeVisible();
  });

  test("shows field errors of the API, and 'Registration failed' without a message", async ({ page, expectErrors }) => {
    expectErrors(...REQUEST_ERRORS);
    const fields = { email: "Invalid email address" };
    await page.route(
      REGISTER,
      errorResponse(400, { message: "Please check the form.", error: "validation_failed", fields }),
    );
    await fillRegister(page);
    await press(page, "Register");
    await expect(box(page).getByRole("alert")).toHaveText("Please check the form.");
    await expect(field(page, "Email")).toHaveAccessibleDescription("Invalid email address");
    await expect(field(page, "Email")).toBeFocused();
    await field(page, "Email").fill("other@example.org");
    await expect(box(page).getByText("Invalid email address")).toHaveCount(0);
    await page.unroute(REGISTER);
    await page.route(REGISTER, (route) => route.abort());
    await press(page, "Register");
    await expect(box(page).getByRole("alert")).toHaveText("Registration failed");
  });
});

test("Start Playing Now opens Register, logged in or not", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Start Playing Now" }).click();
  await expect(box(page).getByRole("heading", { name: "Register" })).toBeVisible();
  await page.evaluate((user) => {
    localStorage.setItem("auth_token", "t.o.k");
    localStorage.setItem("user_data", JSON.stringify(user));
  }, USER);
  await page.reload();
  await expect(page.getByRole("link", { name: "My Profile" })).toBeVisible();
  await page.getByRole("button", { name: "Start Playing Now" }).click();
  await expect(box(page).getByRole("heading", { name: "Register" })).toBeVisible();
});

test("the register dialog with errors fits a 320 px screen", async ({ page }) => {
  await page.setViewportSize(SMALL_PHONE);
  await page.goto("/media");
  await page.getByRole("button", { name: "Menu" }).click();
  await show(page, "Register");
  await press(page, "Register");
  await expectNoHorizontalScroll(page);
  await box(page).getByRole("button", { name: "Login here" }).scrollIntoViewIfNeeded();
  await expect(box(page).getByRole("button", { name: "Login here" })).toBeInViewport();
  await expectAccessible(page);
});
