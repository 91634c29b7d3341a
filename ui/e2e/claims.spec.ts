/**
 * Each claim about the present is the same wherever it is shown: pages of all languages, feeds, JSON, structured data. A
 * page that shows one joins by a line in `READERS`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { components } from "../src/shared/api/schema";
import { expect, logIn, test } from "./helpers";
import { ROOT } from "./python";

type Schemas = components["schemas"];
type Catalogue = Readonly<Record<string, Record<string, string> & { states: Record<string, string> }>>;

const PREFIXES = { en: "", es: "/es", pt: "/pt" } as const;
type Language = keyof typeof PREFIXES;

const CHARACTER = "Aurelion";
const CLAN = "IronOath";
const MINUTE_MS = 60_000;

interface Site {
  page: Page;
  language: Language;
  texts: Catalogue;
}
/** Returns what a page, a feed or an answer says. */
type Read = (site: Site) => Promise<string>;

const get = async <T>(page: Page, path: string): Promise<T> => (await page.request.get(path)).json();
const textOf = async (page: Page, path: string) => (await page.request.get(path)).text();
const minuteOf = (at: string | null | undefined) => (at ? new Date(at).toISOString().slice(0, 16) : "");
const digitsOf = (text: string | null) => (text ?? "").replace(/\D/g, "");

/** Of the Olympiad while its heroes are chosen: nothing counts down to its end. */
const OVER = "over";
const OLYMPIAD_CELL = 'main a[href*="tab=olympiad"] b';
const comingMinuteOf = (at: string | null) => (at && Date.parse(at) > Date.now() ? minuteOf(at) : OVER);

const olympiad = (page: Page) => get<Schemas["WorldOlympiad"]>(page, "/api/world/olympiad");
const castles = (page: Page) => get<Schemas["WorldCastles"]>(page, "/api/world/castles");
const bosses = (page: Page) => get<Schemas["WorldBosses"]>(page, "/api/world/bosses");
const bossIn = async (page: Page, name: string) => (await bosses(page)).data.find((boss) => boss.name === name);

/** The first time within an element. */
const time =
  (selector: string): Read =>
  async ({ page }) =>
    minuteOf(await page.locator(selector).locator("time").first().getAttribute("datetime"));

/** The earliest of all times within an element. */
const firstTime =
  (selector: string): Read =>
  async ({ page }) => {
    await page.locator(selector).locator("time").first().waitFor();
    const times = await page
      .locator(selector)
      .locator("time")
      .evaluateAll((all) => all.map((at) => at.getAttribute("datetime") ?? ""));
    return minuteOf(times.sort()[0]);
  };

/** The end of "2 d 1 h 56 min", rounded up to the minute. */
const countdown =
  (selector: string): Read =>
  async ({ page }) => {
    const text = (await page.locator(selector).first().textContent()) ?? "";
    const [days, hours, minutes] = ["d", "h", "min"].map((unit) =>
      Number(new RegExp(`(\\d+)\\s${unit}\\b`).exec(text)?.[1] ?? 0),
    );
    const total = (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * MINUTE_MS;
    const now = await page.evaluate(() => Date.now());
    return minuteOf(new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS + total).toISOString());
  };

/** Digits of an element's text. */
const figure =
  (selector: string): Read =>
  async ({ page }) =>
    digitsOf(await page.locator(selector).first().textContent());

/** Begin of the first coming entry of the calendar with this beginning of its name. */
const calendar =
  (uid: string): Read =>
  async ({ page }) => {
    const entries = (await textOf(page, "/calendar.ics")).split("BEGIN:VEVENT").filter((entry) => entry.includes(uid));
    const starts = entries.flatMap((entry) => /DTSTART:(\d{8})T(\d{4})/.exec(entry)?.slice(1, 3).join("T") ?? []);
    const now = new Date().toISOString().replace(/[-:]/g, "").slice(0, 13);
    const start = starts.sort().find((at) => at > now) ?? "";
    return start.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/, "$1-$2-$3T$4:$5");
  };

/** Castles with their owners, by the cells of a table; a lord stands below the owner. */
const owners: Read = async ({ page, texts }) => {
  await page.locator("main table tbody tr").first().waitFor();
  const rows = await page.locator("main table tbody tr").evaluateAll((all) =>
    all.map((row) =>
      [...row.children].slice(0, 2).map((cell) => {
        const lord = cell.querySelector("small")?.textContent ?? "";
        return (cell.textContent ?? "").replace(lord, "").trim();
      }),
    ),
  );
  const nobody = [texts.serverInfo?.noOwner, texts.world?.noOwner];
  return rows
    .map(([castle, owner]) => `${castle}: ${nobody.includes(owner) ? "" : owner}`)
    .sort()
    .join(", ");
};

const heldCastles: Read = async ({ page }) => {
  const { data } = await castles(page);
  return `${data.filter(({ owner }) => owner).length}${data.length}`;
};

/** "alive" or "dead" by the badge beside a name. */
const bossState =
  (row: string, name: string): Read =>
  async ({ page, texts }) => {
    const text = await page
      .locator(row)
      .filter({ hasText: new RegExp(`^${name}(?!')`) })
      .first()
      .textContent();
    const states = Object.entries(texts.world?.states ?? {});
    const label = states.find(([, label]) => text?.includes(label))?.[0] ?? "";
    return label === "alive" ? "alive" : label && "dead";
  };

const card = (name: string) => bossState("main li", name);
const line = (name: string) => bossState("main table tbody tr", name);
const bossTruth =
  (name: string): Read =>
  async ({ page }) =>
    (await bossIn(page, name))?.state ?? "";

const firstEntry =
  (feed: string): Read =>
  async ({ page }) =>
    minuteOf(/<entry>[\s\S]*?<published>([^<]+)/.exec(await textOf(page, feed))?.[1]);

interface Claim {
  /** By the game or the ledger. */
  truth: Read;
  /** Path of a page, or "" for what needs none, and what it says. */
  readers: readonly (readonly [path: string, read: Read])[];
  /** Minutes between two countdowns that show the same. */
  tolerance?: number;
}

/** Claims that all visitors see. */
const READERS: Readonly<Record<string, Claim>> = {
  "next siege": {
    tolerance: 2,
    truth: async ({ page }) => minuteOf((await castles(page)).data.flatMap(({ siege_at }) => siege_at ?? []).sort()[0]),
    readers: [
      ["/", time("[aria-labelledby=siege]")],
      ["/", countdown('main a[href*="tab=castles"] b')],
      ["", async ({ page }) => minuteOf((await get<Schemas["WorldPulse"]>(page, "/api/world/pulse")).next_siege?.at)],
      ["/server-info", countdown("[aria-labelledby=next-siege] p > time")],
      ["/server-info", time("[aria-labelledby=next-siege] dl")],
      ["/server-info?tab=sieges", time("[aria-labelledby=next-siege] dl")],
      ["/server-info?tab=events", time("main li")],
      ["/world?tab=castles&view=map", time("[aria-labelledby=castle] dl")],
      ["/world?tab=castles&view=list", firstTime("main table td:nth-child(4)")],
      ["", calendar("siege-")],
    ],
  },
  "owners of castles": {
    truth: async ({ page, texts }) =>
      (await castles(page)).data
        .map(({ name, owner }) => `${name}: ${owner?.hidden ? texts.shared?.hiddenClan : (owner?.name ?? "")}`)
        .sort()
        .join(", "),
    readers: [
      ["/server-info?tab=sieges", owners],
      ["/world?tab=castles&view=list", owners],
    ],
  },
  "castles with an owner": {
    truth: heldCastles,
    readers: [
      ["/server-info", figure('[aria-labelledby=next-siege] a[href*="tab=sieges"]')],
      ["/world?tab=castles&view=list", figure("main p:has-text('9')")],
    ],
  },
  ...Object.fromEntries(
    ["Valakas", "Antharas", "Queen Ant", "Core", "Orfen"].map((name) => [
      `state of ${name}`,
      {
        truth: bossTruth(name),
        readers: [
          ["/server-info?tab=bosses", card(name)],
          [`/world?tab=bosses&q=${encodeURIComponent(name)}`, line(name)],
        ] as const,
      },
    ]),
  ),
  "last kill of a boss": {
    truth: async ({ page }) =>
      minuteOf(
        (await bosses(page)).data
          .flatMap(({ died_at }) => died_at ?? [])
          .sort()
          .at(-1),
      ),
    readers: [
      ["", firstEntry("/feeds/world.atom?topic=bosses")],
      [
        "",
        async ({ page }) =>
          minuteOf((await get<Schemas["PublicEvents"]>(page, "/api/world/events?topic=bosses")).data[0]?.at),
      ],
    ],
  },
  "end of the Olympiad": {
    tolerance: 2,
    truth: async ({ page }) => comingMinuteOf((await olympiad(page)).ends_at),
    readers: [
      ["/", async (site) => ((await site.page.locator(OLYMPIAD_CELL).count()) ? countdown(OLYMPIAD_CELL)(site) : OVER)],
      [
        "",
        async ({ page }) =>
          comingMinuteOf((await get<Schemas["WorldPulse"]>(page, "/api/world/pulse")).olympiad_ends_at),
      ],
      ["", async (site) => (await calendar("olympiad-")(site)) || OVER],
    ],
  },
  "end of the Olympiad's period": {
    truth: async ({ page }) => {
      const { is_validation, ends_at, validation_ends_at } = await olympiad(page);
      return minuteOf(is_validation ? validation_ends_at : ends_at);
    },
    readers: [
      ["/server-info?tab=olympiad", time("main")],
      ["/world?tab=olympiad", time("main")],
    ],
  },
  "rank of a character": {
    truth: async ({ page }) =>
      `${(await get<{ data: { rank: number }[] }>(page, `/api/rankings/pvp?search_name=${CHARACTER}`)).data[0]?.rank}`,
    readers: [
      [`/c/${CHARACTER}`, figure("main dl dd b")],
      [
        `/c/${CHARACTER}`,
        async ({ page }) => rankIn(await page.locator("meta[name=description]").getAttribute("content")),
      ],
      [`/rankings?search_name=${CHARACTER}`, rankOfRow],
    ],
  },
  "kills of a clan in a day": {
    truth: async ({ page }) => {
      const { records } = await get<Schemas["ClanHistory"]>(page, `/api/clans/${CLAN}/history`);
      return `${records.find(({ kind }) => kind === "pvp_day")?.value}`;
    },
    readers: [[`/clan/${CLAN}`, figure("main dl > div:has(dt small) dd")]],
  },
  "most players": {
    truth: async ({ page }) => `${(await get<{ peak_players: number }>(page, "/api/server/status")).peak_players}`,
    readers: [["/", async ({ page, texts }) => digitsOf(await cellOf(page, texts.home?.peak).textContent())]],
  },
  "state of the server": {
    truth: async ({ page }) => `${(await get<{ online: boolean }>(page, "/api/server/status")).online}`,
    readers: [
      ["/", async ({ page, texts }) => isOnline(await cellOf(page, texts.shared?.serverStatus).textContent(), texts)],
      ["", async ({ page }) => `${(await textOf(page, "/")).includes('"serverStatus":"https://schema.org/Online"')}`],
    ],
  },
};

const rankIn = (text: string | null) => /#(\d+)/.exec(text ?? "")?.[1] ?? "";

async function rankOfRow({ page }: Site): Promise<string> {
  const cell = page.locator("main table tbody tr").filter({ hasText: CHARACTER }).first().locator("th, td").first();
  const mark = cell.locator("img[alt^='#']");
  return rankIn((await mark.count()) ? await mark.getAttribute("alt") : await cell.textContent());
}

const cellOf = (page: Page, label = "") =>
  page
    .locator("main div:has(> :is(h2, h3))")
    .filter({ has: page.getByRole("heading", { name: label, exact: true }) })
    .locator("p")
    .first();
const isOnline = (text: string | null, texts: Catalogue) => `${text === texts.shared?.online}`;

/** Claims that the player alone sees. */
const OWN: Readonly<Record<string, Claim>> = {
  "coins to spend": {
    truth: async ({ page }) => `${(await ownAnswer<Schemas["Coins"]>(page, "/api/player/coins")).available}`,
    readers: [
      ["/player", coinsOf("section[aria-busy] p[data-live]")],
      ["/player?tab=roulette", coinsOf("section[aria-busy] p[data-live]")],
      ["/player?tab=roulette", coinsOf("dl > div:nth-child(2) dd")],
      [
        "",
        async ({ page }) =>
          `${(await ownAnswer<Schemas["Balances"]>(page, "/api/player/balances")).lucky_coins.available}`,
      ],
    ],
  },
};

/** The exact amount, which is read to people who cannot see the short one. */
function coinsOf(selector: string): Read {
  return async ({ page }) => {
    const amount = page.locator(selector).first();
    const exact = amount.locator("[title]");
    return digitsOf((await exact.count()) ? await exact.first().getAttribute("title") : await amount.textContent());
  };
}

async function ownAnswer<T>(page: Page, path: string): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem("auth_token"));
  return (await page.request.get(path, { headers: { Authorization: `Bearer ${token}` } })).json();
}

const isNear = (left: string, right: string, minutes: number) =>
  Math.abs(Date.parse(`${left}Z`) - Date.parse(`${right}Z`)) <= minutes * MINUTE_MS;

/** Opens each page once, and compares all that it says with the truth. */
async function compare(site: Site, claims: Readonly<Record<string, Claim>>) {
  const lines = Object.entries(claims).flatMap(([name, { readers, ...claim }]) =>
    readers.map(([path, read], index) => ({ name, index, path, read, ...claim })),
  );
  const truths = new Map<string, string>();
  for (const [name, { truth }] of Object.entries(claims)) truths.set(name, await truth(site));
  for (const path of new Set(lines.map((line) => line.path))) {
    if (path) await site.page.goto(`${PREFIXES[site.language]}${path}`);
    for (const { name, index, read, tolerance } of lines.filter((line) => line.path === path)) {
      const truth = truths.get(name) ?? "";
      expect(truth, `${name}, by the game`).not.toBe("");
      await expect
        .configure({ soft: true, timeout: 10_000 })
        .poll(
          async () => {
            const text = await read(site);
            return tolerance && isNear(text, truth, tolerance) ? truth : text;
          },
          `${name}: reader ${index + 1}, at ${path || "a feed or an answer"}`,
        )
        .toBe(truth);
    }
  }
}

for (const language of Object.keys(PREFIXES) as Language[])
  test.describe(language, () => {
    const texts = JSON.parse(readFileSync(join(ROOT, `gateway/texts/${language}.json`), "utf8"));

    test("pages, feeds and answers say the same about the present", async ({ page }) => {
      await compare({ page, language, texts }, READERS);
    });

    test("the player's pages show one sum of coins", async ({ page }) => {
      await logIn(page, "demo");
      await page.goto(`${PREFIXES[language]}/player`);
      await compare({ page, language, texts }, OWN);
    });
  });
