/** The session store and the API client in a real browser, without the page's screens. */
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { build } from "esbuild";
import { readCatalogues, textPlugin } from "../build/catalogues.mjs";
import { errorResponse, expect, REQUEST_ERRORS, test } from "./helpers";

declare global {
  interface Window {
    session: typeof import("../src/shared/stores/session") &
      typeof import("../src/shared/api/client") &
      typeof import("../src/shared/api/idempotencyKey");
  }
}

const USER = { username: "lunar", email: "old@example.org", access_level: 0 };
const API_USER = { ...USER, email: "new@example.org", access_level_label: "Player" };
const PROFILE = "**/api/auth/profile";

let bundle: Promise<string> | undefined;

async function buildStore(): Promise<string> {
  const root = join(import.meta.dirname, "../..");
  const catalogues = await readCatalogues();
  const { outputFiles } = await build({
    plugins: [textPlugin(catalogues, "en", root)],
    stdin: {
      contents: `export * from "./stores/session"; export * from "./api/client"; export * from "./api/idempotencyKey";`,
      resolveDir: join(import.meta.dirname, "../src/shared"),
    },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "session",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return `${outputFiles[0]?.text}; window.session = session; undefined`;
}

/** Loads the bundled session store into an empty page as `window.session`. */
async function openStore(page: Page) {
  bundle ??= buildStore();
  // The page must have the site's origin for its localStorage.
  await page.route("**/empty", (route) => route.fulfill({ contentType: "text/html", body: "<title>empty</title>" }));
  await page.goto("/empty");
  await page.evaluate(await bundle);
}

const state = (page: Page) =>
  page.evaluate(() => {
    const { user, isAuthenticated, isLoading, error } = window.session.useSession.getState();
    return { user, isAuthenticated, isLoading, error };
  });
const storedSession = (page: Page) =>
  page.evaluate(() => [localStorage.getItem("auth_token"), JSON.parse(localStorage.getItem("user_data") ?? "null")]);

test.beforeEach(async ({ page }) => openStore(page));

test("starts loading and without a user", async ({ page }) => {
  expect(await state(page)).toEqual({ user: null, isAuthenticated: false, isLoading: true, error: null });
  await page.evaluate(() => window.session.useSession.getState().restore());
  expect(await state(page)).toEqual({ user: null, isAuthenticated: false, isLoading: false, error: null });
});

test.describe("logged in", () => {
  test.beforeEach(({ page }) =>
    page.evaluate((user) => window.session.useSession.getState().signIn("a.b.c", user), USER),
  );

  test("refreshUser logs out on any error", async ({ page, expectErrors }) => {
    expectErrors(...REQUEST_ERRORS);
    await page.route(PROFILE, errorResponse(500, { message: "Down." }));
    await page.evaluate(() => window.session.useSession.getState().refreshUser());
    expect(await state(page)).toEqual({ user: null, isAuthenticated: false, isLoading: false, error: null });
    expect(await storedSession(page)).toEqual([null, null]);
  });

  for (const [failures, user] of [
    [1, API_USER],
    [2, null],
  ] as const)
    test(`refreshUser asks an unavailable service once more: ${failures}`, async ({ page, expectErrors }) => {
      expectErrors(...REQUEST_ERRORS);
      let calls = 0;
      await page.route(PROFILE, (route) =>
        ++calls > failures ? route.fulfill({ json: API_USER }) : errorResponse(503, { message: "Down." })(route),
      );
      await page.evaluate(() => window.session.useSession.getState().refreshUser());
      expect((await state(page)).user).toEqual(user);
      expect(calls).toBe(2);
    });

  test("refreshOldUser reloads a user that was stored more than a day ago", async ({ page }) => {
    await page.route(PROFILE, (route) => route.fulfill({ json: API_USER }));
    const refreshAt = (hours: number) =>
      page.evaluate((age) => {
        localStorage.setItem("user_data_at", String(Date.now() - age * 3_600_000));
        window.session.refreshOldUser();
      }, hours);
    await refreshAt(23);
    expect((await state(page)).user).toEqual(USER);
    await refreshAt(25);
    await expect.poll(async () => (await state(page)).user).toEqual(API_USER);
    expect(await page.evaluate(() => Date.now() - Number(localStorage.getItem("user_data_at")))).toBeLessThan(60_000);
  });

  test("a failed refresh keeps a session that began meanwhile", async ({ page, expectErrors }) => {
    expectErrors(...REQUEST_ERRORS);
    await page.route(PROFILE, async (route) => {
      await page.evaluate(() => window.session.useSession.getState().signIn("d.e.f", { username: "other" }));
      await errorResponse(500, { message: "Down." })(route);
    });
    await page.evaluate(() => window.session.useSession.getState().refreshUser());
    expect(await storedSession(page)).toEqual(["d.e.f", { username: "other" }]);
  });

  test("any error body keeps status, message and rules", async ({ page, expectErrors }) => {
    expectErrors(/Failed to load resource/, /^(GET|POST) \/api\/x failed: HTTP error! status: (500|502|401)$/);
    let [status, calls, body] = [500, 0, ""];
    await page.route("**/api/x", (route) => {
      calls += 1;
      return route.fulfill({ status, contentType: "application/json", body });
    });
    const post = () => window.session.postWithRetry("/api/x", {}, "key").catch((error) => error.status);
    for (body of ["null", '"text"', "5", "[]", "<html>"])
      await test.step(body, async () => {
        status = 500;
        const failure = await page.evaluate(() =>
          window.session.get("/api/x").catch(({ status, message, hasMessage }) => [status, message, hasMessage]),
        );
        expect(failure).toEqual([500, "HTTP error! status: 500", false]);
        [status, calls] = [502, 0];
        expect(await page.evaluate(post)).toBe(502);
        expect(calls, "an answered request is not repeated").toBe(1);
        status = 401;
        await page.evaluate((user) => {
          window.session.useSession.getState().signIn("a.b.c", user);
          window.session.setTokenRejectedHandler(window.session.useSession.getState().signOut);
          return window.session.get("/api/x").catch(() => undefined);
        }, USER);
        expect(await storedSession(page)).toEqual([null, null]);
      });
  });

  test("updateUser applies the change before the API answers", async ({ page }) => {
    await page.route(PROFILE, () => undefined);
    const update = () => void window.session.useSession.getState().updateUser({ email: "typed@example.org" });
    await page.evaluate(update);
    const mergedUser = { ...USER, email: "typed@example.org" };
    expect((await state(page)).user).toEqual(mergedUser);
    expect(await storedSession(page)).toEqual(["a.b.c", mergedUser]);
  });

  test("updateUser only warns when the refresh fails", async ({ page, expectErrors }) => {
    expectErrors(...REQUEST_ERRORS);
    const warnings: string[] = [];
    page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
    await page.route(PROFILE, errorResponse(503, { message: "Down." }));
    await page.evaluate(() => window.session.useSession.getState().updateUser({ email: "typed@example.org" }));
    expect(await state(page)).toMatchObject({
      user: { email: "typed@example.org" },
      isAuthenticated: true,
      error: null,
    });
    expect(warnings).toEqual([expect.stringContaining("could not be read again")]);
    expect(warnings.join()).not.toContain("example.org");
  });

  test("a response after logout is ignored", async ({ page }) => {
    const request = page.waitForRequest(PROFILE);
    await page.route(PROFILE, async (route) => {
      await page.evaluate(() => window.session.useSession.getState().signOut());
      await route.fulfill({ json: API_USER });
    });
    await page.evaluate(() => window.session.useSession.getState().refreshUser());
    await request;
    expect((await state(page)).user).toBeNull();
    expect(await storedSession(page)).toEqual([null, null]);
  });
});

test("updateUser without a user fails", async ({ page }) => {
  await page.evaluate(() => window.session.useSession.getState().restore());
  const failure = page.evaluate(() => window.session.useSession.getState().updateUser({ email: "x@example.org" }));
  await expect(failure).rejects.toThrow("Profile update failed");
  expect((await state(page)).error).toBe("Profile update failed");
  await page.evaluate(() => window.session.useSession.getState().restore());
  expect((await state(page)).error, "until somebody logs in").toBe("Profile update failed");
});
