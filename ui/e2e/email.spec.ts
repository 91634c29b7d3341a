import type { Page, Route } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  gate,
  PHONE,
  REFUSED,
  refuse,
  SMALLEST,
  test,
  UNAVAILABLE,
} from "./house";
import { enterArranged, holdClosing, PROFILE, stopClock } from "./player-data";

const UPDATE = "/api/auth/update-email";
const NEXT = "moon@fishi.example";

const box = (page: Page) => page.getByRole("dialog");
const email = (page: Page) => box(page).getByLabel("Email", { exact: true });
const save = (page: Page) => box(page).getByRole("button", { name: "Save" });
const opener = (page: Page) => page.getByRole("main").getByRole("button", { name: "Edit Profile", exact: true });
const account = (page: Page) => page.getByRole("region", { name: "Account", exact: true });
const stored = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem("user_data") ?? "{}").email);

type Answers = Parameters<typeof enterArranged>[1];

async function open(page: Page, answers: Answers = {}) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await enterArranged(page, answers);
  await page.goto("/player");
  await opener(page).click();
  await expect(box(page).getByRole("heading", { name: "Edit Profile" })).toBeVisible();
}

/** A service that remembers the address it was given. */
function remembering(): NonNullable<Answers> {
  let held = PROFILE.email;
  return {
    [UPDATE]: (route: Route) => {
      held = route.request().postDataJSON().new_email;
      return route.fulfill({ json: { success: true, message: "", email: held } });
    },
    "/api/player/profile": (route: Route) => route.fulfill({ json: { ...PROFILE, email: held } }),
    "/api/auth/profile": (route: Route) => route.fulfill({ json: { username: PROFILE.username, email: held } }),
  };
}

test("begins with the address as it is, and nothing to save", async ({ page }) => {
  await open(page);
  await expect(email(page)).toBeFocused();
  await expect(email(page)).toHaveValue("lunar@fishi.example");
  await expect(email(page)).toHaveAttribute("autocomplete", "email");
  await expect(save(page)).toBeDisabled();
  await email(page).fill(NEXT);
  await expect(save(page)).toBeEnabled();
  await email(page).fill(" lunar@fishi.example ");
  await expect(save(page)).toBeDisabled();
  await expectAccessible(page);
});

test("refuses what cannot be, without asking the service", async ({ page }) => {
  let sent = 0;
  await open(page, {
    [UPDATE]: (route: Route) => {
      sent += 1;
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
  expect(sent).toBe(0);
});

test("shows the new address everywhere at once, and closes by itself", async ({ page }) => {
  const answers = remembering();
  const waits = gate();
  const bodies: unknown[] = [];
  await page.clock.install();
  await open(page, {
    ...answers,
    [UPDATE]: async (route: Route) => {
      bodies.push(route.request().postDataJSON());
      await waits.opened;
      return (answers[UPDATE] as (route: Route) => unknown)(route);
    },
  });
  await stopClock(page);
  await email(page).fill(` ${NEXT} `);
  await save(page).click();
  await expect(box(page).getByRole("button", { name: "Saving..." })).toBeDisabled();
  await email(page).press("Enter");
  waits.open();
  await expect(box(page).getByText("Email updated.")).toBeVisible();
  await expect(account(page)).toContainText(NEXT);
  expect(await stored(page)).toBe(NEXT);
  await page.clock.runFor(1900);
  await expect(box(page)).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(box(page)).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
  expect(bodies).toEqual([{ new_email: NEXT }]);
  await opener(page).click();
  await expect(email(page)).toHaveValue(NEXT);
});

test("is in order for everyone when it is done", async ({ page }) => {
  await holdClosing(page);
  await open(page, remembering());
  await email(page).fill(NEXT);
  await save(page).click();
  await expect(box(page).getByText("Email updated.")).toBeVisible();
  await expectAccessible(page);
});

test("keeps the new address where the service cannot be asked again", async ({ page, expectErrors }) => {
  expectErrors(...REFUSED);
  let changed = false;
  const failing = (answer: object) => (route: Route) =>
    changed ? UNAVAILABLE(route) : route.fulfill({ json: answer });
  await open(page, {
    [UPDATE]: (route: Route) => {
      changed = true;
      return route.fulfill({ json: { success: true, message: "", email: NEXT } });
    },
    "/api/player/profile": failing(PROFILE),
    "/api/auth/profile": failing({}),
  });
  await email(page).fill(NEXT);
  await save(page).click();
  await expect(box(page)).toHaveCount(0);
  await expect(account(page)).toContainText(NEXT);
  expect(await stored(page)).toBe(NEXT);
});

test("sets the first address of an account that has none", async ({ page }) => {
  await open(page, { "/api/player/profile": { ...PROFILE, email: null } });
  await expect(email(page)).toHaveValue("");
  await expect(save(page)).toBeDisabled();
  await expect(box(page).getByText("No address is recorded yet.")).toBeVisible();
});

test("shows the service's words, and what concerns the field at the field", async ({ page, expectErrors }) => {
  expectErrors(...REFUSED);
  const fields = { new_email: "Please enter a valid email address" };
  await open(page, { [UPDATE]: refuse(400, { message: "Please check the form.", fields }) });
  await email(page).fill(NEXT);
  await save(page).click();
  await expect(box(page).getByRole("alert")).toHaveText("Please check the form.");
  await expect(email(page)).toHaveAccessibleDescription(/Please enter a valid email address/);
  await expect(email(page)).toBeFocused();
  await expectAccessible(page);
});

test("a failure without words is 'Failed to update email'; whatever closes resets it", async ({
  page,
  expectErrors,
}) => {
  expectErrors(...REFUSED);
  let answer: (route: Route) => unknown = refuse(500, {});
  await open(page, { [UPDATE]: (route: Route) => answer(route) });
  for (const failing of [refuse(500, {}), (route: Route) => route.abort()]) {
    answer = failing;
    await email(page).fill(NEXT);
    await save(page).click();
    await expect(box(page).getByRole("alert")).toHaveText("Failed to update email");
    await expect(save(page)).toBeFocused();
    await expect(account(page)).toContainText("lunar@fishi.example");
    await page.keyboard.press("Escape");
    await expect(box(page)).toHaveCount(0);
    await opener(page).click();
    await expect(box(page).getByRole("alert")).toHaveCount(0);
  }
  for (const way of ["Escape", "the X", "Cancel", "the ground beside it"])
    await test.step(`${way} closes and gives the focus back`, async () => {
      await email(page).fill("half");
      await save(page).click();
      await expect(box(page).getByText("Please enter a valid email address")).toBeVisible();
      if (way === "Escape") await page.keyboard.press("Escape");
      else if (way === "the X") await box(page).getByRole("button", { name: "Close" }).click();
      else if (way === "Cancel") await box(page).getByRole("button", { name: "Cancel" }).click();
      else await page.mouse.click(20, 500);
      await expect(box(page)).toHaveCount(0);
      await expect(opener(page)).toBeFocused();
      await opener(page).click();
      await expect(email(page)).toHaveValue("lunar@fishi.example");
      await expect(box(page).getByText("Please enter a valid email address")).toHaveCount(0);
    });
});

test("stands on phones, with an address as long as they come", async ({ page }) => {
  await page.setViewportSize(SMALLEST);
  const long = `${"m".repeat(64)}@${"n".repeat(60)}.example`;
  await open(page, { "/api/player/profile": { ...PROFILE, email: long } });
  for (const viewport of [SMALLEST, PHONE]) {
    await page.setViewportSize(viewport);
    await expectNoSidewaysScroll(page);
    await expect(save(page)).toBeInViewport({ ratio: 0.98 });
  }
});

test("a real address is kept by the service", async ({ page }) => {
  const username = `em${Date.now().toString(36)}`;
  const answer = await page.request.post("/api/auth/register", {
    data: { username, email: `${username}@fishi.example`, password: "firstpass1" },
  });
  expect(answer.status()).toBe(201);
  const session = await answer.json();
  await page.goto("/");
  await page.evaluate(({ token, user }) => {
    localStorage.setItem("auth_token", token);
    localStorage.setItem("user_data", JSON.stringify(user));
  }, session);
  await page.goto("/player");
  await opener(page).click();
  await email(page).fill(`${username}@moon.example`);
  await save(page).click();
  await expect(box(page).getByText("Email updated.")).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "E-mail update" })).toBeVisible();
  await page.reload();
  await expect(account(page)).toContainText(`${username}@moon.example`);
  expect(await stored(page)).toBe(`${username}@moon.example`);
});
