/** Public pages of competitions, against the demo's own ones. */
import type { components } from "../src/shared/api/schema";
import { expect, expectAccessible, logIn, PHONE, test } from "./helpers";

type Competition = components["schemas"]["CompetitionSummary"];
type Board = components["schemas"]["CompetitionBoard"];

const LANGUAGES = [
  { prefix: "/es", board: "Tabla", result: "Resultado", rules: "Reglas", all: /^Ver los \d+ puestos$/ },
  { prefix: "/pt", board: "Tabela", result: "Resultado", rules: "Regras", all: /^Ver os \d+ lugares$/ },
];

let competitions: Competition[];

test.beforeAll(async ({ request }) => {
  competitions = (await (await request.get("/api/competitions")).json()).data;
});

const competitionOf = (title: string): Competition => {
  const competition = competitions.find((candidate) => candidate.title === title);
  if (!competition) throw new Error(`the demo has no competition ${title}`);
  return competition;
};

for (const { prefix, board, result, rules, all } of LANGUAGES)
  test(`boards, rules and prizes are on a phone in ${prefix}`, async ({ page, request }) => {
    await page.setViewportSize(PHONE);
    const pages = [
      ["The week of experience", result],
      ["Most PvP kills", board],
      ["Clan war of the fortnight", board],
    ] as const;
    // The components are the same in each language: one page shows its texts.
    for (const [title, name] of prefix === "/es" ? pages : pages.slice(0, 1)) {
      const { id, titles } = competitionOf(title);
      const path = `${prefix}/competition/${id}`;
      await expect(async () => {
        const html = await (await request.get(path)).text();
        expect(html).toContain(`${titles[prefix.slice(1) as keyof typeof titles]}</h1>`);
        expect(html).toMatch(/og:image" content="[^"]*\/share\/competition\/\d+\.(es|pt)\.jpg"/);
        expect(html).toContain(`${path}">`);
      }).toPass();
      await page.goto(path);
      const section = page.getByRole("region", { name, exact: true });
      await expect(section.getByRole("listitem").first()).toContainText("+");
      await expect(page.getByRole("region", { name: rules, exact: true })).toBeVisible();
      await expectAccessible(page);
      const moreButton = section.getByRole("button", { name: all });
      if (await moreButton.isVisible()) {
        const countBefore = await section.getByRole("listitem").count();
        await moreButton.click();
        expect(await section.getByRole("listitem").count()).toBeGreaterThan(countBefore);
      }
    }
  });

test("rankings lead to a competition, which shows the player's own places", async ({ page, request }) => {
  const { id, title } = competitionOf("The week of experience");
  const { data }: Board = await (await request.get(`/api/competitions/${id}`)).json();
  await logIn(page, "demo");
  await page.goto("/rankings");
  await page.getByRole("link", { name: "Competitions" }).click();
  await page.getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const ownPlaces = data.filter(({ char_name }) => ["Aurelion", "Elowen", "Ashlin"].includes(char_name));
  const places = page.getByRole("list", { name: "Your places" }).getByRole("listitem");
  await expect(ownPlaces.length > 0 ? places : page.getByText("None of your characters")).toHaveCount(
    ownPlaces.length || 1,
  );
  for (const { place, char_name } of ownPlaces)
    await expect(places.filter({ hasText: char_name })).toContainText(`#${place}`);
  await page.getByRole("region", { name: "Other competitions" }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toHaveCount(0);
});

test("addresses without a competition are not found", async ({ request }) => {
  for (const path of ["/competition/999", "/es/competition/0", "/pt/competition/x"])
    expect((await request.get(path)).status(), path).toBe(404);
});
