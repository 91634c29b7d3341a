/** Pages that the service renders: readable without JavaScript, hydrated without a mismatch, then as fresh as before. */
import type { Page } from "@playwright/test";
import { expect, test } from "./helpers";

/** Views and the calls that each makes once per load, notices apart. */
const VIEWS: Readonly<Record<string, readonly string[]>> = {
  "/": [
    ...["/api/campaigns", "/api/rankings/movers", "/api/rankings/pvp?page_size=3"],
    ...["/api/server/stats", "/api/server/status", "/api/world/pulse"],
  ],
  "/world": ["/api/world/bosses", "/api/world/pulse"],
  "/rankings": ["/api/rankings/pvp?page=1&page_size=50"],
  "/rankings?tab=pk&page=2": ["/api/rankings/pk?page=2&page_size=50"],
  "/server-info": ["/api/world/castles"],
  "/server-info?tab=rates": [],
  "/server-info?tab=bosses": ["/api/world/bosses"],
  "/media?tab=screenshots": [],
  "/guide?category=weapon": ["/api/guide?category=weapon"],
  "/download": [],
};

/** Views with times of their own: the only ones that another time zone could change. */
const VIEWS_WITH_TIMES = ["/", "/world", "/server-info", "/server-info?tab=bosses"];

const htmlOf = async (page: Page, path: string) => (await page.request.get(path)).text();

/** A service renders after its first snapshot, so a new one may serve empty shells for a moment. */
test.beforeEach(({ page }) =>
  expect.poll(() => htmlOf(page, "/"), { message: "the rendered Home", timeout: 60_000 }).toContain('id="first-frame"'),
);

for (const timezoneId of ["UTC", "Pacific/Tongatapu"])
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId });

    for (const [path, calls] of Object.entries(VIEWS).filter(
      ([path]) => timezoneId === "UTC" || VIEWS_WITH_TIMES.includes(path),
    ))
      test(`${path} is hydrated as it was rendered, and reads its data once`, async ({ page }) => {
        const requests: string[] = [];
        page.on("request", (request) => {
          const { pathname, search } = new URL(request.url());
          if (pathname.startsWith("/api/") && pathname !== "/api/site") requests.push(pathname + search);
        });
        await page.goto(path);
        await page.waitForFunction((root) => Object.keys(root ?? {}).length > 0, await page.$("#root"));
        await expect.poll(() => requests.toSorted()).toEqual(calls);
        await page.waitForLoadState("networkidle");
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        expect(requests.toSorted()).toEqual(calls);
        if (path === "/")
          await expect(page.getByRole("region", { name: "Server status" })).toContainText(/Measured (now|.+ ago)/);
      });
  });

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("Home, Rankings and Server Info can be read", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("region", { name: "Server status" })).toContainText(/Online[\s\S]*\d/);
    await expect(page.getByRole("list").filter({ hasText: "PvP Kills" }).getByRole("heading")).toHaveCount(3);
    await expect(page.getByText(/ago|needs JavaScript|Loading/)).toHaveCount(0);
    await page.getByRole("link", { name: "Rankings", exact: true }).first().click();
    await expect(page.getByRole("row")).toHaveCount(51);
    await page.getByRole("link", { name: "PK Rankings" }).click();
    await expect(page.getByRole("columnheader", { name: "PK Kills" })).toBeVisible();
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page.locator("#rank-51")).toBeVisible();
    await page.goto("/rankings?race=3");
    await expect(page.getByRole("row")).toHaveCount(51);
    await page.goto("/server-info?tab=bosses");
    await expect(page.getByRole("heading", { name: "Valakas" })).toBeVisible();
    await page.getByRole("link", { name: "Rules" }).click();
    // Locators by text and role pass over what is within noscript.
    await expect(page.locator("#rules li")).toHaveCount(4);
    await expect(page.locator("#rules li").first()).toBeInViewport();
  });
});

test("other queries and unknown tabs get the empty shell with the head of the page", async ({ page }) => {
  for (const path of ["/rankings?page=2&x=1", "/server-info?tab=none", "/?x=1"]) {
    const html = await htmlOf(page, path);
    expect(html, path).toContain('<div id="root"></div>');
    expect(html, path).toMatch(/<title>.*Fishi.*<\/title>/);
  }
});

test("no script of a page competes with its pictures and fonts", async ({ page }) => {
  const scripts = (await htmlOf(page, "/")).match(/<script [^>]*src=[^>]*>|<link rel="modulepreload[^>]*>/g);
  expect(scripts).toEqual([
    expect.stringMatching(/defer src="\/assets\/start-\w+\.js" fetchpriority="low" data-modules="\/assets\/main-/),
  ]);
});

test("an empty shell starts in browsers that report no paint of an empty page", async ({ page }) => {
  await page.addInitScript(() => {
    const observe = PerformanceObserver.prototype.observe;
    PerformanceObserver.prototype.observe = function (options) {
      if (options?.type !== "paint") observe.call(this, options);
    };
  });
  await page.goto("/rankings?utm_source=forum");
  await expect(page.getByRole("row")).toHaveCount(51);
});

test("Home states the players online; the player area and pages past the last one are not indexed", async ({
  page,
}) => {
  const html = await htmlOf(page, "/");
  const parts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
  const [server, state] = parts.map(([, text = ""]) => JSON.parse(text));
  expect(server).toMatchObject({ "@type": "GameServer", game: { "@type": "VideoGame" } });
  expect(state["@type"]).toBe("GameServer");
  expect(new URL(state["@id"], server["@id"]).href).toBe(server["@id"]);
  expect(state.playersOnline).toBeGreaterThanOrEqual(0);
  const robots = async (path: string) => (await page.request.get(path)).headers()["x-robots-tag"];
  for (const path of ["/player", "/player/profile", "/es/player", "/offline"])
    expect(await robots(path)).toBe("noindex");
  for (const path of ["/rankings?page=9999", "/rankings?tab=clans&page=9999", "/guide?category=weapon&page=9999"])
    expect(await robots(path)).toBe("noindex");
  for (const path of ["/", "/rankings", "/es"]) expect(await robots(path)).toBeUndefined();
});

test("each tab has a title, a canonical address and structured data of its own", async ({ page }) => {
  const titles = new Set<string>();
  // Titles and addresses are part of the document; the page renders them only when it is left.
  for (const tab of [
    "",
    ...["rates", "events", "bosses", "olympiad", "sieges", "zones"].map((name) => `?tab=${name}`),
  ]) {
    const html = await htmlOf(page, `/server-info${tab}`);
    const address = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? "";
    expect(address).toMatch(/^https?:/);
    expect(address.endsWith(`/server-info${tab}`), address).toBe(true);
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? "");
    expect(data.url).toBe(address);
    expect(data.breadcrumb.itemListElement.map(({ item }: { item: string }) => new URL(item).pathname)).toEqual([
      "/",
      ...Array(tab ? 2 : 1).fill("/server-info"),
    ]);
    expect(data.breadcrumb.itemListElement.at(-1).item).toBe(address);
    const title = /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? "";
    expect(title).toBe(data.name);
    titles.add(title);
  }
  expect(titles.size).toBe(7);
  for (const title of titles) expect(title).toContain("Lineage 2 Interlude");
  await page.goto("/server-info");
  await page.getByRole("navigation", { name: "Server Info" }).getByRole("link", { name: "Rates" }).click();
  await expect(page).toHaveTitle(/^Rates/);
});
