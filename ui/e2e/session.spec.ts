import type { Page } from "@playwright/test";
import { expect, gate, logIn, PASSWORD, REFUSED, refuse, test } from "./house";

const USER = { username: "demo", email: "demo@example.org" };
const DEAD = refuse(401, { message: "Please log in again.", error: "not_authenticated" });

const welcome = (page: Page, name: string) =>
  expect(page.getByRole("heading", { name: `Welcome back, ${name}`, exact: true })).toBeVisible();
const guard = (page: Page) => expect(page.getByText("Authentication Required")).toBeVisible();
const stored = (page: Page) =>
  page.evaluate(() => [localStorage.getItem("auth_token"), localStorage.getItem("user_data")]);

/** Stored before the page's own script runs. */
const store = (page: Page, keys: Record<string, string>) =>
  page.addInitScript((given) => {
    for (const [name, value] of Object.entries(given)) localStorage.setItem(name, value);
  }, keys);

async function enterThroughDialog(page: Page, username: string) {
  await page.getByRole("banner").getByRole("button", { name: "Login" }).click();
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("dialog").getByRole("button", { name: "Login", exact: true }).click();
}

test.describe("what is stored", () => {
  test("is taken up without a question", async ({ page }) => {
    const calls: string[] = [];
    page.on("request", (request) => calls.push(new URL(request.url()).pathname));
    await logIn(page, "demo");
    await page.goto("/player");
    await welcome(page, "demo");
    expect(calls.filter((path) => path.startsWith("/api/auth/"))).toEqual([]);
  });

  test("is nobody's where a part is missing or cannot be read", async ({ page }) => {
    await page.goto("/media");
    for (const [name, keys] of [
      ["only a token", { auth_token: "t.o.k" }],
      ["only a user", { user_data: JSON.stringify(USER) }],
      ["a user without a name", { auth_token: "t.o.k", user_data: "{}" }],
      ["a user that cannot be read", { auth_token: "t.o.k", user_data: "{" }],
    ] as const)
      await test.step(name, async () => {
        await page.evaluate((given) => {
          localStorage.clear();
          for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value);
        }, keys);
        await page.goto("/player");
        await guard(page);
        await expect(page.getByRole("banner").getByRole("button", { name: "Login" })).toBeVisible();
      });
    expect(await stored(page), "what cannot be read is dropped").toEqual([null, null]);
  });

  test("is not needed to log in: the session then lives as long as the page", async ({ page }) => {
    await page.addInitScript(() => {
      const forbidden = () => {
        throw new DOMException("forbidden", "SecurityError");
      };
      Object.defineProperty(window, "localStorage", { get: forbidden });
    });
    await page.goto("/player");
    await enterThroughDialog(page, "demo");
    await welcome(page, "demo");
    await expect(page.getByRole("heading", { name: "Account Statistics" })).toBeVisible();
  });
});

test.describe("login and logout", () => {
  test("login from the guard stays on the address", async ({ page }) => {
    await page.goto("/player/donations?tab=donations&status=success");
    await enterThroughDialog(page, "demo");
    await welcome(page, "demo");
    await expect(page).toHaveURL(/\/player\/donations\?tab=donations&status=success/);
    const [token, user] = await stored(page);
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(JSON.parse(user ?? "")).toMatchObject({ username: "demo", access_level_label: "Player" });
  });

  test("the stored token goes with every call", async ({ page }) => {
    await logIn(page, "demo");
    const bearers = new Set<string | undefined>();
    page.on("request", (request) => {
      if (request.url().includes("/api/")) bearers.add(request.headers().authorization);
    });
    await page.goto("/rankings");
    await expect(page.getByRole("table")).toBeVisible();
    await page.getByRole("link", { name: "My Profile" }).click();
    await welcome(page, "demo");
    const [token] = await stored(page);
    expect([...bearers]).toEqual([`Bearer ${token}`]);
  });

  test("logout asks nobody, forgets both keys and shows the guard", async ({ page }) => {
    await logIn(page, "demo");
    await page.goto("/player");
    await expect(page.getByRole("heading", { name: "Account Statistics" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Wallet" })).toContainText("Aurelion");
    await expect(page.getByRole("table", { name: "Recent Security Activity" })).toContainText("Login");
    const calls: string[] = [];
    page.on("request", (request) => calls.push(request.url()));
    await page.getByRole("button", { name: "Logout" }).click();
    await guard(page);
    await expect(page.locator("#main")).toBeFocused();
    expect(calls.filter((url) => url.includes("/api/"))).toEqual([]);
    expect(await stored(page)).toEqual([null, null]);
  });

  test("the next player sees nothing of the one before", async ({ page }) => {
    await logIn(page, "demo");
    await page.goto("/player");
    await expect(page.getByRole("region", { name: "Account", exact: true })).toContainText("demo");
    const { hold, open } = gate();
    await page.route("**/api/player/**", hold);
    await page.getByRole("button", { name: "Logout" }).click();
    await enterThroughDialog(page, "demo2");
    await welcome(page, "demo2");
    await expect(page.getByRole("region", { name: "Wallet" })).not.toContainText("Aurelion");
    open();
    await expect(page.getByRole("region", { name: "Wallet" })).toContainText("Ironbark");
    await expect(page.getByRole("main")).not.toContainText("Aurelion");
  });

  test("a token that has died leads to the guard", async ({ page, expectErrors }) => {
    expectErrors(...REFUSED);
    await store(page, { auth_token: "d.e.ad", user_data: JSON.stringify(USER) });
    await page.goto("/player");
    await guard(page);
    expect(await stored(page)).toEqual([null, null]);
  });

  test("a failure that says nothing of the token ends no session", async ({ page, expectErrors }) => {
    expectErrors(...REFUSED);
    await page.route("**/api/player/**", refuse(503, { message: "Down.", error: "game_unavailable" }));
    await logIn(page, "demo");
    await page.goto("/player");
    await expect(page.getByText("Failed to load player data. Please try again.")).toBeVisible();
    expect((await stored(page))[0]).not.toBeNull();
  });
});

test.describe("several tabs of one browser", () => {
  test("agree about logout and login, also as another", async ({ page, context }) => {
    await logIn(page, "demo");
    await page.goto("/player");
    await welcome(page, "demo");
    const other = await context.newPage();
    await other.goto("/player");
    await welcome(other, "demo");
    await other.getByRole("button", { name: "Logout" }).click();
    await guard(page);
    await enterThroughDialog(other, "demo2");
    await welcome(page, "demo2");
    await expect(page.getByRole("region", { name: "Wallet" })).toContainText("Ironbark");
    await expect(page.getByRole("main")).not.toContainText("Aurelion");
  });

  test("a player who enters in one replaces the player in the other", async ({ page, context }) => {
    await logIn(page, "demo");
    await page.goto("/player");
    await expect(page.getByRole("region", { name: "Wallet" })).toContainText("Aurelion");
    const other = await context.newPage();
    await other.goto("/");
    await other.getByRole("button", { name: "Start Playing Now" }).click();
    await other.getByRole("button", { name: "Login here" }).click();
    await other.getByLabel("Username").fill("demo2");
    await other.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await other.getByRole("dialog").getByRole("button", { name: "Login", exact: true }).click();
    await welcome(page, "demo2");
    await expect(page.getByRole("region", { name: "Wallet" })).toContainText("Ironbark");
    await expect(page.getByRole("main")).not.toContainText("Aurelion");
  });

  test("go on with the token that one of them was given for a new password", async ({
    page,
    context,
    expectErrors,
  }) => {
    expectErrors(/Failed to load resource/);
    const [wallet, bearers] = [gate(), [] as (string | undefined)[]];
    await page.route("**/api/player/balances", async (route) => {
      bearers.push(route.request().headers().authorization);
      if (bearers.length > 1) return route.continue();
      await wallet.opened;
      return DEAD(route);
    });
    await logIn(page, "demo");
    await page.goto("/player");
    await welcome(page, "demo");
    await expect.poll(() => bearers).toHaveLength(1);
    const other = await context.newPage();
    await other.goto("/media");
    const [old] = await stored(page);
    const fresh = await other.request
      .post("/api/auth/login", { data: { username: "demo", password: PASSWORD } })
      .then((answer) => answer.json());
    await other.evaluate((token) => localStorage.setItem("auth_token", `${token}`), fresh.token);
    wallet.open();
    await expect(page.getByRole("region", { name: "Wallet" })).toContainText("Aurelion");
    expect(bearers).toEqual([`Bearer ${old}`, `Bearer ${fresh.token}`]);
    await welcome(page, "demo");
  });

  test("stay logged in where only the token of before is refused", async ({ page, context, expectErrors }) => {
    expectErrors(...REFUSED);
    const refusal = gate();
    await page.route("**/api/auth/update-email", async (route) => {
      await refusal.opened;
      await DEAD(route);
    });
    await logIn(page, "demo");
    await page.goto("/player");
    await page.getByRole("button", { name: "Edit Profile" }).click();
    await page.getByRole("dialog").getByLabel("Email").fill("later@example.org");
    await page.getByRole("button", { name: "Save" }).click();
    const other = await context.newPage();
    await other.goto("/media");
    await other.evaluate(() => localStorage.setItem("auth_token", "f.re.sh"));
    refusal.open();
    await expect(page.getByRole("dialog").getByRole("alert")).toHaveText("Please log in again.");
    await welcome(page, "demo");
    expect((await stored(page))[0]).toBe("f.re.sh");
  });

  test("a new address in one is read again in the other", async ({ page, context }) => {
    await logIn(page, "demo");
    await page.goto("/player");
    await expect(page.getByRole("heading", { name: "Account Statistics" })).toBeVisible();
    const other = await context.newPage();
    await other.goto("/media");
    const asked = page.waitForRequest("**/api/player/profile");
    await other.evaluate(() => {
      const user = JSON.parse(localStorage.getItem("user_data") ?? "{}");
      localStorage.setItem("user_data", JSON.stringify({ ...user, email: "elsewhere@example.org" }));
    });
    await asked;
  });
});
