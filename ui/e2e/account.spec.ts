/** Change of password and email beyond `forms.spec.ts`. */
import type { Page, Route } from "@playwright/test";
import { field, fillFields, press, profileButton } from "./form-parts";
import {
  dialog,
  errorResponse,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  openNewAccount,
  PHONE,
  REQUEST_ERRORS,
  SMALL_PHONE,
  test,
} from "./helpers";
import { mockPlayer, PROFILE, pauseClock } from "./player-data";

const NEW_EMAIL = "moon@fishi.example";
const PROFILE_PATH = "/api/player/profile";

const account = (page: Page) => page.getByRole("region", { name: "Account", exact: true });
const storedEmail = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem("user_data") ?? "{}").email);
const save = (page: Page) => dialog(page).getByRole("button", { name: "Save" });
const passwords = (current: string, next: string) => ({
  "Current password": current,
  "New password": next,
  "Confirm new password": next,
});

type Title = "Change Password" | "Edit Profile";

async function open(page: Page, title: Title, answers: Parameters<typeof mockPlayer>[1] = {}) {
  await mockPlayer(page, answers);
  await page.goto("/player");
  await profileButton(title)(page).click();
}

/** Expects that the success notice closes by itself after two seconds of the paused clock. */
async function expectAutoClose(page: Page, title: Title) {
  await expect(dialog(page).getByText("Closing in 2 seconds…")).toBeVisible();
  await expect(dialog(page).getByRole("status")).toBeFocused();
  await page.clock.runFor(1900);
  await expect(dialog(page)).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(dialog(page)).toHaveCount(0);
  await expect(profileButton(title)(page)).toBeFocused();
}

test("a password is rated and compared while typing", async ({ page }) => {
  await open(page, "Change Password");
  const name = dialog(page).locator('form input[autocomplete="username"]');
  await expect(name, "for password managers").toHaveValue("lunar42");
  await expect(name).toBeHidden();
  await fillFields(page, { "New password": "secret12" });
  await expect(dialog(page).getByText("Strong", { exact: true })).toBeVisible();
  await expect(dialog(page).getByText(/^Passwords /)).toHaveCount(0);
  for (const [password, text] of [
    ["secret1", "Passwords do not match"],
    ["secret12", "Passwords match"],
  ] as const) {
    await fillFields(page, { "Confirm new password": password });
    await expect(dialog(page).getByText(text, { exact: true })).toBeVisible();
  }
});

test("a password change stores the new token first", async ({ page }) => {
  const tokens: (string | undefined)[] = [];
  let isChanged = false;
  await page.clock.install();
  page.on("request", (request) => {
    if (isChanged && request.url().includes("/api/")) tokens.push(request.headers().authorization);
  });
  await open(page, "Change Password", {
    "/api/auth/change-password": (route: Route) => {
      isChanged = true;
      return route.fulfill({ json: { success: true, message: "", token: "f.r.esh" } });
    },
  });
  await pauseClock(page);
  await fillFields(page, passwords("oldsecret", "secret12"));
  await press(page, "Change Password");
  await expect(dialog(page).getByText("Password changed.")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("auth_token"))).toBe("f.r.esh");
  await expect.poll(() => tokens.length).toBeGreaterThan(0);
  expect(new Set(tokens)).toEqual(new Set(["Bearer f.r.esh"]));
  await expectAutoClose(page, "Change Password");
});

test("a real account changes its password and address and keeps its session", async ({ page, context }) => {
  const username = await openNewAccount(page, "firstpass1");
  const credentials = (password: string) => ({ data: { username, password } });
  const otherPage = await context.newPage();
  await otherPage.goto("/player");
  await expect(otherPage.getByRole("heading", { name: username, exact: true })).toBeVisible();
  await profileButton("Change Password")(page).click();
  await fillFields(page, passwords("firstpass1", "secondpass2"));
  await press(page, "Change Password");
  await expect(dialog(page).getByText("Password changed.")).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "Password change" })).toBeVisible();
  expect((await page.request.post("/api/auth/login", credentials("firstpass1"))).status()).toBe(401);
  expect((await page.request.post("/api/auth/login", credentials("secondpass2"))).status()).toBe(200);
  for (const tab of [page, otherPage]) {
    await tab.reload();
    await expect(tab.getByRole("heading", { name: username, exact: true })).toBeVisible();
    await expect(tab.getByRole("rowheader", { name: "Password change" })).toBeVisible();
  }
  await profileButton("Edit Profile")(page).click();
  await fillFields(page, { Email: `${username}@moon.example` });
  await press(page, "Save");
  await expect(dialog(page).getByText("Email updated.")).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "Email update" })).toBeVisible();
  await page.reload();
  await expect(account(page)).toContainText(`${username}@moon.example`);
  expect(await storedEmail(page)).toBe(`${username}@moon.example`);
});

test("an email change can be saved once the address differs, and is shown everywhere", async ({ page }) => {
  let address = PROFILE.email;
  await page.clock.install();
  await open(page, "Edit Profile", {
    "/api/auth/update-email": (route: Route) => {
      address = route.request().postDataJSON().new_email;
      return route.fulfill({ json: { success: true, message: "", email: address } });
    },
    [PROFILE_PATH]: (route: Route) => route.fulfill({ json: { ...PROFILE, email: address } }),
    "/api/auth/profile": (route: Route) => route.fulfill({ json: { username: PROFILE.username, email: address } }),
  });
  await pauseClock(page);
  for (const [email, isDisabled] of [
    ["lunar@fishi.example", true],
    [" lunar@fishi.example ", true],
    [` ${NEW_EMAIL} `, false],
  ] as const) {
    await fillFields(page, { Email: email });
    await expect(save(page)).toBeEnabled({ enabled: !isDisabled });
  }
  await press(page, "Save");
  await expect(dialog(page).getByText("Email updated.")).toBeVisible();
  await expect(account(page)).toContainText(NEW_EMAIL);
  expect([address, await storedEmail(page)]).toEqual([NEW_EMAIL, NEW_EMAIL]);
  await expectAutoClose(page, "Edit Profile");
  await profileButton("Edit Profile")(page).click();
  await expect(field(page, "Email")).toHaveValue(NEW_EMAIL);
});

test("an old session gives the password in the same form; a second factor is asked for after it", async ({
  page,
  expectErrors,
}) => {
  expectErrors(...REQUEST_ERRORS);
  const bodies: unknown[] = [];
  let factors: string[] = [];
  const wrong = errorResponse(400, { message: "x", fields: { current_password: "Current password is incorrect" } });
  await page.clock.install();
  await open(page, "Edit Profile", {
    "/api/auth/step-up": (route: Route) =>
      route.fulfill({ json: { confirmed_until: "2020-01-01T00:00:00Z", factors } }),
    "/api/auth/update-email": (route: Route) => {
      const body = route.request().postDataJSON();
      bodies.push(body);
      return body.current_password === "wrong-1"
        ? wrong(route)
        : route.fulfill({ json: { success: true, message: "", email: NEW_EMAIL } });
    },
  });
  await expect(field(page, "Current password")).toHaveAttribute("autocomplete", "current-password");
  await fillFields(page, { Email: NEW_EMAIL });
  await press(page, "Save");
  await expect(field(page, "Current password")).toHaveAccessibleDescription(/Current password is required/);
  expect(bodies).toEqual([]);
  await expectAccessible(page);
  await fillFields(page, { "Current password": "wrong-1" });
  await press(page, "Save");
  await expect(field(page, "Current password")).toHaveAccessibleDescription(/Current password is incorrect/);
  await fillFields(page, { "Current password": "oldsecret" });
  await pauseClock(page);
  await press(page, "Save");
  await expect(dialog(page).getByText("Email updated.")).toBeVisible();
  expect(bodies.at(-1)).toEqual({ new_email: NEW_EMAIL, current_password: "oldsecret" });
  await expectAutoClose(page, "Edit Profile");

  factors = ["totp"];
  await page.reload();
  await profileButton("Edit Profile")(page).click();
  await expect(field(page, "Email")).toBeVisible();
  await expect(field(page, "Current password")).toHaveCount(0);
});

test("a password that the service has refused is weak, also when it is typed again", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  const refusal = errorResponse(400, { message: "x", fields: { new_password: "Password is too common" } });
  await open(page, "Change Password", { "/api/auth/change-password": refusal });
  const rating = dialog(page)
    .getByRole("status")
    .filter({ hasText: /Strong|Weak/ });
  await fillFields(page, passwords("oldsecret", "abcd1234"));
  await expect(rating).toHaveText("Strong");
  await press(page, "Change Password");
  await expect(field(page, "New password")).toHaveAccessibleDescription(/Password is too common/);
  await expect(rating).toHaveText("Weak");
  await fillFields(page, { "New password": "abcd12345" });
  await expect(rating).toHaveText("Strong");
  await fillFields(page, { "New password": "abcd1234" });
  await expect(rating).toHaveText("Weak");
});

test("an account without an address can set one; a long one fits phones", async ({ page }) => {
  let email: string | null = null;
  const answer = (route: Route) => route.fulfill({ json: { ...PROFILE, email } });
  await open(page, "Edit Profile", { [PROFILE_PATH]: answer });
  await expect(field(page, "Email")).toHaveValue("");
  await expect(save(page)).toBeDisabled();
  await expect(dialog(page).getByText("No email set.")).toBeVisible();
  email = `${"m".repeat(64)}@${"n".repeat(60)}.example`;
  await open(page, "Edit Profile", { [PROFILE_PATH]: answer });
  for (const viewport of [SMALL_PHONE, PHONE]) {
    await page.setViewportSize(viewport);
    await expectNoHorizontalScroll(page);
    await expect(save(page)).toBeInViewport({ ratio: 0.98 });
    await field(page, "Email").press("End");
    expect(await dialog(page).evaluate((box) => box.scrollLeft), "sideways scroll of the dialog in px").toBe(0);
  }
});

test("an account without characters sees its first steps", async ({ page }) => {
  const username = await openNewAccount(page);
  const card = page.getByRole("region", { name: "First steps" });
  const steps = card.getByRole("listitem");
  const next = card.locator("[aria-current=step]");
  await expect(steps.first()).toContainText(username);
  await expect(next).toContainText("Download the client");
  await page.evaluate(() => localStorage.setItem("client_downloaded", "true"));
  await page.getByRole("link", { name: "Characters", exact: true }).click();
  await expect(next).toContainText("create a character");
  for (const viewport of [PHONE, SMALL_PHONE]) {
    await page.setViewportSize(viewport);
    await expectNoHorizontalScroll(page);
  }
  await expectAccessible(page);
});
