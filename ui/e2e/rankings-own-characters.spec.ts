import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  logIn,
  PHONE,
  REQUEST_ERRORS,
  test,
  UNAVAILABLE,
} from "./helpers";

const OWN = "**/api/player/characters";
const AURELION = "/rankings?search_name=Aurelion";

const own = (page: Page) => page.getByRole("row").filter({ has: page.getByText("You", { exact: true }) });

test("marks the visitor's own characters", async ({ page }) => {
  await logIn(page, "demo");
  await page.goto(AURELION);
  await expect(own(page).getByRole("rowheader")).toHaveText("Aurelion You");
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expect(own(page)).toBeVisible();
  await expectNoHorizontalScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(own(page)).toHaveCount(0);
  await expect(page.getByRole("row").filter({ hasText: "Aurelion" })).toHaveCount(1);
});

test("requests no player data without a login", async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await page.goto(AURELION);
  await expect(page.getByRole("row").filter({ hasText: "Aurelion" })).toHaveCount(1);
  await expect(own(page)).toHaveCount(0);
  expect(calls.filter((path) => path.startsWith("/api/player"))).toEqual([]);
});

test("works when the own characters cannot be loaded", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.route(OWN, UNAVAILABLE);
  await logIn(page, "demo");
  await page.goto(AURELION);
  await expect(page.getByRole("row").filter({ hasText: "Aurelion" })).toHaveCount(1);
  await expect(own(page)).toHaveCount(0);
});

test("an expired token ends the session and keeps the board", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.addInitScript(() => {
    localStorage.setItem("auth_token", "d.e.ad");
    localStorage.setItem("user_data", JSON.stringify({ username: "demo" }));
  });
  await page.goto(AURELION);
  await expect(page.getByRole("banner").getByRole("button", { name: "Login" })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Aurelion" })).toHaveCount(1);
});
