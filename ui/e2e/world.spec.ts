import type { Page, Request } from "@playwright/test";
import { expect, expectAccessible, expectNoHorizontalScroll, SMALL_PHONE, test, UNAVAILABLE } from "./helpers";

const tabs = (page: Page) => page.getByRole("navigation", { name: "The World" });

test("bosses have states, windows and killers; filters live in the address", async ({ page }) => {
  const answer = await (await page.request.get("/api/world/bosses")).json();
  const killedBoss = answer.data.find((boss: { killers: object[] | null }) => boss.killers);
  await page.goto("/world");
  await expect(page.getByRole("heading", { name: "Windows of the next two days" })).toBeVisible();
  await page
    .getByRole("row", { name: new RegExp(`^(Star .+ )?${killedBoss.name}`) })
    .getByRole("button", { name: /player/ })
    .click();
  const party = page.getByRole("region", { name: `Killers of ${killedBoss.name}` });
  await expect(party.getByRole("listitem")).toHaveCount(killedBoss.killers.length);
  await expectAccessible(page);

  const alive = page.getByRole("link", { name: /^Alive/ });
  await alive.click();
  await expect(alive).toHaveAttribute("aria-current", "true");
  await page.getByRole("link", { name: "76+" }).click();
  await expect(page).toHaveURL(/state=alive&level=76$/);
  await page.getByLabel("Boss or zone").fill("nowhere");
  await expect(page.getByText("No boss found")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/state=alive$/);
});

test("the map opens at the next siege and shows the crests of owners", async ({ page }) => {
  const { data } = await (await page.request.get("/api/world/castles")).json();
  const at = ({ siege_at }: { siege_at: string | null }) => siege_at ?? "9";
  const next = data.reduce((first: never, castle: never) => (at(castle) < at(first) ? castle : first));
  await page.goto("/world?tab=castles");
  await expect(page.getByRole("heading", { name: `${next.name} Castle` })).toBeVisible();
  const crests = page.getByRole("group", { name: "Map" }).locator("image");
  await expect(crests).toHaveCount(
    data.filter(({ owner }: { owner: { crest?: string } | null }) => owner?.crest).length,
  );
});

test("a castle is chosen on the map by keyboard; the list is its own view", async ({ page }) => {
  const answer = await (await page.request.get("/api/world/castles")).json();
  const giran = answer.data.find((castle: { name: string }) => castle.name === "Giran");
  await page.goto("/world?tab=castles");
  await page.getByRole("link", { name: `Giran ${giran.owner?.name ?? "No owner"}` }).press("Enter");
  await expect(page.getByRole("heading", { name: "Giran Castle" })).toBeVisible();
  await expect(page).toHaveURL(/castle=giran$/);
  await expectAccessible(page);
  await page.getByRole("link", { name: "List", exact: true }).click();
  await expect(page.getByRole("row")).toHaveCount(10);
});

test("tabs follow what the server records, and none is wider than a small phone", async ({ page, expectErrors }) => {
  await page.setViewportSize(SMALL_PHONE);
  await page.goto("/world");
  const { blocks } = await (await page.request.get("/api/world/pulse")).json();
  await expect(tabs(page).getByRole("link")).toHaveCount(blocks.length);
  await expectNoHorizontalScroll(page);
  for (const name of ["Castles", "Olympiad", "Seven Signs", "Wars"]) {
    await tabs(page).getByRole("link", { name }).click();
    await expect(page.getByText("Read from the game")).toBeVisible();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
  }
  await test.step("an answer that fails is said", async () => {
    expectErrors(/Failed to load resource/, /failed: /);
    await page.route("**/api/world/signs", UNAVAILABLE);
    await page.goto("/world?tab=signs&from=link");
    await expect(page.getByText("The world cannot be shown right now.")).toBeVisible();
  });
});

test("a refresh asks the service once, and does not take a stale copy", async ({ page }) => {
  const requests: Request[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/world/bosses")) requests.push(request);
  });
  await page.clock.install();
  await page.goto("/world");
  await expect.poll(() => requests.length).toBe(1);
  await (await requests[0]?.response())?.finished();
  await page.clock.runFor(17_000);
  await expect.poll(() => requests.length).toBe(2);
  expect(await requests[1]?.headerValue("cache-control")).toBe("max-age=0");
  const answer = await requests[1]?.response();
  expect([200, 304]).toContain(answer?.status());
});
