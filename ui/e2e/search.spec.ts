import type { Page } from "@playwright/test";
import { groupsOf, idOf } from "../src/extras/search/results";
import {
  errorResponse,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  latch,
  logIn,
  PHONE,
  REQUEST_ERRORS,
  SMALL_PHONE,
  test,
  UNAVAILABLE,
} from "./helpers";
import { pauseClock } from "./player-data";
import { mockBoards } from "./rankings-data";

const SEARCH = "**/api/search?*";
const TOO_MANY = errorResponse(429, { message: "Too many requests", error: "rate_limited" });

const foundCharacter = (char_name: string, char_id: number, change: object = {}) => ({
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
const THREE = [
  foundCharacter("Ana", 7),
  foundCharacter("Anakin", 1, { clan_name: "Blades", race: 3 }),
  foundCharacter("Sultana", 1204),
];

const CLAN = {
  clan_id: 4,
  clan_name: "Anarchy",
  level: 8,
  members: 38,
  alliance: "DawnPact",
  crest: null,
  rank: 22,
};

const field = (page: Page) => page.getByRole("combobox", { name: "Name of a character, clan, boss, castle or page" });
const options = (page: Page) => page.getByRole("dialog").getByRole("option");
const markedOption = (page: Page) => page.getByRole("dialog").getByRole("option", { selected: true });

test("a search follows a pause, and the chosen character opens by keyboard alone", async ({ page }) => {
  const calls: string[] = [];
  const scripts: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/api/search") calls.push(searchParams.get("q") ?? "");
    if (pathname.includes("SearchDialog")) scripts.push(pathname);
  });
  await page.route(SEARCH, (route) => route.fulfill({ json: { data: THREE, clans: [CLAN] } }));
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
    await expect(options(page)).toHaveCount(4);
    expect(calls).toEqual(["an"]);
    await expect(page.getByRole("dialog").getByRole("status")).toHaveText("4 results");
    await expect(options(page).nth(1)).toHaveText("AnakinLevel 80 DuelistPvP #1Blades");
    await expect(options(page).nth(1).getByRole("img", { name: "Orc" })).toBeVisible();
    await expect(options(page).nth(2)).toHaveText("SultanaLevel 80 DuelistPvP #1204No Clan");
    const clans = page.getByRole("group", { name: "Clans" }).getByRole("option");
    await expect(clans).toHaveText("AnarchyLevel 8 · 38 membersClan #22DawnPact");
    await expect(page.getByRole("group", { name: "Characters" }).getByRole("option")).toHaveCount(3);
  });
  await test.step("arrow keys mark a row of either group and go round", async () => {
    for (const [key, name] of [
      ["", "Ana"],
      ["ArrowUp", "Anarchy"],
      ["ArrowUp", "Sultana"],
      ["ArrowDown", "Anarchy"],
      ["ArrowDown", "Ana"],
      ["ArrowDown", "Anakin"],
    ] as const) {
      if (key) await page.keyboard.press(key);
      await expect(markedOption(page)).toHaveText(new RegExp(`^${name}Level`));
      await expect(field(page)).toHaveAttribute(
        "aria-activedescendant",
        (await markedOption(page).getAttribute("id")) ?? "",
      );
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

test("bosses, castles and pages are found in the reader's language, and opened ones are recent", async ({ page }) => {
  await page.goto("/es/media");
  await page.keyboard.press("/");
  const spanish = page.getByRole("combobox", { name: "Nombre de un personaje, clan, boss, castillo o página" });
  await spanish.fill("zonas de");
  await expect(page.getByRole("group", { name: "Páginas" }).getByRole("option")).toHaveText(/Zonas de farm/);
  await spanish.press("Enter");
  await expect(page).toHaveURL(/\/es\/server-info\?tab=zones$/);
  await page.keyboard.press("/");
  await spanish.fill("baium");
  await expect(options(page).first(), "an equal name comes first").toHaveText(/^BaiumNivel 75/);
  await spanish.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Baium" })).toBeVisible();
  await page.keyboard.press("/");
  await expect(options(page)).toHaveText([/^Baium/, /^Zonas de farm/]);
});

test("the own character is not compared with itself", async ({ page }) => {
  const [row] = (await (await page.request.get("/api/rankings/pvp?page_size=1")).json()).data;
  const own = foundCharacter(row.char_name, row.char_id, { privacy: "public" });
  await logIn(page, "demo");
  await page.route("**/api/player/characters", async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { data: [{ ...answer.data[0], id: row.char_id, name: row.char_name }] } });
  });
  await page.route(SEARCH, (route) => route.fulfill({ json: { data: [own], clans: [], others: [] } }));
  await page.goto("/media");
  await page.getByRole("button", { name: "Search" }).click();
  await field(page).fill(row.char_name);
  await expect(options(page)).toHaveCount(1);
  await field(page).press("Control+Enter");
  await expect(page).toHaveURL(/\/c\//);
});

test("rows with stars and recent rows come first within their kind", () => {
  const other = (kind: string, key: string, name: string) => ({ kind, key, name, note: "", address: `/${key}` });
  const results = {
    data: [],
    clans: [{ ...CLAN, clan_name: "Antharas Slayers" }],
    others: [other("boss", "1", "Antharas"), other("boss", "2", "Giant Ant"), other("page", "3", "Antiques")],
  };
  const keys = (text: string, first: string[] = []) =>
    groupsOf(results, text, (result) => first.includes(idOf(result))).map(({ rows }) => rows.map(idOf));
  expect(keys("ant")).toEqual([[`clan:${CLAN.clan_id}`], ["boss:1", "boss:2"], ["page:3"]]);
  expect(keys("ant", ["boss:2"])).toEqual([[`clan:${CLAN.clan_id}`], ["boss:2", "boss:1"], ["page:3"]]);
  expect(keys("ANTHARAS")[0]).toEqual(["boss:1", "boss:2"]);
});

test("a clan's page opens, and no clan is offered where a character is to be chosen", async ({ page }) => {
  await page.route(SEARCH, (route) => route.fulfill({ json: { data: [foundCharacter("Ana", 7)], clans: [CLAN] } }));
  await page.goto("/rankings?tab=clans");
  const [clan] = (await (await page.request.get("/api/clans?page_size=1")).json()).data;
  CLAN.clan_name = clan.clan_name;
  CLAN.clan_id = clan.clan_id;
  await page.keyboard.press("/");
  await field(page).fill("a");
  await expect(options(page)).toHaveCount(2);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: clan.clan_name })).toBeVisible();
  const [row] = (await (await page.request.get("/api/rankings/pvp?page_size=1")).json()).data;
  await page.goto(`/c/~${row.char_id}`);
  await page.getByRole("button", { name: "Compare" }).click();
  await field(page).fill("a");
  await expect(options(page)).toHaveCount(1);
});

test("the dialog finds characters of the world; keys open it outside of fields only, Escape closes it", async ({
  page,
}) => {
  await mockBoards(page);
  await page.goto("/rankings?page=2");
  const filter = page.getByLabel("Character name");
  await filter.fill("a");
  await filter.press("/");
  await expect(filter).toHaveValue("a/");
  await filter.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.type("AN");
  await expect(page.getByRole("group", { name: "Characters" }).getByRole("option")).toHaveCount(8);
  for (const name of await options(page).locator("bdi").allInnerTexts()) expect(name).not.toBe("");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(filter).toBeFocused();
});

test("a new letter aborts the running request; its answer is never shown", async ({ page }) => {
  const first = latch();
  const abortedQueries: string[] = [];
  page.on("requestfailed", (request) => abortedQueries.push(new URL(request.url()).search));
  await page.route(SEARCH, async (route) => {
    const text = new URL(route.request().url()).searchParams.get("q") ?? "";
    if (text === "an") await first.whenReleased;
    await route.fulfill({ json: { data: [foundCharacter(`${text}-found`, 1)], clans: [] } }).catch(() => undefined);
  });
  await page.goto("/media");
  await page.getByRole("button", { name: "Search" }).click();
  const firstRequest = page.waitForRequest(SEARCH);
  await field(page).fill("an");
  await firstRequest;
  await field(page).fill("ana");
  await expect(options(page)).toHaveText(/^ana-found/);
  expect(abortedQueries).toEqual(["?q=an&language=en"]);
  first.release();
  await field(page).fill("");
  await expect(options(page)).toHaveCount(0);
  await expect(page.getByText("Type part of a name:")).toBeVisible();
});

test("the dialog says when nothing is found, and why a search failed; it fits phones", async ({
  page,
  expectErrors,
}) => {
  expectErrors(...REQUEST_ERRORS);
  await page.setViewportSize(PHONE);
  await page.goto("/media");
  await page.getByRole("button", { name: "Search" }).click();
  await expectAccessible(page);
  await page.route(SEARCH, (route) => route.fulfill({ json: { data: [], clans: [] } }));
  await field(page).fill("none");
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  await page.route(SEARCH, TOO_MANY);
  await field(page).fill("many");
  await expect(page.getByRole("alert")).toContainText("Too many searches");
  await expectAccessible(page);
  await page.route(SEARCH, UNAVAILABLE);
  await field(page).fill("away");
  await expect(page.getByRole("alert")).toContainText("Search failed");
  const wide = foundCharacter("W".repeat(35), 1_234_567, { clan_name: "Q".repeat(40), class_name: "Phantom Summoner" });
  await page.route(SEARCH, (route) =>
    route.fulfill({ json: { data: [wide, ...THREE], clans: [{ ...CLAN, clan_name: "W".repeat(40) }] } }),
  );
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(options(page)).toHaveCount(5);
  await page.setViewportSize(SMALL_PHONE);
  await expectNoHorizontalScroll(page);
  await options(page).nth(1).click();
  await expect(page).toHaveURL(/\/rankings\?search_name=Ana$/);
});
