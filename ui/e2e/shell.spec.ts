import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, SMALLEST, test } from "./house";

const PAGES = [
  { path: "/", name: "Home" },
  { path: "/server-info", name: "Server Info" },
  { path: "/rankings", name: "Rankings" },
  { path: "/media", name: "Media" },
  { path: "/download", name: "Download" },
];

for (const { path, name } of PAGES) {
  test(`${path} has the whole frame, marks itself in the navigation and stands at 320 px`, async ({ page }) => {
    await page.goto(path);
    const navigation = page.getByRole("navigation", { name: "Main" });
    await expect(navigation.getByRole("link")).toHaveText(PAGES.map((one) => one.name));
    await expect(navigation.getByRole("link", { name, exact: true })).toHaveAttribute("aria-current", "page");
    const footer = page.getByRole("contentinfo");
    for (const anchor of [
      "Rules",
      "Events",
      "Rankings",
      "Forum",
      "Terms of Service",
      "Privacy Policy",
      "GDPR",
      "Donations",
    ])
      await expect(footer.getByRole("link", { name: anchor })).toHaveAttribute("href", /^#/);
    await expect(footer.getByRole("link", { name: "Server Status" })).toHaveAttribute("href", "/server-info");
    for (const outside of ["Support", "Bug Reports", "Contact"])
      await expect(footer.getByRole("link", { name: outside, exact: true })).toHaveAttribute("href", /^https:/);
    await expect(footer).toContainText(`© ${new Date().getFullYear()}`);
    await expect(footer).toContainText("not affiliated with");
    await expect(footer).toContainText("trademarks of");
    await expect(footer).toContainText("Developed by");
    await expect(footer.locator('a[href^="mailto:"]')).toBeVisible();
    await page.setViewportSize(SMALLEST);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

  test(`${path} is described for those who run no script`, async ({ request, baseURL }) => {
    const html = await (await request.get(path)).text();
    const meta = (name: string) => html.match(new RegExp(`<meta (?:name|property)="${name}" content="([^"]+)"`))?.[1];
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    for (const name of ["description", "og:title", "og:description"]) expect(meta(name)).toBeTruthy();
    expect(meta("og:url")).toBe(new URL(path, baseURL).href);
    const picture = await request.get(meta("og:image") ?? "");
    expect(picture.headers()["content-type"]).toMatch(/^image\//);
  });
}

test("each page has a title and description of its own", async ({ request }) => {
  const heads = await Promise.all(
    PAGES.map(async ({ path }) =>
      (await (await request.get(path)).text()).match(/<title>.*?<\/title>|name="description".*?>/g),
    ),
  );
  expect(new Set(heads.map(String)).size).toBe(PAGES.length);
});

test("whatever else is asked for leads home", async ({ page }) => {
  for (const path of ["/nowhere", "/rankings/pvp", "/player/nothing", "/server-info/rates"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole("button", { name: "Start Playing Now" })).toBeVisible();
  }
});

test("what is no page is 404 under /api and for assets only", async ({ request }) => {
  expect((await request.get("/api/nothing")).status()).toBe(404);
  expect((await request.get("/assets/nothing.js")).status()).toBe(404);
  expect((await request.get("/nowhere")).status()).toBe(200);
});

test("the menu of a phone opens, closes on a change of route and on Escape", async ({ page }) => {
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

test("logged in, the header offers the profile and the way out", async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem("auth_token", "t.o.k");
    localStorage.setItem("user_data", JSON.stringify({ username: "demo" }));
  });
  await page.goto("/media");
  const header = page.getByRole("banner");
  await expect(header.getByRole("link", { name: "My Profile" })).toHaveAttribute("href", "/player");
  await expect(header.getByRole("button", { name: "Login" })).toHaveCount(0);
  await expectAccessible(page);
});

test("a stored token goes with every call; public reads do not mind a dead one", async ({ page }) => {
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
  await expect(page.getByRole("link", { name: "My Profile" })).toBeVisible();
});

test("the skip link leads past the header", async ({ page }) => {
  await page.goto("/download");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("another page begins at its content", async ({ page }) => {
  await page.goto("/media");
  await expect(page.getByRole("heading", { level: 1, name: "Media" })).toBeVisible();
  await expect(page.getByRole("main")).not.toBeFocused();
  await page.getByRole("navigation").getByRole("link", { name: "Download", exact: true }).first().click();
  await expect(page.getByRole("main")).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Media" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
});

test("losing the line is said, and its return unsaid", async ({ page, context, expectErrors }) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/);
  await page.goto("/media");
  await context.setOffline(true);
  await expect(page.getByText("You are offline")).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByText("You are offline")).toBeHidden();
});

test("nothing moves for those who ask for stillness", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Start Playing Now" })).toBeVisible();
  const moving = () => document.getAnimations().filter((motion) => motion.timeline === document.timeline).length;
  expect(await page.evaluate(moving)).toBe(0);
});
