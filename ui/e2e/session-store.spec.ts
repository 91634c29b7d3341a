/** The session's own functions, in a real page but apart from its screens. */
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { build } from "esbuild";
import type { useSession } from "../src/shared/stores/session";
import { expect, REFUSED, refuse, test } from "./house";

declare global {
  interface Window {
    session: { useSession: typeof useSession; storeToken: (token: string) => void };
  }
}

const USER = { username: "lunar", email: "old@example.org", access_level: 0 };
const HELD = { ...USER, email: "new@example.org", access_level_label: "Player" };
const PROFILE = "**/api/auth/profile";

/** The store as the page's build would bundle it, under a name that the test can reach. */
async function openStore(page: Page) {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "../src/shared/stores/session.ts")],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "session",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  // An empty page of the site: whose storage it is depends on that alone.
  await page.route("**/empty", (route) => route.fulfill({ contentType: "text/html", body: "<title>empty</title>" }));
  await page.goto("/empty");
  await page.evaluate(`${outputFiles[0]?.text}; window.session = session; undefined`);
}

const state = (page: Page) =>
  page.evaluate(() => {
    const { user, isAuthenticated, isLoading, error } = window.session.useSession.getState();
    return { user, isAuthenticated, isLoading, error };
  });
const stored = (page: Page) =>
  page.evaluate(() => [localStorage.getItem("auth_token"), JSON.parse(localStorage.getItem("user_data") ?? "null")]);

test.beforeEach(async ({ page }) => openStore(page));

test("begins as loading and nobody", async ({ page }) => {
  expect(await state(page)).toEqual({ user: null, isAuthenticated: false, isLoading: true, error: null });
  await page.evaluate(() => window.session.useSession.getState().restore());
  expect(await state(page)).toEqual({ user: null, isAuthenticated: false, isLoading: false, error: null });
});

test.describe("of one who is logged in", () => {
  test.beforeEach(({ page }) =>
    page.evaluate((user) => window.session.useSession.getState().signIn("a.b.c", user), USER),
  );

  test("keeps the token and the whole user", async ({ page }) => {
    expect(await state(page)).toEqual({ user: USER, isAuthenticated: true, isLoading: false, error: null });
    expect(await stored(page)).toEqual(["a.b.c", USER]);
  });

  test("keeps a fresh token at once", async ({ page }) => {
    await page.evaluate(() => window.session.storeToken("d.e.f"));
    expect(await stored(page)).toEqual(["d.e.f", USER]);
  });

  test("refresh takes what the service holds", async ({ page }) => {
    await page.route(PROFILE, (route) => route.fulfill({ json: HELD }));
    await page.evaluate(() => window.session.useSession.getState().refreshUser());
    expect((await state(page)).user).toEqual(HELD);
    expect(await stored(page)).toEqual(["a.b.c", HELD]);
  });

  test("refresh logs out, whatever failed", async ({ page, expectErrors }) => {
    expectErrors(...REFUSED);
    await page.route(PROFILE, refuse(503, { message: "Down." }));
    await page.evaluate(() => window.session.useSession.getState().refreshUser());
    expect(await state(page)).toEqual({ user: null, isAuthenticated: false, isLoading: false, error: null });
    expect(await stored(page)).toEqual([null, null]);
  });

  test("an update shows before the service has been asked again", async ({ page }) => {
    await page.route(PROFILE, () => undefined);
    const update = () => void window.session.useSession.getState().updateUser({ email: "typed@example.org" });
    await page.evaluate(update);
    const merged = { ...USER, email: "typed@example.org" };
    expect((await state(page)).user).toEqual(merged);
    expect(await stored(page)).toEqual(["a.b.c", merged]);
  });

  test("an update is replaced by what the service holds", async ({ page }) => {
    await page.route(PROFILE, (route) => route.fulfill({ json: HELD }));
    await page.evaluate(() => window.session.useSession.getState().updateUser({ email: "typed@example.org" }));
    expect((await state(page)).user).toEqual(HELD);
  });

  test("an update that cannot be read again is only warned of", async ({ page, expectErrors }) => {
    expectErrors(...REFUSED);
    const warnings: string[] = [];
    page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
    await page.route(PROFILE, refuse(503, { message: "Down." }));
    await page.evaluate(() => window.session.useSession.getState().updateUser({ email: "typed@example.org" }));
    expect(await state(page)).toMatchObject({
      user: { email: "typed@example.org" },
      isAuthenticated: true,
      error: null,
    });
    expect(warnings).toEqual([expect.stringContaining("could not be read again")]);
    expect(warnings.join()).not.toContain("example.org");
  });

  test("an answer that comes after the logout enters nobody", async ({ page }) => {
    const asked = page.waitForRequest(PROFILE);
    await page.route(PROFILE, async (route) => {
      await page.evaluate(() => window.session.useSession.getState().signOut());
      await route.fulfill({ json: HELD });
    });
    await page.evaluate(() => window.session.useSession.getState().refreshUser());
    await asked;
    expect((await state(page)).user).toBeNull();
    expect(await stored(page)).toEqual([null, null]);
  });
});

test("an update for nobody fails in the words for it", async ({ page }) => {
  const failure = page.evaluate(() => window.session.useSession.getState().updateUser({ email: "x@example.org" }));
  await expect(failure).rejects.toThrow("Profile update failed");
  expect((await state(page)).error).toBe("Profile update failed");
});
