import type { Page, Route } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  gate,
  logIn,
  PHONE,
  REFUSED,
  SMALLEST,
  TABLET,
  test,
  UNAVAILABLE,
} from "./house";
import { enterArranged, entry, logs, PROFILE, stopClock } from "./player-data";

const FIGURES = "/api/player/profile";
const LOGS = "/api/player/security-logs";

const group = (page: Page, title: string) => page.getByRole("region", { name: title });
const row = (page: Page, title: string, label: string) =>
  group(page, title)
    .locator("dl > div")
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator("dd");
const activity = (page: Page) => page.getByRole("table", { name: "Recent Security Activity" });
const still = (page: Page) => page.emulateMedia({ reducedMotion: "reduce" });

test("shows the figures that the service has of a real player", async ({ page }) => {
  await still(page);
  await logIn(page, "demo2");
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === FIGURES);
  await page.goto("/player");
  const told = await (await answered).json();
  const number = (value: number) => value.toLocaleString("en-US");
  await expect(page.getByRole("heading", { name: "demo2", exact: true })).toBeVisible();
  await expect(group(page, "Combat Statistics")).toContainText(`${number(told.total_pvp_kills)} PvP kills`);
  await expect(row(page, "Combat Statistics", "PK kills")).toHaveText(number(told.total_pk_kills));
  await expect(row(page, "Account Statistics", "Activity score")).toHaveText(`${told.account_activity_score} / 100`);
  await expect(row(page, "Account Statistics", "Access level")).toHaveText(told.access_level_label);
  await expect(activity(page).getByRole("row").nth(1)).toContainText("Login");
  await expectAccessible(page);
});

test.describe("a player at rest", () => {
  test.beforeEach(async ({ page }) => still(page));

  test("is shown in person, with both of his buttons, and in three groups of figures", async ({ page }) => {
    await enterArranged(page);
    await page.goto("/player");
    const account = page.getByRole("region", { name: "Account", exact: true });
    await expect(account.getByRole("heading", { name: "lunar42" })).toBeVisible();
    await expect(account).toContainText("lunar@fishi.example");
    await expect(account).toContainText("Joined March 14, 2025");
    await expect(account.getByRole("button", { name: "Change Password" })).toBeEnabled();
    await expect(account.getByRole("button", { name: "Edit Profile" })).toBeEnabled();
    await expectAccessible(page);
    await expect(group(page, "Account Statistics").locator("p")).toHaveText("41d 7h played");
    await expect(group(page, "Game Statistics").locator("p")).toHaveText("3.10 K/D ratio");
    await expect(group(page, "Combat Statistics").locator("p")).toHaveText("9,281 PvP kills");
    for (const [title, label, figure] of [
      ["Account Statistics", "Activity score", "86 / 100"],
      ["Account Statistics", "Access level", "Player"],
      ["Account Statistics", "Last IP", "190.191.44.17"],
      ["Game Statistics", "Characters", "2 / 3"],
      ["Game Statistics", "Average level", "70.5"],
      ["Game Statistics", "Active this week", "1"],
      ["Combat Statistics", "PK kills", "44"],
      ["Combat Statistics", "Fame", "12,350"],
      ["Combat Statistics", "Karma", "7"],
    ] as const)
      await expect(row(page, title, label)).toHaveText(figure);
  });

  test("has as many characters as he has, never '7 / 3'", async ({ page }) => {
    await enterArranged(page, { [FIGURES]: { ...PROFILE, total_characters: 7 } });
    await page.goto("/player");
    await expect(row(page, "Game Statistics", "Characters")).toHaveText("7");
  });

  test("has played so long in the words of a clock", async ({ page }) => {
    let total_playtime = 0;
    await enterArranged(page, { [FIGURES]: (route: Route) => route.fulfill({ json: { ...PROFILE, total_playtime } }) });
    for (const [seconds, words] of [
      [0, "0m"],
      [59 * 60, "59m"],
      [5 * 3600 + 12 * 60, "5h 12m"],
      [38 * 86_400 + 2 * 3600 + 59, "38d 2h"],
    ] as const) {
      total_playtime = seconds;
      await page.goto("/player");
      await expect(group(page, "Account Statistics").locator("p")).toHaveText(`${words} played`);
    }
  });
});

test.describe("another reader", () => {
  test.use({ locale: "de-DE", timezoneId: "America/Argentina/Buenos_Aires" });

  test("has figures and times in his own way", async ({ page }) => {
    await still(page);
    await enterArranged(page);
    await page.goto("/player");
    await expect(row(page, "Combat Statistics", "Fame")).toHaveText("12.350");
    await expect(row(page, "Game Statistics", "Average level")).toHaveText("70,5");
    await expect(page.getByText("Joined 14. März 2025")).toBeVisible();
    await expect(page.getByText("Your time, UTC−3")).toBeVisible();
    await expect(activity(page).getByRole("row").nth(1)).toContainText("18.11.2026, 19:02");
  });
});

test.describe("figures that count up", () => {
  const shown = (page: Page) => group(page, "Combat Statistics").locator("p b");

  /** The figures come once time stands still, so that each moment can be looked at. */
  async function openStopped(page: Page) {
    const waiting = gate();
    await page.clock.install();
    await enterArranged(page, {
      [FIGURES]: async (route: Route) => {
        await waiting.opened;
        await route.fulfill({ json: PROFILE });
      },
    });
    await page.goto("/player");
    await expect(group(page, "Combat Statistics")).toBeVisible();
    await stopClock(page);
    waiting.open();
  }

  test("take two seconds, and are read aloud as what they end at", async ({ page }) => {
    await openStopped(page);
    await expect(shown(page).locator("[aria-hidden]")).toHaveText("0");
    await page.clock.runFor(1000);
    await expect(shown(page).locator("[aria-hidden]")).toHaveText(/^[1-9],?\d{3}$/);
    await expect(shown(page).locator("[aria-hidden]")).not.toHaveText("9,281");
    await expect(shown(page).locator(":not([aria-hidden])")).toHaveText("9,281");
    await page.clock.runFor(1100);
    await expect(shown(page)).toHaveText("9,281");
    await expect(shown(page).locator("[aria-hidden]")).toHaveCount(0);
  });

  test("do not begin again when the same figures come again", async ({ page }) => {
    let asked = 0;
    await enterArranged(page, {
      [FIGURES]: (route: Route) => {
        asked += 1;
        return route.fulfill({ json: { ...PROFILE, email: asked > 1 ? "other@fishi.example" : PROFILE.email } });
      },
      "/api/auth/update-email": { success: true, message: "", email: "other@fishi.example" },
    });
    await page.goto("/player");
    await expect(shown(page)).toHaveText("9,281");
    await shown(page).evaluate((figure) => {
      new MutationObserver(() => figure.setAttribute("data-moved", "")).observe(figure, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await page.getByRole("button", { name: "Edit Profile" }).click();
    await page.getByRole("dialog").getByLabel("Email").fill("other@fishi.example");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect.poll(() => asked).toBeGreaterThan(1);
    await expect(page.getByRole("region", { name: "Account", exact: true })).toContainText("other@fishi.example");
    await expect(shown(page)).not.toHaveAttribute("data-moved");
  });

  test("stand still at once for who wants no motion", async ({ page }) => {
    await still(page);
    await openStopped(page);
    await expect(shown(page)).toHaveText("9,281");
    await expect(shown(page).locator("[aria-hidden]")).toHaveCount(0);
  });
});

test.describe("where nothing is recorded", () => {
  const NOTHING = { email: null, member_since: null, last_ip: null, death_kill_ratio: null, total_fame: null };
  const dash = (page: Page, why: string) => page.getByRole("button", { name: `None. ${why}`, exact: true });

  test.beforeEach(async ({ page }) => {
    await still(page);
    await enterArranged(page, { [FIGURES]: { ...PROFILE, ...NOTHING } });
  });

  test("a dash says why, to the mouse and to the keyboard", async ({ page }) => {
    await page.goto("/player");
    for (const why of [
      "No e-mail address is recorded for this account. Edit Profile sets one.",
      "The game does not record when this account was made.",
      "No address has been recorded for this account yet.",
      "This server does not count deaths.",
      "This server does not record fame.",
    ])
      await test.step(why, async () => {
        await expect(dash(page, why)).toHaveText("–");
        await dash(page, why).hover();
        await expect(page.getByRole("tooltip")).toHaveText(why);
        await page.mouse.move(0, 0);
        await expect(page.getByRole("tooltip")).toHaveCount(0);
        await dash(page, why).focus();
        await expect(page.getByRole("tooltip")).toHaveText(why);
        await page.keyboard.press("Escape");
        await expect(page.getByRole("tooltip")).toHaveCount(0);
      });
    await page.setViewportSize(SMALLEST);
    for (const each of await page.getByRole("button", { name: /^None\. / }).all())
      await test.step("stays inside the smallest window", async () => {
        await each.focus();
        const box = await page.getByRole("tooltip").boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(SMALLEST.width);
        await expectNoSidewaysScroll(page);
      });
  });

  test("a tap shows the words, the next one elsewhere takes them away", async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL ?? "", hasTouch: true, viewport: PHONE });
    const page = await context.newPage();
    await enterArranged(page, { [FIGURES]: { ...PROFILE, ...NOTHING } });
    await page.goto("/player");
    await dash(page, "This server does not record fame.").tap();
    await expect(page.getByRole("tooltip")).toHaveText("This server does not record fame.");
    await expectAccessible(page);
    await page.getByRole("heading", { name: "Combat Statistics" }).tap();
    await expect(page.getByRole("tooltip")).toHaveCount(0);
    await context.close();
  });

  test("an account without characters is not blamed on the server", async ({ page }) => {
    await enterArranged(page, { [FIGURES]: { ...PROFILE, ...NOTHING, total_characters: 0 } });
    await page.goto("/player");
    await expect(dash(page, "There is no character on this account yet.")).toHaveCount(2);
  });
});

test.describe("on the way and failed", () => {
  test.beforeEach(async ({ page }) => still(page));

  test("keeps the place of every part until its figures come", async ({ page }) => {
    const [figures, entries] = [gate(), gate()];
    await enterArranged(page, {
      [FIGURES]: async (route: Route) => {
        await figures.opened;
        await route.fulfill({ json: PROFILE });
      },
      [LOGS]: async (route: Route) => {
        await entries.opened;
        await route.fulfill({ json: logs(...Array.from({ length: 5 }, () => entry())) });
      },
    });
    for (const viewport of [PHONE, TABLET]) {
      await page.setViewportSize(viewport);
      await page.goto("/player");
      await expect(page.getByText("Loading your profile")).toBeAttached();
      await expect(page.getByRole("button", { name: "Change Password" })).toBeDisabled();
    }
    await page.evaluate(() => document.fonts.ready);
    await expectAccessible(page);
    const places = async () =>
      Promise.all(
        ["Account Statistics", "Game Statistics", "Combat Statistics", "Recent Security Activity"].map(
          async (title) => {
            const box = await group(page, title).boundingBox();
            return [Math.round(box?.y ?? 0), Math.round(box?.height ?? 0)];
          },
        ),
      );
    const before = await places();
    figures.open();
    entries.open();
    await expect(row(page, "Combat Statistics", "PK kills")).toHaveText("44");
    await expect(activity(page).getByText("Success")).toHaveCount(5);
    expect(await places()).toEqual(before);
  });

  test("says that it failed, in its own words, and loads the page again", async ({ page, expectErrors }) => {
    expectErrors(...REFUSED);
    let healthy = false;
    await enterArranged(page, {
      [FIGURES]: (route: Route) => (healthy ? route.fulfill({ json: PROFILE }) : UNAVAILABLE(route)),
    });
    await page.goto("/player");
    const failure = page.getByRole("alert");
    await expect(failure.getByRole("heading")).toHaveText("Failed to load player data. Please try again.");
    await expect(page.getByText("The game world cannot be reached.")).toHaveCount(0);
    await expectAccessible(page);
    healthy = true;
    const loaded = page.waitForEvent("load");
    await failure.getByRole("button", { name: "Try Again" }).click();
    await loaded;
    await expect(row(page, "Combat Statistics", "PK kills")).toHaveText("44");
  });
});
