import type { Page } from "@playwright/test";
import {
  errorResponse,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  latch,
  PHONE,
  REQUEST_ERRORS,
  SMALL_PHONE,
  test,
  UNAVAILABLE,
} from "./helpers";
import { pauseClock } from "./player-data";

const SEARCH = "**/api/search?*";
const TOO_MANY = errorResponse(429, { message: "Too many requests", error: "rate_limited" });

const found = (char_name: string, char_id: number, change: object = {}) => ({
  char_name,
  char_id,
  level: 80,
  class_id: 88,
  class_name: "Duelist",
  race: 0,
  clan_name: null,
  pvp_rank: char_id,
  ...change,
});
const THREE = [found("Ana", 7), found("Anakin", 1, { clan_name: "Blades", race: 3 }), found("Sultana", 1204)];

const field = (page: Page) => page.getByRole("combobox", { name: "Character name" });
const options = (page: Page) => page.getByRole("dialog").getByRole("option");
const marked = (page: Page) => page.getByRole("dialog").getByRole("option", { selected: true });

test("searches after a pause, and opens the chosen character by keyboard alone", async ({ page }) => {
  const calls: string[] = [];
  const scripts: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/api/search") calls.push(searchParams.get("q") ?? "");
    if (pathname.includes("SearchDialog")) scripts.push(pathname);
  });
  await page.route(SEARCH, (route) => route.fulfill({ json: { data: THREE } }));
  await page.clock.install();
  await page.goto("/media");
  await page.getByRole("link", { name: "Home", exact: true }).first().click();
  await expect(page).toHaveURL(/\/$/);
  expect(scripts, "the dialog's code is loaded on use").toEqual([]);
  await page.keyboard.press("/");
  await expect(field(page)).toBeFocused();
  await expect(field(page), "the key itself is not typed").toHaveValue("");
  expect(scripts).not.toEqual([]);
  await pauseClock(page);

  await test.step("one request for a text that is typed in one go", async () => {
    await page.keyboard.type(" an");
    await page.clock.runFor(149);
    expect(calls).toEqual([]);
    await page.clock.runFor(1);
    await expect(options(page)).toHaveCount(3);
    expect(calls).toEqual(["an"]);
    await expect(page.getByRole("dialog").getByRole("status")).toHaveText("3 characters");
    await expect(options(page).nth(1)).toHaveText("AnakinLevel 80 DuelistPvP #1Blades");
    await expect(options(page).nth(1).getByRole("img", { name: "Orc" })).toBeVisible();
    await expect(options(page).last()).toHaveText("SultanaLevel 80 DuelistPvP #1204No Clan");
  });
  await test.step("arrow keys mark a row and go round", async () => {
    for (const [key, name] of [
      ["", "Ana"],
      ["ArrowUp", "Sultana"],
      ["ArrowDown", "Ana"],
      ["ArrowDown", "Anakin"],
    ] as const) {
      if (key) await page.keyboard.press(key);
      await expect(marked(page)).toHaveText(new RegExp(`^${name}Level`));
      await expect(field(page)).toHaveAttribute("aria-activedescendant", (await marked(page).getAttribute("id")) ?? "");
    }
  });
  await test.step("Enter opens the rankings with the name; Back returns to the page before", async () => {
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/rankings\?search_name=Anakin$/);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByLabel("Character name")).toHaveValue("Anakin");
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
    await page.goBack();
    await expect(page, "the dialog leaves no entry of its own").toHaveURL(/\/media$/);
  });
  await test.step("the last one is kept until it is cleared", async () => {
    await page.keyboard.press("/");
    await expect(options(page)).toHaveText(/^AnakinLevel/);
    await page.getByRole("button", { name: "Clear recent" }).click();
    await expect(options(page)).toHaveCount(0);
  });
});

test("finds characters of the world; keys open it outside of fields only, Escape closes it", async ({ page }) => {
  await page.goto("/rankings");
  const filter = page.getByLabel("Character name");
  await filter.fill("a");
  await filter.press("/");
  await expect(filter).toHaveValue("a/");
  await filter.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.type("AN");
  await expect(options(page)).toHaveCount(8);
  for (const name of await options(page).locator("bdi").allInnerTexts()) expect(name).not.toBe("");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(filter).toBeFocused();
});

test("a new letter aborts the running request; its answer is never shown", async ({ page }) => {
  const first = latch();
  const aborted: string[] = [];
  page.on("requestfailed", (request) => aborted.push(new URL(request.url()).search));
  await page.route(SEARCH, async (route) => {
    const text = new URL(route.request().url()).searchParams.get("q") ?? "";
    if (text === "an") await first.released;
    await route.fulfill({ json: { data: [found(`${text}-found`, 1)] } }).catch(() => undefined);
  });
  await page.goto("/media");
  await page.getByRole("button", { name: "Search" }).click();
  const sent = page.waitForRequest(SEARCH);
  await field(page).fill("an");
  await sent;
  await field(page).fill("ana");
  await expect(options(page)).toHaveText(/^ana-found/);
  expect(aborted).toEqual(["?q=an"]);
  first.release();
  await field(page).fill("");
  await expect(options(page)).toHaveCount(0);
  await expect(page.getByText("Type part of a character's name.")).toBeVisible();
});

test("says when nothing is found, and why a search failed; fits phones", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.setViewportSize(PHONE);
  await page.goto("/media");
  await page.getByRole("button", { name: "Search" }).click();
  await expectAccessible(page);
  await page.route(SEARCH, (route) => route.fulfill({ json: { data: [] } }));
  await field(page).fill("none");
  await expect(page.getByRole("heading", { name: "No character found" })).toBeVisible();
  await page.route(SEARCH, TOO_MANY);
  await field(page).fill("many");
  await expect(page.getByRole("alert")).toContainText("Too many searches");
  await expectAccessible(page);
  await page.route(SEARCH, UNAVAILABLE);
  await field(page).fill("away");
  await expect(page.getByRole("alert")).toContainText("Search failed");
  const wide = found("W".repeat(35), 1_234_567, { clan_name: "Q".repeat(40), class_name: "Phantom Summoner" });
  await page.route(SEARCH, (route) => route.fulfill({ json: { data: [wide, ...THREE] } }));
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(options(page)).toHaveCount(4);
  await page.setViewportSize(SMALL_PHONE);
  await expectNoHorizontalScroll(page);
  await options(page).nth(1).click();
  await expect(page).toHaveURL(/\/rankings\?search_name=Ana$/);
});
