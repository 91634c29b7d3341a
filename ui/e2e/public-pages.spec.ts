import { expect, test } from "@playwright/test";

interface Row {
  char_name: string;
  char_id: number;
  clan_name: string | null;
  rank: number;
}

const LETTERS = /^[\p{L}\p{N}]+$/u;

test.describe("pages of characters and clans", () => {
  let row: Row;

  test.beforeAll(async ({ request }) => {
    const { data } = await (await request.get("/api/rankings/pvp?page_size=50")).json();
    row = data.find((each: Row) => each.clan_name !== null && LETTERS.test(each.char_name + each.clan_name));
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
});
