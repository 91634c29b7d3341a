/** A rendered page keeps room for the parts that scripts add: no element moves when the page is hydrated. */
import type { BrowserContext } from "@playwright/test";
import { DESKTOP, expect, latch, logIn, PHONE, test } from "./helpers";

const MAIN = "**/assets/main-*.js";
const PATHS = ["/", "/es", "/server-info?tab=sieges", "/world", "/world?tab=olympiad", "/status", "/castle/aden"];

/** Of the elements of a page: their edges, to compare with those after hydration. */
interface Watched {
  element: Element;
  before: DOMRect;
}

/** Returns the elements that are elsewhere after hydration. One that only gets another width keeps an edge. */
async function findMoved(context: BrowserContext, path: string, viewport: typeof PHONE, user?: "demo") {
  const page = await context.newPage();
  await page.setViewportSize(viewport);
  if (user) await logIn(page, user);
  const network = latch();
  await page.route(MAIN, network.hold);
  await page.goto(path);
  const { answers } = JSON.parse((await page.locator("#first-frame").textContent()) ?? "");
  // What happened since the rendering waits behind a button above the events.
  await page.route("**/api/world/events", (route) => route.fulfill({ json: answers["/api/world/events"] }));
  const watched = await page.evaluateHandle(async () => {
    await document.fonts.ready;
    return [...document.querySelectorAll("#root *")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.textContent?.trim())
      .map((element): Watched => ({ element, before: element.getBoundingClientRect() }));
  });
  await page.evaluate(() => dispatchEvent(new Event("wheel")));
  network.release();
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  const moved = await watched.evaluate((elements) =>
    elements.flatMap(({ element, before }) => {
      const after = element.getBoundingClientRect();
      if (!element.checkVisibility()) return [];
      const isElsewhere = (edge: "top" | "left" | "right") => Math.abs(after[edge] - before[edge]) > 1;
      if (!isElsewhere("top") && !(isElsewhere("left") && isElsewhere("right"))) return [];
      return `${element.localName} ${element.textContent?.slice(0, 40)}: ${[before.x, before.y]} to ${[after.x, after.y]}`;
    }),
  );
  expect(await watched.evaluate((elements) => elements.length), `elements of ${path}`).toBeGreaterThan(50);
  await page.close();
  return moved.slice(0, 3).map((element) => `${path}: ${element}`);
}

test.beforeEach(async ({ request }) => {
  for (const path of PATHS)
    await expect
      .poll(async () => (await request.get(path)).text(), { message: `the rendered ${path}`, timeout: 60_000 })
      .toContain('id="first-frame"');
});

for (const viewport of [PHONE, DESKTOP]) {
  test(`no element moves at ${viewport.width} px`, async ({ context }) => {
    const moved = await Promise.all(PATHS.map((path) => findMoved(context, path, viewport)));
    expect(moved.flat()).toEqual([]);
  });

  test(`no element of Home moves at ${viewport.width} px for a player`, async ({ context }) => {
    expect(await findMoved(context, "/", viewport, "demo")).toEqual([]);
  });

  test.describe("in the site's zone", () => {
    test.use({ timezoneId: "America/Argentina/Buenos_Aires" });

    // In another zone events may be on another day.
    test(`no event moves at ${viewport.width} px`, async ({ context }) => {
      expect(await findMoved(context, "/events", viewport)).toEqual([]);
    });
  });
}
