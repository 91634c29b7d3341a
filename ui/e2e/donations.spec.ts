import type { Page, Route } from "@playwright/test";
import {
  amountOf,
  CALCULATE,
  CHARACTERS,
  CREATE,
  calculated,
  ID,
  inTurn,
  openDonations,
  PACKAGES,
  RECEIVERS,
} from "./donation-data";
import {
  DESK,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  gate,
  logIn,
  PHONE,
  REFUSED,
  refuse,
  SMALLEST,
  TABLET,
  test,
  UNAVAILABLE,
} from "./house";
import { stopClock } from "./player-data";

const slider = (page: Page) => page.getByRole("slider", { name: "Amount" });
const choice = (page: Page, name: RegExp) => page.getByRole("radio", { name });
const receive = (page: Page) => page.getByRole("region", { name: "What you receive" });
const donate = (page: Page) => receive(page).getByRole("button", { name: /^Donate/ });
const box = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string | RegExp) => box(page).getByRole("button", { name }).click();
const heading = (page: Page, name: string) => box(page).getByRole("heading", { name, exact: true });
/** Figures in pesos have a space in them that does not break. */
const pesos = (figure: string) => new RegExp(`\\$\\s${figure.replaceAll(".", "\\.")}`);

async function openConfirm(page: Page) {
  await donate(page).click();
  await press(page, "Continue");
  await expect(heading(page, "Confirm the donation")).toBeVisible();
}

test("an amount is chosen by slider or package, and the service says what it buys", async ({ page }) => {
  await logIn(page, "demo2");
  await page.goto("/player?tab=donations");
  await expect(slider(page)).toHaveValue("5000");
  await expect(slider(page)).toHaveAttribute("min", "5000");
  await expect(slider(page)).toHaveAttribute("max", "100000");
  await expect(slider(page)).toHaveAttribute("step", "1000");
  await expect(choice(page, /^\$\s5\.000/)).toBeChecked();
  await expect(page.getByRole("radio")).toHaveCount(5);
  await expect(receive(page)).toContainText(/50\sFishi Coins/);
  await slider(page).fill("38000");
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(slider(page)).toHaveAttribute("aria-valuetext", /^\$\s38\.000 ARS, 418 Fishi Coins$/);
  await expect(receive(page).getByRole("status")).toHaveText(
    pesos("38.000 buys 418 Fishi Coins, 38 of them as a bonus"),
  );
  await expect(receive(page)).toContainText(/Bonus, 10%\+38/);
  await expect(receive(page)).toContainText(/12\.000 more brings the bonus to 15%/);
  await expect(donate(page)).toHaveText(pesos("38.000"));
  await choice(page, /100\.000/).check({ force: true });
  await expect(slider(page)).toHaveValue("100000");
  await expect(receive(page)).toContainText(/1,200\sFishi Coins/);
  await expect(receive(page)).not.toContainText("more brings");
  await slider(page).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(slider(page)).toHaveAttribute("aria-valuetext", /^\$\s6\.000 ARS, 60 Fishi Coins$/);
  await expect(receive(page)).toContainText("Bonusnone");
  await expectAccessible(page);
});

test("the service is asked once the amount has stood still for 300 ms", async ({ page }) => {
  const asked: (string | null)[] = [];
  await openDonations(page, {
    [CALCULATE]: (route: Route) => {
      asked.push(amountOf(route));
      return calculated(route);
    },
  });
  await expect(receive(page).getByRole("status")).toHaveText(/buys 50/);
  await stopClock(page);
  await slider(page).focus();
  for (const _ of [1, 2, 3]) await page.keyboard.press("ArrowRight");
  await expect(slider(page)).toHaveValue("8000");
  await page.clock.runFor(290);
  expect(asked).toEqual(["5000"]);
  await page.clock.runFor(20);
  await expect(receive(page).getByRole("status")).toHaveText(/buys 80/);
  expect(asked).toEqual(["5000", "8000"]);
});

test("a late answer never takes the place of a newer one", async ({ page }) => {
  const { opened, open } = gate();
  const late: Promise<unknown>[] = [];
  await openDonations(page, {
    [CALCULATE]: (route: Route) => {
      if (amountOf(route) !== "25000") return calculated(route);
      return late.push(opened.then(() => calculated(route)));
    },
  });
  await slider(page).fill("25000");
  await expect.poll(() => late.length).toBe(1);
  await expect(receive(page)).toHaveAttribute("aria-busy", "true");
  await expect(receive(page).getByRole("status")).toHaveText("");
  await slider(page).fill("50000");
  await expect(receive(page).getByRole("status")).toHaveText(/buys 575/);
  const answered = page.waitForResponse(/amount=25000/);
  open();
  await (await answered).finished();
  await expect(receive(page)).toContainText(/575\sFishi Coins/);
  await expect(receive(page)).not.toContainText("275");
});

test("an amount that cannot be calculated is told, and cannot be donated", async ({ page, expectErrors }) => {
  expectErrors(...REFUSED);
  await openDonations(page, {
    [CALCULATE]: (route: Route) => (amountOf(route) === "25000" ? UNAVAILABLE(route) : calculated(route)),
  });
  await slider(page).fill("25000");
  await expect(receive(page).getByRole("alert")).toHaveText("Failed to calculate coins");
  await expect(donate(page)).toBeDisabled();
  await expect(receive(page)).not.toContainText("The game world");
  await expectAccessible(page);
  await slider(page).fill("26000");
  await expect(receive(page)).toContainText(/286\sFishi Coins/);
  await expect(donate(page)).toBeEnabled();
});

test("waits in bones of its own size, and a failure offers to load the page again", async ({ page, expectErrors }) => {
  expectErrors(...REFUSED);
  const { opened, open } = gate();
  const packages = inTurn(UNAVAILABLE, async (route: Route) => {
    await opened;
    await route.fulfill({ json: PACKAGES });
  });
  await openDonations(page, { "/api/donations/packages": packages.answer });
  await expect(page.getByText("Failed to load donation data. Please try again.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your donations" })).toBeVisible();
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByText("Loading donations")).toBeAttached();
  await expectAccessible(page);
  const history = page.getByRole("heading", { name: "Your donations" });
  const before = await history.boundingBox();
  open();
  await expect(receive(page)).toContainText(/50\sFishi Coins/);
  const after = await history.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
});

test("three steps lead from a character to the payment, and Back leads back", async ({ page }) => {
  const created = inTurn(() => undefined);
  await openDonations(page, { [CREATE]: created.answer });
  await slider(page).fill("38000");
  await donate(page).click();
  await expect(heading(page, "Choose a character")).toBeVisible();
  await expect(box(page).getByRole("form")).toBeFocused();
  await expect(choice(page, /Thalendril.*Level 78/)).toBeChecked();
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await expect(choice(page, /ТеньСевера/)).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(heading(page, "Confirm the donation")).toBeVisible();
  await expect(box(page).getByRole("listitem").nth(1)).toHaveAttribute("aria-current", "step");
  await expect(box(page)).toContainText("ForТеньСевера");
  await expect(box(page)).toContainText(/Base coins380Bonus, 10%\+38You receive418/);
  await expect(box(page)).toContainText(pesos("38.000 ARS, once"));
  await expectAccessible(page);
  await press(page, "Back");
  await expect(heading(page, "Choose a character")).toBeVisible();
  await expect(choice(page, /ТеньСевера/)).toBeChecked();
  // Its second press falls on Pay, which has taken its place.
  await box(page).getByRole("button", { name: "Continue" }).dblclick();
  await expect(heading(page, "Confirm the donation")).toBeVisible();
  await box(page).getByRole("button", { name: /^Pay/ }).dblclick();
  await expect(heading(page, "To the payment page")).toBeVisible();
  await expect(box(page).getByRole("status")).toContainText(pesos("38.000"));
  await expectAccessible(page);
  expect(created.asked).toBe(1);
  // Back from the provider's page, where the browser has kept this one as it was left.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(heading(page, "Confirm the donation")).toBeVisible();
  await expect(box(page).getByRole("button", { name: /^Pay/ })).toBeEnabled();
});

test("whatever closes it resets it, gives the focus back, and leaves nobody for a page he no longer wants", async ({
  page,
}) => {
  const { opened, open } = gate();
  const created = inTurn(async (route: Route) => {
    await opened;
    await route.fulfill({ status: 201, json: { donation_id: ID, init_point: "/download" } });
  });
  await openDonations(page, { [CREATE]: created.answer });
  for (const way of ["Escape", "Close", "Cancel"]) {
    await donate(page).click();
    await choice(page, /ТеньСевера/).check({ force: true });
    if (way === "Cancel") await press(page, way);
    else {
      await press(page, "Continue");
      await expect(heading(page, "Confirm the donation")).toBeVisible();
      if (way === "Escape") await page.keyboard.press("Escape");
      else await press(page, way);
    }
    await expect(box(page)).toHaveCount(0);
    await expect(donate(page)).toBeFocused();
  }
  await donate(page).click();
  await expect(heading(page, "Choose a character")).toBeVisible();
  await expect(choice(page, /Thalendril/)).toBeChecked();
  await press(page, "Continue");
  await press(page, /^Pay/);
  await expect(heading(page, "To the payment page")).toBeVisible();
  await page.keyboard.press("Escape");
  const answered = page.waitForResponse(/create/);
  open();
  await (await answered).finished();
  await donate(page).click();
  await expect(heading(page, "Choose a character")).toBeVisible();
  await expect(page).toHaveURL(/tab=donations$/);
});

test("a refusal leads back to the last look, in the service's words, and can be tried again", async ({
  page,
  expectErrors,
}) => {
  expectErrors(...REFUSED);
  const created = inTurn(
    refuse(502, { message: "The payment provider could not be reached. Nothing was charged.", error: "machine_code" }),
    (route: Route) => route.fulfill({ status: 500, json: { error: "Closed for tonight" } }),
    refuse(500, {}),
    (route: Route) => route.abort(),
    (route: Route) => {
      sent = route.request().postDataJSON();
      return route.fulfill({ status: 201, json: { donation_id: ID, init_point: "/download" } });
    },
  );
  let sent: object | undefined;
  await openDonations(page, { [CREATE]: created.answer });
  await openConfirm(page);
  for (const words of [
    "The payment provider could not be reached. Nothing was charged.",
    "Closed for tonight",
    "Failed to create donation",
    "Failed to create donation",
  ]) {
    const before = created.asked;
    await press(page, /^Pay/);
    await expect.poll(() => created.asked).toBe(before + 1);
    await expect(heading(page, "Confirm the donation")).toBeVisible();
    await expect(box(page).getByRole("alert")).toHaveText(words);
    await expect(box(page).getByRole("button", { name: /^Pay/ })).toBeFocused();
  }
  await expectAccessible(page);
  await press(page, "Back");
  await press(page, "Continue");
  await expect(box(page).getByRole("alert")).toHaveCount(0);
  await press(page, /^Pay/);
  await expect(page).toHaveURL(/\/download$/);
  expect(await page.evaluate(() => sessionStorage.getItem("donation_id"))).toBe(ID);
  expect(sent).toEqual({
    amount: 5000,
    character_id: RECEIVERS[0]?.id,
    character_name: "Thalendril",
    success_url: "/player?tab=donations&status=success",
    failure_url: "/player?tab=donations&status=failure",
    pending_url: "/player?tab=donations&status=pending",
  });
});

test("characters that cannot be loaded are told, and so is it where there are none", async ({ page, expectErrors }) => {
  expectErrors(...REFUSED);
  const { opened, open } = gate();
  const failing = async (route: Route) => {
    await opened;
    await UNAVAILABLE(route);
  };
  await openDonations(page, { [CHARACTERS]: inTurn(failing, { data: [] }).answer });
  await donate(page).click();
  await expect(box(page).getByText("Loading your characters")).toBeAttached();
  await expect(box(page).getByRole("button", { name: "Continue" })).toHaveCount(0);
  open();
  await expect(box(page).getByRole("heading", { name: "Failed to load donation data", exact: true })).toBeVisible();
  await expectAccessible(page);
  await box(page).getByRole("button", { name: "Try Again" }).click();
  await expect(box(page)).toHaveCount(0);
  await donate(page).click();
  await expect(box(page).getByRole("heading", { name: "No character yet" })).toBeVisible();
  await expect(box(page).getByRole("button", { name: "Continue" })).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Choose a character")).toBeVisible();
  await expectAccessible(page);
});

test("stands at every width, with names as long as they come", async ({ page }) => {
  await openDonations(page);
  await slider(page).fill("100000");
  await donate(page).click();
  await choice(page, /WMWMWM/).check({ force: true });
  for (const viewport of [SMALLEST, PHONE, TABLET, DESK]) {
    await page.setViewportSize(viewport);
    await expectNoSidewaysScroll(page);
    await press(page, "Continue");
    await expect(box(page).getByRole("button", { name: /^Pay/ })).toBeInViewport({ ratio: 0.98 });
    await press(page, "Back");
  }
  await page.keyboard.press("Escape");
  for (const viewport of [SMALLEST, PHONE, TABLET, DESK]) {
    await page.setViewportSize(viewport);
    await expectNoSidewaysScroll(page);
    for (const part of [slider(page), donate(page)])
      expect((await part.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
});
