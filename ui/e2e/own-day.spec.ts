/** The player's own day on Home. */
import type { Page } from "@playwright/test";
import {
  answerOnce,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  logIn,
  openNewAccount,
  REQUEST_ERRORS,
  test,
  UNAVAILABLE,
} from "./helpers";

const TODAY = "**/api/player/today*";
const ownDay = (page: Page) => page.getByRole("region", { name: "Your day" });

const ROW = { class_id: 88, clan_name: null, clan_id: null, level: 80, online: false, privacy: "public", race: 0 };
const MAIN = {
  char_id: 7,
  char_name: "Aurelion",
  level: 78,
  exp_percent: 64.1,
  class_name: "Duelist",
  is_public: false,
  rank: {
    row: { ...ROW, rank: 7, char_name: "Aurelion", score: 593, rank_change_day: 3, rank_change_week: 3 },
    next: { ...ROW, rank: 6, char_name: "Lightreaper", score: 1000 },
    days: 4,
  },
  gains: { pvp_kills: 585, pk_kills: 0, levels: 1, exp_percent: null },
  ended: [
    { kind: "siege", at: "2026-11-29T12:00:00Z", coins: null, name: "Giran", path: "/sieges/giran/2026-11-29" },
    { kind: "delivery", at: "2026-11-28T12:00:00Z", coins: 1, name: "Aurelion", path: null },
    { kind: "payment", at: "2026-11-27T12:00:00Z", coins: 50, name: null, path: null },
  ],
};

/** Stores that the account saw the site last an hour ago. */
const visitBefore = (page: Page, username: string) =>
  page.addInitScript((name) => {
    const at = Math.floor(Date.now() / 1000) - 3600;
    if (!localStorage.getItem("own_day_visit"))
      localStorage.setItem("own_day_visit", JSON.stringify({ username: name, at }));
  }, username);

test("the own day shows rank, gains, distance, level and what ended, in three calls at most", async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await page.route(TODAY, (route) => route.fulfill({ json: { main: MAIN } }));
  await page.route("**/api/competitions", (route) =>
    route.fulfill({
      json: {
        data: [
          { id: 4, title: "Derby", titles: {}, ends_at: new Date(Date.now() - 60_000) },
          { id: 3, title: "Long ago", titles: {}, ends_at: "2020-01-01T00:00:00Z" },
          { id: 5, title: "To come", titles: {}, ends_at: "2999-01-01T00:00:00Z" },
        ],
      },
    }),
  );
  await visitBefore(page, "demo");
  await logIn(page, "demo");
  await page.goto("/");
  for (const text of [
    "#7",
    "up 3",
    "+585 PvP kills · +1 level",
    "407 kills to #6 Lightreaper",
    "about 4 days",
    "64.1% to 79",
    "The siege of Giran ended",
    "1 coin for Aurelion, in the game",
    "50 coins on your account",
  ])
    await expect(ownDay(page)).toContainText(text);
  const ended = ownDay(page).getByRole("listitem");
  await expect(ended).toHaveText([/Derby ended/, /Giran/, /Aurelion/, /50 coins/]);
  await expect(ended.getByRole("link").nth(1)).toHaveAttribute("href", "/sieges/giran/2026-11-29");
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  const common = /^\/api\/(site|server|rankings|world|campaigns|player\/data-protection)/;
  const ownCalls = calls.filter((path) => path.startsWith("/api/") && !common.test(path));
  expect(ownCalls.length, ownCalls.join()).toBeLessThanOrEqual(3);
});

for (const [width, height] of [
  [390, 1500],
  [1440, 1400],
] as const)
  test(`the place of the own day is reserved at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await logIn(page, "demo");
    await page.goto("/");
    await expect(ownDay(page)).toContainText("Aurelion");
    const rates = page.getByRole("list", { name: "Server rates" });
    const top = (await rates.boundingBox())?.y ?? 0;
    const clipped = await ownDay(page).evaluate((strip) => strip.scrollHeight - strip.clientHeight);
    expect(clipped, "content that the reserved height cuts").toBeLessThanOrEqual(1);
    await test.step("the page without its scripts has the same place", async () => {
      await ownDay(page).evaluate((strip) => {
        strip.parentElement?.remove();
        delete document.documentElement.dataset.ready;
      });
      await expect(page.locator("html")).toHaveAttribute("data-session", "");
      expect((await rates.boundingBox())?.y).toBeCloseTo(top, 0);
    });
  });

test("a player who hides has the own day; a visitor has none", async ({ page, request }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Server status" })).toBeVisible();
  await expect(ownDay(page)).toHaveCount(0);
  const html = await (await request.get("/")).text();
  expect(html).not.toContain("Your day");
  await page.route(TODAY, (route) => route.fulfill({ json: { main: MAIN } }));
  await logIn(page, "demo");
  await page.goto("/");
  await expect(ownDay(page).getByRole("link", { name: "Aurelion", exact: true })).toHaveAttribute("href", "/player");
});

test("an account without characters sees the first steps", async ({ page }) => {
  await openNewAccount(page);
  await page.goto("/");
  await expect(ownDay(page)).toContainText("Three steps to your first battle");
  await ownDay(page).getByRole("link", { name: "Go to Download" }).click();
  await expect(page).toHaveURL(/\/download$/);
});

test("a failed day is asked for again", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.route(TODAY, answerOnce(UNAVAILABLE));
  await logIn(page, "demo");
  await page.goto("/");
  await expect(ownDay(page).getByRole("alert")).toContainText("Your day could not be loaded.");
  await ownDay(page).getByRole("button", { name: "Try Again" }).click();
  await expect(ownDay(page)).toContainText("Aurelion");
});
