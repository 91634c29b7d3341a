import { type Page, test as unitTest } from "@playwright/test";
import { describeLevels, levelsOf } from "../src/extras/charts/levels";
import { levelSteps } from "../src/shared/charts/scale";
import { describeKills, weeksOf } from "../src/shared/charts/weeks";
import { CHART_ANSWERS, characterProgress, dateOf, days, LEVELS, PROGRESS, PVP_PERFORMANCE, TODAY } from "./chart-data";
import { expect, PHONE, test } from "./helpers";
import { mockPlayer } from "./player-data";

// The days of the charts are those of UTC, in every zone.
test.use({ timezoneId: "Pacific/Pago_Pago" });

const panel = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title });
const level = (page: Page) => panel(page, "Level").filter({ has: page.getByRole("heading", { name: "Level" }) });
const kills = (page: Page) => panel(page, "Kills by week");

async function open(page: Page, answers: Parameters<typeof mockPlayer>[1] = {}) {
  await page.clock.setFixedTime(TODAY + 43_200_000);
  await mockPlayer(page, { ...CHART_ANSWERS, ...answers });
  await page.goto("/player?tab=characters");
}

test("the charts draw labelled level lines and weekly kills", async ({ page }) => {
  await open(page);
  const label = "Levels over 12 weeks: Thalendril from 71 to 78, ТеньСевера from 43 to 63";
  await expect(level(page).getByRole("img", { name: label, exact: true })).toBeVisible();
  await expect(level(page).getByText("12 weeks", { exact: true })).toBeVisible();
  await expect(level(page).locator("foreignObject")).toHaveText(["Thalendril 78", "ТеньСевера 63"]);
  await test.step("bars of PvP and PK kills have scales of their own", async () => {
    const description = "Kills by week over 12 weeks: most 94 in the week of Oct 12";
    const drawing = kills(page).getByRole("img", { name: description, exact: true });
    await expect(drawing).toBeVisible();
    await expect(kills(page).locator("header")).toContainText("PvPPK, own scale");
    const heights = await drawing
      .locator("rect")
      .evaluateAll((bars) => bars.map((bar) => Math.round(bar.getBoundingClientRect().height)));
    expect(heights, "PvP and PK of twelve weeks").toHaveLength(24);
    expect(Math.min(...heights.slice(0, 12))).toBeGreaterThanOrEqual(4);
    const withPk = heights.slice(12).filter((height) => height > 0);
    expect(withPk, "the only week with PK kills fills its lane").toEqual([36]);
  });
  await test.step("both charts have a data table", async () => {
    for (const chart of [level(page), kills(page)]) await chart.getByText("Read as a table").click();
    const week = (name: string) => kills(page).getByRole("row", { name });
    await expect(week("Nov 16, 2026 (running)").getByRole("cell")).toHaveText(["50", "0"]);
    await expect(week("Nov 9, 2026").getByRole("cell")).toHaveText(["70", "0"]);
    await expect(week("Oct 12, 2026").getByRole("cell")).toHaveText(["90", "4"]);
    await expect(kills(page).getByRole("row")).toHaveCount(13);
    const day = (name: string) => level(page).getByRole("row", { name });
    await expect(day("Nov 20, 2026").getByRole("cell")).toHaveText(["78, 50.0%", "63, 25.0%"]);
    await expect(day("Aug 29, 2026").getByRole("cell")).toHaveText(["71, 50.0%", "–"]);
  });
});

test("a chart tells the values of a day by pointer and keys", async ({ page }) => {
  await open(page);
  const reader = level(page).getByRole("slider", { name: "Level by day" });
  await reader.focus();
  await expect(reader).toHaveAttribute("aria-valuetext", "Nov 20, 2026, Thalendril 78, 50.0%, ТеньСевера 63, 25.0%");
  await page.keyboard.press("Home");
  await expect(reader).toHaveAttribute("aria-valuetext", "Aug 29, 2026, Thalendril 71, 50.0%");
  await page.keyboard.press("Tab");
  await expect(level(page).getByText("Aug 29, 2026").filter({ visible: true })).toHaveCount(0);
  const plot = await kills(page).getByRole("slider", { name: "Kills by week" }).boundingBox();
  if (!plot) throw new Error("The chart has no plot");
  await page.mouse.move(plot.x + plot.width * 0.54, plot.y + 20);
  await expect(kills(page).getByText("Week of Oct 12")).toBeVisible();
  await expect(kills(page).getByText("90 PvP", { exact: true })).toBeVisible();
  await expect(kills(page).getByText("4 PK", { exact: true })).toBeVisible();
});

unitTest("the axis of levels ends with the highest level", () => {
  expect(levelSteps(43, 78.5)).toEqual([40, 50, 60, 70, 80]);
  expect(levelSteps(3, 80.6)).toEqual([1, 20, 40, 60, 80]);
  expect(levelSteps(78, 80.9)).toEqual([78, 79, 80, 81]);
  expect(levelSteps(1, 1)).toEqual([1, 2]);
});

test("labels of many characters do not overlap", async ({ page }) => {
  const names = ["Aa", "Bb", "Cc", "Dd", "Ee", "Ff", "Gg"];
  const characters = names.map((name, index) => characterProgress(index, name, 40));
  const history = days(10).flatMap((daysAgo) =>
    characters.map(({ character_id }) => ({ date: dateOf(daysAgo), character_id, level: 40, exp_percent: 0 })),
  );
  await page.setViewportSize(PHONE);
  await open(page, { [LEVELS]: { characters, history } });
  const labels = level(page).locator("foreignObject");
  await expect(labels).toHaveCount(7);
  const boxes = await Promise.all((await labels.all()).map((name) => name.boundingBox()));
  const tops = boxes.map((box) => box?.y ?? 0).sort((a, b) => a - b);
  for (const [index, top] of tops.slice(1).entries()) expect(top - (tops[index] ?? 0)).toBeGreaterThanOrEqual(17);
  const plot = await level(page).getByRole("slider").boundingBox();
  expect(tops[0]).toBeGreaterThanOrEqual((plot?.y ?? 0) - 24);
  expect(tops[6]).toBeLessThanOrEqual((plot?.y ?? 0) + (plot?.height ?? 0));
});

unitTest("a short history has its own length, and weeks without kills are zero", () => {
  // The last week is that of today.
  const now = Date.now;
  Date.now = () => TODAY;
  const levels = levelsOf({ ...PROGRESS, history: PROGRESS.history.slice(-8) });
  expect(levels && describeLevels(levels)).toMatch(/^Levels over 2 weeks: /);
  const describe = (history: typeof PVP_PERFORMANCE.history) => describeKills(weeksOf(history) ?? []);
  const quietDays = PVP_PERFORMANCE.history.map(({ date }) => ({ date, pvp_kills: 0, pk_kills: 0 }));
  expect(describe(PVP_PERFORMANCE.history.slice(-1))).toMatch(/ 4 weeks: most 10 in the week of Nov 16$/);
  expect(describe(quietDays)).toMatch(/ 12 weeks: none$/);
  Date.now = now;
});
