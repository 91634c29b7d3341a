/** The first frame of the player's area, which the service renders without a session. */
import type { Request } from "@playwright/test";
import { expect, latch, logIn, test } from "./helpers";

const MAIN = /\/assets\/main-\w+\.js/;

/** The first addresses of each tab that the page reads itself, beside those of every tab. */
const TABS = {
  profile: ["/api/player/profile", "/api/player/security-logs?limit=5"],
  characters: ["/api/player/characters"],
  donations: ["/api/donations/packages"],
  roulette: ["/api/roulette/config", "/api/roulette/stats", "/api/roulette/cooldown", "/api/roulette/fairness"],
  rewards: ["/api/player/balances"],
};

test.beforeEach(({ request }) =>
  expect
    .poll(async () => (await request.get("/player?tab=rewards")).text(), { message: "the rendered frame" })
    .toContain('id="first-frame"'),
);

for (const [tab, addresses] of Object.entries(TABS)) {
  test(`shows head and tab of ${tab} and begins its calls before the application has loaded`, async ({ page }) => {
    await logIn(page, "demo");
    const network = latch();
    const asked: string[] = [];
    const note = (request: Request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith("/api/")) asked.push(pathname + search);
    };
    await page.route(MAIN, network.hold);
    page.on("request", note);
    const opened = page.goto(`/player?tab=${tab}`);
    await expect(page.getByRole("heading", { name: "Loading your dashboard..." })).toBeVisible();
    await expect(page.locator('nav[aria-label="Dashboard"] [aria-current=page]')).toHaveAttribute(
      "href",
      `/player?tab=${tab}`,
    );
    await expect.poll(() => asked).toEqual(expect.arrayContaining([...addresses, "/api/auth/notices"]));
    const early = [...asked];
    network.release();
    await opened;
    await expect(page.getByRole("heading", { name: "Welcome back, demo" })).toBeVisible();
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
    page.off("request", note);
    expect(asked.filter((address) => early.includes(address)).sort()).toEqual(early.sort());
  });
}

test("a tab that is loaded after its page reads the answers that were requested early", async ({ page }) => {
  await logIn(page, "demo");
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/")) asked.push(pathname + search);
  });
  await page.route("**/assets/RouletteTab-*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  // An address that is not rendered: its page does not wait for the tab.
  await page.goto("/player?tab=roulette&utm_source=mail");
  await expect(page.getByRole("button", { name: /^Spin/ })).toBeVisible();
  for (const address of TABS.roulette) expect(asked).toContain(address);
  expect(asked.sort()).toEqual([...new Set(asked)].sort());
});

test("hides the frame from a visitor, who is asked to log in", async ({ page }) => {
  const network = latch();
  await page.route(MAIN, network.hold);
  const opened = page.goto("/player?tab=donations");
  await expect(page.locator("#main")).toBeHidden();
  network.release();
  await opened;
  await expect(page.getByText("Authentication Required")).toBeVisible();
});
