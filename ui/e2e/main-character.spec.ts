import { test as unitTest } from "@playwright/test";
import { gainOfWeek, weeksToLevel } from "../src/features/characters/pace";
import { CHARACTER, character, fulfillJson } from "./character-data";
import { CHART_ANSWERS, dateOf, KILLS, LEVELS, PVP_PERFORMANCE, TODAY } from "./chart-data";
import {
  dialog,
  errorResponse,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  logIn,
  openSection,
  PHONE,
  REQUEST_ERRORS,
  test,
  UNAVAILABLE,
} from "./helpers";
import { mockPlayer } from "./player-data";

const LIST = "/api/player/characters";
const main = character({ id: 1, name: "Highest", level: 78, exp_percent: 80, deaths: null });
const second = character({ id: 2, name: "Second", level: 78, exp_percent: 20 });

const ranksOf = (pvp_rank: number | null) => ({
  character_id: 1,
  character_name: "Highest",
  pvp_kills: 0,
  pk_kills: 0,
  deaths: null,
  pvp_rank,
  pk_rank: null,
});
const ranksIn = (privacy: string) => ({
  data: [{ row: { char_id: 1, rank_change_week: 2, privacy }, next: null, days: null }],
});
const record = (daysAgo: number, level: number, exp_percent: number) => ({
  date: dateOf(daysAgo),
  character_id: 1,
  level,
  exp_percent,
});

test("the profile opens with the highest character", async ({ page }) => {
  await page.clock.setFixedTime(TODAY + 43_200_000);
  await mockPlayer(page, {
    ...CHART_ANSWERS,
    [LIST]: { data: [second, main], total: 2, slots: 3 },
    [KILLS]: { characters: [ranksOf(9)], history: PVP_PERFORMANCE.history },
    [LEVELS]: { characters: [], history: [record(7, 78, 70), record(0, 78, 80)] },
    "/api/rankings/pvp/me": ranksIn("public"),
    "/api/player/pages/~1": { progress: null },
  });
  await page.route(CHARACTER, fulfillJson(main));
  await page.goto("/player");
  const card = page.getByRole("region", { name: "Main character" });
  await expect(card.getByRole("heading", { name: "Highest" })).toBeVisible();
  await expect(card.getByText("PvP rank").locator("..")).toContainText(/#9.*up 2 in 7 days/);
  await expect(card.getByRole("button", { name: "None. Not in the rankings yet." })).toBeVisible();
  await expect(card.getByText("+10.0% this week · about 2 weeks at this pace")).toBeVisible();
  const publicPage = card.getByRole("link", { name: "Public page" });
  await expect(publicPage).toHaveAttribute("href", "/c/Highest");
  await expectAccessible(page);
  await test.step("its details open in place, and the others are on their tab", async () => {
    await card.getByRole("button", { name: "View Details" }).click();
    await expect(dialog(page).getByRole("heading", { name: "Highest" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(card.getByRole("button", { name: "View Details" })).toBeFocused();
    await card.getByRole("link", { name: "Other characters" }).click();
    await expect(page).toHaveURL(/\?tab=characters$/);
    await expect(page.getByRole("button", { name: "View Items" }).nth(1)).toHaveAccessibleDescription("Highest");
  });
  await test.step("fits a phone, with rows of two lines and buttons of 24 pixels", async () => {
    await page.setViewportSize(PHONE);
    await page.goBack();
    await expect(card).toBeVisible();
    await expectNoHorizontalScroll(page);
    const dash = await card.getByRole("button", { name: /^None/ }).first().boundingBox();
    expect(Math.min(dash?.width ?? 0, dash?.height ?? 0)).toBeGreaterThanOrEqual(24);
    const row = page.getByRole("table", { name: "Recent Security Activity" }).getByRole("row").nth(1);
    expect((await row.boundingBox())?.height).toBeLessThan(90);
  });
  await page.route("**/api/player/privacy", fulfillJson({ level: "hidden", default_level: "public", chosen_at: null }));
  await page.route("**/api/rankings/pvp/me", fulfillJson(ranksIn("hidden")));
  await page.reload();
  await expect(card.getByRole("link", { name: "My page (only you)" })).toHaveAttribute("href", "/c/Highest");
  await expect(publicPage).toHaveCount(0);
  await openSection(page, "Privacy");
  await expect(page.getByRole("radio", { name: "Hidden" })).toBeChecked();
});

test("a page that the public does not see is shown to its owner, with a mark", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.route(/\/api\/characters\/Aurelion/, errorResponse(404, { error: "not_found" }));
  await page.goto("/c/Aurelion");
  await expect(page.getByRole("heading", { name: "No public page under this name" })).toBeVisible();
  await logIn(page, "demo");
  await page.goto("/c/Aurelion");
  await expect(page.getByRole("heading", { level: 1, name: "Aurelion" })).toBeVisible();
  await expect(page.getByText("Only you see this page")).toBeVisible();
  await expect(page.getByRole("slider", { name: "Activity by day" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Share this page" })).toHaveCount(0);
  await page.getByRole("link", { name: "Change", exact: true }).click();
  await expect(page).toHaveURL(/tab=profile&section=privacy$/);
});

test("a name without a page leads to similar ones and to the search", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.goto("/c/Aurelian");
  await expect(
    page.getByRole("region", { name: "Similar names" }).getByRole("link", { name: "Aurelion" }),
  ).toBeVisible();
  await page.getByRole("searchbox").fill("Aurelio");
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/rankings\?search_name=Aurelio$/);
  await expect(page.getByRole("rowheader", { name: "Aurelion" })).toBeVisible();
});

test("a page that cannot be loaded keeps the name", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  for (const [path, name] of [
    ["/c/Aurelion", "Aurelion"],
    ["/clan/RedKnights", "RedKnights"],
    ["/compare/Aurelion/Ironbark", "Aurelion vs Ironbark"],
  ] as const) {
    await page.route(/\/api\/(characters|clans|compare)\//, UNAVAILABLE);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page.getByRole("button", { name: "Try again" }).first()).toBeVisible();
  }
});

unitTest("the pace of a character comes from the record of a week ago", () => {
  const now = { id: 1, level: 78, exp_percent: 50 };
  expect(gainOfWeek(now, [record(9, 77, 0), record(8, 77, 50), record(6, 78, 0), record(1, 78, 40)])).toBe(1);
  expect(gainOfWeek(now, [record(6, 70, 0), record(0, 78, 50)]), "no record is a week old").toBe(0);
  expect(gainOfWeek(now, [record(7, 79, 0), record(0, 78, 50)]), "a level was lost").toBe(0);
  expect(gainOfWeek({ ...now, id: 2 }, [record(7, 77, 0), record(0, 78, 0)]), "another character").toBe(0);
  expect(weeksToLevel(now, 0.25)).toBe(2);
  expect(weeksToLevel(now, 3)).toBe(1);
  expect(weeksToLevel(now, 0.001), "too far away").toBeNull();
});
