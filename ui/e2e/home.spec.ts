import type { Page } from "@playwright/test";
import {
  atRest,
  DESK,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  gate,
  PHONE,
  REFUSED,
  SMALLEST,
  TABLET,
  test,
  UNAVAILABLE,
} from "./house";

const STATUS = "**/api/server/status";
const LIVE = {
  online: true,
  online_players: 1204,
  max_players: 2500,
  uptime: "3d 4h 12m",
  last_update: "2026-01-01T00:00:00Z",
  peak_players: 2247,
};

const plate = (page: Page) => page.getByRole("region", { name: "Server status" });

test("the status card shows what the service measured", async ({ page }) => {
  await page.goto("/");
  await expect(plate(page)).toContainText("Online");
  await expect(plate(page).getByText("Unknown")).toHaveCount(0);
  await expectAccessible(page);
});

test("players against the most, uptime, capacity with one decimal, peak", async ({ page }) => {
  let change = {};
  await page.route(STATUS, (route) => route.fulfill({ json: { ...LIVE, ...change } }));
  await page.goto("/");
  for (const text of ["Online", "1,204 / 2,500", "3d 4h 12m", "48.2%", "2,247"])
    await expect(plate(page)).toContainText(text);
  const capacity = plate(page).getByRole("progressbar", { name: "Capacity" });
  await expect(capacity).toHaveAttribute("aria-valuenow", "48.2");
  await test.step("the text of the capacity may pass 100 %, the bar may not", async () => {
    change = { online_players: 2750 };
    await page.reload();
    await expect(plate(page)).toContainText("110.0%");
    await expect(capacity).toHaveAttribute("aria-valuenow", "100");
  });
  await test.step("the peak stands until a measured one exceeds it", async () => {
    change = { peak_players: 90, uptime: "1m" };
    await page.reload();
    await expect(plate(page)).toContainText("1m");
    await expect(plate(page)).toContainText("2,247");
    change = { peak_players: 2248 };
    await page.reload();
    await expect(plate(page)).toContainText("2,248");
  });
});

test("a failed call is Offline, 0 of 2,500, Unknown", async ({ page, expectErrors }) => {
  expectErrors(...REFUSED);
  await page.route(STATUS, UNAVAILABLE);
  await page.goto("/");
  for (const text of ["Offline", "0 / 2,500", "Unknown", "0.0%", "2,247"])
    await expect(plate(page)).toContainText(text);
  await expect(plate(page).getByText("Unable to load server status")).toHaveCount(0);
  await expectAccessible(page);
});

test("an empty answer is said so", async ({ page }) => {
  await page.route(STATUS, (route) => route.fulfill({ json: null }));
  await page.goto("/");
  await expect(plate(page).getByText("Unable to load server status")).toBeVisible();
  await expect(plate(page).getByText("Please try refreshing the page")).toBeVisible();
  await expectAccessible(page);
});

test("the status is asked once per load", async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => request.url().endsWith("/api/server/status") && calls.push(request.url()));
  await page.clock.install({ time: "2026-01-01T00:00:00Z" });
  await page.goto("/");
  await expect(plate(page)).toContainText("2,247");
  await page.evaluate(() => {
    window.dispatchEvent(new Event("focus"));
    window.dispatchEvent(new Event("online"));
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.clock.runFor("05:00");
  expect(calls).toHaveLength(1);
});

test("waiting keeps its place", async ({ page }) => {
  const { hold, open } = gate();
  await page.route(STATUS, hold);
  await page.goto("/");
  await expect(plate(page)).toHaveAttribute("aria-busy", "true");
  await atRest(page);
  const before = await plate(page).boundingBox();
  open();
  await expect(plate(page)).toContainText("2,247");
  expect((await plate(page).boundingBox())?.height).toBe(before?.height);
});

test("Download Client goes to /download where Home has no place for it", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Download Client" }).click();
  await expect(page).toHaveURL(/\/download$/);
});

test("the day's players and the races of the world stand with a table behind", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Players over 24 hours" })).toBeVisible();
  await page.getByRole("heading", { name: "Players over 24 hours" }).scrollIntoViewIfNeeded();
  await expect(page.locator("main canvas").first()).toBeVisible();
  for (const race of ["Human", "Elf", "Dark Elf", "Orc", "Dwarf"])
    await expect(page.getByRole("article").filter({ hasText: "Races of the world" })).toContainText(race);
  await page.getByRole("article").first().getByText("Read as a table").click();
  await expect(page.getByRole("article").first().getByRole("table")).toBeVisible();
  await expectAccessible(page);
});

test("stands at every width", async ({ page }) => {
  await page.goto("/");
  await expect(plate(page)).toContainText("2,247");
  for (const size of [SMALLEST, PHONE, TABLET, DESK]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
  }
});
