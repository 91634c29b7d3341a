import { expect, test } from "@playwright/test";

interface Row {
  char_name: string;
  char_id: number;
  clan_name: string | null;
  rank: number;
  score: number;
}

const LETTERS = /^[\p{L}\p{N}]+$/u;

test.describe("pages of characters and clans", () => {
  let row: Row;

  test.beforeAll(async ({ request }) => {
    const { data } = await (await request.get("/api/rankings/pvp?page_size=50")).json();
    row = data.find(
      (candidate: Row) => candidate.clan_name !== null && LETTERS.test(candidate.char_name + candidate.clan_name),
    );
  });

  test("are rendered by the service in the page's language", async ({ request }) => {
    await expect(async () => {
      const answer = await request.get(`/es/c/${encodeURIComponent(row.char_name)}`);
      const html = await answer.text();
      expect(answer.status()).toBe(200);
      expect(html).toMatch(new RegExp(`<h1><bdi>${row.char_name}</bdi></h1>`));
      expect(html).toContain("Rivales");
      expect(html).toContain(`/es/c/${encodeURIComponent(row.char_name)}">`);
    }).toPass();
  });

  test("have one answer for every unknown name", async ({ request }) => {
    for (const path of ["/c/Nobody0", "/clan/Nobody0", "/pt/c/~1"]) {
      const answer = await request.get(path);
      expect(answer.status()).toBe(404);
      expect(answer.headers()["x-robots-tag"]).toBe("noindex");
    }
  });

  test("lead from the rankings to the character, its clan and back", async ({ page }) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto("/rankings");
    await page.getByRole("link", { name: row.char_name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(row.char_name);
    await expect(page).toHaveTitle(new RegExp(row.char_name));
    await page
      .getByRole("link", { name: row.clan_name ?? "", exact: true })
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(row.clan_name ?? "");
    await page.getByRole("link", { name: row.char_name, exact: true }).first().click();
    await expect(page.getByText(`#${row.rank}`, { exact: true }).first()).toBeVisible();
    expect(errors).toEqual([]);
  });

  test("of a clan shows its crest, history and members; of two characters, who leads", async ({ page, request }) => {
    const { data: clans } = await (await request.get("/api/clans?sort=members")).json();
    const clan = clans.find(({ crest, members }: { crest: string | null; members: number }) => crest && members > 10);
    await page.goto(`/clan/~${clan.clan_id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(clan.clan_name);
    await expect(page.locator(`img[src="${clan.crest}"]`).first()).toBeAttached();
    expect((await request.get(clan.crest)).headers()["content-type"]).toBe("image/png");
    for (const name of ["Gains", "Castles", "Wars", "Members", "Joins and leaves", "Records", "Races and classes"])
      await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    const rows = page.getByRole("table", { name: "Members" }).getByRole("row");
    await expect(rows).toHaveCount(11);
    await page.locator("html[data-ready]").waitFor();
    await page.getByRole("button", { name: /^Show all/ }).click();
    await expect(rows).toHaveCount(clan.members + 1);
    await page.getByRole("button", { name: "Level", exact: true }).click();
    await expect(page.getByRole("columnheader", { name: "Level" })).toHaveAttribute("aria-sort", "descending");

    const { data: rankedRows } = await (await request.get("/api/rankings/pvp?page_size=50")).json();
    const [first, second] = rankedRows.filter((candidate: Row & { privacy: string }) => candidate.privacy === "public");
    await page.goto(`/compare/~${first.char_id}/~${second.char_id}`);
    await expect(page).toHaveTitle(new RegExp(`^${first.char_name} vs ${second.char_name} `));
    const kills = page.getByRole("listitem").filter({ hasText: "all time" });
    await expect(kills).toContainText(`${first.char_name}: ${first.score.toLocaleString("en-US")}, leads`);
    await page.locator("html[data-ready]").waitFor();
    await page.keyboard.press("s");
    await expect(page).toHaveTitle(new RegExp(`^${second.char_name} vs ${first.char_name} `));
    await page.getByRole("button", { name: "Change left" }).click();
    await page.getByRole("combobox").fill(first.char_name);
    await page.getByRole("option").first().click();
    await expect(page).toHaveTitle(new RegExp(`^${first.char_name} vs ${first.char_name} `));
    const hidden = await request.get(`/compare/~${first.char_id}/Nobody0`);
    expect([hidden.status(), hidden.headers()["x-robots-tag"]]).toEqual([404, "noindex"]);
  });
});

test("reports are rendered with a picture, and other addresses say what is missing", async ({ page, request }) => {
  const { data } = await (await request.get("/api/world/bosses")).json();
  const { id, name, died_at } = data.find((boss: { died_at: string | null }) => boss.died_at);
  const path = `/bosses/${id}/${died_at.slice(0, 16).replace("T", "-").replace(":", "")}`;
  await expect(async () => {
    const html = await (await request.get(`/pt${path}`)).text();
    expect(html).toContain(`${name} caiu</h1>`);
    expect(html).toMatch(/og:image" content="[^"]*\/share\/boss\/[\w.-]+\.jpg"/);
  }).toPass();
  for (const missing of ["/bosses/29001/1", "/sieges/aden/2001-01-01", "/weeks/2001-W01", "/competition/999"])
    expect((await request.get(missing)).status()).toBe(404);
  await page.goto("/weeks/2001-W01");
  await expect(page.getByRole("heading", { name: "There is no review of that week" })).toBeVisible();
  await page.getByRole("link", { name: "This week in review" }).click();
  await expect(page.getByRole("heading", { name: "Week in review" })).toBeVisible();
});
