import type { Page, Route } from "@playwright/test";
import {
  CLOSE_METHODS,
  closeDialog,
  errorResponse,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  latch,
  openNewAccount,
  PHONE,
  REQUEST_ERRORS,
  SMALL_PHONE,
  test,
  UNAVAILABLE,
} from "./helpers";
import { disableAutoClose, mockPlayer, PROFILE, pauseClock } from "./player-data";

const UPDATE = "/api/auth/update-email";
const NEW_EMAIL = "moon@fishi.example";

const box = (page: Page) => page.getByRole("dialog");
const email = (page: Page) => box(page).getByLabel("Email", { exact: true });
const save = (page: Page) => box(page).getByRole("button", { name: "Save" });
const opener = (page: Page) => page.getByRole("main").getByRole("button", { name: "Edit Profile", exact: true });
const account = (page: Page) => page.getByRole("region", { name: "Account", exact: true });
const stored = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem("user_data") ?? "{}").email);

type Answers = Parameters<typeof mockPlayer>[1];

async function open(page: Page, answers: Answers = {}) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await mockPlayer(page, answers);
  await page.goto("/player");
  await opener(page).click();
  await expect(box(page).getByRole("heading", { name: "Edit Profile" })).toBeVisible();
}

/** Mocks an API that stores the address. */
function statefulApi(): NonNullable<Answers> {
  let address = PROFILE.email;
  return {
    [UPDATE]: (route: Route) => {
      address = route.request().postDataJSON().new_email;
      return route.fulfill({ json: { success: true, message: "", email: address } });
    },
    "/api/player/profile": (route: Route) => route.fulfill({ json: { ...PROFILE, email: address } }),
    "/api/auth/profile": (route: Route) => route.fulfill({ json: { username: PROFILE.username, email: address } }),
  };
}

test("starts with the current address and Save disabled", async ({ page }) => {
  await open(page);
  await expect(email(page)).toBeFocused();
  await expect(email(page)).toHaveValue("lunar@fishi.example");
  await expect(email(page)).toHaveAttribute("autocomplete", "email");
  await expect(save(page)).toBeDisabled();
  await email(page).fill(NEW_EMAIL);
  await expect(save(page)).toBeEnabled();
  await email(page).fill(" lunar@fishi.example ");
  await expect(save(page)).toBeDisabled();
  await expectAccessible(page);
});

test("validates the address without an API request", async ({ page }) => {
  let requestCount = 0;
  await open(page, {
    [UPDATE]: (route: Route) => {
      requestCount += 1;
      return route.abort();
    },
  });
  for (const [name, typed, text] of [
    ["nothing", "", "Email is required"],
    ["half an address", "moon@fishi", "Please enter a valid email address"],
    ["spaces", "   ", "Email is required"],
    ["the same in capitals", "LUNAR@fishi.example", "New email must be different from current email"],
    ["no address", "moon", "Please enter a valid email address"],
  ] as const)
    await test.step(name, async () => {
      await email(page).fill(typed);
      await save(page).click();
      await expect(box(page).getByText(text, { exact: true })).toBeVisible();
      await expect(email(page)).toBeFocused();
      await expect(email(page)).toHaveAccessibleDescription(new RegExp(text));
    });
  await expectAccessible(page);
  expect(requestCount).toBe(0);
});

test("submits once, updates the address everywhere and closes after two seconds", async ({ page }) => {
  const answers = statefulApi();
  const waits = latch();
  const bodies: unknown[] = [];
  await page.clock.install();
  await open(page, {
    ...answers,
    [UPDATE]: async (route: Route) => {
      bodies.push(route.request().postDataJSON());
      await waits.released;
      return (answers[UPDATE] as (route: Route) => unknown)(route);
    },
  });
  await pauseClock(page);
  await email(page).fill(` ${NEW_EMAIL} `);
  await save(page).click();
  await expect(box(page).getByRole("button", { name: "Saving..." })).toBeDisabled();
  await email(page).press("Enter");
  waits.release();
  await expect(box(page).getByText("Email updated.")).toBeVisible();
  await expect(account(page)).toContainText(NEW_EMAIL);
  expect(await stored(page)).toBe(NEW_EMAIL);
  await page.clock.runFor(1900);
  await expect(box(page)).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(box(page)).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
  expect(bodies).toEqual([{ new_email: NEW_EMAIL }]);
  await opener(page).click();
  await expect(email(page)).toHaveValue(NEW_EMAIL);
});

test("keeps the new address when the refresh fails", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  let changed = false;
  await disableAutoClose(page);
  const failing = (answer: object) => (route: Route) =>
    changed ? UNAVAILABLE(route) : route.fulfill({ json: answer });
  await open(page, {
    [UPDATE]: (route: Route) => {
      changed = true;
      return route.fulfill({ json: { success: true, message: "", email: NEW_EMAIL } });
    },
    "/api/player/profile": failing(PROFILE),
    "/api/auth/profile": failing({}),
  });
  await email(page).fill(NEW_EMAIL);
  await save(page).click();
  await expect(box(page).getByText("Email updated.")).toBeVisible();
  await expectAccessible(page);
  await expect(account(page)).toContainText(NEW_EMAIL);
  expect(await stored(page)).toBe(NEW_EMAIL);
});

test("sets the first address of an account without one", async ({ page }) => {
  await open(page, { "/api/player/profile": { ...PROFILE, email: null } });
  await expect(email(page)).toHaveValue("");
  await expect(save(page)).toBeDisabled();
  await expect(box(page).getByText("No e-mail set.")).toBeVisible();
});

test("shows the API's message and its field error", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  const fields = { new_email: "Please enter a valid email address" };
  await open(page, { [UPDATE]: errorResponse(400, { message: "Please check the form.", fields }) });
  await email(page).fill(NEW_EMAIL);
  await save(page).click();
  await expect(box(page).getByRole("alert")).toHaveText("Please check the form.");
  await expect(email(page)).toHaveAccessibleDescription(/Please enter a valid email address/);
  await expect(email(page)).toBeFocused();
  await expectAccessible(page);
});

test("shows 'Failed to update email' without a message; closing resets it", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  let answer: (route: Route) => unknown = errorResponse(500, {});
  await open(page, { [UPDATE]: (route: Route) => answer(route) });
  for (const response of [errorResponse(500, {}), (route: Route) => route.abort()]) {
    answer = response;
    await email(page).fill(NEW_EMAIL);
    await save(page).click();
    await expect(box(page).getByRole("alert")).toHaveText("Failed to update email");
    await expect(save(page)).toBeFocused();
    await expect(account(page)).toContainText("lunar@fishi.example");
    await page.keyboard.press("Escape");
    await expect(box(page)).toHaveCount(0);
    await opener(page).click();
    await expect(box(page).getByRole("alert")).toHaveCount(0);
  }
  for (const method of CLOSE_METHODS)
    await test.step(`${method} closes it and restores the focus`, async () => {
      await email(page).fill("half");
      await save(page).click();
      await expect(box(page).getByText("Please enter a valid email address")).toBeVisible();
      await closeDialog(page, method);
      await expect(opener(page)).toBeFocused();
      await opener(page).click();
      await expect(email(page)).toHaveValue("lunar@fishi.example");
      await expect(box(page).getByText("Please enter a valid email address")).toHaveCount(0);
    });
});

test("wraps a long address on phones; the dialog never scrolls sideways", async ({ page }) => {
  await page.setViewportSize(SMALL_PHONE);
  const longAddress = `${"m".repeat(64)}@${"n".repeat(60)}.example`;
  await open(page, { "/api/player/profile": { ...PROFILE, email: longAddress } });
  for (const viewport of [SMALL_PHONE, PHONE]) {
    await page.setViewportSize(viewport);
    await expectNoHorizontalScroll(page);
    await expect(save(page)).toBeInViewport({ ratio: 0.98 });
    await email(page).press("End");
    expect(await box(page).evaluate((dialog) => dialog.scrollLeft), "sideways scroll of the dialog in px").toBe(0);
  }
});

test("changes the address of a real account", async ({ page }) => {
  const username = await openNewAccount(page);
  await opener(page).click();
  await email(page).fill(`${username}@moon.example`);
  await save(page).click();
  await expect(box(page).getByText("Email updated.")).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "E-mail update" })).toBeVisible();
  await page.reload();
  await expect(account(page)).toContainText(`${username}@moon.example`);
  expect(await stored(page)).toBe(`${username}@moon.example`);
});
