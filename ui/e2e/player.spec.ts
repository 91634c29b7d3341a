import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, gate, SMALLEST, test } from "./house";

const PATHS = ["/player", "/player/profile", "/player/characters", "/player/donations"];
const TEXT = "You need to be logged in to access the player dashboard. Please login or register to continue.";
const USER = { username: "demo", email: "demo@example.org" };

/** Stored before the page's own script runs. */
const store = (page: Page, keys: Record<string, string>) =>
  page.addInitScript((given) => {
    for (const [name, value] of Object.entries(given)) localStorage.setItem(name, value);
  }, keys);

for (const path of PATHS) {
  test(`${path} is guarded`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByText("Authentication Required")).toBeVisible();
    await expect(page.getByText(TEXT)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expectAccessible(page);
  });
}

test("Go Home leads home, Go Back to where one came from", async ({ page }) => {
  await page.goto("/download");
  await page.evaluate(() => {
    window.history.pushState({ idx: 1 }, "", "/player");
    window.dispatchEvent(new PopStateEvent("popstate", { state: { idx: 1 } }));
  });
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect(page).toHaveURL(/\/download$/);
  await page.goto("/player?tab=donations");
  await page.getByRole("link", { name: "Go Home" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("Go Back leads home where there is no history", async ({ page }) => {
  await page.goto("/player");
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("says that it loads while its code is on the way", async ({ page }) => {
  const { hold, open } = gate();
  await page.route(/\/assets\/Player-/, hold);
  await page.goto("/player");
  await expect(page.getByText("Loading your dashboard...")).toBeVisible();
  open();
  await expect(page.getByText("Authentication Required")).toBeVisible();
});

test("a stored session is taken up without a question", async ({ page }) => {
  await store(page, { auth_token: "t.o.k", user_data: JSON.stringify(USER) });
  const calls: string[] = [];
  page.on("request", (request) => {
    if (/\/api\/(auth|player)\//.test(request.url())) calls.push(request.url());
  });
  await page.goto("/player");
  await expect(page.getByRole("heading", { name: "Welcome back, demo" })).toBeVisible();
  expect(calls.filter((url) => url.includes("/auth/"))).toEqual([]);
  await expectAccessible(page);
});

for (const [name, keys] of [
  ["only a token", { auth_token: "t.o.k" }],
  ["only a user", { user_data: JSON.stringify(USER) }],
  ["a user that cannot be read", { auth_token: "t.o.k", user_data: "{" }],
] as const) {
  test(`${name} is nobody`, async ({ page }) => {
    await store(page, keys);
    await page.goto("/player");
    await expect(page.getByText("Authentication Required")).toBeVisible();
    await expect(page.getByRole("banner").getByRole("button", { name: "Login" })).toBeVisible();
  });
}

test("login from the guard stays on the address", async ({ page }) => {
  await page.route("**/api/auth/login", (route) => route.fulfill({ json: { token: "t.o.k", user: USER } }));
  await page.goto("/player/donations?tab=donations&status=success");
  await page.getByRole("banner").getByRole("button", { name: "Login" }).click();
  await page.getByLabel("Username").fill("demo");
  await page.getByLabel("Password", { exact: true }).fill("demo1234");
  await page.getByRole("dialog").getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Welcome back, demo" })).toBeVisible();
  await expect(page).toHaveURL(/\/player\/donations\?tab=donations/);
});

test("logout asks nobody, forgets both keys and shows the guard", async ({ page }) => {
  await page.goto("/player");
  await page.evaluate((user) => {
    localStorage.setItem("auth_token", "t.o.k");
    localStorage.setItem("user_data", user);
  }, JSON.stringify(USER));
  await page.reload();
  const calls: string[] = [];
  page.on("request", (request) => calls.push(request.url()));
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("Authentication Required")).toBeVisible();
  expect(calls.filter((url) => url.includes("/api/"))).toEqual([]);
  expect(await page.evaluate(() => [localStorage.getItem("auth_token"), localStorage.getItem("user_data")])).toEqual([
    null,
    null,
  ]);
});

test("the guard stands at 320 px", async ({ page }) => {
  await page.setViewportSize(SMALLEST);
  await page.goto("/player");
  await expect(page.getByText("Authentication Required")).toBeVisible();
  await expectNoSidewaysScroll(page);
});
