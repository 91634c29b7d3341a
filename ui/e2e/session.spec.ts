import type { Page } from "@playwright/test";
import { errorResponse, expect, latch, logIn, openWallet, PASSWORD, REQUEST_ERRORS, test } from "./helpers";

const USER = { username: "demo", email: "demo@example.org" };
const UNAUTHORIZED = errorResponse(401, { message: "Please log in again.", error: "not_authenticated" });

const expectWelcome = (page: Page, name: string) =>
  expect(page.getByRole("heading", { name: `Welcome back, ${name}`, exact: true })).toBeVisible();
const expectLoginPrompt = (page: Page) => expect(page.getByText("Authentication Required")).toBeVisible();
const storedSession = (page: Page) =>
  page.evaluate(() => [localStorage.getItem("auth_token"), localStorage.getItem("user_data")]);

/** Fills localStorage before the page's scripts run. */
const fillStorage = (page: Page, keys: Record<string, string>) =>
  page.addInitScript((entries) => {
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
  }, keys);

async function enterThroughDialog(page: Page, username: string) {
  await page.getByRole("banner").getByRole("button", { name: "Login" }).click();
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("dialog").getByRole("button", { name: "Login", exact: true }).click();
}

test.describe("stored session", () => {
  test("is dropped when incomplete or unreadable", async ({ page }) => {
    await page.goto("/media");
    for (const [name, keys] of [
      ["only a token", { auth_token: "t.o.k" }],
      ["only a user", { user_data: JSON.stringify(USER) }],
      ["a user without a name", { auth_token: "t.o.k", user_data: "{}" }],
      ["a user that cannot be read", { auth_token: "t.o.k", user_data: "{" }],
    ] as const)
      await test.step(name, async () => {
        await page.evaluate((entries) => {
          localStorage.clear();
          for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
        }, keys);
        await page.goto("/player");
        await expectLoginPrompt(page);
        await expect(page.getByRole("banner").getByRole("button", { name: "Login" })).toBeVisible();
      });
    expect(await storedSession(page), "what cannot be read is dropped").toEqual([null, null]);
  });

  test("is optional: without localStorage the session lasts until the page closes", async ({ page }) => {
    await page.addInitScript(() => {
      const forbidden = () => {
        throw new DOMException("forbidden", "SecurityError");
      };
      Object.defineProperty(window, "localStorage", { get: forbidden });
    });
    await page.goto("/player");
    await enterThroughDialog(page, "demo");
    await expectWelcome(page, "demo");
    await expect(page.getByRole("heading", { name: "Account Statistics" })).toBeVisible();
  });
});

test.describe("login and logout", () => {
  test("login from the login prompt keeps the URL", async ({ page }) => {
    await page.goto("/player/donations?tab=characters&note=kept");
    await enterThroughDialog(page, "demo");
    await expectWelcome(page, "demo");
    await expect(page).toHaveURL(/\/player\/donations\?tab=characters&note=kept$/);
    const [token, user] = await storedSession(page);
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(JSON.parse(user ?? "")).toMatchObject({ username: "demo", access_level_label: "Player" });
  });

  test("sends the stored token with every API request; logout clears it without one", async ({ page }) => {
    await logIn(page, "demo");
    const bearers = new Set<string | undefined>();
    const paths: string[] = [];
    page.on("request", (request) => {
      if (!request.url().includes("/api/")) return;
      bearers.add(request.headers().authorization);
      paths.push(new URL(request.url()).pathname);
    });
    await page.goto("/rankings");
    await expect(page.getByRole("table")).toBeVisible();
    await page.getByRole("link", { name: "My Profile" }).click();
    await expectWelcome(page, "demo");
    const [token] = await storedSession(page);
    expect([...bearers]).toEqual([`Bearer ${token}`]);
    expect(
      paths.filter((path) => /^\/api\/auth\/(profile|login)/.test(path)),
      "the session is restored without a request",
    ).toEqual([]);
    await expect(page.getByRole("heading", { name: "Account Statistics" })).toBeVisible();
    await openWallet(page);
    await expect(page.getByRole("region", { name: "Wallet" })).toContainText("Aurelion");
    await expect(page.getByRole("table", { name: "Recent Security Activity" })).toContainText("Login");
    await page.getByRole("region", { name: "Main character" }).scrollIntoViewIfNeeded();
    await expect(page.getByRole("slider", { name: "Activity by day" })).toBeVisible();
    paths.length = 0;
    await page.getByRole("button", { name: "Logout" }).click();
    await expectLoginPrompt(page);
    await expect(page.locator("#main")).toBeFocused();
    expect(paths, "requests after the logout").toEqual([]);
    expect(await storedSession(page)).toEqual([null, null]);
  });

  test("the next user sees no data of the previous one", async ({ page }) => {
    await logIn(page, "demo");
    await page.goto("/player");
    await expect(page.getByRole("region", { name: "Account", exact: true })).toContainText("demo");
    await openWallet(page);
    const { hold, release } = latch();
    await page.route("**/api/player/**", hold);
    await page.getByRole("button", { name: "Logout" }).click();
    await enterThroughDialog(page, "demo2");
    await expectWelcome(page, "demo2");
    await expect(page.getByRole("region", { name: "Wallet" })).not.toContainText("Aurelion");
    release();
    await expect(page.getByRole("region", { name: "Wallet" })).toContainText("Ironbark");
    await expect(page.getByRole("main")).not.toContainText("Aurelion");
  });

  test("an expired token shows the login prompt", async ({ page, expectErrors }) => {
    expectErrors(...REQUEST_ERRORS);
    await fillStorage(page, { auth_token: "d.e.ad", user_data: JSON.stringify(USER) });
    await page.goto("/player");
    await expectLoginPrompt(page);
    expect(await storedSession(page)).toEqual([null, null]);
  });
});

test.describe("several tabs", () => {
  test("share logout and login as another user", async ({ page, context }) => {
    await logIn(page, "demo");
    await page.goto("/player");
    await expectWelcome(page, "demo");
    await openWallet(page);
    const otherTab = await context.newPage();
    await otherTab.goto("/player");
    await expectWelcome(otherTab, "demo");
    await otherTab.getByRole("button", { name: "Logout" }).click();
    await expectLoginPrompt(page);
    await enterThroughDialog(otherTab, "demo2");
    await expectWelcome(page, "demo2");
    await expect(page.getByRole("region", { name: "Wallet" })).toContainText("Ironbark");
    await expect(page.getByRole("main")).not.toContainText("Aurelion");
  });

  test("a logout elsewhere fails the profile update under way", async ({ page, context }) => {
    const answer = latch();
    await page.route("**/api/auth/update-email", async (route) => {
      await answer.whenReleased;
      await route.fulfill({ json: { success: true, message: "", email: "later@example.org" } });
    });
    await logIn(page, "demo");
    await page.goto("/player");
    await page.getByRole("button", { name: "Edit Profile" }).click();
    await page.getByRole("dialog").getByLabel("Email").fill("later@example.org");
    await page.getByRole("button", { name: "Save" }).click();
    const otherTab = await context.newPage();
    await otherTab.goto("/media");
    await otherTab.getByRole("button", { name: "Logout" }).click();
    await expectLoginPrompt(page);
    answer.release();
    await expect(page.getByRole("alert")).toHaveText("Profile update failed");
    await page.getByRole("link", { name: "Go Home" }).click();
    await expect(page.getByRole("region", { name: "Server status" })).toBeVisible();
    await page.goBack();
    await expectLoginPrompt(page);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  test("retry with a token renewed by another tab", async ({ page, context, expectErrors }) => {
    expectErrors(/Failed to load resource/);
    const [wallet, bearers] = [latch(), [] as (string | undefined)[]];
    await page.route("**/api/player/balances", async (route) => {
      bearers.push(route.request().headers().authorization);
      if (bearers.length > 1) return route.continue();
      await wallet.whenReleased;
      return UNAUTHORIZED(route);
    });
    await logIn(page, "demo");
    await page.goto("/player");
    await expectWelcome(page, "demo");
    await expect.poll(() => bearers).toHaveLength(1);
    const otherTab = await context.newPage();
    await otherTab.goto("/media");
    const [oldToken] = await storedSession(page);
    const session = await otherTab.request
      .post("/api/auth/login", { data: { username: "demo", password: PASSWORD } })
      .then((answer) => answer.json());
    await otherTab.evaluate((token) => localStorage.setItem("auth_token", `${token}`), session.token);
    wallet.release();
    await openWallet(page);
    await expect(page.getByRole("region", { name: "Wallet" })).toContainText("Aurelion");
    expect(bearers).toEqual([`Bearer ${oldToken}`, `Bearer ${session.token}`]);
    await expectWelcome(page, "demo");
  });

  test("reload the profile after an address change in another tab", async ({ page, context }) => {
    await logIn(page, "demo");
    await page.goto("/player");
    await expect(page.getByRole("heading", { name: "Account Statistics" })).toBeVisible();
    const otherTab = await context.newPage();
    await otherTab.goto("/media");
    const request = page.waitForRequest("**/api/player/profile");
    await otherTab.evaluate(() => {
      const user = JSON.parse(localStorage.getItem("user_data") ?? "{}");
      localStorage.setItem("user_data", JSON.stringify({ ...user, email: "elsewhere@example.org" }));
    });
    await request;
  });
});
