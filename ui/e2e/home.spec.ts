import { type Page, test as unitTest } from "@playwright/test";
import { lightAt } from "../src/features/home/sky";
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

const UTC = [{ since: 0, minutes: 0 }];
const BUENOS_AIRES = [{ since: 0, minutes: -180 }];

unitTest("the light of the hero follows the hour at the server", () => {
  const lights = ["02", "06", "12", "19", "22"].map((hour) => lightAt(new Date(`2026-11-23T${hour}:30:00Z`), UTC));
  expect(lights).toEqual(["night", "dawn", "day", "dusk", "night"]);
  expect(lightAt(new Date("2026-11-23T02:30:00Z"), BUENOS_AIRES)).toBe("night");
  expect(lightAt(new Date("2026-11-23T11:30:00Z"), BUENOS_AIRES)).toBe("day");
});

const statusCard = (page: Page) => page.getByRole("region", { name: "Server status" });

test("the status card shows measured values; Download Client links to /download", { tag: "@images" }, async ({
  page,
  expectErrors,
}) => {
  expectErrors(/Failed to load resource/);
  await page.route("**/favicon.svg", (route) => route.abort());
  await page.goto("/");
  await test.step("a decorative picture that fails leaves its place empty", async () => {
    await expect(page.locator("img[src$='/favicon.svg']").first()).toHaveCSS("visibility", "hidden");
    await expect(page.locator("img[src*=skyline-castle]").first()).toHaveCSS("visibility", "visible");
  });
  await expect(statusCard(page)).toContainText("Online");
  await expect(statusCard(page).getByText("Unknown")).toHaveCount(0);
  await page.getByRole("link", { name: "Download Client" }).click();
  await expect(page).toHaveURL(/\/download$/);
});

test("the status card shows players, uptime, capacity and peak", async ({ page }) => {
  let change = {};
  await page.route(STATUS, (route) => route.fulfill({ json: { ...LIVE, ...change } }));
  await page.goto("/");
  for (const text of ["Online", "1,204 / 2,500", "3 d 4 h 12 min", "48.2%", "2,247"])
    await expect(statusCard(page)).toContainText(text);
  const capacity = statusCard(page).getByRole("progressbar", { name: "Capacity" });
  await expect(capacity).toHaveAttribute("aria-valuenow", "48.2");
  await test.step("the capacity text may exceed 100 %, its bar may not", async () => {
    change = { online_players: 2750, peak_players: 90 };
    await page.reload();
    await expect(statusCard(page)).toContainText("110.0%");
    await expect(capacity).toHaveAttribute("aria-valuenow", "100");
  });
  await test.step("the default peak stays until a measured one exceeds it", async () => {
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

test("failed statistics offer another try", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.route("**/api/server/stats", UNAVAILABLE);
  await page.goto("/");
  await expect(page.getByRole("alert")).toContainText("Couldn't load server stats.");
  await page.unroute("**/api/server/stats");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { name: "Players over 24 hours" })).toBeVisible();
});

test("an empty status response shows an error", async ({ page }) => {
  await page.route(STATUS, (route) => route.fulfill({ json: null }));
  await page.goto("/");
  await expect(statusCard(page).getByText("Unable to load server status")).toBeVisible();
  await expect(statusCard(page).getByText("Please try refreshing the page")).toBeVisible();
  await expectAccessible(page);
});

test("the status is requested once per page load; its skeleton has the final height", async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => request.url().endsWith("/api/server/status") && calls.push(request.url()));
  const { hold, release } = latch();
  await page.route(STATUS, hold);
  await page.clock.install({ time: "2026-01-01T00:00:00Z" });
  await page.goto("/?from=link"); // not rendered by the service
  await expect(statusCard(page)).toHaveAttribute("aria-busy", "true");
  await waitForAnimations(page);
  const boxBefore = await statusCard(page).boundingBox();
  release();
  await expect(statusCard(page)).toContainText("2,247");
  expect((await statusCard(page).boundingBox())?.height).toBe(boxBefore?.height);
  await page.evaluate(() => {
    window.dispatchEvent(new Event("focus"));
    window.dispatchEvent(new Event("online"));
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.clock.runFor("05:00");
  expect(calls).toHaveLength(1);
});

test("Home shows players over 24 hours and races, each with a data table", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Players over 24 hours" })).toBeVisible();
  const names = await page
    .getByRole("article")
    .filter({ hasText: "Characters by race" })
    .locator("ul li")
    .allInnerTexts();
  for (const race of ["Human", "Elf", "Dark Elf", "Orc", "Dwarf"]) expect(names.join()).toContain(race);
  const shares = names.map((row) => Number.parseFloat(row.match(/[\d.]+%/)?.[0] ?? ""));
  expect(shares, "sorted").toEqual([...shares].sort((a, b) => b - a));
  await page.getByRole("article").first().getByText("Read as a table").click();
  await expect(page.getByRole("article").first().getByRole("table")).toBeVisible();
});

test.describe("the chart of players", () => {
  test.use({ timezoneId: "America/Argentina/Buenos_Aires" });

  test("shows the values of the pointer, a touch and the arrow keys in the reader's zone", async ({ page }) => {
    const points = Array.from({ length: 145 }, (_, index) => ({
      at: new Date(Date.UTC(2026, 0, 1, 3) + index * 600_000).toISOString(),
      online_players: 100 + index,
      day_before: index < 10 ? null : 2000 - index,
    }));
    await page.route("**/api/server/stats", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), history: points } });
    });
    await page.goto("/?from=link");
    const chart = page.getByRole("article").first();
    await chart.scrollIntoViewIfNeeded();
    const slider = chart.getByRole("slider", { name: "Players over 24 hours" });
    await expect(slider).toHaveAttribute("aria-valuetext", "12:00 AM, 244 players, Day before: 1,856");
    for (const hour of ["4 AM", "8 AM", "12 PM", "4 PM"])
      await expect(chart.locator("svg").getByText(hour, { exact: true })).toBeVisible();
    await slider.focus();
    await page.keyboard.press("Home");
    await expect(chart.getByText("100 players")).toBeVisible();
    await expect(slider).toHaveAttribute("aria-valuetext", "12:00 AM, 100 players");
    await page.keyboard.press("ArrowRight");
    await expect(slider).toHaveAttribute("aria-valuetext", "12:10 AM, 101 players");
    await slider.blur();
    await expect(chart.getByText("101 players")).toHaveCount(0);
    const box = await chart.getByRole("img").boundingBox();
    if (!box) throw new Error("the chart has no box");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await expect(chart.getByText("172 players")).toBeVisible();
    await expect(chart.getByText("Day before: 1,928")).toBeVisible();
    await page.mouse.move(box.x, box.y - 100);
    await expect(chart.getByText("172 players")).toHaveCount(0);
  });
});

test.describe("what comes next in the world", () => {
  test.use({ timezoneId: "Europe/Madrid" });

  test("counts down by the minute, in the last ten by the second, and is absent without data", async ({ page }) => {
    const pulse = {
      next_siege: { castle_id: 5, name: "Aden", at: "2026-01-04T21:00:00Z", castles: 9 },
      open_window: {
        ...{ boss_id: 29022, name: "Zaken" },
        ...{ window_from: "2025-12-31T20:00:00Z", window_to: "2026-01-01T01:00:00Z" },
      },
      next_window: null,
      olympiad_ends_at: "2026-01-31T15:00:00Z",
      ...{ blocks: ["bosses", "castles", "olympiad", "wars"], taken_at: "2026-01-01T00:00:00Z" },
    };
    let answer: object = { json: pulse };
    await page.route("**/api/world/pulse", (route) => route.fulfill(answer));
    await page.clock.install({ time: "2026-01-01T00:00:30Z" });
    await page.goto("/?from=link");
    const cell = (name: string) => page.getByRole("link", { name });
    await expect(cell("Next siege: 9 castles")).toContainText("3 d 21 h 0 min");
    await expect(cell("Next siege: 9 castles")).toContainText(/Sun,? 10:00 PM · server 6:00 PM/);
    await expect(cell("Zaken may appear")).toContainText("Window openCloses in 1 h 0 min");
    await expect(page.getByText(/^Window of .* opens$/)).toHaveCount(0);
    await page.clock.runFor("50:00");
    await page.clock.runFor(5000);
    await expect(cell("Zaken may appear")).toContainText(/Closes in 9\smin \d+\ss/);
    answer = { json: { ...pulse, next_siege: null, open_window: null, olympiad_ends_at: null } };
    await page.reload();
    await expect(page.getByText("Olympiad period ends")).toHaveCount(0);
  });
});
