/** The tabs of a demo player against the real API. */
import type { Page } from "@playwright/test";
import type { components } from "../src/shared/api/schema";
import { CHARACTER, ITEMS, openDetails, openItems } from "./character-data";
import { dialog, expect, logIn, openWallet, test } from "./helpers";

type Schemas = components["schemas"];

const number = (value: number | null | undefined) => value?.toLocaleString("en-US") ?? "";
const openTab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name, exact: true }).click();
const definition = (page: Page, label: string) =>
  page
    .getByRole("dialog")
    .or(page.getByRole("main"))
    .last()
    .locator("dl > div")
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator("dd")
    .first();

/** Does something and returns the response of a path that it reads. */
async function read<T>(page: Page, path: RegExp, act: () => Promise<unknown>): Promise<T> {
  const [response] = await Promise.all([page.waitForResponse(path), act()]);
  return response.json();
}

test("every tab shows what the service answers", async ({ page }) => {
  await logIn(page, "demo");
  const progressionRead = page.waitForResponse(/\/player\/progression-data$/);
  await test.step("profile and wallet", async () => {
    const balancesRead = page.waitForResponse(/\/player\/balances$/);
    const profile = await read<Schemas["PlayerProfile"]>(page, /\/player\/profile$/, () => page.goto("/player"));
    const combat = page.getByRole("region", { name: "Combat Statistics" });
    await expect(combat).toContainText(`${number(profile.total_pvp_kills)} PvP kills`);
    await expect(definition(page, "PK kills")).toHaveText(number(profile.total_pk_kills));
    await expect(definition(page, "Activity score")).toHaveText(`${profile.account_activity_score} / 100`);
    await page.getByRole("region", { name: "Main character" }).scrollIntoViewIfNeeded();
    for (const name of ["Activity by day", "Milestones"])
      await expect(page.getByRole("region", { name })).toBeVisible();
    await expect(definition(page, "Access level")).toHaveText(profile.access_level_label);
    await expect(page.getByRole("table", { name: "Recent Security Activity" })).toContainText("Login");
    const balances: Schemas["Balances"] = await (await balancesRead).json();
    const wallet = page.getByRole("region", { name: "Wallet", exact: true });
    const names = balances.character_balances.map(({ character_name }) => character_name);
    expect(names).toContain("Aurelion");
    await openWallet(page);
    for (const name of names) await expect(wallet.getByRole("row").filter({ hasText: name })).toHaveCount(1);
    const total = number(balances.lucky_coins.available);
    await expect(wallet.getByTitle(total, { exact: true }).first()).toBeVisible();
    await wallet.getByRole("button", { name: "Collapse wallet" }).click();
  });
  await test.step("characters and charts", async () => {
    await openTab(page, "Characters");
    const card = page.getByRole("article", { name: "Aurelion", exact: true });
    await expect(card).toContainText("Duelist · Human");
    const names = page.getByRole("heading", { level: 3, name: /Aurelion|Elowen|Ashlin/ });
    await expect(names).toHaveText(["Aurelion", "Elowen", "Ashlin"]);
    await expect(page.getByRole("heading", { name: "Empty Slot" })).toHaveCount(0);
    await expect(definition(page, "Characters")).toHaveText("3 of 3 slots");
    await expect(definition(page, "Highest level")).toHaveText("80 Aurelion");
    // In the site's first hour of a day, the newest value is that of midnight.
    const { history }: Schemas["ProgressionData"] = await (await progressionRead).json();
    const aurelion = Math.max(...history.map(({ level }) => level));
    const levels = new RegExp(`^Levels over .+: .*Aurelion from \\d+ to ${aurelion}`);
    for (const name of [levels, /^Kills by week over .+ weeks: /])
      await expect(page.getByRole("img", { name })).toBeVisible();
  });
  await test.step("details", async () => {
    const aurelion = await read<Schemas["Character"]>(page, CHARACTER, () => openDetails(page));
    await expect(dialog(page)).toHaveAccessibleName(/Aurelion/);
    await expect(dialog(page)).toContainText("Lord of Aden");
    await expect(definition(page, "Id")).toHaveText(String(aurelion.id));
    await expect(definition(page, "Location")).toHaveText(aurelion.current_location);
    const { hp, max_hp } = aurelion.vitals;
    await expect(dialog(page).getByRole("figure").first()).toContainText(`${number(hp)} / ${number(max_hp)}`);
    await page.keyboard.press("Escape");
  });
  await test.step("items", async () => {
    const items = await read<Schemas["Inventory"]>(page, ITEMS, () => openItems(page));
    const [carriedCount, equippedCount] = [items.inventory_items.length, items.equipped_items.length];
    expect(Math.min(carriedCount, equippedCount)).toBeGreaterThan(0);
    expect(items.total_items).toBe(carriedCount + equippedCount);
    await expect(dialog(page)).toHaveAccessibleName("Items Aurelion");
    await expect(dialog(page).getByRole("tab")).toHaveText([`Inventory ${carriedCount}`, `Equipped ${equippedCount}`]);
    const tiles = (name: string) =>
      dialog(page)
        .getByRole("list", { name })
        .getByRole("button", { name: /^(?!Star )/ });
    await expect(tiles("In inventory")).toHaveCount(Math.min(24, carriedCount));
    await dialog(page).getByRole("tab", { name: "Equipped" }).click();
    await expect(tiles("Equipped")).toHaveCount(Math.min(24, equippedCount));
    await page.keyboard.press("Escape");
  });
  await test.step("donations", async () => {
    const open = () => openTab(page, "Donations");
    const { data, total } = await read<Schemas["Donations"]>(page, /\/player\/donations$/, open);
    expect(total).toBeGreaterThan(5);
    const history = page.getByRole("region", { name: "Your donations" });
    await expect(history.getByRole("status").last()).toHaveText(`1-5 of ${total}`);
    const pesos = new Intl.NumberFormat("es-AR", { style: "currency", currency: "ARS", maximumFractionDigits: 0 });
    const amounts = data.slice(0, 5).map(({ amount }) => pesos.format(amount).replaceAll("\u00a0", " "));
    await expect(history.getByRole("cell", { name: "$" })).toHaveText(amounts);
  });
});
