/** Stars, the page that lists them, and the bell, on the demo's world. */
import type { Page } from "@playwright/test";
import {
  answerOnce,
  closeDialog,
  DESKTOP,
  dialog,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  logIn,
  openNewAccount,
  openSection,
  PHONE,
  REQUEST_ERRORS,
  SMALL_PHONE,
  TABLET,
  test,
  UNAVAILABLE,
} from "./helpers";

const STARS = "/api/player/watch";
const star = (page: Page, name: string) => page.getByRole("button", { name: `Star ${name}`, exact: true });
const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole("region", { name: /^(News|Settings)$/ }).and(page.locator("#bell"));
const group = (page: Page, name: string) => page.getByRole("region", { name: new RegExp(`^${name} `) });

/** The first character of the rankings that has a page, and a castle and a boss. */
async function subjects(page: Page) {
  const rows = (await (await page.request.get("/api/rankings/pvp")).json()).data;
  const castles = (await (await page.request.get("/api/world/castles")).json()).data;
  const bosses = (await (await page.request.get("/api/world/bosses")).json()).data;
  const character = rows.find((row: { privacy: string; char_name: string }) => row.privacy === "public");
  return { character, castle: castles[0], boss: bosses[0] };
}

/** Stars of this browser, before the page opens. */
async function storeStars(page: Page, stars: readonly { kind: string; id: number; name: string }[]) {
  const rows = stars.map((row) => ({ ...row, since: "2026-11-20T12:00:00Z" }));
  await page.addInitScript((text) => {
    if (sessionStorage.getItem("e2e_stars_stored")) return;
    sessionStorage.setItem("e2e_stars_stored", "yes");
    localStorage.setItem("stars", text);
  }, JSON.stringify(rows));
}

/** The answer of the service to the session of the page. */
async function readStars(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem("auth_token"));
  const response = await page.request.get(STARS, { headers: { Authorization: `Bearer ${token}` } });
  return response.json();
}

async function starsOf(page: Page): Promise<readonly string[]> {
  const { stars } = await readStars(page);
  return stars.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`).sort();
}

test.describe("a visitor", () => {
  test("stars in rankings, pages and search, and no request names it", async ({ page }) => {
    const { character } = await subjects(page);
    const name: string = character.char_name;
    const named: string[] = [];
    await page.goto("/rankings");
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith("/api/") && (pathname + search).includes(name)) named.push(request.url());
      if (pathname.includes("watch")) named.push(request.url());
    });
    const button = star(page, name).first();
    await expect(button).toHaveAttribute("aria-pressed", "false");
    const box = await button.boundingBox();
    expect([box?.width, box?.height], "size of the target").toEqual([44, 44]);
    await button.click();
    await expect(button).toHaveAttribute("aria-pressed", "true");
    const other = await page.context().newPage();
    await other.goto("/watch");
    await expect(group(other, "Characters").getByRole("link", { name })).toBeVisible();
    await star(other, name).click();
    await expect(button, "the other tab has taken the star away").toHaveAttribute("aria-pressed", "false");
    await other.close();
    await button.click();
    await page.getByRole("banner").getByRole("link", { name: "Starred" }).click();
    await expect(page.getByText("Your stars are kept in this browser.")).toBeVisible();
    await expect(group(page, "Characters").getByText(`#${character.rank}`)).toBeVisible();
    expect(named, "requests that name the star").toEqual([]);
    await page.goto(`/c/${name}`);
    await expect(star(page, name)).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill(name);
    const option = page.getByRole("option", { name: new RegExp(name) }).first();
    await option.getByTitle(`Star ${name}`).click();
    await expect(dialog(page), "the dialog stays open").toBeVisible();
    await expect(star(page, name)).toHaveAttribute("aria-pressed", "false");
  });

  test("takes stars away with undo, and learns how to star", async ({ page }) => {
    const { castle, boss } = await subjects(page);
    await storeStars(page, [
      { kind: "castle", id: castle.id, name: castle.name },
      { kind: "boss", id: boss.id, name: boss.name },
    ]);
    await page.goto("/watch");
    await expect(group(page, "Castles").getByRole("link", { name: castle.name })).toBeVisible();
    await star(page, castle.name).click();
    await expect(page.getByText("Removed.")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(star(page, castle.name)).toHaveAttribute("aria-pressed", "true");
    await expectAccessible(page);
    for (const size of [SMALL_PHONE, PHONE, TABLET, DESKTOP]) {
      await page.setViewportSize(size);
      await expectNoHorizontalScroll(page);
    }
    for (const { name } of [castle, boss]) await star(page, name).click();
    await page.goto("/watch");
    await expect(page.getByRole("heading", { name: "Nothing starred yet" })).toBeVisible();
    await expectAccessible(page);
  });

  test("sees the public events of the stars alone", async ({ page }) => {
    const { data } = await (await page.request.get("/api/world/events")).json();
    const kill = data.find(({ kind }: { kind: string }) => kind === "boss_killed");
    await storeStars(page, [{ kind: "boss", id: kill.subject_id, name: kill.subject }]);
    await page.goto("/watch");
    const news = page.getByRole("region", { name: "News" });
    await expect(news.getByText(`${kill.subject} dies`).first()).toBeVisible();
    const lines = await news.getByRole("listitem").allInnerTexts();
    expect(lines.filter((line) => !line.includes(kill.subject))).toEqual([]);
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("there is no star", async ({ page }) => {
    await page.goto("/rankings");
    await expect(page.getByRole("row").nth(3)).toBeVisible();
    await expect(page.getByRole("button", { name: /^Star / })).toHaveCount(0);
  });
});

test("a login takes over the stars of the browser, whose list ends", async ({ page }) => {
  const { character, castle } = await subjects(page);
  await storeStars(page, [
    { kind: "character", id: character.char_id, name: character.char_name },
    { kind: "castle", id: castle.id, name: castle.name },
  ]);
  await openNewAccount(page);
  await expect.poll(() => starsOf(page)).toEqual([`castle ${castle.name}`, `character ${character.char_name}`]);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("stars"))).toBe("[]");
  await page.goto("/watch");
  await expect(group(page, "Characters").getByText(`#${character.rank}`)).toBeVisible();
  await expect(page.getByText("Your stars are kept in this browser.")).toHaveCount(0);
  await star(page, castle.name).click();
  await expect.poll(() => starsOf(page)).toEqual([`character ${character.char_name}`]);
});

test("a star that the service refuses goes back, with the reason", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await openNewAccount(page);
  await page.route(`**${STARS}/stars`, answerOnce(UNAVAILABLE));
  await page.goto("/rankings");
  const button = page.getByRole("button", { name: /^Star / }).first();
  await button.click();
  await expect(page.getByRole("alert").filter({ hasText: "The game world cannot be reached." })).toBeVisible();
  await expect(button).toHaveAttribute("aria-pressed", "false");
});

test("the bell lists news, and what was seen is read", async ({ page }) => {
  await logIn(page, "demo");
  await page.goto("/rankings");
  const { unread } = await readStars(page);
  if (unread > 0) await expect(bell(page)).toHaveAccessibleName(`Notifications, ${unread} unread`);
  await bell(page).click();
  await expect(panel(page).getByRole("heading", { name: "News" })).toBeVisible();
  await expect(panel(page).getByRole("listitem").first()).toBeVisible();
  await expectAccessible(page);
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(bell(page)).toBeFocused();
  await page.reload();
  await bell(page).click();
  await expect(panel(page).getByRole("listitem").first()).toBeVisible();
  await expect(panel(page).getByText("New:"), "unread on another visit").toHaveCount(0);
  await page.mouse.click(20, 500);
  await expect(panel(page), "a press beside it closes it").toHaveCount(0);
  await bell(page).click();
  await page.setViewportSize(SMALL_PHONE);
  await expectNoHorizontalScroll(page);
  await panel(page).getByRole("link", { name: "All starred" }).click();
  await expect(page).toHaveURL(/\/watch$/);
  await expect(panel(page)).toHaveCount(0);
});

test("the bell counts up to 99 and says what is new", async ({ page }) => {
  await openNewAccount(page);
  let unread = 120;
  await page.route(`**${STARS}`, (route) => route.fulfill({ json: { stars: [], limit: 200, unread } }));
  await page.clock.install();
  await page.goto("/rankings");
  await expect(bell(page)).toHaveText("99+");
  await expect(bell(page)).toHaveAccessibleName("Notifications, 120 unread");
  unread = 123;
  await page.clock.runFor(61_000);
  await expect(page.getByRole("status").filter({ hasText: "3 new notifications" })).toBeAttached();
});

test("settings of the mail and of the private feed", async ({ page }) => {
  // The demo sends no mail.
  const digest = { is_on: false, is_offered: true, has_confirmed_email: false };
  await page.route(`**${STARS}/digest`, (route) => route.fulfill({ json: digest }));
  await openNewAccount(page);
  await openSection(page, "Notifications");
  const section = page.getByRole("region", { name: "Starred" });
  await expect(section.getByRole("checkbox", { name: /Weekly mail/ })).toBeDisabled();
  await expect(section.getByRole("link", { name: "Confirm yours in your profile" })).toBeVisible();
  await section.getByRole("button", { name: "Create address" }).click();
  const field = section.getByLabel("Address of your feed");
  const first = await field.inputValue();
  expect((await page.request.get(first)).status(), "the new feed").toBe(200);
  await section.getByRole("button", { name: "Renew address" }).click();
  await expect(field).not.toHaveValue(first);
  const second = await field.inputValue();
  expect((await page.request.get(first)).status(), "the former address").toBe(404);
  await section.getByRole("button", { name: "Close feed" }).click();
  await expect(dialog(page)).toContainText("stops working at once");
  await expectAccessible(page);
  await closeDialog(page, "Cancel");
  await expect(field).toHaveValue(second);
  await section.getByRole("button", { name: "Close feed" }).click();
  await dialog(page).getByRole("button", { name: "Close feed" }).click();
  await expect(section.getByRole("button", { name: "Create address" })).toBeVisible();
  expect((await page.request.get(second)).status(), "the closed feed").toBe(404);
  await bell(page).click();
  await panel(page).getByRole("button", { name: "Settings" }).click();
  await expect(panel(page).getByRole("button", { name: "Create address" })).toBeVisible();
});
