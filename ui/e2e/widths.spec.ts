/**
 * Every page, the player's tabs and sections, dialogs and the administration, in each language: nothing scrolls sideways
 * at any width. Axe looks at those of players: in English on a phone, in Spanish in a window.
 */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { DESKTOP, expectAccessible, logIn, PHONE, test } from "./helpers";
import { signInOperator } from "./operator";
import { expectFitsWidths } from "./screens";

const LANGUAGES = ["en", "es", "pt"] as const;
type Language = (typeof LANGUAGES)[number];

const readJson = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
/** Addresses of the pages that are no page of one subject. */
const VIEWS: readonly string[] = readJson("../dist/render/views.json");
const QUERIES = ["/rankings?tab=pk&page=2", "/rankings?search_name=nobody", "/guide?level=1", "/no-such-page"];
const PLAYER = [
  "?tab=profile",
  ...["security", "privacy", "notifications", "limits"].map((section) => `?tab=profile&section=${section}`),
  ...["characters", "donations", "roulette", "rewards"].map((tab) => `?tab=${tab}`),
];
const ADMINISTRATION = [
  ...["", "/players", "/players/demo", "/money", "/wheel", "/content", "/operators", "/access", "/log", "/extras"],
  ...["/alerts", "/codes", "/codes/referrals", "/competitions", "/economy", "/insight", "/tickets", "/votes"],
];

const textsOf = (language: Language) => readJson(`../../gateway/texts/${language}.json`);
const inLanguage = (language: Language, path: string) => (language === "en" ? path : `/${language}${path}`);

/** Returns the addresses of a page of each kind of subject, and of names without a page. */
async function subjectPaths(page: Page): Promise<string[]> {
  const read = async (path: string) => (await (await page.request.get(path)).json()).data;
  const [first, second] = (await read("/api/rankings/pvp")).filter(
    ({ privacy }: { privacy: string }) => privacy === "public",
  );
  const [clan] = await read("/api/clans");
  const boss = (await read("/api/world/bosses")).find(({ died_at }: { died_at: string | null }) => died_at);
  const [offer] = await read("/api/market");
  const [competition] = await read("/api/competitions");
  return [
    `/c/~${first.char_id}`,
    `/clan/~${clan.clan_id}`,
    `/compare/~${first.char_id}/~${second.char_id}`,
    ...(boss ? [`/bosses/${boss.id}/${boss.died_at.slice(0, 16).replace("T", "-").replace(":", "")}`] : []),
    ...(competition ? [`/competition/${competition.id}`] : []),
    "/items/57",
    "/monsters/29020",
    ...(offer ? [`/market/${offer.item_id}`] : []),
    "/news/welcome",
    "/c/Nobody0",
    "/clan/Nobody0",
  ];
}

async function expectFits(page: Page, language: Language) {
  await expectFitsWidths(page);
  if (language === "pt") return;
  await page.setViewportSize(language === "en" ? PHONE : DESKTOP);
  await expectAccessible(page);
  await page.setViewportSize(DESKTOP);
}

for (const language of LANGUAGES) {
  // In parts, so that the workers share them.
  for (const part of [0, 1, 2])
    test(`public pages of ${language} fit every width, part ${part + 1}`, async ({ page, expectErrors }) => {
      test.slow();
      expectErrors(/status of 404/, /failed: /);
      const all = [...VIEWS, ...QUERIES, ...(await subjectPaths(page))];
      for (const path of all.filter((_, index) => index % 3 === part)) {
        await page.goto(inLanguage(language, path));
        await page.locator("main h1").waitFor();
        await expectFits(page, language);
      }
    });

  test(`the player's pages and the wallet of ${language} fit every width`, async ({ page }) => {
    test.slow();
    await logIn(page, "demo");
    for (const search of PLAYER) {
      await page.goto(inLanguage(language, `/player${search}`));
      await page.locator("main h2").first().waitFor();
      await expectFits(page, language);
    }
    await page.getByRole("button", { name: textsOf(language).wallet.expand }).click();
    await expectFits(page, language);
  });

  test(`dialogs of visitors of ${language} fit every width`, async ({ page }) => {
    await page.goto(inLanguage(language, "/media"));
    const { search, login, register } = textsOf(language).shared;
    for (const name of [search, login, register]) {
      await page.getByRole("banner").getByRole("button", { name, exact: true }).click();
      await page.locator("dialog[open]").waitFor();
      await expectFits(page, language);
      await page.keyboard.press("Escape");
      await page.locator("dialog[open]").waitFor({ state: "detached" });
    }
  });
}

test.describe("of the administration", () => {
  signInOperator();

  for (const language of LANGUAGES)
    test(`pages in ${language} fit every width`, async ({ page, context }) => {
      test.slow();
      const url = `${process.env.GATEWAY_URL}/admin`;
      await context.addCookies([{ name: "admin_language", value: language, url }]);
      for (const path of ADMINISTRATION) {
        await page.goto(`/admin${path}`);
        await page.locator("main h1").waitFor();
        await page.waitForLoadState("networkidle");
        await expectFitsWidths(page);
      }
    });
});
