/** Login and registration beyond `forms.spec.ts`: mostly against the real API, with the demo accounts. */
import { createHash } from "node:crypto";
import { type Page, test as unitTest } from "@playwright/test";
import { solve } from "../src/shared/proofOfWork";
import { bannerButton, field, fillFields, press } from "./form-parts";
import { dialog, expect, expectAccessible, logIn, PASSWORD, REQUEST_ERRORS, test, waitForAnimations } from "./helpers";

const show = async (page: Page, name: "Login" | "Register") => bannerButton(name)(page).click();
const alert = (page: Page) => dialog(page).getByRole("alert");

async function logInThroughDialog(page: Page, username: string, password: string) {
  await page.goto("/player");
  await show(page, "Login");
  await fillFields(page, { Username: username, Password: password });
  await press(page, "Login");
}

const NEW_PASSWORD = "secret-71";

const fillRegister = (page: Page, username: string) =>
  fillFields(page, {
    Username: username,
    Email: "lunar@example.org",
    Password: NEW_PASSWORD,
    "Confirm password": NEW_PASSWORD,
  });

/** Answers a registration with a session that the service does not have. */
async function acceptRegistration(page: Page) {
  await page.route("**/api/auth/register", (route) => route.fulfill({ json: { token: "t", user: { username: "a" } } }));
  await page.route("**/data-protection/notices", (route) => route.fulfill({ json: { erasure: null, consents: [] } }));
  await page.route("**/api/player/watch", (route) => route.fulfill({ json: { stars: [], limit: 200, unread: 0 } }));
}

test("a switch between login and register empties the fields", async ({ page }) => {
  await page.goto("/media");
  await show(page, "Login");
  for (const [link, title] of [
    ["Register here", "Register"],
    ["Login here", "Login"],
  ] as const) {
    await field(page, "Username").fill("demo");
    await press(page, link);
    await expect(dialog(page).getByRole("heading", { name: title })).toBeVisible();
    await expect(field(page, "Username")).toHaveValue("");
  }
});

test("Register warns at once about a name that the game cannot type, and rates the password", async ({ page }) => {
  await page.goto("/media");
  await show(page, "Register");
  const [warning, strength] = [dialog(page).getByRole("status").first(), dialog(page).getByRole("status").last()];
  await field(page, "Username").fill("a".repeat(14));
  await expect(warning).toHaveText("");
  await expect(strength, "the live region exists before the first message").toHaveText("");
  await waitForAnimations(page);
  const boxBefore = await dialog(page).boundingBox();
  for (const [password, word] of [
    ["abc12", "Too short"],
    ["abc123", "Weak"],
    ["abcd123", "Weak"],
    ["abcdefgh", "Medium"],
    ["12345678", "Medium"],
    ["abcd1234", "Strong"],
    ["", ""],
  ] as const) {
    await field(page, "Password").fill(password);
    await expect(strength).toHaveText(word);
  }
  expect(await dialog(page).boundingBox(), "the layout does not shift").toEqual(boxBefore);
  await acceptRegistration(page);
  await fillRegister(page, "a".repeat(15));
  await expect(warning).toHaveText(/^The game client can type only 14 letters of a name\./);
  await expect(field(page, "Username")).toHaveAccessibleDescription(/only 14 letters/);
  await expect(field(page, "Username")).not.toHaveAttribute("aria-invalid");
  await expectAccessible(page);
  await press(page, "Register");
  await expect(dialog(page), "a long name can be registered").toHaveCount(0);
});

test("Start Playing Now opens Register, logged in or not", async ({ page }) => {
  for (const user of [null, "demo"] as const) {
    if (user) await logIn(page, user);
    await page.goto("/");
    await expect(page.getByRole("link", { name: "My Profile" })).toHaveCount(user ? 1 : 0);
    await page.getByRole("button", { name: "Start Playing Now" }).click();
    await expect(dialog(page).getByRole("heading", { name: "Register" })).toBeVisible();
  }
});

test("a registration sends the first source and the last player's link, and no address", async ({ page }) => {
  const storedSource = () => page.evaluate(() => localStorage.getItem("first_source"));
  await page.goto("/media", { referer: "https://www.l2votes.com/servers?id=7" });
  await expect.poll(storedSource).toBe('{"source":"www.l2votes.com","campaign":""}');
  await page.goto("/media?utm_source=other&utm_campaign=later");
  await page.waitForLoadState("networkidle");
  expect(await storedSource(), "the first one stays").toContain("l2votes");
  await page.evaluate(() => localStorage.removeItem("first_source"));
  await page.goto("/media?from=%3Cb%3E");
  await page.goto("/media?ref=ABCDEFGH23");
  await page.goto("/media?utm_source=Forum&utm_campaign=Oct-Banner&ref=x", { referer: "https://www.l2votes.com/" });
  await expect.poll(storedSource).toBe('{"source":"forum","campaign":"oct-banner"}');
  await show(page, "Register");
  await fillRegister(page, "sourced");
  const registration = page.waitForRequest("**/api/auth/register");
  await acceptRegistration(page);
  await press(page, "Register");
  expect((await registration).postDataJSON()).toEqual({
    username: "sourced",
    email: "lunar@example.org",
    password: NEW_PASSWORD,
    source: "forum",
    campaign: "oct-banner",
    referral: "ABCDEFGH23",
    accepted_texts: { terms: 1, privacy: 1 },
  });
  await expect.poll(() => page.evaluate(() => localStorage.getItem("referral")), "it is used up").toBe("");
});

test("a name can be registered once, and logs in in another case", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  const name = `e2e${Date.now().toString(36)}`;
  await page.goto("/media");
  for (const text of ["", "taken"]) {
    await show(page, "Register");
    await fillRegister(page, name);
    await press(page, "Register");
    if (text) await expect(alert(page)).toContainText(text);
    else {
      await expect(page.getByText(`Welcome, ${name}`)).toBeVisible();
      await page.getByRole("button", { name: "Dismiss" }).click();
      await expect(page.getByText(`Welcome, ${name}`)).toHaveCount(0);
      await page.getByRole("button", { name: "Logout" }).click();
    }
  }
  await logInThroughDialog(page, name.toUpperCase(), NEW_PASSWORD);
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole("link", { name: "My Profile" }).click();
  await expect(page.getByRole("heading", { name: `Welcome back, ${name}`, exact: true })).toBeVisible();
});

test("login, dashboard and logout work by keyboard", async ({ page }) => {
  const reach = async (name: string, role: "button" | "link" = "button") => {
    const target = page.getByRole(role, { name, exact: true });
    for (let presses = 0; presses < 120; presses += 1) {
      await page.keyboard.press("Tab");
      if (await target.evaluateAll((elements) => elements.includes(document.activeElement as never))) return;
    }
    throw new Error(`${name} cannot be reached`);
  };
  await page.goto("/player");
  await reach("Login");
  await page.keyboard.press("Enter");
  await expect(field(page, "Username")).toBeFocused();
  await page.keyboard.type("demo");
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Welcome back, demo" })).toBeVisible();
  await expect(page.locator("#main")).toBeFocused();
  await reach("Expand wallet");
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Collapse wallet" })).toBeFocused();
  await reach("Characters", "link");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?tab=characters$/);
  await page.keyboard.press("Control+Home");
  await page.locator("body").evaluate(() => (document.activeElement as HTMLElement).blur());
  await reach("Logout");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Authentication Required")).toBeVisible();
  await expect(page.locator("#main")).toBeFocused();
});

unitTest("a proof of work has numbers of the promised hash, for salts of every length", async () => {
  for (let length = 0; length < 140; length++) {
    const salt = "s".repeat(length);
    const proof = await solve({ salt, difficulty: 9, count: 2 });
    const numbers = proof
      .slice(length + 1)
      .split(".")
      .map(Number);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(numbers).toHaveLength(2);
    for (const number of numbers) {
      const hash = createHash("sha256").update(`${salt}:${number}`).digest();
      expect(hash.readUInt32BE() >>> 23, `salt of ${length} letters`).toBe(0);
    }
  }
});

test("a login over a limit is repeated with a proof of work", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  const username = `proof${Date.now().toString(36)}`;
  const account = { username, email: "lunar@example.org", password: NEW_PASSWORD };
  expect((await page.request.post("/api/auth/register", { data: account })).status()).toBe(201);
  for (let guess = 0; guess < 2; guess++) {
    const response = await page.request.post("/api/auth/login", { data: { username, password: "wrong" } });
    expect(response.status()).toBe(401);
  }
  const statuses: number[] = [];
  page.on("response", (response) => response.url().endsWith("/login") && statuses.push(response.status()));
  await page.route("**/api/auth/login", async (route) => {
    const isProven = "x-proof" in route.request().headers();
    if (isProven) await expect(dialog(page).getByRole("button", { name: "Checking your browser…" })).toBeVisible();
    await route.continue();
  });
  await logInThroughDialog(page, username, NEW_PASSWORD);
  await expect(page.getByRole("heading", { name: `Welcome back, ${username}` })).toBeVisible();
  expect(statuses).toEqual([429, 200]);
});
