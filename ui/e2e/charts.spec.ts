import type { Page, Route } from "@playwright/test";
import type { components } from "../src/shared/api/schema";
import {
  DESKTOP,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  latch,
  logIn,
  PHONE,
  REQUEST_ERRORS,
  SMALL_PHONE,
  TABLET,
  test,
  UNAVAILABLE,
} from "./helpers";
import { mockPlayer } from "./player-data";

type Schemas = components["schemas"];

const LEVELS = "/api/player/progression-data";
const KILLS = "/api/player/pvp-performance";
/** A Friday. Its ISO week starts on Monday, 16 November. */
const TODAY = Date.UTC(2026, 10, 20);

const dateOf = (daysAgo: number) => new Date(TODAY - daysAgo * 86_400_000).toISOString().slice(0, 10);
const days = (count: number) => Array.from({ length: count }, (_, index) => count - 1 - index);

const characterProgress = (character_id: number, character_name: string, level: number) => ({
  character_id,
  character_name,
  level,
  exp: 0,
  exp_percent: 0,
  exp_to_next_level: 0,
});

const PROGRESS: Schemas["ProgressionData"] = {
  characters: [characterProgress(1, "Thalendril", 78), characterProgress(2, "ТеньСевера", 63)],
  history: days(84).flatMap((ago) => [
    { date: dateOf(ago), character_id: 1, level: 78 - Math.ceil(ago / 12), exp_percent: 50 },
    ...(ago < 60 ? [{ date: dateOf(ago), character_id: 2, level: 63 - Math.ceil(ago / 3), exp_percent: 25 }] : []),
  ]),
};

/** Ten kills each day, thirty on one Sunday. */
const KILLED: Schemas["PvpPerformance"] = {
  characters: [],
  history: days(84).map((ago) => ({
    date: dateOf(ago),
    pvp_kills: dateOf(ago) === "2026-10-18" ? 30 : 10,
    pk_kills: dateOf(ago) === "2026-10-18" ? 4 : 0,
  })),
};

const panel = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title });
const level = (page: Page) => panel(page, "Level").filter({ has: page.getByRole("heading", { name: "Level" }) });
const kills = (page: Page) => panel(page, "Kills by week");
const drawing = (page: Page) => page.locator("canvas");

async function open(page: Page, answers: Parameters<typeof mockPlayer>[1] = {}) {
  await page.clock.setFixedTime(TODAY + 43_200_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await mockPlayer(page, { [LEVELS]: PROGRESS, [KILLS]: KILLED, ...answers });
  await page.goto("/player?tab=characters");
}

/** Returns the share of a canvas's pixels that are not transparent. */
const paintedShare = (page: Page, index: number) =>
  drawing(page)
    .nth(index)
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      let opaque = 0;
      for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 0) opaque += 1;
      return opaque / (data.length / 4);
    });

test("shows the charts of a real player", async ({ page }) => {
  await logIn(page, "demo");
  await page.goto("/player?tab=characters");
  await expect(
    level(page).getByRole("img", { name: /^Levels over .+ weeks: .*Aurelion from \d+ to 80/ }),
  ).toBeVisible();
  await expect(kills(page).getByRole("img", { name: /^Kills by week over .+ weeks: / })).toBeVisible();
  await level(page).getByText("Read as a table").click();
  await expect(level(page).getByRole("columnheader", { name: "Aurelion" })).toBeVisible();
});

test("draws labelled level lines and weekly kills", async ({ page }) => {
  await open(page);
  const label = "Levels over twelve weeks: Thalendril from 71 to 78, ТеньСевера from 43 to 63";
  await expect(level(page).getByRole("img", { name: label, exact: true })).toBeVisible();
  await expect(level(page).getByText("twelve weeks", { exact: true })).toBeVisible();
  await expect(level(page).locator("b")).toHaveText(["Thalendril 78", "ТеньСевера 63"]);
  await expect(drawing(page)).toHaveCount(2);
  expect(await paintedShare(page, 0)).toBeGreaterThan(0.02);
  await expectAccessible(page);
  await test.step("kills are stacked by ISO week with a labelled peak", async () => {
    const most = "Kills by week over twelve weeks: most 94 in the week of Oct 12";
    await expect(kills(page).getByRole("img", { name: most, exact: true })).toBeVisible();
    await expect(kills(page).getByText("94", { exact: true })).toBeVisible();
    await expect(kills(page).locator("header")).toContainText("PvPPK");
    expect(await paintedShare(page, 1)).toBeGreaterThan(0.02);
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
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
  });
});

test("does not overlap the labels of many characters", async ({ page }) => {
  const names = ["Aa", "Bb", "Cc", "Dd", "Ee", "Ff", "Gg"];
  const characters = names.map((name, index) => characterProgress(index, name, 40));
  const history = days(10).flatMap((ago) =>
    characters.map(({ character_id }) => ({ date: dateOf(ago), character_id, level: 40, exp_percent: 0 })),
  );
  await open(page, { [LEVELS]: { characters, history } });
  await expect(level(page).locator("b")).toHaveCount(7);
  const boxes = await Promise.all((await level(page).locator("b").all()).map((name) => name.boundingBox()));
  const tops = boxes.map((box) => box?.y ?? 0).sort((a, b) => a - b);
  for (const [index, top] of tops.slice(1).entries()) expect(top - (tops[index] ?? 0)).toBeGreaterThanOrEqual(17);
  const frame = await drawing(page).first().boundingBox();
  expect(tops[0]).toBeGreaterThanOrEqual(frame?.y ?? 0);
  expect(tops[6]).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0));
});

for (const timezoneId of ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
  test.describe(`in time zone ${timezoneId}`, () => {
    test.use({ timezoneId });

    test("uses the same days and weeks", async ({ page }) => {
      await open(page);
      await kills(page).getByText("Read as a table").click();
      await expect(kills(page).getByRole("rowheader").first()).toHaveText("Nov 16, 2026 (running)");
      await expect(kills(page).getByRole("row", { name: "Oct 12, 2026" }).getByRole("cell")).toHaveText(["90", "4"]);
      await level(page).getByText("Read as a table").click();
      await expect(level(page).getByRole("rowheader").first()).toHaveText("Nov 20, 2026");
    });
  });

test("a short history is drawn with its own length", async ({ page }) => {
  await open(page, {
    [LEVELS]: { ...PROGRESS, history: PROGRESS.history.slice(-8) },
    [KILLS]: { characters: [], history: KILLED.history.slice(-1) },
  });
  await expect(level(page).getByText("two weeks", { exact: true })).toBeVisible();
  await expect(kills(page).getByRole("img", { name: /over four weeks: most 10 in the week of Nov 16/ })).toBeVisible();
});

test("weeks without kills are drawn as zero", async ({ page }) => {
  const history = KILLED.history.map(({ date }) => ({ date, pvp_kills: 0, pk_kills: 0 }));
  await open(page, { [KILLS]: { characters: [], history } });
  await expect(kills(page).getByRole("img", { name: "Kills by week over twelve weeks: none" })).toBeVisible();
});

test("shows a message before the first data points", async ({ page }) => {
  await open(page, {
    [LEVELS]: { ...PROGRESS, history: PROGRESS.history.slice(-2) },
    [KILLS]: { characters: [], history: [] },
  });
  for (const chart of [level(page), kills(page)])
    await expect(chart.getByRole("heading", { name: "Collecting data" })).toBeVisible();
  await expect(drawing(page)).toHaveCount(0);
  await expectAccessible(page);
});

test("one chart fails without breaking the other", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await open(page, { [LEVELS]: UNAVAILABLE });
  await expect(level(page).getByRole("heading", { name: "This chart could not be loaded." })).toBeVisible();
  await expect(level(page).getByRole("button", { name: "Try Again" })).toBeVisible();
  await expect(page.getByText("The game world cannot be reached.")).toHaveCount(0);
  await expect(kills(page).getByText("94", { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("the skeleton has the final size at every viewport width", async ({ page }) => {
  const response = latch();
  const delayed = (answer: object) => async (route: Route) => {
    await response.released;
    await route.fulfill({ json: answer });
  };
  await open(page, { [LEVELS]: delayed(PROGRESS), [KILLS]: delayed(KILLED) });
  await expect(level(page)).toHaveAttribute("aria-busy", "true");
  await page.evaluate(() => document.fonts.ready);
  const heights = async () => {
    const result: number[] = [];
    for (const viewport of [SMALL_PHONE, PHONE, TABLET, DESKTOP]) {
      await page.setViewportSize(viewport);
      await expectNoHorizontalScroll(page);
      for (const chart of [level(page), kills(page)]) result.push(Math.round((await chart.boundingBox())?.height ?? 0));
    }
    return result;
  };
  const before = await heights();
  response.release();
  await kills(page).scrollIntoViewIfNeeded();
  await expect(kills(page).getByText("94", { exact: true })).toBeVisible();
  expect(await heights(), "heights of both charts in px, per viewport").toEqual(before);
});

test("redraws in device pixels after a resize", async ({ page }) => {
  await open(page);
  await expect(drawing(page)).toHaveCount(2);
  for (const viewport of [PHONE, TABLET]) {
    await page.setViewportSize(viewport);
    const field = level(page).getByRole("img");
    await expect
      .poll(async () => {
        const [frame, canvas] = [await field.boundingBox(), await drawing(page).first().boundingBox()];
        return Math.abs((frame?.width ?? 0) - (canvas?.width ?? 1000));
      })
      .toBeLessThan(1);
    const { pixels, cssPixels } = await drawing(page)
      .first()
      .evaluate((canvas: HTMLCanvasElement) => ({
        pixels: canvas.width,
        cssPixels: canvas.clientWidth * devicePixelRatio,
      }));
    expect(Math.abs(pixels - cssPixels)).toBeLessThanOrEqual(1);
    await expectNoHorizontalScroll(page);
  }
});

test("loads the chart library only with the charts", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => request.url().includes("uPlot") && scripts.push(request.url()));
  await mockPlayer(page, { [LEVELS]: PROGRESS, [KILLS]: KILLED });
  await page.goto("/player");
  await expect(page.getByRole("heading", { name: "Account Statistics" })).toBeVisible();
  expect(scripts).toEqual([]);
  await page.getByRole("link", { name: "Characters" }).click();
  await expect(drawing(page)).toHaveCount(2);
  expect(scripts).toHaveLength(1);
});
