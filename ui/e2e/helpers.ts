/** Fixtures and helpers of all page tests. Unexpected console errors and requests to other origins fail a test. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Page, type Route } from "@playwright/test";

interface Fixtures {
  /** Allows matching console errors; any other fails the test. */
  expectErrors: (...patterns: RegExp[]) => void;
  errorWatch: undefined;
}

// An error of Playwright itself when it sets the clock of a page that is being closed (`__pwClock.controller`).
const CLOCK = /^uncaught: Cannot read properties of undefined \(reading 'controller'\)$/;

export const test = base.extend<Fixtures & { allowedErrors: RegExp[] }>({
  /**
   * Each document takes a sign of a person as it opens, so that its scripts do not wait for one. `goto` returns once the
   * page is hydrated: before that, a link loads another page.
   */
  page: async ({ page, javaScriptEnabled }, use) => {
    await page.addInitScript(() =>
      addEventListener("DOMContentLoaded", () => dispatchEvent(new Event("wheel")), { once: true }),
    );
    const goto = page.goto.bind(page);
    page.goto = async (...args) => {
      const response = await goto(...args);
      const isPublic = !new URL(page.url()).pathname.startsWith("/admin");
      const isApp = isPublic && javaScriptEnabled !== false && (await page.locator("#root").count()) > 0;
      if (isApp) await page.locator("html[data-ready]").waitFor({ state: "attached" });
      return response;
    };
    await use(page);
    // The tests of a worker share the page.
    page.goto = goto;
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  allowedErrors: async ({}, use) => use([]),
  expectErrors: async ({ allowedErrors }, use) => use((...patterns) => void allowedErrors.push(...patterns)),
  errorWatch: [
    async ({ page, baseURL, allowedErrors }, use) => {
      const errors: string[] = [];
      page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      page.on("pageerror", (error) => errors.push(`uncaught: ${error.message}`));
      page.on("request", (request) => {
        const { origin, protocol } = new URL(request.url());
        if (protocol.startsWith("http") && origin !== new URL(baseURL ?? "").origin)
          errors.push(`request to another origin: ${origin}`);
      });
      await use(undefined);
      const unexpected = errors.filter((text) => ![CLOCK, ...allowedErrors].some((pattern) => pattern.test(text)));
      expect(unexpected, "unexpected console errors or requests to other origins").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export const PHONE = { width: 390, height: 844 };
export const TABLET = { width: 820, height: 1180 };
export const DESKTOP = { width: 1440, height: 900 };
export const SMALL_PHONE = { width: 320, height: 640 };

/** Lets the page move, for tests of motion alone. */
export const allowMotion = (page: Page) => page.emulateMedia({ reducedMotion: "no-preference" });

/** Opens the list of balances, which is closed at first. */
export const openWallet = (page: Page) => page.getByRole("button", { name: "Expand wallet" }).click();

/** Waits until the page is rendered, fonts are loaded and finite animations have ended. */
export async function waitForAnimations(page: Page) {
  await page.locator("h1").first().waitFor({ state: "attached" });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.waitForFunction(() => {
    const isTimed = (animation: Animation) => animation.timeline === document.timeline;
    const hasEnd = (animation: Animation) => animation.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY;
    return !document.getAnimations().some((animation) => isTimed(animation) && hasEnd(animation));
  });
}

/** Minified: parsing the script is half the cost of an axe run. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Stylesheets are same-origin, so axe has nothing to preload. */
const AXE_OPTIONS = {
  resultTypes: ["violations" as const],
  preload: false,
  // Of WCAG 2.2 AA, and off by default.
  rules: { "target-size": { enabled: true } },
};

/** Expects no axe violations once animations have ended: of the open dialog, or else of the page. */
export async function expectAccessible(page: Page) {
  await waitForAnimations(page);
  // Of a page that is scrolled, axe takes what lies below the header for a target that is too small.
  await page.evaluate(() => scrollTo(0, 0));
  // The pages have no frames, so the faster legacy mode is enough.
  const axe = new AxeBuilder({ page, axeSource: AXE }).setLegacyMode(true).options(AXE_OPTIONS);
  // A modal dialog hides the page from everyone; the page has checks of its own.
  if (await page.locator("dialog[open]").count()) axe.include("dialog[open]");
  const { violations } = await axe.analyze();
  const summary = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  expect(summary, "axe violations: rule and elements").toEqual([]);
}

/** Expects that neither the page nor an open dialog is wider than its box, once the layout of a new width has settled. */
export async function expectNoHorizontalScroll(page: Page) {
  await page.locator("h1").first().waitFor({ state: "attached" });
  const overflows = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll("dialog[open], dialog[open] > *")]
        .map((element) => ({ element: element.tagName, width: element.clientWidth, content: element.scrollWidth }))
        .filter(({ width, content }) => content > width),
    );
  await expect.poll(overflows, "elements whose content is wider than their box, in px").toEqual([]);
}

/** Responds with an error of the API. */
export const errorResponse = (status: number, body: object) => (route: Route) =>
  route.fulfill({ status, contentType: "application/json", body: JSON.stringify({ status, ...body }) });

/**
 * Answers the first request with `respond` and passes on the others. `times: 1` would remove the route after the answer;
 * a request that the page sends at that moment can be lost (microsoft/playwright#41802).
 */
export function answerOnce(respond: (route: Route) => Promise<void>) {
  let isAnswered = false;
  return (route: Route) => {
    if (isAnswered) return route.fallback();
    isAnswered = true;
    return respond(route);
  };
}

export const UNAVAILABLE = errorResponse(503, {
  message: "The game world cannot be reached.",
  error: "game_unavailable",
});

/** Console messages of the browser and the page after a failed request. */
export const REQUEST_ERRORS = [/Failed to load resource/, /failed: /];

/** Holds a request until released, to test pending states. */
export function latch() {
  let release: () => void = () => undefined;
  const whenReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { release, whenReleased, hold: async (route: Route) => whenReleased.then(() => route.continue()) };
}

export const dialog = (page: Page) => page.getByRole("dialog");

/** Ways to close a dialog. */
const CLOSE_METHODS = ["Escape", "Close", "Cancel", "backdrop"] as const;

export async function closeDialog(page: Page, method: (typeof CLOSE_METHODS)[number]) {
  if (method === "Escape") await page.keyboard.press("Escape");
  else if (method === "backdrop") await page.mouse.click(20, 500);
  else await dialog(page).getByRole("button", { name: method, exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
}

/** Creates an account of its own for a test and opens the player area with it. */
export async function openNewAccount(page: Page, password = "firstpass1"): Promise<string> {
  const username = `e2e${Date.now().toString(36)}${Math.random().toString(36).slice(2, 5)}`;
  const response = await page.request.post("/api/auth/register", {
    data: { username, email: `${username}@fishi.example`, password, accepted_texts: { terms: 1, privacy: 1 } },
  });
  expect(response.status(), `registration of ${username}`).toBe(201);
  const { token, user } = await response.json();
  await page.addInitScript(
    ([storedToken, storedUser]) => {
      if (localStorage.getItem("auth_token")) return;
      localStorage.setItem("auth_token", storedToken);
      localStorage.setItem("user_data", storedUser);
    },
    [token, JSON.stringify(user)] as const,
  );
  await page.goto("/player");
  return username;
}

/** Opens a section of the profile. */
export const openSection = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Profile", exact: true }).getByRole("link", { name }).click();

/** Demo accounts; all have the same password. */
type DemoUser = "demo" | "demo2" | "banned" | "staff";
export const PASSWORD = "demo1234";

const sessions = new Map<string, Promise<{ token: string; user: object }>>();

/** Stores a session before the page opens; each worker logs in once per account. */
export async function logIn(page: Page, user: DemoUser) {
  if (!sessions.has(user)) sessions.set(user, requestSession(page, user));
  const session = await sessions.get(user);
  await page.addInitScript((storedSession) => {
    // Only on the first load: a logout or another login must survive a reload.
    if (sessionStorage.getItem("e2e_session_stored")) return;
    sessionStorage.setItem("e2e_session_stored", "yes");
    localStorage.setItem("auth_token", storedSession?.token ?? "");
    localStorage.setItem("user_data", JSON.stringify(storedSession?.user));
  }, session);
}

async function requestSession(page: Page, username: DemoUser): Promise<{ token: string; user: object }> {
  const response = await page.request.post("/api/auth/login", { data: { username, password: PASSWORD } });
  expect(response.status(), `${username} logs in`).toBe(200);
  return response.json();
}
