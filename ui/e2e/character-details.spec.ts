import { type Page, test as unitTest } from "@playwright/test";
import { notesOn } from "../src/features/characters/notes";
import { CHARACTER, character, inventory, openCharacters, openDetails, SPARSE_CHARACTER } from "./character-data";
import { dialog, expect, latch, PHONE, test } from "./helpers";

const value = (page: Page, label: string) =>
  dialog(page)
    .locator("dl > div")
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator("dd")
    .first();
const ring = (page: Page, name: string) => dialog(page).getByRole("figure").filter({ hasText: name });

test("the details show title, vitals, stats and information", async ({ page }) => {
  await openCharacters(page, [character()]);
  await openDetails(page);
  await expect(dialog(page)).toHaveAccessibleName("Thalendril details");
  await expect(dialog(page).getByRole("heading", { level: 2 })).toHaveText(
    "Warden of the Last Bridge Thalendril Moonlight Sentinel · Elf · Level 78 Hero Noble Online",
  );
  await expect(ring(page, "Health")).toHaveText("84%Health4,812 / 5,730");
  await expect(ring(page, "Mana")).toHaveText("69.9%Mana1,544 / 2,210");
  await expect(ring(page, "Experience")).toHaveText("64.3%Experience64.3% to 79");
  await expect(dialog(page).getByText("3,912 / 3,912")).toBeVisible();
  const tables = dialog(page).locator("section:has(h3) dl");
  await expect(tables.nth(0)).toHaveText("STR36DEX35CON36INT23WIT14MEN26");
  await expect(tables.nth(1)).toHaveText("PvP kills8,655PK kills31Deaths2,790K/D3.11Fame12,350Karma0");
  const information = {
    Clan: "SilverDawn, level 8",
    Location: "Near Town of Goddard",
    Status: "Online",
    Playtime: "38 d 2 h 41 min",
    "Last login": "Mar 1, 2026, 10:00 AM",
    Created: "March 14, 2025",
    Race: "Elf",
    Class: "Moonlight Sentinel",
    Nobility: "Noble, hero",
    "Access level": "Player",
    Id: "268479115",
  };
  for (const [label, text] of Object.entries(information)) await expect(value(page, label)).toHaveText(text);
  await expect(dialog(page).locator("dt", { hasText: "Notes" }).locator("+ dd")).toHaveText(
    "Hero. Level 78 Elf Moonlight Sentinel of \u2068SilverDawn\u2069. 8,655 PvP kills and 31 PK kills.",
  );
});

test("values that are not recorded are explained", async ({ page }) => {
  await openCharacters(page, [SPARSE_CHARACTER]);
  await openDetails(page);
  await expect(ring(page, "Health")).toHaveText("–Healthnot recorded");
  await expect(ring(page, "Mana")).toHaveText("–Mana10 / 0");
  for (const label of ["STR", "MEN", "Deaths", "K/D", "Fame", "Last login", "Created"]) {
    await expect(value(page, label)).toHaveText("–");
  }
  await expect(value(page, "Nobility")).toHaveText("None");
  await expect(value(page, "Fame").getByRole("button")).toHaveAccessibleName("None. This server does not record fame.");
});

unitTest("notes describe karma, no kills and no PKs", () => {
  const bare = { clan_name: null, noble: false, hero: false };
  for (const [change, fact] of [
    [{ ...bare, karma: 240 }, "Carries 240 karma."],
    [{ ...bare, pvp_kills: 0, pk_kills: 0, deaths: 4 }, "No PvP or PK kills."],
    [{ ...bare, pvp_kills: 1, pk_kills: 0 }, "1 PvP kill, no PK kills."],
  ] as const)
    expect(notesOn(character(change))).toMatch(new RegExp(`Elf Moonlight Sentinel, no clan\\. ${fact}`));
});

test("the details show ratios and ring limits of special characters", async ({ page }) => {
  const vitals = { hp: 7000, max_hp: 5730, mp: 0, max_mp: 2210, cp: 9999, max_cp: 3912 };
  const changes = [
    { deaths: 0, pvp_kills: 5, pk_kills: 0, access_level: 100 },
    { vitals, exp_percent: 99.97 },
  ];
  const characters = changes.map((change, id) => character({ ...change, id, name: `Hero${id}` }));
  await openCharacters(page, characters);
  await page.route(CHARACTER, (route) =>
    route.fulfill({ json: characters[Number(/\d+$/.exec(route.request().url())?.[0])] ?? {} }),
  );
  const openHero = async (id: number) => {
    if (id > 0) await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "View Details", exact: true }).nth(id).click();
    await expect(dialog(page)).toHaveAccessibleName(`Hero${id} details`);
  };
  await test.step("no ratio without deaths, staff as Player", async () => {
    await openHero(0);
    await expect(value(page, "Access level")).toHaveText("Player");
    await expect(value(page, "Deaths")).toHaveText("0");
    await expect(value(page, "K/D")).toHaveText("–");
    await expect(value(page, "K/D").getByRole("button")).toHaveAccessibleName("None. No deaths yet.");
  });
  await test.step("rings stop at 100 %, with the real numbers below", async () => {
    await openHero(1);
    await expect(ring(page, "Health")).toHaveText("100%Health7,000 / 5,730");
    await expect(ring(page, "Mana")).toHaveText("0%Mana0 / 2,210");
    await expect(ring(page, "Experience")).toHaveText("99.9%Experience99.9% to 79");
    const points = dialog(page).getByRole("progressbar", { name: "Combat points" });
    await expect(points).toHaveAttribute("aria-valuenow", "100");
    const circle = ring(page, "Health").locator("circle[stroke-dasharray]");
    await expect(circle).toHaveAttribute("stroke-dasharray", "100 100");
  });
  await dialog(page).locator("footer").getByRole("button", { name: "Close" }).click();
  await expect(dialog(page)).toHaveCount(0);
});

test("the details show list data at once, then fresh data of this character alone", async ({ page }) => {
  await openCharacters(page, [character()]);
  await page.getByRole("button", { name: "View Details" }).waitFor();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  const { release, whenReleased } = latch();
  await page.route(CHARACTER, async (route) => {
    await whenReleased;
    await route.fulfill({ json: character({ level: 79, online: false, current_location: "Town of Aden" }) });
  });
  await openDetails(page);
  await expect(dialog(page).getByText("Moonlight Sentinel · Elf · Level 78")).toBeVisible();
  release();
  await expect(dialog(page).getByText("Moonlight Sentinel · Elf · Level 79")).toBeVisible();
  await expect(value(page, "Location")).toHaveText("Town of Aden");
  await expect(value(page, "Status")).toHaveText("Offline");
  const characterRequests = requests.filter((path) => path.startsWith("/api/player/characters"));
  expect(characterRequests, "requests of the dialog").toEqual(["/api/player/characters/268479115"]);
});

test("the keyboard leads from the card to details, to items, and back", async ({ page }) => {
  await openCharacters(page, [character()], inventory([]));
  const details = page.getByRole("button", { name: "View Details" });
  await details.focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Escape");
  // A closed dialog loses its role a moment before it is removed.
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(details).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("button", { name: "View Items" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveAccessibleName("Items Thalendril");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(details).toBeFocused();
});

test("the body of the dialog scrolls within its frame, in a low window the whole sheet", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openCharacters(page, [character()]);
  await openDetails(page);
  const clippedPixels = () => dialog(page).evaluate((box) => box.scrollHeight - box.clientHeight);
  expect(await clippedPixels(), "px of the frame outside of the dialog").toBe(0);
  await dialog(page).getByText("Notes").scrollIntoViewIfNeeded();
  await expect(dialog(page).getByText("Core", { exact: true })).not.toBeInViewport();
  for (const name of ["Thalendril", "Online"])
    await expect(dialog(page).getByText(name, { exact: true }).first()).toBeInViewport();
  const closeBox = await dialog(page).getByRole("button", { name: "Close" }).first().boundingBox();
  const box = await dialog(page).boundingBox();
  expect((closeBox?.y ?? 0) - (box?.y ?? 0)).toBeLessThan(36);
  await expect(dialog(page).getByRole("button", { name: "View Items" })).toBeInViewport();
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(dialog(page).getByRole("button", { name: "View Items" })).not.toBeInViewport();
  await dialog(page).getByRole("button", { name: "View Items" }).scrollIntoViewIfNeeded();
  await expect(dialog(page).getByRole("button", { name: "Close" }).first()).not.toBeInViewport();
});
