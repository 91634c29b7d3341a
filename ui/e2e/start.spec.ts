/** The first script of a rendered page: what it leaves until somebody comes, and that nothing is lost until then. */
import type { BrowserContext, Page } from "@playwright/test";
import { dialog, expect, latch, test } from "./helpers";

const MAIN = "**/assets/main-*.js";

/** Opens a page that takes no sign of a person by itself; `network`: holds its scripts. */
async function open(context: BrowserContext, path: string, network: ReturnType<typeof latch>, referer = "") {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.route(MAIN, network.hold);
  await page.goto(path, { waitUntil: "domcontentloaded", ...(referer && { referer }) });
  return page;
}

const ready = (page: Page) => page.locator("html[data-ready]").waitFor({ state: "attached" });

test.beforeEach(({ request }) =>
  expect
    .poll(async () => (await request.get("/")).text(), { message: "the rendered Home", timeout: 60_000 })
    .toContain('id="first-frame"'),
);

test("a first visit loads the first script alone, and the others when nothing has happened for a while", async ({
  context,
}) => {
  const page = await context.newPage();
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  await page.goto("/", { waitUntil: "networkidle" });
  expect(scripts).toEqual([expect.stringMatching(/^\/assets\/start-\w+\.js$/)]);
  await page.clock.runFor(10_000);
  await page.clock.resume();
  await ready(page);
  expect(scripts.length).toBeGreaterThan(1);
});

test("presses, keys and texts that come before the page answers are repeated once it does", async ({ context }) => {
  const network = latch();
  const page = await open(context, "/rankings", network);
  await page.locator('label[title="Dwarf"]').first().click();
  await page.getByLabel("Character name").fill("a");
  network.release();
  await expect(page).toHaveURL(/race=4/);
  await expect(page).toHaveURL(/name=a/);
  await expect(page.getByRole("radio", { name: "Dwarf" })).toBeChecked();

  const secondNetwork = latch();
  const home = await open(context, "/", secondNetwork);
  const login = home.getByRole("banner").getByRole("button", { name: "Login", exact: true });
  await login.click();
  await login.click();
  secondNetwork.release();
  await expect(dialog(home)).toHaveCount(1);
  await expect(dialog(home)).toContainText("Username");

  const thirdNetwork = latch();
  const media = await open(context, "/media", thirdNetwork);
  await media.keyboard.press("/");
  thirdNetwork.release();
  await expect(dialog(media).getByRole("combobox")).toBeFocused();
});

test("the page starts to work after a press, not under it", async ({ context }) => {
  const network = latch();
  const page = await open(context, "/news/castle-sieges-return", network);
  const link = page.getByRole("navigation", { name: "Other news" }).getByRole("link");
  await link.hover();
  await page.mouse.down();
  network.release();
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(1000);
  await expect(page.locator("html[data-ready]")).toHaveCount(0);
  await page.mouse.up();
  await expect(page).toHaveURL(/\/news\/welcome$/);
  await ready(page);
});

test("a link that is followed before the page answers opens its page once, and keeps the source", async ({
  context,
}) => {
  const network = latch();
  const page = await open(context, "/rankings", network, "https://www.l2votes.com/servers");
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).search);
  });
  await page.getByRole("link", { name: "PK Rankings" }).click();
  network.release();
  await expect(page.getByRole("columnheader", { name: "PK Kills" })).toBeVisible();
  await ready(page);
  expect(documents).toEqual(["?tab=pk"]);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("first_source"))).toContain("www.l2votes.com");
  await page.goBack();
  await ready(page);
  await expect(page.getByRole("columnheader", { name: "PvP Kills" })).toBeVisible();
});
