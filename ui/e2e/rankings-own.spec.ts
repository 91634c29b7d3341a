import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, logIn, PHONE, REFUSED, test, UNAVAILABLE } from "./house";

const OWN = "**/api/player/characters";
const AURELION = "/rankings?search_name=Aurelion";

const own = (page: Page) => page.getByRole("row").filter({ has: page.getByText("You", { exact: true }) });

test("marks the reader's own characters", async ({ page }) => {
  await logIn(page, "demo");
  await page.goto(AURELION);
  await expect(own(page).getByRole("rowheader")).toHaveText("Aurelion You");
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expect(own(page)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(own(page)).toHaveCount(0);
  await expect(page.getByRole("row").filter({ hasText: "Aurelion" })).toHaveCount(1);
});

test("asks nothing of who is not logged in", async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await page.goto(AURELION);
  await expect(page.getByRole("row").filter({ hasText: "Aurelion" })).toHaveCount(1);
  await expect(own(page)).toHaveCount(0);
  expect(calls.filter((path) => path.startsWith("/api/player"))).toEqual([]);
});

test("stands without them where they cannot be had", async ({ page, expectErrors }) => {
  expectErrors(...REFUSED);
  await page.route(OWN, UNAVAILABLE);
  await logIn(page, "demo");
  await page.goto(AURELION);
  await expect(page.getByRole("row").filter({ hasText: "Aurelion" })).toHaveCount(1);
  await expect(own(page)).toHaveCount(0);
});

test("a dead token ends the session and leaves the board", async ({ page, expectErrors }) => {
  expectErrors(...REFUSED);
  await page.addInitScript(() => {
    localStorage.setItem("auth_token", "d.e.ad");
    localStorage.setItem("user_data", JSON.stringify({ username: "demo" }));
  });
  await page.goto(AURELION);
  await expect(page.getByRole("banner").getByRole("button", { name: "Login" })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Aurelion" })).toHaveCount(1);
});
