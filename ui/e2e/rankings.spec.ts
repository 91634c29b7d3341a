import type { Page } from "@playwright/test";
import {
  DESKTOP,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  latch,
  logIn,
  PHONE,
  REQUEST_ERRORS,
  test,
  UNAVAILABLE,
} from "./helpers";
import { pauseClock } from "./player-data";
import { BOARDS, EMPTY, mockBoards, query, recordRequests, row, rows, waitForRows } from "./rankings-data";

test.describe("board", () => {
  test("shows the first 50 rows with the specified columns", async ({ page }) => {
    const calls = recordRequests(page);
    await page.goto("/rankings");
    await waitForRows(page);
    expect(await page.getByRole("columnheader").allInnerTexts()).toEqual([
      "Rank",
      "Character",
      "Level",
      "Class",
      "Race",
      "Clan",
      "PvP Kills",
      "Status",
    ]);
    await expect(rows(page)).toHaveCount(50);
    for (const rank of [1, 2, 3]) {
      const medal = rows(page)
        .nth(rank - 1)
        .getByRole("img", { name: `#${rank}` });
      await expect(medal).toBeVisible();
    }
    await expect(rows(page).nth(3).locator("td").first()).toHaveText(/^#4\b/);
    await expect
      .poll(() => query(calls[0]), "the rows of the document come before the call")
      .toEqual({
        page: "1",
        page_size: "50",
      });
  });

  test("shows clan, status and four-digit ranks as text", async ({ page }) => {
    const data = [row({ rank: 1204 }), row({ rank: 1205, clan_name: "IronTusk", online: true, score: 4321 })];
    await page.route(BOARDS, (route) => route.fulfill({ json: { ...EMPTY, data, total: 2, total_pages: 1 } }));
    await page.goto("/rankings");
    await expect(rows(page).first()).toHaveText(/^#1204Kael.*80DuelistHumanNo Clan12.*Offline$/);
    await expect(rows(page).last()).toHaveText(/#1205.*IronTusk4,321.*Online$/);
    await expect(page.getByRole("navigation", { name: "Pages" }), "no pager for a single page").toHaveCount(0);
    await expect(page.getByText(/^Showing/)).toHaveCount(0);
  });

  test("PK has its own URL, request and heading, without filters and page", async ({ page }) => {
    const calls = recordRequests(page);
    await page.goto("/rankings?search_name=a&online_only=true&page=2");
    await expect(page.getByLabel("Online Players Only")).toBeChecked();
    await page.getByRole("link", { name: "PK Rankings" }).click();
    await expect(page).toHaveURL(/\/rankings\?tab=pk$/);
    await expect(page.getByRole("columnheader", { name: "PK Kills" })).toBeVisible();
    await expect(page.getByLabel("Character name")).toHaveValue("");
    await expect(page.getByLabel("Online Players Only")).not.toBeChecked();
    await waitForRows(page);
    expect(calls.at(-1)?.pathname).toBe("/api/rankings/pk");
    await page.goBack();
    await expect(page.getByRole("columnheader", { name: "PvP Kills" })).toBeVisible();
  });
});

test.describe("filters", () => {
  test.beforeEach(({ page }) => mockBoards(page));

  test("debounces the name search and puts it in the URL", async ({ page }) => {
    await page.clock.install();
    await page.goto("/rankings?page=2");
    await waitForRows(page);
    await pauseClock(page);
    const calls = recordRequests(page);
    const name = page.getByLabel("Character name");
    await name.pressSequentially("ael");
    await page.clock.runFor(300);
    await expect(page).toHaveURL(/\/rankings\?search_name=ael$/);
    await expect.poll(() => calls.map(query)).toEqual([{ page: "1", page_size: "50", search_name: "ael" }]);
    await name.fill("x".repeat(30));
    await expect(name).toHaveValue("x".repeat(16));
  });

  test("a race narrows the classes and drops one of another race", async ({ page }) => {
    await page.goto("/rankings");
    const choice = page.getByLabel("Class");
    const options = (group: string) => choice.locator(`optgroup[label="${group}"] option`);
    await expect(options("Classes")).toHaveCount(58);
    await expect(options("Third classes")).toHaveCount(31);
    await page.getByRole("radio", { name: "Dwarf" }).check();
    await expect(options("Classes")).toHaveText([
      "Dwarven Fighter",
      "Scavenger",
      "Bounty Hunter",
      "Artisan",
      "Warsmith",
    ]);
    await expect(options("Third classes")).toHaveText(["Fortune Seeker", "Maestro"]);
    await choice.selectOption("Maestro");
    await expect(page).toHaveURL(/race=4&class_id=118$/);
    await page.getByRole("radio", { name: "Orc" }).check();
    await expect(page).toHaveURL(/\?race=3$/);
    await expect(choice).toHaveValue("");
  });

  test("a minimum level above the maximum shows an error and is not sent", async ({ page }) => {
    await page.goto("/rankings?page=2");
    await waitForRows(page);
    await page.getByLabel("Lowest level").fill("50");
    await expect(page).toHaveURL(/\?min_level=50$/);
    const calls = recordRequests(page);
    await page.getByLabel("Highest level").fill("10");
    await expect(page.getByText("Min level is above max level")).toBeVisible();
    await expect(page.getByLabel("Highest level")).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Highest level").fill("90");
    await expect(page.getByText("Enter a level from 1 to 85")).toBeVisible();
    await page.getByLabel("Highest level").fill("60");
    await expect(page).toHaveURL(/\?min_level=50&max_level=60$/);
    const highest = () => calls.map((url) => url.searchParams.get("max_level"));
    await expect.poll(highest).toContain("60");
    expect(highest().filter((level) => level !== null)).toEqual(["60"]);
  });

  test("Clear counts the active filters and resets all and invalid input", async ({ page }) => {
    await page.goto("/rankings?search_name=a&race=1&class_id=18&min_level=2&max_level=80&online_only=true");
    const clear = page.getByRole("button", { name: /^Clear( \d)?$/ });
    await expect(clear).toHaveText("Clear 6");
    await expect(page.getByLabel("Online Players Only")).toBeChecked();
    await clear.click();
    await expect(page).toHaveURL(/\/rankings$/);
    await expect(clear).toHaveText("Clear");
    await expect(clear).toBeDisabled();
    for (const label of ["Character name", "Lowest level", "Highest level"])
      await expect(page.getByLabel(label)).toHaveValue("");
    await expect(page.getByRole("radio", { name: "All" })).toBeChecked();
    await page.getByLabel("Lowest level").fill("99");
    await expect(page.getByText("Enter a level from 1 to 85")).toBeVisible();
    await clear.click();
    await expect(page.getByLabel("Lowest level")).toHaveValue("");
    await expect(page.getByText("Enter a level from 1 to 85")).toBeHidden();
  });

  test("a filter returns to page 1; Back and Forward update the fields", async ({ page }) => {
    await page.goto("/rankings?page=3");
    await page.getByLabel("Character name").fill("kael");
    await expect(page).toHaveURL(/\/rankings\?search_name=kael$/);
    await page.getByLabel("Online Players Only").check();
    await expect(page).toHaveURL(/online_only=true/);
    await page.goBack();
    await expect(page.getByLabel("Online Players Only")).not.toBeChecked();
    await page.goBack();
    await expect(page.getByLabel("Character name")).toHaveValue("");
    await page.goForward();
    await expect(page.getByLabel("Character name")).toHaveValue("kael");
  });

  test("collapse on phones with their count visible", async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto("/rankings?race=1&online_only=true");
    const toggle = page.getByRole("button", { name: /^Filters/ });
    await expect(toggle).toHaveText(/Filters\s*2/);
    await expect(page.getByLabel("Character name")).toBeHidden();
    await toggle.click();
    await expect(page.getByLabel("Character name")).toBeVisible();
    await expectNoHorizontalScroll(page);
  });
});

test.describe("paging", () => {
  test("shows five pages, Previous, Next and the current range", async ({ page }) => {
    // Only rows that were read stay.
    await Promise.all([page.waitForResponse(BOARDS), page.goto("/rankings")]);
    await waitForRows(page);
    const pager = page.getByRole("navigation", { name: "Pages" });
    await expect(pager.getByText(/^Showing 1-50 of [\d,]+ total results$/)).toBeVisible();
    await expect(pager.getByRole("link", { name: /^Page \d+$/ })).toHaveCount(5);
    await expect(pager.getByRole("button", { name: "Previous" })).toBeDisabled();
    const first = await rows(page).first().textContent();
    const { hold, release } = latch();
    await page.route(BOARDS, hold);
    await pager.getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL(/\?page=2$/);
    await test.step("old rows stay, dimmed, while new ones load", async () => {
      expect(await rows(page).first().textContent()).toBe(first);
      await expect(page.getByRole("table")).toHaveCSS("opacity", "0.78");
      release();
    });
    await expect(pager.getByText(/^Showing 51-100 of /)).toBeVisible();
    await expect(rows(page).first().locator("td").first()).toHaveText(/^#51\b/);
    await expect(page.getByRole("table")).toHaveCSS("opacity", "1");
    await expect(pager.getByRole("link", { name: "Page 2" })).toHaveAttribute("aria-current", "page");
    await pager.getByRole("link", { name: "Previous" }).click();
    await expect(page).toHaveURL(/\/rankings$/);
    await test.step("a page past the end leads to the last page", async () => {
      await page.goto("/rankings?page=9999");
      await waitForRows(page);
      await expect(page).not.toHaveURL(/page=9999/);
      await expect(pager.getByRole("link", { name: "Next" })).toHaveCount(0);
    });
  });
});

test("shows an empty state; Clear filters resets the search", async ({ page }) => {
  await page.route(BOARDS, (route) => route.fulfill({ json: EMPTY }));
  await page.goto("/rankings?search_name=zzzz");
  await expect(page.getByText("No ranking data available")).toBeVisible();
  await expect(page.getByText("No character matches these filters.")).toBeVisible();
  await expect(page.getByText("Be the first to make your mark!")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Pages" })).toHaveCount(0);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/rankings$/);
  await expect(page.getByLabel("Character name")).toHaveValue("");
});

const OWN_CHARACTERS = "**/api/player/characters";
const AURELION = "/rankings?search_name=Aurelion";

const ownRow = (page: Page) => page.getByRole("row").filter({ has: page.getByText("You", { exact: true }) });

test("own characters are marked, and requested after a login only", async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await page.goto(AURELION);
  await expect(page.getByRole("row").filter({ hasText: "Aurelion" })).toHaveCount(1);
  await expect(ownRow(page)).toHaveCount(0);
  expect(calls.filter((path) => path.startsWith("/api/player"))).toEqual([]);
  await logIn(page, "demo");
  await page.goto(AURELION);
  await expect(ownRow(page).getByRole("rowheader")).toHaveText("Aurelion You");
  await page.setViewportSize(PHONE);
  await expect(ownRow(page)).toBeVisible();
  await expectNoHorizontalScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(ownRow(page)).toHaveCount(0);
  await expect(page.getByRole("row").filter({ hasText: "Aurelion" })).toHaveCount(1);
});

test("the board works when the own characters cannot be loaded", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.route(OWN_CHARACTERS, UNAVAILABLE);
  await logIn(page, "demo");
  await page.goto(AURELION);
  await expect(page.getByRole("row").filter({ hasText: "Aurelion" })).toHaveCount(1);
  await expect(ownRow(page)).toHaveCount(0);
});

test("the board shows movements, the own place, and a past day", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS, /not recorded/);
  await logIn(page, "demo");
  await page.goto("/rankings?page=2");
  await waitForRows(page);
  await expect(
    rows(page)
      .getByText(/(up|down) \d|unchanged/)
      .first(),
  ).toBeAttached();
  await test.step("the own place leads to the own row", async () => {
    const place = page.getByRole("complementary", { name: "Your place" });
    await expect(place).toContainText(/kills to #/);
    await expectAccessible(page);
    await place.getByRole("link", { name: "Go to row" }).click();
    await expect(ownRow(page).and(page.locator(":focus"))).toHaveCount(1);
    await expect(place).toHaveCount(0);
  });
  await test.step("the calendar follows the keys and gives the focus back", async () => {
    const now = page.getByRole("button", { name: "Now" });
    await now.click();
    const calendar = page.getByRole("dialog", { name: "Choose a day" });
    const focusedDay = calendar.locator("button:focus");
    const last = (await focusedDay.getAttribute("aria-label"))?.replace(/, siege$/, "") ?? ""; // sieges arrive later
    await page.keyboard.press("ArrowRight");
    await expect(focusedDay).toHaveAccessibleName(/not recorded/);
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowLeft");
    await expect(focusedDay).toHaveAttribute("aria-label", new RegExp(`^${last}`));
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(calendar).toHaveCount(0);
    await expect(now).toBeFocused();
    await page.keyboard.press("Enter");
    await calendar.getByRole("button", { name: "A week before" }).click();
  });
  await test.step("a past day has no movement, no status and no own place", async () => {
    await expect(page).toHaveURL(/at=\d{4}-\d\d-\d\d$/);
    await expect(page.getByText(/^As it was on/)).toBeVisible();
    await waitForRows(page);
    await expect(rows(page).getByText(/Offline|Online|unchanged/)).toHaveCount(0);
    await expect(page.getByRole("complementary", { name: "Your place" })).toHaveCount(0);
    await expect(page.getByLabel("Online Players Only")).toBeDisabled();
    await page.getByRole("link", { name: "Back to now" }).click();
    await expect(page).toHaveURL(/\/rankings(\?page=\d+)?$/);
  });
  await page.goto("/rankings?tab=pk&at=2020-01-01");
  await expect(page.getByRole("heading", { name: /was not recorded/ })).toBeVisible();
});

test("gains of three periods, clans and competitions, each by its own column", async ({ page }) => {
  await page.goto("/rankings?tab=gains");
  await expect(page.getByRole("region", { name: "7 days" }).getByRole("listitem").first()).toContainText("+");
  await page.getByRole("link", { name: "Experience" }).click();
  await expect(page).toHaveURL(/tab=gains&metric=exp$/);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Clans" }).click();
  await expect(rows(page).first().getByRole("link")).not.toBeEmpty();
  await page.getByRole("link", { name: "Members" }).click();
  await expect(page).toHaveURL(/tab=clans&sort=members$/);
  await expect(page.getByRole("columnheader", { name: "Members" })).toHaveAttribute("aria-sort", "descending");
  await page.getByRole("link", { name: "Competitions" }).click();
  await expect(page).toHaveURL(/tab=competitions$/);
  for (const [title, state, prize] of [
    ["Most PvP kills", "Running", "500 coins"],
    ["Clan war of the fortnight", "Running", "2,000 coins"],
    ["The week of experience", "Final", "1,000 coins"],
  ] as const) {
    const competition = page.getByRole("region", { name: title, exact: true });
    await expect(competition.getByText(state, { exact: true })).toBeVisible();
    await expect(competition.getByRole("listitem").first()).toContainText(prize);
  }
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoHorizontalScroll(page);
});

test("the table begins high on the first screen", async ({ page }) => {
  for (const [size, top, count] of [
    [DESKTOP, 420, 7],
    [PHONE, 520, 4],
  ] as const) {
    await page.setViewportSize(size);
    await page.goto("/rankings");
    const rows = page.getByRole("table").locator("tbody tr");
    const first = await rows.first().boundingBox();
    expect(first?.y).toBeLessThanOrEqual(top);
    const last = await rows.nth(count - 1).boundingBox();
    expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThanOrEqual(size.height);
    for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await expect(page.getByRole("main")).toContainText("Movement in");
});

/** The texts that are wider than the room in their field. */
const cutTexts = (form: HTMLElement) =>
  [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input:not([type=checkbox], [type=radio]), select")]
    .filter((field) => {
      const [style, canvas] = [getComputedStyle(field), document.createElement("canvas").getContext("2d")];
      if (!canvas) throw new Error("no canvas");
      canvas.font = style.font;
      const room = field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      return (
        canvas.measureText("placeholder" in field ? field.placeholder : (field.options[0]?.text ?? "")).width > room
      );
    })
    .map((field) => field.outerHTML.slice(0, 100));

test("from 1000 px on the filters are one line", async ({ page }) => {
  for (const language of ["", "/es", "/pt"])
    for (const width of [1000, 1240, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${language}/rankings`);
      const box = await page.locator("form").first().boundingBox();
      expect(box?.height).toBeLessThan(60);
      expect(await page.locator("form").first().evaluate(cutTexts)).toEqual([]);
    }
});
