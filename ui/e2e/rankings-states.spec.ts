import { expect, expectAccessible, latch, REQUEST_ERRORS, test, UNAVAILABLE } from "./helpers";
import { BOARDS, EMPTY, recordRequests, rows, waitForRows } from "./rankings-data";

test("shows skeleton rows of the final height", async ({ page }) => {
  const { hold, release } = latch();
  await page.route(BOARDS, hold);
  await page.goto("/rankings");
  await expect(page.getByText("Loading rankings...")).toBeVisible();
  await expect(rows(page)).toHaveCount(50);
  const heights = () =>
    rows(page).evaluateAll((all) => all.slice(0, 10).map((one) => Math.round(one.getBoundingClientRect().height)));
  const before = await heights();
  await expectAccessible(page);
  release();
  await waitForRows(page);
  expect(await heights()).toEqual(before);
});

test("keeps old rows dimmed while new ones load", async ({ page }) => {
  await page.goto("/rankings");
  await waitForRows(page);
  const first = await rows(page).first().textContent();
  const { hold, release } = latch();
  await page.route(BOARDS, hold);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/page=2/);
  expect(await rows(page).first().textContent()).toBe(first);
  await expect(page.getByRole("table")).toHaveCSS("opacity", "0.78");
  release();
  await expect(rows(page).first().locator("td").first()).toHaveText("#51");
  await expect(page.getByRole("table")).toHaveCSS("opacity", "1");
});

test("shows an error until Try Again reloads the page", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.route(BOARDS, UNAVAILABLE);
  await page.goto("/rankings");
  await expect(page.getByText("Error Loading Rankings")).toBeVisible();
  await expect(page.getByText("Failed to fetch ranking data")).toBeVisible();
  await expect(page.getByText("The game world cannot be reached.")).toHaveCount(0);
  await expectAccessible(page);
  const calls = recordRequests(page);
  await page.evaluate(() => {
    window.dispatchEvent(new Event("focus"));
    window.dispatchEvent(new Event("online"));
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.getByLabel("Character name").focus();
  expect(calls, "requests without a click on Try Again").toEqual([]);
  await page.unroute(BOARDS);
  await page.getByRole("button", { name: "Try Again" }).click();
  await waitForRows(page);
});

test("shows an empty state; Clear filters resets the search", async ({ page }) => {
  await page.route(BOARDS, (route) => route.fulfill({ json: EMPTY }));
  await page.goto("/rankings?search_name=zzzz");
  await expect(page.getByText("No ranking data available")).toBeVisible();
  await expect(page.getByText("Be the first to make your mark!")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Pages" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/rankings$/);
  await expect(page.getByLabel("Character name")).toHaveValue("");
});
