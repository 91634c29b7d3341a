/** The pages of a site without extras: a service of its own on the demo's databases, with every extra off. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { type Page, request } from "@playwright/test";
import { test as base, DESKTOP, expect, logIn, PHONE } from "./helpers";
import { signInOperator } from "./operator";
import { PYTHON, ROOT } from "./python";

/** Settings of the demo, but for the extras, and without the Redis of the demo's own pages. */
const SERVE = `set -a; . "$E2E_SETTINGS"; unset GATEWAY_REDIS_URL GATEWAY_URL; GATEWAY_EXTRAS_ENABLED= GATEWAY_LOG_LEVEL=error; exec "$0" -m gateway serve`;

async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" ? `${address?.port}` : "";
}

/** Waits until the service has rendered Home. */
async function waitForHome(url: string): Promise<void> {
  const api = await request.newContext();
  const home = () =>
    api.get(url).then(
      (response) => response.text(),
      () => "",
    );
  await expect.poll(home, { message: "the rendered Home", timeout: 90_000 }).toContain('id="first-frame"');
  await api.dispose();
}

const test = base.extend<object, { bareSite: string }>({
  bareSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const server = { GATEWAY_SERVER_HOST: "127.0.0.1", GATEWAY_SERVER_PORT: port, GATEWAY_SERVER_DRAIN_SECONDS: "0" };
      const service = spawn("sh", ["-c", SERVE, PYTHON], {
        cwd: ROOT,
        env: { ...process.env, ...server },
        stdio: ["ignore", "ignore", "inherit"],
      });
      const end = once(service, "exit");
      try {
        await waitForHome(url);
        await use(url);
      } finally {
        service.kill("SIGTERM");
        await end;
      }
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ bareSite }, use) => use(bareSite),
});

// One service serves all of them.
test.describe.configure({ mode: "serial", timeout: 300_000 });
signInOperator();

const ABSENT =
  /^(\/es)?\/(world|events|status|c|clan|compare|boss|castle|bosses|sieges|weeks|competition|watch|tickets|guide|items|monsters|market)(\/|$)/;
const ABSENT_TABS = /tab=(gains|clans|competitions|rewards)/;
const WORDS =
  /World|Gains|Clans|Competition|Uptime|Rewards|Economy|Codes|Insight|Votes|Alerts|Starred|Drop guide|Market/;
const FILE = /^\/(files|api|feeds)\/|\.\w+$/;
const OTHER_LANGUAGE = /^\/(es|pt)(\/|$)/;

/** One of the addresses that differ in the rows, the page number and the like alone. */
function pageOf({ pathname, searchParams }: URL): string {
  const path = pathname.replace(/^(\/admin\/\w+)\/.*/, "$1/*");
  return `${path} ${searchParams.get("tab") ?? ""}`;
}

/** Opens all pages that links lead to, and returns how many; expects that none of them needs an extra. */
async function visitAll(page: Page, ...open: string[]): Promise<number> {
  const failures: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) failures.push(`${response.status()} ${response.url()} on ${page.url()}`);
  });
  const known = new Set(open.map((address) => pageOf(new URL(address, "http://site"))));
  for (let address = open.shift(); address; address = open.shift()) {
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    expect((await page.locator("nav").allInnerTexts()).join(), `navigation of ${address}`).not.toMatch(WORDS);
    await expect(page.locator("main :is(section, article):empty"), `empty parts of ${address}`).toHaveCount(0);
    const links = await page
      .locator("a[href]")
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    for (const url of links.map((link) => new URL(link))) {
      if (url.origin !== new URL(page.url()).origin || FILE.test(url.pathname)) continue;
      expect(url.pathname, `a link on ${address}`).not.toMatch(ABSENT);
      expect(url.search, `a link on ${address}`).not.toMatch(ABSENT_TABS);
      const name = pageOf(url);
      if (known.has(name) || OTHER_LANGUAGE.test(url.pathname)) continue;
      known.add(name);
      open.push(url.pathname + url.search);
    }
  }
  expect(failures, "failed requests").toEqual([]);
  return known.size;
}

for (const size of [DESKTOP, PHONE]) {
  test(`no page, player's tab or page of the administration needs an extra, ${size.width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await logIn(page, "demo");
    expect(await visitAll(page, "/", "/player", "/admin")).toBeGreaterThan(25);
  });
}

test("keys of the search open nothing", async ({ page }) => {
  await page.goto("/rankings");
  await page.keyboard.press("Control+k");
  await page.keyboard.press("/");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

for (const path of [
  ...["/world", "/es/world", "/world?tab=castles", "/events", "/status", "/c/Somebody", "/clan/Anybody"],
  ...[
    "/compare/One/Other",
    "/boss/baium",
    "/castle/aden",
    "/bosses/29001/2026-11-20-1354",
    "/sieges/3/2026-11-20",
    "/weeks/2026-W47",
  ],
  ...["/competition/1", "/guide", "/items/57", "/market", "/market/57"],
]) {
  test(`${path} is the page of unknown addresses`, async ({ page, expectErrors }) => {
    expectErrors(/status of 404/);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    expect(response?.headers()["x-robots-tag"]).toBe("noindex");
    const title = path.startsWith("/es") ? /página pública/ : "No public page under this name";
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(requests.filter((name) => name.startsWith("/api/") && name !== "/api/site")).toEqual([]);
  });
}

test("the status of the server needs no extra, though /status is a page of one", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto("/");
  const card = page.getByRole("region", { name: "Server status" });
  await expect(card).toContainText(/Online|Offline/);
  await expect(card).toContainText(/\d \/ [\d,]+/);
  await expect(page.getByRole("heading", { name: "Characters by race" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(requests.filter((path) => path.startsWith("/api/status/"))).toEqual([]);
  for (const path of ["/api/server/status", "/api/server/stats"])
    expect((await page.request.get(path)).status(), path).toBe(200);
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Server Status" })).toHaveAttribute(
    "href",
    "/server-info",
  );
});

test("a tab of an extra is the first one of its page", async ({ page }) => {
  await page.goto("/rankings?tab=clans");
  await expect(page.getByRole("columnheader", { name: "PvP" })).toBeVisible();
});
