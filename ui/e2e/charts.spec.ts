import type { Page } from "@playwright/test";
import { CHART_ANSWERS, characterProgress, dateOf, days, KILLED, KILLS, LEVELS, PROGRESS, TODAY } from "./chart-data";
import { expect, expectNoHorizontalScroll, PHONE, TABLET, test } from "./helpers";
import { mockPlayer } from "./player-data";

const panel = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title });
const level = (page: Page) => panel(page, "Level").filter({ has: page.getByRole("heading", { name: "Level" }) });
const kills = (page: Page) => panel(page, "Kills by week");
const drawing = (page: Page) => page.locator("canvas");

async function open(page: Page, answers: Parameters<typeof mockPlayer>[1] = {}) {
  await page.clock.setFixedTime(TODAY + 43_200_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await mockPlayer(page, { ...CHART_ANSWERS, ...answers });
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

test("draws labelled level lines and weekly kills", async ({ page }) => {
  await open(page);
  const label = "Levels over twelve weeks: Thalendril from 71 to 78, ТеньСевера from 43 to 63";
  await expect(level(page).getByRole("img", { name: label, exact: true })).toBeVisible();
  await expect(level(page).getByText("twelve weeks", { exact: true })).toBeVisible();
  await expect(level(page).locator("b")).toHaveText(["Thalendril 78", "ТеньСевера 63"]);
  await expect(drawing(page)).toHaveCount(2);
  expect(await paintedShare(page, 0)).toBeGreaterThan(0.02);
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
  await mockPlayer(page, CHART_ANSWERS);
  await page.goto("/player");
  await expect(page.getByRole("heading", { name: "Account Statistics" })).toBeVisible();
  expect(scripts).toEqual([]);
  await page.getByRole("link", { name: "Characters" }).click();
  await expect(drawing(page)).toHaveCount(2);
  expect(scripts).toHaveLength(1);
});
