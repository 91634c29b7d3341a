import type { Page } from "@playwright/test";
import {
  DESK,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  gate,
  logIn,
  PHONE,
  SMALLEST,
  TABLET,
  test,
} from "./house";

const PATHS = ["/player", "/player/profile", "/player/characters", "/player/donations"];
const TEXT = "You need to be logged in to access the player dashboard. Please login or register to continue.";

const welcome = (page: Page) => page.getByRole("heading", { name: "Welcome back, demo", exact: true });
const tabs = (page: Page) => page.getByRole("navigation", { name: "Dashboard" });
const tab = (page: Page, name: string) => tabs(page).getByRole("link", { name, exact: true });
const breadcrumb = (page: Page) => page.getByRole("navigation", { name: "Breadcrumb" });

async function expectOpen(page: Page, name: string) {
  await expect(tab(page, name)).toHaveAttribute("aria-current", "page");
  await expect(tabs(page).locator("[aria-current]")).toHaveCount(1);
  await expect(breadcrumb(page).getByRole("listitem")).toHaveText(["Home", "Player", name]);
}

test.describe("the guard", () => {
  test("stands before every address of the area, also at 320 px", async ({ page }) => {
    for (const path of PATHS) {
      await page.goto(path);
      await expect(page.getByText("Authentication Required")).toBeVisible();
      await expect(page.getByText(TEXT)).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
    }
    await expectAccessible(page);
    await page.setViewportSize(SMALLEST);
    await expectNoSidewaysScroll(page);
  });

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
});

for (const [what, files] of [
  ["code", /\/assets\/Player-\w+\.js/],
  ["style sheet", /\/assets\/Player-\w+\.css/],
] as const) {
  test(`says that it loads while its ${what} is on the way`, async ({ page }) => {
    const { hold, open } = gate();
    await page.route(files, hold);
    await logIn(page, "demo");
    await page.goto("/download");
    await page.getByRole("link", { name: "My Profile" }).click();
    await expect(page.getByText("Loading your dashboard...")).toBeVisible();
    await expect(welcome(page)).toHaveCount(0);
    open();
    await expect(welcome(page)).toBeVisible();
    // The area's own sheet lies over the one that every page has.
    const sheets = await page
      .locator('link[rel="stylesheet"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(sheets).toEqual([expect.stringMatching(/main-\w+\.css$/), expect.stringMatching(/Player-\w+\.css$/)]);
  });
}

test("the area's own page brings the style sheet along", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".css")) asked.push(request.url());
  });
  await logIn(page, "demo");
  await page.goto("/player");
  await expect(welcome(page)).toBeVisible();
  expect(asked).toHaveLength(2);
  await page.goto("/media");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(
    asked.filter((url) => url.includes("Player")),
    "other pages do without it",
  ).toHaveLength(1);
});

test.describe("the dashboard", () => {
  test.beforeEach(({ page }) => logIn(page, "demo"));

  test("is the same at every address of the area", async ({ page }) => {
    for (const path of PATHS) {
      await page.goto(path);
      await expect(welcome(page)).toBeVisible();
      await expectOpen(page, "Account Profile");
      await expect(tabs(page).getByRole("link")).toHaveText([/Account Profile/, /Characters/, /Donations/, /Roulette/]);
    }
  });

  test("opens the tab that the address names", async ({ page }) => {
    await page.goto("/player/donations?tab=characters");
    await expectOpen(page, "Characters");
    for (const unknown of ["?tab=", "?tab=nothing", "?tab=__proto__", "?tab=Characters"]) {
      await page.goto(`/player${unknown}`);
      await expectOpen(page, "Account Profile");
    }
  });

  test("keeps the tab in the address and in the history, and what else stands there", async ({ page }) => {
    await page.goto("/player/characters?status=success&note=a%26b");
    await tab(page, "Characters").click();
    await expectOpen(page, "Characters");
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      status: "success",
      note: "a&b",
      tab: "characters",
    });
    await tab(page, "Account Profile").click();
    await expectOpen(page, "Account Profile");
    await page.goBack();
    await expectOpen(page, "Characters");
    await page.goBack();
    await expectOpen(page, "Account Profile");
    expect(new URL(page.url()).searchParams.has("tab")).toBe(false);
    await page.goForward();
    await expectOpen(page, "Characters");
  });

  test("its breadcrumb leads home and to the start of the area", async ({ page }) => {
    await page.goto("/player?tab=characters");
    await breadcrumb(page).getByRole("link", { name: "Player" }).click();
    await expectOpen(page, "Account Profile");
    await breadcrumb(page).getByRole("link", { name: "Home" }).click();
    await expect(page).toHaveURL(/\/$/);
  });

  test("stands at every width, and shares that of a phone between its tabs", async ({ page }) => {
    await page.goto("/player");
    await expect(welcome(page)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Account Statistics" })).toBeVisible();
    for (const size of [SMALLEST, PHONE, TABLET, DESK]) {
      await page.setViewportSize(size);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
    await page.setViewportSize(PHONE);
    await expect(tabs(page).getByText("Profile", { exact: true })).toBeVisible();
    await expect(tabs(page).getByText("Account Profile")).toBeHidden();
    const widths = await tabs(page)
      .getByRole("listitem")
      .evaluateAll((items) => items.map((item) => Math.round(item.getBoundingClientRect().width)));
    expect(new Set(widths).size).toBe(1);
  });

  test("a tab that breaks leaves the rest standing", async ({ page, expectErrors }) => {
    expectErrors(/Failed to load resource/, /A screen failed/, /dynamically imported module/);
    await page.route(/\/assets\/CharactersTab-/, (route) => route.abort());
    await page.goto("/player?tab=characters");
    await expect(page.getByText("This page could not be shown")).toBeVisible();
    await expect(welcome(page)).toBeVisible();
    await tab(page, "Account Profile").click();
    await expect(page.getByRole("heading", { name: "Account Statistics" })).toBeVisible();
  });
});
