/** Notices and switches of the operator. */
import type { Page } from "@playwright/test";
import type { components } from "../src/shared/api/schema";
import { openDonations } from "./donation-data";
import { bannerButton } from "./form-parts";
import { dialog, expect, expectAccessible, expectNoHorizontalScroll, latch, PHONE, SMALL_PHONE, test } from "./helpers";
import { openRoulette } from "./roulette-data";

type Site = components["schemas"]["Site"];

const TEXT = `Restart at 20:00 <b onclick="x">now</b>`;
const notices = (page: Page) => page.locator("header + [role=status]");

/** Mocks the operator's settings; later changes of the result are sent as well. */
async function mockSite(page: Page, change: Partial<Site>) {
  const site: Site = {
    ...{ name: "Fishi", tagline: "", coin_name: "Fishi Coins", email: true, languages: ["en"], notices: [] },
    ...{ votes: false, referrals: false, economy_report: false, extras: [] },
    features: { donations: true, deliveries: true, roulette: true, registration: true },
    passkey_domain: null,
    time_zone: "America/Argentina/Buenos_Aires",
    zone_offsets: [{ since: 0, minutes: -180 }],
    shared_names: { characters: [], clans: [] },
    username_max: 20,
    typed_name_max: 14,
    ...change,
  };
  await page.route("**/api/site", (route) => route.fulfill({ json: site }));
  return site;
}

test("a notice is one line of text on every page, until its time is over", async ({ page }) => {
  const { hold, release } = latch();
  await page.clock.install({ time: "2026-11-20T19:00:00Z" });
  const from = "2026-11-20T18:00:00Z";
  const site = await mockSite(page, { notices: [{ text: TEXT, texts: {}, from, until: "2026-11-20T20:00:00Z" }] });
  for (const path of ["/", "/media", "/player"]) {
    await page.goto(path);
    await expect(notices(page)).toHaveText(TEXT);
    await expect(page.locator("b[onclick]")).toHaveCount(0);
    expect((await notices(page).boundingBox())?.height, "one line").toBeLessThan(45);
    expect((await notices(page).boundingBox())?.y, "under the header").toBe(72);
  }
  site.notices.push({ text: "W".repeat(300), texts: {}, from, until: null });
  await page.clock.runFor("01:00");
  await expect(notices(page).getByRole("paragraph")).toHaveCount(2);
  for (const viewport of [PHONE, SMALL_PHONE]) {
    await page.setViewportSize(viewport);
    await expectNoHorizontalScroll(page);
  }
  await expectAccessible(page);
  await page.route("**/api/site", hold);
  await page.clock.runFor("01:00:00");
  await expect(notices(page)).toHaveText("W".repeat(300));
  release();
});

test("the page does not wait for notices, and Home does not move when they arrive", async ({ page }) => {
  const { whenReleased, release } = latch();
  await page.route("**/api/site", async (route) => {
    await whenReleased;
    await route.fallback();
  });
  await page.goto("/");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toBeVisible();
  const boxBefore = await heading.boundingBox();
  await mockSite(page, { notices: [{ text: TEXT, texts: {}, from: "2026-11-20T18:00:00Z", until: null }] });
  await page.reload();
  release();
  await expect(notices(page)).toHaveText(TEXT);
  expect(await heading.boundingBox()).toEqual(boxBefore);
});

test("a feature that is switched off offers no form and says so", async ({ page }) => {
  const features = { donations: false, deliveries: false, roulette: false, registration: false };
  await mockSite(page, { features });
  await page.goto("/media");
  await bannerButton("Register")(page).click();
  await expect(dialog(page)).toContainText("Registration is closed right now.");
  await expect(dialog(page).getByRole("textbox")).toHaveCount(0);
  await expect(dialog(page).getByRole("button")).toHaveText(["", "Login here"]);
  await expectAccessible(page);
  await openDonations(page);
  await expect(page.getByRole("heading", { name: "Donations are closed for now" })).toBeVisible();
  await expect(page.getByRole("slider")).toHaveCount(0);
  await page.getByRole("button", { name: "Send to character" }).click();
  await expect(dialog(page)).toContainText("Sending coins is paused.");
  await expect(dialog(page).getByRole("textbox")).toHaveCount(0);
  await openRoulette(page);
  const spin = page.getByRole("region", { name: "Spin", exact: true });
  await expect(spin.getByRole("button")).toHaveText("The wheel is closed");
  await expect(spin).toContainText("Your coins stay in your balance.");
  const spins: string[] = [];
  page.on("request", (request) => request.method() === "POST" && spins.push(request.url()));
  await spin.getByRole("button").click({ force: true });
  expect(spins).toEqual([]);
});
