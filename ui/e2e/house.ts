/** What every page test has: a watch on the console, on the security policy and on calls that leave the site. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Page, type Route } from "@playwright/test";

interface House {
  /** Console errors that match are part of the test; every other one fails it. */
  expectErrors: (...patterns: RegExp[]) => void;
  watch: undefined;
}

// Playwright's own, when it turns the clock of a page that is just going away (`__pwClock.controller`).
const CLOCK = /^uncaught: Cannot read properties of undefined \(reading 'controller'\)$/;

export const test = base.extend<House & { expected: RegExp[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  expected: async ({}, use) => use([]),
  expectErrors: async ({ expected }, use) => use((...patterns) => void expected.push(...patterns)),
  watch: [
    async ({ page, baseURL, expected }, use) => {
      const seen: string[] = [];
      page.on("console", (message) => message.type() === "error" && seen.push(message.text()));
      page.on("pageerror", (error) => seen.push(`uncaught: ${error.message}`));
      page.on("request", (request) => {
        const { origin, protocol } = new URL(request.url());
        if (protocol.startsWith("http") && origin !== new URL(baseURL ?? "").origin)
          seen.push(`left the site: ${origin}`);
      });
      await use(undefined);
      const surprises = seen.filter((text) => ![CLOCK, ...expected].some((pattern) => pattern.test(text)));
      expect(surprises, "errors nobody expected").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export const PHONE = { width: 390, height: 844 };
export const TABLET = { width: 820, height: 1180 };
export const DESK = { width: 1440, height: 900 };
export const SMALLEST = { width: 320, height: 640 };

/** Until the page is there, nothing moves but what moves for ever, and all stands in its final face. */
export async function atRest(page: Page) {
  await page.locator("h1").first().waitFor({ state: "attached" });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForFunction(() => {
    const runsByItself = (motion: Animation) => motion.timeline === document.timeline;
    const ends = (motion: Animation) => motion.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY;
    return !document.getAnimations().some((motion) => runsByItself(motion) && ends(motion));
  });
}

/** Half of what a look of axe costs is the reading of its script, so it is given the small one. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Our style sheets are of our own origin: there is nothing to fetch first. */
const LOOK = { resultTypes: ["violations" as const], preload: false };

/** Axe finds nothing once whatever moves has come to rest. */
export async function expectAccessible(page: Page) {
  await atRest(page);
  // Our pages have no frames, so that axe may look at all in one go, and tell of what is wrong alone.
  const axe = new AxeBuilder({ page, axeSource: AXE }).setLegacyMode(true).options(LOOK);
  const { violations } = await axe.analyze();
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  expect(told).toEqual([]);
}

export async function expectNoSidewaysScroll(page: Page) {
  await page.locator("h1").first().waitFor({ state: "attached" });
  const { content, window } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect(content).toBeLessThanOrEqual(window);
}

/** An answer the service gives when it cannot: the browser is real, the trouble is arranged. */
export const refuse = (status: number, body: object) => (route: Route) =>
  route.fulfill({ status, contentType: "application/json", body: JSON.stringify({ status, ...body }) });

export const UNAVAILABLE = refuse(503, { message: "The game world cannot be reached.", error: "game_unavailable" });

/** What a browser and the page's own log say of a refused call. */
export const REFUSED = [/Failed to load resource/, /failed: /];

/** A call held until the test lets it go, so that a waiting state can be looked at. */
export function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened, hold: async (route: Route) => opened.then(() => route.continue()) };
}

/** The people of the demo, who share one password. */
export type Person = "demo" | "demo2" | "banned" | "staff";
export const PASSWORD = "demo1234";

const sessions = new Map<string, Promise<{ token: string; user: object }>>();

/** Enters as one of the demo's people before the page is opened; each is let in once for all tests of a worker. */
export async function logIn(page: Page, who: Person) {
  if (!sessions.has(who)) sessions.set(who, enter(page, who));
  const session = await sessions.get(who);
  await page.addInitScript((given) => {
    // Only at first: a test that logs out, or in as another, stays so when the page is loaded again.
    if (sessionStorage.getItem("entered")) return;
    sessionStorage.setItem("entered", "yes");
    localStorage.setItem("auth_token", given?.token ?? "");
    localStorage.setItem("user_data", JSON.stringify(given?.user));
  }, session);
}

async function enter(page: Page, username: Person): Promise<{ token: string; user: object }> {
  const answer = await page.request.post("/api/auth/login", { data: { username, password: PASSWORD } });
  expect(answer.status(), `${username} is let in`).toBe(200);
  return answer.json();
}
