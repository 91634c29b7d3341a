/** The service worker: what it caches, the offline page, its update and its removal. */
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoHorizontalScroll, REQUEST_ERRORS, SMALL_PHONE, test } from "./helpers";

test.use({ serviceWorkers: "allow" });

const SCRIPT = "/service-worker.js";

/** Opens Home and waits until the worker serves its requests. */
async function openWithWorker(page: Page) {
  await page.goto("/");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  });
}

const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (await Promise.all(stores.map((store) => store.keys()))).flat();
    return requests.map(({ url }) => new URL(url).pathname);
  });

const states = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return [registration?.active?.state, registration?.waiting?.state].filter(Boolean);
  });

test("pages that were not opened before show without a network, others say that there is none", async ({
  page,
  context,
  expectErrors,
}) => {
  expectErrors(...REQUEST_ERRORS);
  await openWithWorker(page);
  // The content of all pages, and the last part of Home.
  await page.waitForFunction(() => {
    const names = performance.getEntriesByType("resource").map(({ name }) => name);
    return ["content", "afterLoad"].every((part) => names.some((name) => name.includes(`/assets/${part}-`)));
  });
  await context.setOffline(true);
  await expect(page.getByText("You are offline")).toBeVisible();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Download" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Download" })).toBeVisible();
  expect((await cachedPaths(page)).filter((path) => !path.startsWith("/assets/"))).toEqual([
    "/favicon.svg",
    "/offline",
  ]);
  await page.goto("/media?tab=screenshots");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(["You are offline", "Sin conexión", "Sem conexão"]);
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(11, 14, 20)");
  await expectAccessible(page);
  await page.setViewportSize(SMALL_PHONE);
  await expectNoHorizontalScroll(page);
  expect((await page.getByRole("link", { name: "Try again" }).boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page).toHaveURL("/media?tab=screenshots");
  await expect(page.getByRole("heading", { level: 1, name: "Media" })).toBeVisible();
});

test("a new version waits for the pages of the old one, then deletes the caches of others", async ({ page }) => {
  await openWithWorker(page);
  const [current] = await page.evaluate(() => caches.keys());
  await page.evaluate(() => caches.open("assets-of-another-build"));
  await page.evaluate((script) => navigator.serviceWorker.register(`${script}?next`), SCRIPT);
  await expect.poll(() => states(page)).toEqual(["activated", "installed"]);
  expect(await page.evaluate(() => caches.keys())).toHaveLength(2);
  // A page that no worker serves does not keep the old version, and sees when the new one has taken over.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setBypassServiceWorker", { bypass: true });
  await page.goto("/robots.txt");
  await expect.poll(() => states(page)).toEqual(["activated"]);
  expect(await page.evaluate(() => caches.keys())).toEqual([current]);
  await devtools.detach();
});

test("the worker removes itself when the service has none any more", async ({ page, context, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await openWithWorker(page);
  await context.route(`**${SCRIPT}?*`, (route) => route.fulfill({ status: 404 }));
  await page.goto("/robots.txt");
  await expect.poll(() => states(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
});
