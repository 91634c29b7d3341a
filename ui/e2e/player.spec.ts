import { type Page, test as unitTest } from "@playwright/test";
import { tabOf } from "../src/features/player/tabs";
import { expect, expectAccessible, latch, logIn, PASSWORD, PHONE, REQUEST_ERRORS, test } from "./helpers";
import { BALANCES } from "./player-data";

const PATHS = ["/player", "/player/donations"];
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

test.describe("login prompt", () => {
  test("covers the area without API requests", async ({ page }) => {
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    for (const path of ["/player/donations", "/player?tab=characters"]) {
      await page.goto(path);
      await expect(page.getByText("Authentication Required")).toBeVisible();
      await expect(page.getByText(TEXT)).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`${path.replace("?", "\\?")}$`));
    }
    expect(requests.filter((url) => url.includes("/api/player/"))).toEqual([]);
  });

  test("Go Home leads home, Go Back to the previous page, or home without history", async ({ page }) => {
    const goBack = page.getByRole("button", { name: "Go Back" });
    await page.goto("/player");
    await goBack.click();
    await expect(page).toHaveURL(/\/$/);
    await page.goto("/download");
    // As a typed address or a bookmark: without a referrer.
    await page.goto("/player");
    await goBack.click();
    await expect(page).toHaveURL(/\/download$/);
    await page.goto("/player?tab=donations");
    await page.getByRole("link", { name: "Go Home" }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});

test("the login prompt has the form itself, which keeps what was typed", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.goto("/player?tab=characters");
  const main = page.getByRole("main");
  await main.getByLabel("Username").fill("demo");
  await main.getByLabel("Password", { exact: true }).fill("wrong-password");
  await main.getByRole("button", { name: "Login", exact: true }).click();
  await expect(main.getByRole("alert")).toBeVisible();
  await expect(main.getByLabel("Username")).toHaveValue("demo");
  await expectAccessible(page);
  await main.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(welcome(page)).toBeVisible();
  await expect(page).toHaveURL(/\/player\?tab=characters$/);
});

test("shows a loading message until its code and its style sheet are loaded", async ({ page }) => {
  const [code, sheet] = [latch(), latch()];
  await page.route(/\/assets\/Player-\w+\.js/, code.hold);
  await page.route(/\/assets\/Player-\w+\.css/, sheet.hold);
  await logIn(page, "demo");
  await page.goto("/download");
  await page.getByRole("link", { name: "My Profile" }).click();
  for (const part of [code, sheet]) {
    await expect(page.getByText("Loading your dashboard...")).toBeVisible();
    await expect(welcome(page)).toHaveCount(0);
    part.release();
  }
  await expect(welcome(page)).toBeVisible();
  // The player stylesheet must come after the main one, which a rendered page contains.
  const sheets = await page
    .locator('link[rel="stylesheet"], style')
    .evaluateAll((elements) => elements.map((sheet) => sheet.getAttribute("data-href") ?? sheet.getAttribute("href")));
  expect(sheets.at(0)).toMatch(/main-\w+\.css$/);
  expect(sheets.at(-1)).toMatch(/Player-\w+\.css$/);
});

test("the player's style sheet is in the player's area only, and in its HTML", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".css")) requests.push(request.url());
  });
  const sheetOfPlayer = page.locator('style[data-href*="/Player-"]');
  await logIn(page, "demo");
  await page.goto("/player");
  await expect(welcome(page)).toBeVisible();
  await expect(sheetOfPlayer).toHaveCount(1);
  await page.goto("/media");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(sheetOfPlayer, "other pages do without it").toHaveCount(0);
  expect(requests.filter((url) => /\/Player-\w+\.css$/.test(url))).toEqual([]);
});

test.describe("dashboard", () => {
  test.beforeEach(({ page }) => logIn(page, "demo"));

  test("is the same at every URL of the area", async ({ page }) => {
    for (const path of PATHS) {
      await page.goto(path);
      await expect(welcome(page)).toBeVisible();
      await expectOpen(page, "Account Profile");
      await expect(tabs(page).getByRole("link")).toHaveText([
        /Account Profile/,
        /Characters/,
        /Donations/,
        /Roulette/,
        /Rewards/,
      ]);
    }
    await test.step("phone tabs have short names, fill the width, and hold their names", async () => {
      await page.setViewportSize(PHONE);
      await expect(tabs(page).getByText("Profile", { exact: true })).toBeVisible();
      await expect(tabs(page).getByText("Account Profile")).toBeHidden();
      const items = tabs(page).getByRole("listitem");
      expect(await items.evaluateAll((all) => all.filter((item) => item.scrollWidth > item.clientWidth))).toEqual([]);
      const edges = await items.evaluateAll((all) =>
        [all[0]?.getBoundingClientRect().left, all.at(-1)?.getBoundingClientRect().right].map(Number),
      );
      expect((edges[1] ?? 0) - (edges[0] ?? 0)).toBeGreaterThan(0.9 * PHONE.width);
    });
  });

  unitTest("the tab of an unknown name is the profile", () => {
    const idOf = (query: string) => tabOf(new URLSearchParams(query)).id;
    expect(idOf("tab=characters")).toBe("characters");
    for (const unknown of ["", "tab=", "tab=nothing", "tab=__proto__", "tab=Characters"])
      expect(idOf(unknown), unknown).toBe("profile");
  });

  test("keeps the tab and other parameters in URL and history", async ({ page }) => {
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
    await test.step("the breadcrumb links home and to the area", async () => {
      await breadcrumb(page).getByRole("link", { name: "Player" }).click();
      await expectOpen(page, "Account Profile");
      await breadcrumb(page).getByRole("link", { name: "Home" }).click();
      await expect(page).toHaveURL(/\/$/);
    });
  });

  test("a failing tab does not break the dashboard", async ({ page, expectErrors }) => {
    expectErrors(/Failed to load resource/, /A screen failed/, /dynamically imported module/);
    await page.route(/\/assets\/CharactersTab-/, (route) => route.abort());
    await page.goto("/player?tab=characters");
    await expect(page.getByText("Something went wrong on this page")).toBeVisible();
    await expect(welcome(page)).toBeVisible();
    await tab(page, "Account Profile").click();
    await expect(page.getByRole("heading", { name: "Account Statistics" })).toBeVisible();
  });
});

for (const reducedMotion of ["no-preference", "reduce"] as const)
  test(`a balance that changes ${reducedMotion === "reduce" ? "does not move" : "rises into its place"}`, async ({
    page,
  }) => {
    let reads = 0;
    await page.route("**/api/player/balances", (route) => {
      reads += 1;
      return route.fulfill({
        json: { ...BALANCES, lucky_coins: { total_amount: 100 * reads, pending_delivery: 0, available: 100 * reads } },
      });
    });
    await page.addInitScript(() => {
      const risen: (string | null)[] = [];
      Object.assign(window, { risen });
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...timing) {
        if (this.hasAttribute("data-live")) risen.push(this.textContent);
        return animate.apply(this, timing);
      };
    });
    await logIn(page, "demo");
    await page.emulateMedia({ reducedMotion });
    const motionScript = page.waitForResponse(/\/assets\/motion-/);
    await page.goto("/player");
    await motionScript;
    const wallet = page.getByRole("region", { name: "Wallet", exact: true });
    await page.getByRole("button", { name: "Refresh wallet" }).click();
    await expect(wallet).toContainText(`${100 * reads}`);
    const risen = () => page.evaluate(() => (window as unknown as { risen: string[] }).risen.length);
    if (reducedMotion === "reduce") expect(await risen()).toBe(0);
    else await expect.poll(risen, "balances that rose").toBeGreaterThan(0);
  });
