/** The countdown page as the service writes it, and the page of the administration. The demo itself is open. */
import type { Page, Route } from "@playwright/test";
import { expect, PHONE, test } from "./helpers";
import { region, signInOperator } from "./operator";
import { runPython } from "./python";
import { expectFitsScreens } from "./screens";

/** Prints the pages by address, for an opening at a moment of the site's zone. */
const WRITE = `
import json, sys
from gateway import package_data
from gateway.config.settings import Settings
from gateway.extras.opening.page import CountdownPages
from gateway.extras.opening.repository import Opening
from gateway.features.site_content.content_store import load
from gateway.http.languages import SiteLanguages
message = "Every account that is made before the opening gets a mount, a title and a place in the hall of the first. " * 2
opening = Opening(1, int(sys.argv[1]), 1, message, None, 0, 0, None)
pages = CountdownPages(Settings(), SiteLanguages(package_data.ui()))
bodies = pages.write(opening, "1.0", load(package_data.content()))
print(json.dumps({address: body.decode() for address, body in bodies.items()}))
`;
/** 20:00 in Buenos Aires. */
const OPENS = Date.UTC(2030, 4, 4, 23);
const HOUR = 3_600_000;
const pages: Record<string, string> = JSON.parse(runPython(WRITE, String(OPENS / 1000)));

interface Server {
  phase: "waiting" | "open";
  /** Milliseconds since 1970. */
  now: number;
  calls: string[];
}

/** Serves the pages and their state in place of the demo. */
async function serve(page: Page, server: Server): Promise<void> {
  const answer = async (route: Route) => {
    const path = new URL(route.request().url()).pathname;
    server.calls.push(path);
    const headers = { date: new Date(server.now).toUTCString() };
    if (path !== "/api/opening") {
      const body = server.phase === "open" ? "<title>Home</title>" : pages[path];
      await route.fulfill({ contentType: "text/html", headers, body: body ?? "" });
    } else {
      await route.fulfill({ headers, json: { phase: server.phase, opens_at: null, version: "1.0" } });
    }
  };
  await page.route(({ pathname }) => pathname in pages || pathname === "/api/opening", answer);
}

const opened = (now: number): Server => ({ phase: "waiting", now, calls: [] });
const value = (page: Page, unit: number) => page.locator(`[data-unit="${unit}"]`);

test.describe("a visitor in another time zone", () => {
  test.use({ timezoneId: "Europe/Madrid" });

  for (const [address, date] of Object.entries({
    "/": /May 5, 2030.* 1:00/,
    "/es": /5 de mayo.*01:00$/,
    "/pt": /5 de maio/,
  }))
    test(`reads the date of that zone at ${address}, and nothing else is loaded`, async ({ page }) => {
      const server = opened(OPENS - 50 * HOUR);
      await serve(page, server);
      await page.clock.install({ time: server.now });
      await page.goto(address);
      await expect(page.locator("time")).toHaveText(date);
      await expect(page.getByText("Europe/Madrid")).toBeVisible();
      await expect(value(page, 86_400)).toHaveText("02");
      await page.clock.runFor(5000);
      await expect.poll(() => server.calls).toEqual([address, "/api/opening"]);
      await page.clock.resume();
      await expectFitsScreens(page, `opening${address.replace("/", "-")}`);
    });
});

test("the countdown follows the server's clock, and the game's answer opens the site", async ({ page }) => {
  const server = opened(OPENS - HOUR);
  await serve(page, server);
  await page.clock.install({ time: server.now + 3 * HOUR });
  await page.goto("/");
  await page.clock.runFor(4000);
  await expect(value(page, 60)).toHaveText("59");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We open soon");
  server.now = OPENS + 1000;
  await page.clock.runFor(HOUR);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The hour has come");
  await expect(page.getByText("We expect the server at any moment.")).toBeVisible();
  server.phase = "open";
  await page.clock.runFor(25_000);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We are open");
  await page.clock.runFor(45_000);
  await expect(page).toHaveTitle("Home");
});

test("a link to Home within the app leads to the countdown", async ({ page }) => {
  const server = opened(OPENS - HOUR);
  await page.goto("/media");
  await serve(page, server);
  await page.getByRole("banner").getByRole("link", { name: "Home", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We open soon");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the page has the date in the site's time zone", async ({ page }) => {
    await serve(page, opened(OPENS - HOUR));
    await page.goto("/es");
    await expect(page.locator("time")).toContainText("4 de mayo de 2030, 20:00 (hora estándar de Argentina)");
    await expect(page.locator(".countdown")).toBeHidden();
    await expect(page.locator("main noscript p")).toHaveText("Esta página se vuelve a cargar cada minuto.");
    await expect(page.getByRole("link", { name: "Crear una cuenta o iniciar sesión" })).toBeVisible();
  });
});

test.describe("the administration", () => {
  signInOperator();

  test("shows each phase at each width", async ({ page }) => {
    await page.setViewportSize(PHONE);
    const day = {
      ...{ opens_at: "2030-05-04T23:00:00Z", opened_at: null, is_registration_open: false, has_folder: false },
      ...{ message: "Every account that is made before the opening gets a mount.", texts: { es: "Una montura." } },
    };
    for (const [phase, state] of Object.entries({
      waiting: "counting down",
      expected: "expected",
      none: "not announced",
    })) {
      await page.route("**/api/admin/opening", (route) => route.fulfill({ json: { ...day, phase } }));
      await page.goto("/admin/opening");
      await expect(region(page, "State").getByText(state, { exact: true })).toBeVisible();
      await expect(page.getByText("The hour is over, and the game has not answered yet.")).toHaveCount(
        phase === "expected" ? 1 : 0,
      );
      await page.unrouteAll();
    }
    await page.route("**/api/admin/opening", (route) => route.fulfill({ json: { ...day, phase: "expected" } }));
    await page.goto("/admin/opening");
    await expect(region(page, "Change").getByLabel("Message")).toHaveValue(day.message);
    await expectFitsScreens(page, "admin-opening");
  });

  test("shows by a dry run what an announced day changes", async ({ page }) => {
    await page.goto("/admin/opening");
    await page.getByLabel("Opens").fill(new Date(Date.now() + 200 * HOUR).toISOString().slice(0, 16));
    await page.getByLabel("Message").fill("Soon");
    await page.getByRole("button", { name: "Announce" }).click();
    const panel = page.getByRole("dialog");
    await expect(panel.getByText("opening", { exact: true })).toBeVisible();
    await expect(panel.getByText("Soon")).toBeVisible();
  });
});
