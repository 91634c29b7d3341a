/** States that all views share: loading, and a failed read. */
import type { Locator, Page, Route } from "@playwright/test";
import { CHARACTER, character, ITEMS, inventory, item, LIST, openDetails, openItems } from "./character-data";
import { CHART_ANSWERS, KILLS, LEVELS, PROGRESS, PVP_PERFORMANCE, TODAY } from "./chart-data";
import { donations, HISTORY, listedDonation, openDonations, PACKAGES } from "./donation-data";
import {
  DESKTOP,
  dialog,
  expect,
  expectAccessible,
  latch,
  logIn,
  PHONE,
  REQUEST_ERRORS,
  TABLET,
  test,
  UNAVAILABLE,
} from "./helpers";
import { entry, logs, mockPlayer, PROFILE } from "./player-data";
import { BOARDS, EMPTY, row } from "./rankings-data";

interface Failure {
  /** Paths that fail together, each with an error of its own. */
  paths: readonly (string | RegExp)[];
  /** Opens the view that reads them. */
  open: (page: Page) => Promise<unknown>;
  /** Of each error in its order. */
  texts: readonly RegExp[];
  /** The page after the failure. */
  remainingText?: string;
}

const openTab = (tab: string) => async (page: Page) => {
  await logIn(page, "demo");
  await page.goto(`/player?tab=${tab}`);
};
const openDialog = (open: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await openTab("characters")(page);
  await open(page);
};

const FAILURES: Readonly<Record<string, Failure>> = {
  rankings: {
    paths: [BOARDS],
    open: (page) => page.goto("/rankings"),
    texts: [/Error Loading Rankings\s*Failed to fetch ranking data/],
    remainingText: "Online Players Only",
  },
  profile: {
    paths: ["**/api/player/profile"],
    open: openTab("profile"),
    texts: [/Failed to load player data\. Please try again\./],
  },
  "security activity": {
    paths: ["**/api/player/security-logs?*"],
    open: openTab("profile"),
    texts: [/Security activity could not be loaded\./],
    remainingText: "Combat Statistics",
  },
  characters: {
    paths: [LIST],
    open: openTab("characters"),
    texts: [/Failed to load characters\. Please try again\./],
  },
  "character details and items": {
    paths: [CHARACTER, ITEMS],
    open: openDialog(async (page) => {
      await openDetails(page);
      await expect(dialog(page)).toContainText("Failed to load characters. Please try again.");
      await expect(dialog(page)).toContainText("Lord of Aden");
      await dialog(page).getByRole("button", { name: "View Items" }).click();
    }),
    texts: [/Failed to load character inventory\./],
  },
  "the level chart": {
    paths: [`**${LEVELS}`],
    open: openTab("characters"),
    texts: [/This chart could not be loaded\./],
    remainingText: "Kills by week",
  },
  "donations and deliveries": {
    paths: ["**/api/donations/packages", `**${HISTORY}`, "**/api/player/deliveries"],
    open: openTab("donations"),
    texts: [/Failed to load donation data\./, /Failed to load donation data\./, /Failed to load deliveries\./],
    remainingText: "Welcome back",
  },
  roulette: {
    paths: ["**/api/roulette/stats"],
    open: openTab("roulette"),
    texts: [/Failed to load roulette data\. Please try again\./],
  },
  fairness: {
    paths: ["**/api/roulette/fairness"],
    open: openTab("roulette"),
    texts: [/Failed to load roulette data\. Please try again\./],
    remainingText: "Published Odds",
  },
};

for (const [name, { paths, open, texts, remainingText }] of Object.entries(FAILURES))
  test(`a failed read of ${name} shows its error until Try Again reloads the page`, async ({ page, expectErrors }) => {
    expectErrors(...REQUEST_ERRORS);
    let calls = 0;
    for (const path of paths)
      await page.route(path, (route) => {
        calls += 1;
        return UNAVAILABLE(route);
      });
    await open(page);
    const alerts = page
      .getByRole("alert")
      .or(page.getByRole("status"))
      .filter({ hasText: new RegExp(texts.map(({ source }) => source).join("|")) });
    await expect(alerts).toHaveText([...texts]);
    await expect(page.getByText("Authentication Required"), "only a 401 ends the session").toHaveCount(0);
    if (remainingText) await expect(page.getByText(remainingText).first()).toBeVisible();
    await expect(page.getByText("The game world cannot be reached.")).toHaveCount(0);
    const callsBefore = calls;
    await page.evaluate(() => {
      for (const event of ["focus", "online"]) window.dispatchEvent(new Event(event));
      document.dispatchEvent(new Event("visibilitychange"));
    });
    if (name === "rankings") await expectAccessible(page);
    expect(calls, "requests without a click on Try Again").toBe(callsBefore);
    const retry = alerts.last().getByRole("button", { name: "Try Again" });
    await expect(retry).toBeVisible();
    // The button is the same everywhere.
    if (name !== "rankings") return;
    for (const path of paths) await page.unroute(path);
    const pageLoad = page.waitForEvent("load");
    await retry.click();
    await pageLoad;
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expect(alerts).toHaveCount(0);
  });

interface Loading {
  /** Paths whose responses wait, with the response. */
  heldResponses: Readonly<Record<string, object>>;
  open: (page: Page, answers: NonNullable<Parameters<typeof mockPlayer>[1]>) => Promise<unknown>;
  /** Shown, or read aloud, while loading. */
  text: string;
  /** Elements that keep their place and size, and the final content. */
  parts: (page: Page) => readonly Locator[];
  ready: string;
  /** Largest shift in px; 1 is a matter of rounding. */
  tolerance?: number;
}

const region = (page: Page, name: string) => page.getByRole("region", { name });
const openMocked =
  (address: string): Loading["open"] =>
  async (page, answers) => {
    await mockPlayer(page, answers);
    await page.goto(address);
  };

const openCharts: Loading["open"] = async (page, answers) => {
  await page.clock.setFixedTime(TODAY + 43_200_000);
  await openMocked("/player?tab=characters")(page, { ...CHART_ANSWERS, ...answers });
};

const LOADING: Readonly<Record<string, Loading>> = {
  rankings: {
    heldResponses: {
      "/api/rankings/pvp": {
        ...EMPTY,
        data: Array.from({ length: 50 }, (_, index) => row({ rank: index + 1 })),
        total: 90,
        total_pages: 2,
      },
    },
    // Not rendered by the service.
    open: (page, answers) =>
      openMocked("/rankings?utm_source=forum")(page, { "/api/rankings/pvp/me": { data: [] }, ...answers }),
    text: "Loading rankings...",
    parts: (page) => [1, 2, 5].map((index) => page.getByRole("row", { includeHidden: true }).nth(index)),
    ready: "Kael",
  },
  profile: {
    heldResponses: {
      "/api/player/profile": PROFILE,
      "/api/player/security-logs": logs(...Array.from({ length: 5 }, () => entry())),
    },
    open: openMocked("/player"),
    text: "Loading your profile",
    parts: (page) =>
      ["Account Statistics", "Game Statistics", "Combat Statistics", "Recent Security Activity"].map((name) =>
        region(page, name),
      ),
    ready: "190.191.44.17",
  },
  characters: {
    heldResponses: { "/api/player/characters": { data: [1, 2, 3].map((id) => character({ id })), total: 3, slots: 3 } },
    open: openCharts,
    text: "Loading your characters",
    parts: (page) => [page.getByRole("article", { includeHidden: true }).first()],
    ready: "View Details",
    tolerance: 8,
  },
  items: {
    heldResponses: {
      [`/api/player/characters/${character().id}/items`]: inventory(Array.from({ length: 30 }, () => item())),
    },
    open: async (page, answers) => {
      const list = { data: [character()], total: 1, slots: 3 };
      await openCharts(page, { "/api/player/characters": list, ...answers });
      await openItems(page);
    },
    text: "Loading items...",
    parts: (page) => [dialog(page).locator("ul").nth(0)],
    ready: "Forgotten Blade",
    tolerance: 8,
  },
  charts: {
    heldResponses: { [LEVELS]: PROGRESS, [KILLS]: PVP_PERFORMANCE },
    open: openCharts,
    // The characters above are loaded.
    text: "Empty Slot",
    parts: (page) =>
      ["Level", "Kills by week"].map((name) => page.getByRole("article").filter({ hasText: name }).last()),
    ready: "Read as a table",
  },
  donations: {
    heldResponses: { "/api/donations/packages": PACKAGES },
    open: openDonations,
    text: "Loading donations",
    parts: (page) => [region(page, "Your donations")],
    ready: "Fishi Coins",
    tolerance: 2,
  },
  "the donation history": {
    heldResponses: { [HISTORY]: donations(...[1, 2, 3, 4, 5].map((index) => listedDonation(index))) },
    open: openDonations,
    text: "Your donations",
    parts: (page) => [region(page, "Your donations").getByRole("table")],
    ready: "Credited",
    tolerance: 4,
  },
};

/** Waits until the page has answered a change of its width: the wallet is another element on small screens. */
const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

for (const [name, { heldResponses, open, text, parts, ready, tolerance = 1 }] of Object.entries(LOADING))
  test(`the skeleton of ${name} has the final place and size`, async ({ page }) => {
    const { whenReleased, release } = latch();
    const wait = (json: object) => async (route: Route) => whenReleased.then(() => route.fulfill({ json }));
    await open(page, Object.fromEntries(Object.entries(heldResponses).map(([path, json]) => [path, wait(json)])));
    await expect(page.getByText(text).first()).toBeAttached();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    if (name === "profile") await expectAccessible(page);
    const measure = async () => {
      const boxes: number[][] = [];
      for (const viewport of [DESKTOP, TABLET, PHONE]) {
        await page.setViewportSize(viewport);
        await nextFrame(page);
        for (const part of parts(page)) {
          const { top, height } = await part.evaluate((element) => {
            const { top, height } = element.getBoundingClientRect();
            const origin = element.closest("dialog")?.getBoundingClientRect().top ?? -window.scrollY;
            return { top: top - origin, height };
          });
          boxes.push([Math.round(top), Math.round(height)]);
        }
      }
      return boxes;
    };
    let skeletonBoxes = await measure();
    await expect(async () => {
      const previous = skeletonBoxes;
      skeletonBoxes = await measure();
      expect(skeletonBoxes, "the skeleton has its final size").toEqual(previous);
    }).toPass();
    release();
    await expect(page.getByRole("main").or(dialog(page)).getByText(ready).first()).toBeVisible();
    await expect(async () => {
      for (const [index, box] of (await measure()).entries())
        for (const [side, value] of box.entries())
          expect(
            Math.abs(value - (skeletonBoxes[index]?.[side] ?? 0)),
            `shift in px, part ${index}`,
          ).toBeLessThanOrEqual(tolerance);
    }).toPass({ timeout: 10_000 });
  });
