import type { Page } from "@playwright/test";
import { expect, expectAccessible, latch, REQUEST_ERRORS, test, UNAVAILABLE, waitForAnimations } from "./helpers";

const STATUS = "**/api/server/status";
const LIVE = {
  online: true,
  online_players: 1204,
  max_players: 2500,
  uptime: "3d 4h 12m",
  last_update: "2026-01-01T00:00:00Z",
  peak_players: 2247,
};

const statusCard = (page: Page) => page.getByRole("region", { name: "Server status" });

test("the status card shows measured values; Download Client links to /download", { tag: "@images" }, async ({
  page,
}) => {
  await page.goto("/");
  await expect(statusCard(page)).toContainText("Online");
  await expect(statusCard(page).getByText("Unknown")).toHaveCount(0);
  await page.getByRole("link", { name: "Download Client" }).click();
  await expect(page).toHaveURL(/\/download$/);
});

test("shows players, uptime, capacity and peak", async ({ page }) => {
  let change = {};
  await page.route(STATUS, (route) => route.fulfill({ json: { ...LIVE, ...change } }));
  await page.goto("/");
  for (const text of ["Online", "1,204 / 2,500", "3d 4h 12m", "48.2%", "2,247"])
    await expect(statusCard(page)).toContainText(text);
  const capacity = statusCard(page).getByRole("progressbar", { name: "Capacity" });
  await expect(capacity).toHaveAttribute("aria-valuenow", "48.2");
  await test.step("the capacity text may exceed 100 %, its bar may not", async () => {
    change = { online_players: 2750 };
    await page.reload();
    await expect(statusCard(page)).toContainText("110.0%");
    await expect(capacity).toHaveAttribute("aria-valuenow", "100");
  });
  await test.step("the default peak stays until a measured one exceeds it", async () => {
    change = { peak_players: 90, uptime: "1m" };
    await page.reload();
    await expect(statusCard(page)).toContainText("1m");
    await expect(statusCard(page)).toContainText("2,247");
    change = { peak_players: 2248 };
    await page.reload();
    await expect(statusCard(page)).toContainText("2,248");
  });
});

test("a failed status request is shown as Offline, 0 / 2,500, Unknown", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.route(STATUS, UNAVAILABLE);
  await page.goto("/");
  for (const text of ["Offline", "0 / 2,500", "Unknown", "0.0%", "2,247"])
    await expect(statusCard(page)).toContainText(text);
  await expect(statusCard(page).getByText("Unable to load server status")).toHaveCount(0);
});

test("an empty status response shows an error", async ({ page }) => {
  await page.route(STATUS, (route) => route.fulfill({ json: null }));
  await page.goto("/");
  await expect(statusCard(page).getByText("Unable to load server status")).toBeVisible();
  await expect(statusCard(page).getByText("Please try refreshing the page")).toBeVisible();
  await expectAccessible(page);
});

test("requests the status once per page load; its skeleton has the final height", async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => request.url().endsWith("/api/server/status") && calls.push(request.url()));
  const { hold, release } = latch();
  await page.route(STATUS, hold);
  await page.clock.install({ time: "2026-01-01T00:00:00Z" });
  await page.goto("/?from=link"); // not rendered by the service
  await expect(statusCard(page)).toHaveAttribute("aria-busy", "true");
  await waitForAnimations(page);
  const before = await statusCard(page).boundingBox();
  release();
  await expect(statusCard(page)).toContainText("2,247");
  expect((await statusCard(page).boundingBox())?.height).toBe(before?.height);
  await page.evaluate(() => {
    window.dispatchEvent(new Event("focus"));
    window.dispatchEvent(new Event("online"));
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.clock.runFor("05:00");
  expect(calls).toHaveLength(1);
});

test("shows players over 24 hours and races, each with a data table", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Players over 24 hours" })).toBeVisible();
  await page.getByRole("heading", { name: "Players over 24 hours" }).scrollIntoViewIfNeeded();
  await expect(page.locator("main canvas").first()).toBeVisible();
  for (const race of ["Human", "Elf", "Dark Elf", "Orc", "Dwarf"])
    await expect(page.getByRole("article").filter({ hasText: "Characters by race" })).toContainText(race);
  await page.getByRole("article").first().getByText("Read as a table").click();
  await expect(page.getByRole("article").first().getByRole("table")).toBeVisible();
});
