import { allowMotion, expect, expectAccessible, PHONE, test } from "./helpers";

const PAGES = [
  { path: "/", name: "Home" },
  { path: "/server-info", name: "Server Info" },
  { path: "/rankings", name: "Rankings" },
  { path: "/media", name: "Media" },
  { path: "/download", name: "Download" },
  { path: "/world", name: "World" },
];

test("every page has header and footer and marks its link", async ({ page }) => {
  await page.goto("/");
  const navigation = page.getByRole("navigation", { name: "Main" });
  await expect(navigation.getByRole("link")).toHaveText(PAGES.map((entry) => entry.name));
  const footer = page.getByRole("contentinfo");
  for (const anchor of [
    ...["Rules", "Events", "Rankings", "Forum", "Donations"],
    ...["Terms of Service", "Privacy Policy", "GDPR"],
  ])
    await expect(footer.getByRole("link", { name: anchor })).toHaveAttribute("href", /^#/);
  await expect(footer.getByRole("link", { name: "Server Status" })).toHaveAttribute("href", "/server-info");
  for (const label of ["Support", "Bug Reports", "Contact"])
    await expect(footer.getByRole("link", { name: label, exact: true })).toHaveAttribute("href", /^https:/);
  await expect(footer.locator('a[href^="mailto:"]')).toBeVisible();
  for (const { path, name } of PAGES)
    await test.step(path, async () => {
      const link = navigation.getByRole("link", { name, exact: true });
      await link.click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(navigation.locator(`[aria-current="page"]`)).toHaveText([name]);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      for (const text of [`© ${new Date().getFullYear()}`, "not affiliated with", "trademarks of", "Developed by"])
        await expect(footer).toContainText(text);
    });
});

test("each page has static metadata with its own title and description", async ({ request, baseURL }) => {
  const heads = await Promise.all(
    PAGES.map(async ({ path }) => {
      const html = await (await request.get(path)).text();
      const meta = (name: string) => html.match(new RegExp(`<meta (?:name|property)="${name}" content="([^"]+)"`))?.[1];
      for (const name of ["description", "og:title", "og:description"])
        expect(meta(name), `${name} of ${path}`).toBeTruthy();
      expect(meta("og:url")).toBe(new URL(path, baseURL?.replace("127.0.0.1", "localhost")).href);
      const image = await request.get(meta("og:image") ?? "");
      expect(image.headers()["content-type"], `og:image of ${path}`).toMatch(/^image\//);
      const title = html.match(/<title>[^<]+<\/title>/)?.[0];
      expect(title, `title of ${path}`).toBeTruthy();
      return [title, meta("description")];
    }),
  );
  expect(new Set(heads.flat()).size, "distinct titles and descriptions").toBe(2 * PAGES.length);
});

test("unknown paths redirect home", async ({ page }) => {
  for (const path of ["/nowhere", "/player/nothing"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole("button", { name: "Start Playing Now" })).toBeVisible();
  }
});

test("the phone menu opens, and closes on navigation and Escape", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/");
  const toggle = page.getByRole("button", { name: "Menu" });
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Media" });
  await expect(link).toBeHidden();
  await toggle.click();
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  await expectAccessible(page);
  await link.click();
  await expect(page).toHaveURL(/\/media$/);
  await expect(link).toBeHidden();
  await toggle.click();
  await page.keyboard.press("Escape");
  await expect(link).toBeHidden();
});

test("public reads accept an expired token; the header shows the profile", async ({ page, expectErrors }) => {
  // The bell reads the account's news, and Home its day.
  expectErrors(/Failed to load resource/, /GET \/api\/player\/(data-protection\/notices|watch|today)(\?\S*)? failed/);
  await page.addInitScript(() => {
    localStorage.setItem("auth_token", "dead.token");
    localStorage.setItem("user_data", JSON.stringify({ username: "demo" }));
  });
  const [call] = await Promise.all([
    page.waitForResponse((response) => response.url().includes("/api/server/status")),
    page.goto("/"),
  ]);
  expect(call.request().headers().authorization).toBe("Bearer dead.token");
  expect(call.status()).toBe(200);
  const header = page.getByRole("banner");
  await expect(header.getByRole("button", { name: "Notifications" })).toBeVisible();
  await expect(header.getByRole("link", { name: "My Profile" })).toHaveAttribute("href", "/player");
  await expect(header.getByRole("button", { name: "Login" })).toHaveCount(0);
});

test("the skip link and navigation focus the content", async ({ page }) => {
  await page.goto("/media");
  await expect(page.getByRole("heading", { level: 1, name: "Media" })).toBeVisible();
  await expect(page.getByRole("main")).not.toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.getByRole("navigation").getByRole("link", { name: "Download", exact: true }).first().click();
  await expect(page.getByRole("main")).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Media" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
});

test("a notice is shown while offline", async ({ page, context, expectErrors }) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await page.goto("/media");
  await context.setOffline(true);
  await expect(page.getByText("You are offline")).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByText("You are offline")).toBeHidden();
});

test("respects prefers-reduced-motion", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Start Playing Now" })).toBeVisible();
  const runningAnimations = () =>
    document.getAnimations().filter((animation) => animation.timeline === document.timeline).length;
  expect(await page.evaluate(runningAnimations)).toBe(0);
});

test("Back closes a dialog and stays on the page; a closed dialog leaves no history entry", async ({ page }) => {
  await page.goto("/media");
  await page.getByRole("link", { name: "Download", exact: true }).first().click();
  await page.getByRole("banner").getByRole("button", { name: "Login" }).click();
  const dialog = page.getByRole("dialog");
  await test.step("of two dialogs in turn, Back closes the open one", async () => {
    await dialog.getByRole("button", { name: "Register here" }).click();
    await expect(dialog).toHaveAccessibleName("Register");
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/download$/);
  });
  await test.step("Escape removes the entry, so that Back leads to the previous page", async () => {
    await page.getByRole("banner").getByRole("button", { name: "Login" }).click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => history.state?.dialog)).toBeUndefined();
    await page.goBack();
    await expect(page).toHaveURL(/\/media$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Media");
  });
  await test.step("a lightbox too", async () => {
    await page.goto("/media?tab=screenshots");
    await page.locator("main").getByRole("button").last().click();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/tab=screenshots/);
  });
});

test("links to pages and tabs cross-fade, except under reduced motion", async ({ page }) => {
  await allowMotion(page);
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    Object.assign(window, { transitions: 0, rows: 0 });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...timing) {
      if (this instanceof HTMLTableRowElement) (window as unknown as { rows: number }).rows++;
      return animate.apply(this, timing);
    };
    document.startViewTransition = (update) => {
      (window as unknown as { transitions: number }).transitions++;
      return start(update);
    };
  });
  const transitions = () => page.evaluate(() => (window as unknown as { transitions: number }).transitions);
  const motionScript = page.waitForResponse(/\/assets\/motion-/);
  await page.goto("/");
  await motionScript;
  const open = async (name: string, address: RegExp) => {
    await page.locator("header, main").getByRole("link", { name, exact: true }).first().click();
    await expect(page).toHaveURL(address);
  };
  await open("Server Info", /\/server-info$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Server Info");
  expect(await transitions()).toBe(1);
  await open("Rates", /tab=rates$/);
  expect(await transitions()).toBe(2);
  await open("Download", /\/download$/);
  expect(await transitions()).toBe(3);
  const rows = () => page.evaluate(() => (window as unknown as { rows: number }).rows);
  await expect.poll(rows, "rows that arrive one after the other").toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open("Media", /\/media$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Media");
  expect(await transitions()).toBe(3);
});
