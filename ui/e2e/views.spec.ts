/** Every view with its longest contents: axe, and no horizontal scroll at any width. */
import { expect, type Page } from "@playwright/test";
import {
  character,
  equippedItem,
  fulfillJson,
  inventory,
  item,
  CHARACTER as ONE_CHARACTER,
  openCharacters,
  openDetails,
  openItems,
  SPARSE_CHARACTER,
} from "./character-data";
import { CHART_ANSWERS, LEVELS, PROGRESS, TODAY } from "./chart-data";
import {
  ALL_DELIVERIES,
  ALL_DONATIONS,
  CREDITED_DONATION,
  coins,
  DONATION,
  deliveries,
  donations,
  ID,
  openDonations,
} from "./donation-data";
import { press } from "./form-parts";
import {
  DESKTOP,
  dialog,
  expectAccessible,
  expectNoHorizontalScroll,
  logIn,
  PHONE,
  SMALL_PHONE,
  TABLET,
  test,
  UNAVAILABLE,
} from "./helpers";
import { entry, logs, mockPlayer, PROFILE } from "./player-data";
import { BOARDS, EMPTY, row } from "./rankings-data";
import { HISTORY, history, openRoulette, PAIR, spinRecord } from "./roulette-data";

type Step = (page: Page) => Promise<unknown>;

interface View {
  name: string;
  /** Opens the view and waits for its contents. */
  open: Step;
  /** Each leads from the last state to another one, which is checked as well. */
  next?: readonly Step[];
  /** A desktop shows it with other elements than a phone, so axe runs at both widths. */
  wide?: boolean;
}

const WIDE = "W".repeat(35);
const HOSTILE = `<img src=x onerror=alert(1)>\u202e${"W".repeat(60)}`;
const long = character({ name: "W".repeat(70), title: HOSTILE, clan_name: "Q".repeat(80), pvp_kills: 2 ** 31 - 1 });
const blades = Array.from({ length: 30 }, (_, index) => item({ name: `Blade ${index + 1}` }));
const bow = equippedItem(7, "Both hands", "Draconic Bow");
const fullInventory = inventory(
  [item({ name: HOSTILE, type: WIDE, enchant: 65535, augmented: true }), ...blades],
  [bow],
  blades,
);
const heading = (page: Page, name: string) => expect(page.getByRole("heading", { name }).first()).toBeVisible();
const text = (page: Page, name: string | RegExp) => expect(page.getByText(name).first()).toBeVisible();
const busy = { amount: 2_147_483_647, character_name: WIDE };

const openMoney = async (page: Page, change: Parameters<typeof coins>[0] = {}) => {
  await page.clock.setFixedTime("2026-11-21T12:00:00Z");
  const method = {
    ...CREDITED_DONATION,
    ...busy,
    coins_received: 2 ** 31,
    payment_method: `<b>${"very_long_".repeat(30)}`,
  };
  await openDonations(page, {
    "/api/player/donations": donations(method, ...ALL_DONATIONS),
    "/api/player/deliveries": deliveries(...ALL_DELIVERIES.map((delivery) => ({ ...delivery, ...busy }))),
    "/api/player/coins": coins({ available: 2 ** 40, ...change }),
    "/api/donations/characters": { data: [1, 2].map((id) => ({ id, name: WIDE, level: 78, class_id: 24 })) },
  });
  await text(page, "2,147,483,647");
};
const openDonate: Step = async (page) => {
  await page.getByRole("slider").fill("100000");
  await page.getByRole("button", { name: /^Donate/ }).click();
  await expect(page.getByRole("radio", { name: WIDE }).last()).toBeAttached();
};
const openSend: Step = async (page) => {
  await openMoney(page);
  await page.getByRole("button", { name: "Send to character" }).last().click();
  await page.route("**/api/player/deliveries", UNAVAILABLE);
  await press(page, "All coins");
  await press(page, "Send 2,147,483,647 coins");
  await text(page, "The game world cannot be reached.");
};

/** Mocks the items of the first character; the second has none. */
const openTwoInventories: Step = async (page) => {
  await openCharacters(page, [character(), character({ id: 2 })], fullInventory);
  await page.route(/characters\/2\/items$/, fulfillJson(inventory([])));
  await openItems(page);
  await dialog(page).getByText("Warehouse (30)").click();
  await dialog(page).getByRole("list", { name: "In inventory" }).getByRole("button").first().focus();
  await expect(page.getByRole("tooltip")).toBeVisible();
};
const closeDialog = (page: Page) => dialog(page).getByRole("button", { name: "Close" }).first().click();
const openSecond = async (page: Page, name: string) => {
  await closeDialog(page);
  await page.getByRole("button", { name, exact: true }).last().click();
};

const VIEWS: readonly View[] = [
  {
    name: "Home",
    wide: true,
    open: async (page) => {
      await page.goto("/");
      await expect(page.getByRole("region", { name: "Server status" })).toContainText("2,247");
    },
  },
  {
    name: "rankings",
    wide: true,
    open: async (page) => {
      const names = ["<script>alert(1)", "WMWMWMWMWMWMWMWM", "שלום", "ТеньСевера", "Aurelion"];
      const data = names.map((name, index) =>
        row({ rank: index + 1, char_id: index + 1, char_name: name, clan_name: name, online: index > 2 }),
      );
      await page.route(BOARDS, (route) => route.fulfill({ json: { ...EMPTY, data, total: 400, total_pages: 8 } }));
      await page.route("**/api/player/characters", async (route) => {
        const answer = await (await route.fetch()).json();
        answer.data[0].id = names.length;
        await route.fulfill({ json: answer });
      });
      await logIn(page, "demo");
      await page.goto("/rankings?min_level=50&max_level=10");
      await expect(page.getByText("You", { exact: true })).toBeVisible();
    },
  },
  {
    name: "rankings without rows",
    open: async (page) => {
      await page.route(BOARDS, (route) => route.fulfill({ json: EMPTY }));
      await page.setViewportSize(PHONE);
      await page.goto("/rankings?search_name=zzzz");
      await page.getByRole("button", { name: /^Filters/ }).click();
      await text(page, "No ranking data available");
    },
  },
  { name: "videos", open: (page) => page.goto("/media") },
  { name: "screenshots", open: (page) => page.goto("/media?tab=screenshots") },
  { name: "Download", open: (page) => page.goto("/download") },
  { name: "the login prompt", open: (page) => page.goto("/player") },
  {
    name: "profile",
    wide: true,
    open: async (page) => {
      const names = ["LOGIN", "PASSWORD_CHANGE", "EMAIL_UPDATE", "ACCOUNT_CREATED", "GIFT_CODE_USED"];
      const all = names.map((action) =>
        entry({ action, success: action !== "LOGIN", ip_address: "2803:9800:a015:8c2f:51d0:77ae:9b1c:4e02" }),
      );
      await mockPlayer(page, {
        "/api/player/profile": { ...PROFILE, email: null, last_ip: null, total_fame: null },
        "/api/player/security-logs": logs(...all),
      });
      await page.goto("/player");
      await text(page, "Gift code used");
      await page.getByRole("button", { name: /^None\. No IP address/ }).focus();
      await expect(page.getByRole("tooltip")).toBeVisible();
    },
  },
  {
    name: "profile without activity",
    open: async (page) => {
      await mockPlayer(page, { "/api/player/security-logs": logs() });
      await page.goto("/player");
      await heading(page, "No activity yet");
    },
  },
  {
    name: "characters, charts and details",
    open: async (page) => {
      const data = [long, { ...SPARSE_CHARACTER, id: 2 }];
      await page.clock.setFixedTime(TODAY + 43_200_000);
      await mockPlayer(page, { ...CHART_ANSWERS, "/api/player/characters": { data, total: 2, slots: 3 } });
      await page.route(ONE_CHARACTER, (route) =>
        route.fulfill({ json: data.find(({ id }) => route.request().url().endsWith(`/${id}`)) ?? {} }),
      );
      await page.goto("/player?tab=characters");
      for (const table of await page.getByText("Read as a table").all()) await table.click();
      await heading(page, "Empty Slot");
    },
    next: [
      async (page) => {
        await openDetails(page);
        await text(page, "Notes");
      },
      async (page) => {
        await openSecond(page, "View Details");
        await text(page, "Notes");
      },
    ],
  },
  {
    name: "no characters and no charts",
    open: async (page) => {
      await mockPlayer(page, {
        [LEVELS]: { ...PROGRESS, history: PROGRESS.history.slice(-2) },
        "/api/player/pvp-performance": { characters: [], history: [] },
      });
      await page.goto("/player?tab=characters");
      await heading(page, "Collecting data");
    },
  },
  {
    name: "items",
    open: openTwoInventories,
    next: [
      async (page) => {
        await dialog(page).getByRole("tab", { name: "Equipped" }).click();
        await text(page, "Blocked by Draconic Bow");
      },
      async (page) => {
        await openSecond(page, "View Items");
        await text(page, "No items in inventory.");
      },
    ],
  },
  {
    name: "donations",
    wide: true,
    open: (page) => openMoney(page, { debt: 1200, held: 300, in_transit: 120 }),
    next: [
      openDonate,
      async (page) => {
        await page.getByRole("radio", { name: WIDE }).last().check({ force: true });
        await press(page, "Continue");
        await heading(page, "Confirm the donation");
      },
    ],
  },
  {
    name: "closed donations and empty lists",
    open: async (page) => {
      const answers = { "/api/donations/packages": { enabled: false }, [DONATION]: CREDITED_DONATION };
      await openDonations(page, answers, `&status=success&external_reference=${ID}`);
      await text(page, "418 coins added to your account.");
      for (const name of ["Donations are closed", "No donations yet", "Nothing sent yet"]) await heading(page, name);
      await expect(page.getByRole("button", { name: /^Donate/ })).toHaveCount(0);
    },
  },
  { name: "sending coins, refused", open: openSend },
  {
    name: "roulette with a failed proof",
    open: async (page) => {
      const spins = [0, 1, 2, 3, 4].map((nonce) => spinRecord({ nonce, server_seed_hash: PAIR.server_seed_hash }));
      await openRoulette(page, { [HISTORY]: history(...(await Promise.all(spins))) });
      await page.getByRole("button", { name: "Check spin 6-4" }).click();
      await page.getByRole("button", { name: "Verify in this browser" }).click();
      await text(page, /^This spin does not add up/);
    },
  },
];

for (const { name, open, next = [], wide } of VIEWS)
  test(`${name}: accessible, and fits every width`, async ({ page, expectErrors }) => {
    if (name.endsWith("refused")) expectErrors(/status of 503/, /failed: /);
    for (const [index, step] of [open, ...next].entries()) {
      await step(page);
      for (const viewport of [TABLET, SMALL_PHONE, PHONE, DESKTOP]) {
        await page.setViewportSize(viewport);
        await expectNoHorizontalScroll(page);
        if (viewport === PHONE || (viewport === DESKTOP && wide && index === 0)) await expectAccessible(page);
      }
    }
  });
