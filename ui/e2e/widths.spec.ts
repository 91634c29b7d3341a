/** Every page, and every tab of the player, in each language: nothing scrolls sideways at any width. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { logIn, test } from "./helpers";
import { expectFitsWidths } from "./screens";

const LANGUAGES = ["", "/es", "/pt"];
const TABS = ["profile", "characters", "donations", "roulette", "rewards"];
/** Addresses of the pages that are no page of one subject. */
const VIEWS: readonly string[] = JSON.parse(
  readFileSync(new URL("../dist/render/views.json", import.meta.url), "utf8"),
);

/** Returns the addresses of a page of each kind of subject. */
async function subjectPaths(page: Page): Promise<string[]> {
  const read = async (path: string) => (await (await page.request.get(path)).json()).data;
  const [first, second] = (await read("/api/rankings/pvp")).filter(
    ({ privacy }: { privacy: string }) => privacy === "public",
  );
  const [clan] = await read("/api/clans");
  const boss = (await read("/api/world/bosses")).find(({ died_at }: { died_at: string | null }) => died_at);
  const [competition] = await read("/api/competitions");
  return [
    `/c/~${first.char_id}`,
    `/clan/~${clan.clan_id}`,
    `/compare/~${first.char_id}/~${second.char_id}`,
    ...(boss ? [`/bosses/${boss.id}/${boss.died_at.slice(0, 16).replace("T", "-").replace(":", "")}`] : []),
    ...(competition ? [`/competition/${competition.id}`] : []),
    "/news/welcome",
  ];
}

for (const language of LANGUAGES) {
  test(`public pages of ${language || "/en"} fit every width`, async ({ page }) => {
    test.slow();
    for (const path of [...VIEWS, ...(await subjectPaths(page))]) {
      await page.goto(language + path);
      await expectFitsWidths(page);
    }
  });

  test(`the player's tabs of ${language || "/en"} fit every width`, async ({ page }) => {
    await logIn(page, "demo");
    for (const tab of TABS) {
      await page.goto(`${language}/player?tab=${tab}`);
      await page.locator("main h2").nth(1).waitFor();
      await expectFitsWidths(page);
    }
  });
}
