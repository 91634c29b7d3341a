import type { Route } from "@playwright/test";
import { CHARACTERS, CREATE, ID, inTurn, openDonations, RECEIVERS } from "./donation-data";
import { box, choice, donate, heading, openConfirm, pesos, press, slider } from "./donation-form";
import {
  DESK,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  gate,
  PHONE,
  REFUSED,
  refuse,
  SMALLEST,
  TABLET,
  test,
  UNAVAILABLE,
} from "./house";

test("three steps lead from a character to the payment, and Back leads back", async ({ page }) => {
  const created = inTurn(() => undefined);
  await openDonations(page, { [CREATE]: created.answer });
  await slider(page).fill("38000");
  // Its second press falls on the ground beside the dialog, which stays.
  await donate(page).dblclick();
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

test("an answer that was lost is asked for again under its key; another press has another", async ({
  page,
  expectErrors,
}) => {
  expectErrors(...REFUSED);
  const keys: (string | undefined)[] = [];
  const lost = (route: Route) => route.abort();
  const begun = (route: Route) => route.fulfill({ status: 201, json: { donation_id: ID, init_point: "#" } });
  const refused = refuse(400, { message: "Not today." });
  const created = inTurn(lost, lost, UNAVAILABLE, lost, refused, lost, begun);
  const route = (each: Route) => {
    keys.push(each.request().headers()["idempotency-key"]);
    return created.answer(each);
  };
  await openDonations(page, { [CREATE]: route });
  await openConfirm(page);
  for (const asked of [2, 3, 5]) {
    await press(page, /^Pay/);
    await expect.poll(() => created.asked).toBe(asked);
    await expect(box(page).getByRole("alert")).toBeVisible();
  }
  await expect(box(page).getByRole("alert")).toHaveText("Not today.");
  await press(page, /^Pay/);
  await expect.poll(() => created.asked).toBe(7);
  expect(keys[0]).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
  expect(keys).toEqual([...Array(5).fill(keys[0]), keys[5], keys[5]]);
  expect(keys[5]).not.toBe(keys[0]);
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
