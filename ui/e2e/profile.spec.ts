import { type Page, type Route, test as unitTest } from "@playwright/test";
import { formatMoment, formatMomentWithin } from "../src/shared/dates";
import { formatRemaining } from "../src/shared/durations";
import { formatPlaytime } from "../src/shared/shortDurations";
import {
  allowMotion,
  DESKTOP,
  errorResponse,
  expect,
  expectNoHorizontalScroll,
  latch,
  logIn,
  openSection,
  PHONE,
  REQUEST_ERRORS,
  SMALL_PHONE,
  test,
} from "./helpers";
import { entry, logs, mockPlayer, PROFILE, pauseClock } from "./player-data";

const PROFILE_PATH = "/api/player/profile";
const LOGS = "/api/player/security-logs";
const LANGUAGE = "/api/player/language";

const group = (page: Page, title: string) => page.getByRole("region", { name: title });
const row = (page: Page, title: string, label: string) =>
  group(page, title)
    .locator("dl > div")
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator("dd");
const activity = (page: Page) => page.getByRole("table", { name: "Recent Security Activity" });

test.describe("profile data", () => {
  test("shows the account, its actions and three groups of values", async ({ page }) => {
    await mockPlayer(page);
    await page.goto("/player");
    const account = page.getByRole("region", { name: "Account", exact: true });
    await expect(account.getByRole("heading", { name: "lunar42" })).toBeVisible();
    await expect(account).toContainText("lunar@fishi.example");
    await expect(account).toContainText("Joined March 14, 2025");
    await expect(account.getByRole("button", { name: "Change Password" })).toBeEnabled();
    await expect(account.getByRole("button", { name: "Edit Profile" })).toBeEnabled();
    await expect(group(page, "Account Statistics").locator("p")).toHaveText("41 d 7 h played");
    await expect(group(page, "Game Statistics").locator("p")).toHaveText("3.10 K/D ratio");
    await expect(group(page, "Combat Statistics").locator("p")).toHaveText("9,281 PvP kills");
    for (const [title, label, value] of [
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
      await expect(row(page, title, label)).toHaveText(value);
  });

  test("saves the language of mails, and says when it could not", async ({ page, expectErrors }) => {
    expectErrors(...REQUEST_ERRORS);
    await page.route("**/api/site", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ json: { ...(await response.json()), email: true } });
    });
    const forms: unknown[] = [];
    let language = "en";
    await mockPlayer(page, {
      [LANGUAGE]: (route: Route) => {
        if (route.request().method() === "PUT") {
          forms.push(route.request().postDataJSON());
          if (forms.length === 2)
            return errorResponse(503, { message: "Please try again in a moment.", error: "site_unavailable" })(route);
          language = "es";
        }
        return route.fulfill({ json: { language } });
      },
    });
    await page.goto("/player?tab=profile&section=notifications");
    const choice = page.getByRole("combobox", { name: "Language of mails" });
    await expect(choice).toHaveValue("en");
    await expect(choice.locator("option")).toHaveText(["English", "Español", "Português"]);
    await choice.selectOption("es");
    await expect(choice).toBeEnabled();
    await expect(choice).toHaveValue("es");
    await choice.selectOption("pt");
    await expect(page.getByRole("alert")).toHaveText("The language of mails could not be loaded or saved.");
    await expect(choice).toHaveValue("es");
    expect(forms).toEqual([{ language: "es" }, { language: "pt" }]);
  });

  test("shows each security event, known or unknown, with its result", async ({ page }) => {
    await page.clock.setFixedTime("2026-11-20T22:00:00Z");
    let requestUrl = "";
    const entries = [
      entry({ timestamp: "2026-11-20T21:14:00Z" }),
      entry({ action: "PASSWORD_CHANGE" }),
      entry({ action: "EMAIL_UPDATE", ip_address: "2803:9800:a015:8c2f:51d0:77ae:9b1c:4e02", success: false }),
      entry({ action: "ACCOUNT_CREATED" }),
      entry({ action: "GIFT_CODE_USED" }),
    ];
    await mockPlayer(page, {
      [LOGS]: (route: Route) => {
        requestUrl = route.request().url();
        return route.fulfill({ json: logs(...entries) });
      },
    });
    await page.goto("/player");
    await expect(activity(page).getByRole("columnheader")).toHaveText(["Action", "IP Address", "Date", "Status"]);
    const names = ["Login", "Password change", "Email update", "Account created", "Gift code used"];
    await expect(activity(page).getByRole("rowheader")).toHaveText(names);
    await expect(activity(page).getByRole("row").nth(1)).toContainText("Today, 9:14 PM");
    await expect(activity(page).getByRole("row").nth(2)).toContainText("Nov 18, 2026, 10:02 PM");
    await expect(activity(page).getByRole("row").nth(3)).toContainText("2803:9800:a015:8c2f:51d0:77ae:9b1c:4e02");
    await expect(activity(page).getByText("Success")).toHaveCount(4);
    await expect(activity(page).getByText("Failed")).toHaveCount(1);
    const icons = activity(page).locator("td svg path");
    expect(await icons.nth(1).getAttribute("d")).not.toBe(await icons.nth(2).getAttribute("d"));
    expect(new URL(requestUrl).search).toBe("?limit=5");
  });

  unitTest("formatPlaytime: two largest units from the first that is not zero", () => {
    expect([0, 59 * 60, 5 * 3600 + 12 * 60, 38 * 86_400 + 2 * 3600 + 59].map(formatPlaytime)).toEqual([
      "0\u00a0min",
      "59\u00a0min",
      "5\u00a0h 12\u00a0min",
      "38\u00a0d 2\u00a0h",
    ]);
  });

  unitTest("formatMomentWithin: today is a word of the sentence", () => {
    const now = new Date(2026, 10, 30, 12);
    const [hour, earlier] = [new Date(2026, 10, 30, 9, 14), new Date(2026, 10, 22, 9, 14)];
    expect(formatMoment(hour, now)).toBe("Today, 9:14 AM");
    expect(formatMomentWithin(hour, now)).toBe("today, 9:14 AM");
    expect(formatMomentWithin(earlier, now)).toBe("Nov 22, 2026, 9:14 AM");
  });

  unitTest("formatRemaining: all units, rounded up to the smallest", () => {
    const left = (seconds: number, last?: "s") => formatRemaining(new Date(seconds * 1000), new Date(0), last);
    expect([86_400 + 50 * 60, 3600, 59, 0, -5].map((seconds) => left(seconds))).toEqual([
      "1\u00a0d 0\u00a0h 50\u00a0min",
      "1\u00a0h 0\u00a0min",
      "1\u00a0min",
      "0\u00a0min",
      "0\u00a0min",
    ]);
    expect([61.2, 0].map((seconds) => left(seconds, "s"))).toEqual(["1\u00a0min 2\u00a0s", "0\u00a0s"]);
  });
});

test.describe("locale and time zone", () => {
  test.use({ locale: "de-DE", timezoneId: "America/Argentina/Buenos_Aires" });

  test("figures and dates follow the language of the page, times the visitor's zone", async ({ page }) => {
    await mockPlayer(page);
    await page.goto("/player");
    await expect(row(page, "Combat Statistics", "Fame")).toHaveText("12,350");
    await expect(row(page, "Game Statistics", "Average level")).toHaveText("70.5");
    await expect(page.getByText("Joined March 14, 2025")).toBeVisible();
    await expect(page.getByText("Your time, UTC−3")).toBeVisible();
    await expect(activity(page).getByRole("row").nth(1)).toContainText("Nov 18, 2026, 7:02 PM");
  });
});

test.describe("count-up animation", () => {
  const kills = (page: Page) => group(page, "Combat Statistics").locator("p b");

  /** Releases the data after the clock is paused. */
  async function openStopped(page: Page) {
    const profileLatch = latch();
    await page.clock.install();
    await mockPlayer(page, {
      [PROFILE_PATH]: async (route: Route) => {
        await profileLatch.whenReleased;
        await route.fulfill({ json: PROFILE });
      },
    });
    await page.goto("/player");
    await expect(group(page, "Combat Statistics")).toBeVisible();
    await pauseClock(page);
    profileLatch.release();
  }

  test("takes two seconds; screen readers get the final value", async ({ page }) => {
    await allowMotion(page);
    await openStopped(page);
    await expect(kills(page).locator("[aria-hidden]")).toHaveText("0");
    await page.clock.runFor(1000);
    await expect(kills(page).locator("[aria-hidden]")).toHaveText(/^[1-9],?\d{3}$/);
    await expect(kills(page).locator("[aria-hidden]")).not.toHaveText("9,281");
    await expect(kills(page).locator(":not([aria-hidden])")).toHaveText("9,281");
    await page.clock.runFor(1100);
    await expect(kills(page)).toHaveText("9,281");
    await expect(kills(page).locator("[aria-hidden]")).toHaveCount(0);
  });

  test("does not restart on unchanged values", async ({ page }) => {
    await allowMotion(page);
    let requestCount = 0;
    await mockPlayer(page, {
      [PROFILE_PATH]: (route: Route) => {
        requestCount += 1;
        return route.fulfill({ json: { ...PROFILE, email: requestCount > 1 ? "other@fishi.example" : PROFILE.email } });
      },
      "/api/auth/update-email": { success: true, message: "", email: "other@fishi.example" },
    });
    await page.goto("/player");
    await expect(kills(page)).toHaveText("9,281");
    await kills(page).evaluate((value) => {
      new MutationObserver(() => value.setAttribute("data-moved", "")).observe(value, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await page.getByRole("button", { name: "Edit Profile" }).click();
    await page.getByRole("dialog").getByLabel("Email").fill("other@fishi.example");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect.poll(() => requestCount).toBeGreaterThan(1);
    await expect(page.getByRole("region", { name: "Account", exact: true })).toContainText("other@fishi.example");
    await expect(kills(page)).not.toHaveAttribute("data-moved");
  });

  test("respects prefers-reduced-motion", async ({ page }) => {
    await openStopped(page);
    await expect(kills(page)).toHaveText("9,281");
    await expect(kills(page).locator("[aria-hidden]")).toHaveCount(0);
  });
});

test.describe("values that are not recorded", () => {
  const MISSING_VALUES = { email: null, member_since: null, last_ip: null, death_kill_ratio: null, total_fame: null };
  const dash = (page: Page, reason: string) => page.getByRole("button", { name: `None. ${reason}`, exact: true });

  test.beforeEach(async ({ page }) => {
    await mockPlayer(page, { [PROFILE_PATH]: { ...PROFILE, ...MISSING_VALUES } });
  });

  test("an empty value names its reason, in a tooltip that fits phones", async ({ page }) => {
    await page.goto("/player");
    for (const reason of [
      "No email set. Add one in Edit Profile.",
      "The game does not record when this account was created.",
      "No IP address recorded for this account yet.",
      "This server does not count deaths.",
      "This server does not record fame.",
    ])
      await expect(dash(page, reason)).toHaveText("–");
    await page.setViewportSize(SMALL_PHONE);
    for (const emptyValue of await page.getByRole("button", { name: /^None\. / }).all()) {
      await emptyValue.focus();
      const box = await page.getByRole("tooltip").boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(SMALL_PHONE.width);
      await expectNoHorizontalScroll(page);
    }
  });

  test("more characters than slots have no limit; none have their own tooltip", async ({ page }) => {
    const profile = { ...PROFILE, ...MISSING_VALUES, total_characters: 7, total_playtime: 18_720 };
    await mockPlayer(page, { [PROFILE_PATH]: (route: Route) => route.fulfill({ json: profile }) });
    await page.goto("/player");
    await expect(row(page, "Game Statistics", "Characters")).toHaveText("7");
    await expect(group(page, "Account Statistics").locator("p")).toHaveText("5 h 12 min played");
    profile.total_characters = 0;
    await page.reload();
    await expect(dash(page, "This account has no characters yet.")).toHaveCount(3);
  });
});

test("the overview has the account first, and asks for little", async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(player|rankings|characters)\//.test(pathname)) calls.push(pathname);
  });
  await logIn(page, "demo");
  for (const [size, top, screens] of [
    [DESKTOP, 700, 2],
    [PHONE, 900, 3],
  ] as const) {
    calls.length = 0;
    await page.setViewportSize(size);
    await page.goto("/player");
    await expect(activity(page).getByRole("row").nth(1)).toBeVisible();
    const button = await page.getByRole("main").getByRole("button", { name: "Change Password" }).boundingBox();
    expect((button?.y ?? top) + (button?.height ?? 0)).toBeLessThanOrEqual(top);
    const table = await activity(page).boundingBox();
    expect((table?.y ?? Infinity) + (table?.height ?? 0)).toBeLessThanOrEqual(screens * size.height);
    const ofEveryPage = [
      "/api/player/balances",
      "/api/player/coins",
      "/api/player/data-protection/notices",
      "/api/player/watch",
    ];
    expect(calls.filter((path) => !ofEveryPage.includes(path)).length).toBeLessThanOrEqual(8);
  }
});

test("sections have addresses, and another tab does not keep them", async ({ page }) => {
  await mockPlayer(page);
  await page.goto("/player");
  await openSection(page, "Privacy");
  await expect(page).toHaveURL(/tab=profile&section=privacy$/);
  await expect(page.getByRole("region", { name: "Privacy" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Change Password" })).toHaveCount(0);
  await page.getByRole("link", { name: "Characters" }).click();
  await expect(page).toHaveURL(/tab=characters$/);
  await page.goBack();
  await expect(page.getByRole("region", { name: "Privacy" })).toBeVisible();
  await page.goto("/player?tab=profile&section=nowhere");
  await expect(page.getByRole("button", { name: "Change Password" })).toBeVisible();
});
