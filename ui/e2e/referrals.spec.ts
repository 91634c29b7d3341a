/** A player's link, the registration through it, and the rewards tab, against the real API. */
import { expect, expectNoHorizontalScroll, logIn, PHONE, test } from "./helpers";
import { expectFitsScreens, SIZES, takePicture } from "./screens";

const PATH = "/player?tab=rewards";

test("the link and the referrals are shown at each width", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await logIn(page, "demo");
  await page.goto(PATH);
  const section = page.getByRole("region", { name: "Invite friends" });
  await expect(section.getByText(/\/\?ref=[0-9A-Z]{10}$/)).toBeVisible();
  await expect(section.getByRole("row", { name: /Not eligible/ })).toHaveCount(1);
  await expect(section.getByRole("progressbar", { name: "State" }).first()).toBeVisible();
  await expect(section.getByRole("row", { name: /Level \d+\/40, \d+\/10\sh/ }).first()).toBeVisible();
  await expectFitsScreens(page, "rewards");
  for (const [code, title] of [
    ["pt", "Convidar amigos"],
    ["es", "Invitar amigos"],
  ] as const) {
    await page.goto(`/${code}${PATH}`);
    await expect(page.getByRole("region", { name: title })).toBeVisible();
    for (const width of SIZES) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoHorizontalScroll(page);
      await takePicture(page, `rewards-${code}-${width}`);
    }
  }
});

test("a registration with the code of a link is listed without its login", async ({ page }) => {
  await logIn(page, "demo2");
  await page.goto(PATH);
  const link = (await page.locator("code", { hasText: "?ref=" }).textContent()) ?? "";
  const username = `e2e${Date.now().toString(36)}`;
  const referral = new URL(link).searchParams.get("ref");
  const data = { username, email: `${username}@fishi.example`, password: "firstpass1", referral };
  expect((await page.request.post("/api/auth/register", { data })).status()).toBe(201);
  await page.reload();
  // The player and the new account share this machine's network.
  await expect(page.getByRole("row", { name: /Not eligible.*shares the network/ }).first()).toBeVisible();
  await expect(page.getByText(username)).toHaveCount(0);
});
