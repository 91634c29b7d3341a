/** The pages of bosses and castles, with what the game and its history say of them. */
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  PHONE,
  REQUEST_ERRORS,
  SMALL_PHONE,
  test,
  UNAVAILABLE,
} from "./helpers";

interface Boss {
  name: string;
  path: string;
  kind: string;
  killers: object[] | null;
}

test("a boss has its kills with reports, its hunters, and its place", async ({ page }) => {
  const { data } = await (await page.request.get("/api/world/bosses")).json();
  const killed: Boss = data.find((boss: Boss) => boss.killers?.length);
  const answer = await (await page.request.get(`/api/world/bosses/${killed.path.slice("/boss/".length)}`)).json();
  await page.goto("/world");
  await page.getByRole("row").getByRole("link", { name: killed.name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${killed.path}$`));
  await expect(page.getByRole("heading", { level: 1, name: killed.name })).toBeVisible();
  await expect(page.getByText("Kills tracked", { exact: true })).toBeVisible();
  const history = page.getByRole("region", { name: "History of kills" });
  await expect(history.locator("tbody").getByRole("row")).toHaveCount(Math.min(10, answer.history.length));
  await expect(page.getByRole("region", { name: `Hunters of ${killed.name}` })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(SMALL_PHONE);
  await expectNoHorizontalScroll(page);
  await history.locator("tbody").getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: `${killed.name} falls` })).toBeVisible();
  await page.getByRole("link", { name: `All kills of ${killed.name}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: killed.name })).toBeVisible();
});

test("grand bosses stand before raid bosses in the table and in the chart", async ({ page }) => {
  const { data } = await (await page.request.get("/api/world/bosses")).json();
  const kinds = new Map(data.map(({ name, kind }: Boss) => [name, kind]));
  await page.goto("/world");
  const lists = {
    table: page.getByRole("region", { name: "Bosses" }).getByRole("rowheader").getByRole("link"),
    chart: page.getByRole("region", { name: "Windows of the next two days" }).getByRole("listitem").getByRole("link"),
  };
  for (const [list, links] of Object.entries(lists)) {
    await expect(links.first()).toBeVisible();
    const shown = (await links.allInnerTexts()).map((name) => String(kinds.get(name)));
    expect(shown, list).toEqual([...shown].sort());
  }
});

test("a castle has its owners and its sieges with reports", async ({ page }) => {
  const { data } = await (await page.request.get("/api/world/castles")).json();
  const castle = data.find(({ last_siege }: { last_siege: string | null }) => last_siege);
  const answer = await (await page.request.get(`/api/world/castles/${castle.id}`)).json();
  await page.setViewportSize(PHONE);
  await page.goto("/world?tab=castles&view=list");
  await page.getByRole("link", { name: castle.name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: `${castle.name} Castle` })).toBeVisible();
  const sieges = page.getByRole("region", { name: "Past sieges" });
  await expect(sieges.locator("tbody").getByRole("row")).toHaveCount(Math.min(10, answer.sieges.length));
  const owners = page.getByRole("table", { name: "Owners", exact: true }).locator("tbody").getByRole("row");
  await expect(owners).toHaveCount(Math.min(8, answer.reigns.length));
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await sieges.locator("tbody").getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: `Siege of ${castle.name}` })).toBeVisible();
  await page.getByRole("link", { name: `${castle.name}: owners and sieges` }).click();
  await expect(page).toHaveURL(new RegExp(`/castle/${castle.name.toLowerCase()}$`));
});

test("an id leads to the page of the name; an unknown name has a way on", async ({ page, request, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  const head = async (path: string) => (await (await request.get(path)).text()).split("</head>")[0] ?? "";
  expect(await head("/boss/29020")).toMatch(/rel="canonical" href="[^"]*\/boss\/baium"/);
  expect(await head("/es/castle/5")).toMatch(/rel="canonical" href="[^"]*\/es\/castle\/aden"/);
  expect(await head("/es/castle/5")).toContain("<title>Castillo de Aden");
  expect((await request.get("/boss/nobody")).status()).toBe(404);
  await page.goto("/boss/nobody");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This server has no boss under this name");
  await page.getByRole("link", { name: "All bosses" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "The World" })).toBeVisible();
  await page.route("**/api/world/castles/rune", UNAVAILABLE);
  await page.goto("/world?tab=castles&castle=rune");
  await page.getByRole("link", { name: "Rune Castle" }).click();
  await expect(page.getByText("This page could not be loaded.")).toBeVisible();
});

test("a visitor who wants notices of a boss is asked to log in", async ({ page }) => {
  await page.goto("/boss/baium");
  await page.getByRole("button", { name: "Notify me about Baium" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});
