/** The drop guide: its entrance, the pages of items and monsters, and the links that lead there. */
import type { APIRequestContext } from "@playwright/test";
import type { components } from "../src/shared/api/schema";
import { character, inventory, item, openCharacters, openItems } from "./character-data";
import {
  dialog,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  PHONE,
  REQUEST_ERRORS,
  SMALL_PHONE,
  test,
  UNAVAILABLE,
} from "./helpers";

type Item = components["schemas"]["ItemAnswer"];
type Monster = components["schemas"]["MonsterAnswer"];
type Results = components["schemas"]["GuideResults"];

const read = async <T>(request: APIRequestContext, path: string): Promise<T> => (await request.get(path)).json();

/** Longer lists are folded. */
const FOLDED = 30;

/** Returns a monster with drops, spoil and places, and one of its items that others drop too. */
async function subjects(request: APIRequestContext) {
  const { levels } = await read<Results>(request, "/api/guide");
  for (const { level } of levels) {
    const { monsters } = await read<Results>(request, `/api/guide?level=${level}`);
    for (const { id } of monsters) {
      const monster = await read<Monster>(request, `/api/monsters/${id}`);
      if (!monster.points.length || !monster.drops.some(({ is_spoil }) => is_spoil)) continue;
      for (const drop of monster.drops) {
        const found = await read<Item>(request, `/api/items/${drop.item_id}`);
        if (found.droppers.length > 1 && found.dropper_count < FOLDED) return { monster, item: found };
      }
    }
  }
  throw new Error("the guide has no monster with drops, spoil and places");
}

test("a name leads to the item, its monsters, and what they drop elsewhere", async ({ page, request }) => {
  const { item: wanted, monster } = await subjects(request);
  await page.goto("/guide");
  await page.getByRole("searchbox").fill(wanted.name);
  const results = page.getByRole("table", { name: /items?$/ });
  await results.getByRole("link", { name: wanted.name, exact: true }).first().click();
  await expect(page).toHaveURL(/\/items\/\d+$/);
  await expect(page.getByRole("heading", { level: 1, name: wanted.name })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${wanted.name}: who drops it`));
  await page.goto(`/items/${wanted.id}`);
  const name = wanted.droppers.find(({ monster_id }) => monster_id === monster.id)?.is_spoil
    ? "Spoiled from"
    : "Dropped by";
  const droppers = page.getByRole("table", { name });
  await expect(droppers).toContainText(/(Always|1 in [\d.,]+) ?[\d.,]+%/);
  await expectAccessible(page);
  for (const size of [SMALL_PHONE, PHONE]) {
    await page.setViewportSize(size);
    await expectNoHorizontalScroll(page);
  }
  await droppers.getByRole("link", { name: monster.name, exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: monster.name })).toBeVisible();
  await expect(page.getByRole("table", { name: "Spoil" })).toBeVisible();
  await expect(page.getByRole("img", { name: `${monster.name} on the map of Aden` })).toBeVisible();
  await expect(page.getByRole("region", { name: "Where it lives" })).toContainText(monster.zones[0]?.name ?? "");
  await expect(page.getByText("Computed with the rates of this server")).toBeVisible();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
});

test("levels and kinds are lists with pages of their own", async ({ page, request }) => {
  const { levels, categories } = await read<Results>(request, "/api/guide");
  const level = levels[0]?.level ?? 0;
  const weapons = categories.find(({ category }) => category === "weapon")?.items.toLocaleString("en-US");
  await page.goto("/guide");
  const kinds = page.getByRole("navigation", { name: "Items by kind" });
  await kinds.getByRole("link", { name: /^Weapon: / }).click();
  await expect(page).toHaveURL(/category=weapon$/);
  await expect(page.getByRole("heading", { level: 2, name: `Weapon: ${weapons} items` })).toBeVisible();
  await page
    .getByRole("navigation", { name: "Monsters by level" })
    .getByRole("link", { name: `Level ${level}:` })
    .click();
  await expect(page.getByRole("table", { name: new RegExp(`^Level ${level}: `) })).toBeVisible();
  await expectAccessible(page);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("search, lists and pages can be read", async ({ page, request }) => {
    const { item: wanted, monster } = await subjects(request);
    await page.goto("/guide");
    await page.getByRole("searchbox").fill(wanted.name);
    await page.getByRole("button", { name: "Search" }).and(page.locator("[type=submit]")).click();
    await expect(page).toHaveURL(/\/guide\?q=/);
    await page.getByRole("main").getByRole("link", { name: wanted.name, exact: true }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: wanted.name })).toBeVisible();
    await page.goto(`/monsters/${monster.id}`);
    await expect(page.getByRole("table", { name: "Drops" }).getByRole("rowheader").first()).toBeVisible();
  });
});

test("heads name the subject; a number without one is a page with a way on", async ({
  page,
  request,
  expectErrors,
}) => {
  expectErrors(...REQUEST_ERRORS);
  const { item: wanted, monster } = await subjects(request);
  const head = async (path: string) => (await (await request.get(path)).text()).split("</head>")[0] ?? "";
  const ofMonster = await head(`/es/monsters/${monster.id}`);
  expect(ofMonster).toContain(`, nivel ${monster.level}: drops · `);
  expect(ofMonster).toMatch(new RegExp(`rel="canonical" href="[^"]*/es/monsters/${monster.id}"`));
  expect(ofMonster).toMatch(/"BreadcrumbList".*\/es\/guide"/);
  expect(await head(`/items/${wanted.id}`)).toContain(": who drops it · ");
  for (const path of ["/items/999999999", "/monsters/none"]) expect((await request.get(path)).status(), path).toBe(404);
  await page.goto("/items/999999999");
  await expect(
    page.getByRole("heading", { level: 1, name: "This server has no item under this number" }),
  ).toBeVisible();
  await page.getByRole("searchbox").fill(monster.name);
  await page.getByRole("searchbox").press("Enter");
  await expect(page.getByRole("main").getByRole("link", { name: monster.name, exact: true }).first()).toBeVisible();
});

test("a guide that fails, finds nothing or is empty says so", async ({ page, request, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  const { item: wanted } = await subjects(request);
  await page.goto("/guide?q=no+such+name");
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  const answer = await read<Results>(request, "/api/guide");
  await page.route("**/api/guide", (route) =>
    route.fulfill({ json: { ...answer, about: null, levels: [], categories: [] } }),
  );
  await page.goto("/guide?x=1");
  await expect(page.getByRole("heading", { name: "This server has not filled its guide yet" })).toBeVisible();
  await expect(page.getByText("gateway datapack import")).toBeVisible();
  await page.route(`**/api/items/${wanted.id}`, UNAVAILABLE);
  await page.goto(`/items/${wanted.id}`);
  await expect(page.getByText("The guide could not be loaded.")).toBeVisible();
});

test("bosses and the items of an inventory lead to their pages", async ({ page, request }) => {
  const { item: wanted } = await subjects(request);
  await page.goto("/boss/29020");
  await expect(page.getByRole("link", { name: "What it drops" })).toHaveAttribute("href", "/monsters/29020");
  await openCharacters(
    page,
    [character()],
    inventory([item({ item_id: wanted.id, name: wanted.name, enchant: 0 })], []),
  );
  await openItems(page);
  await dialog(page)
    .getByRole("link", { name: `${wanted.name}: who drops it and what it is for` })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: wanted.name })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/items/${wanted.id}$`));
});
