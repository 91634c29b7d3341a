/** A player's link, the registration through it, and the rewards tab, against the real API. */
import { expect, expectAccessible, expectNoHorizontalScroll, logIn, test } from "./helpers";
import { takePicture } from "./operator";

const PATH = "/player?tab=rewards";

for (const width of [390, 820, 1440]) {
  test(`the link and the referrals are shown at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await logIn(page, "demo");
    await page.goto(PATH);
    const section = page.getByRole("region", { name: "Invite friends" });
    await expect(section.getByText(/\/\?ref=[0-9A-Z]{10}$/)).toBeVisible();
    await expect(section.getByRole("row", { name: /Not eligible/ })).toHaveCount(1);
    await expect(section.getByRole("row", { name: /Level \d+\/40, \d+\/10\sh/ }).first()).toBeVisible();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await takePicture(page, `rewards-${width}`);
    await page.goto(`/pt${PATH}`);
    await expect(page.getByRole("region", { name: "Convidar amigos" })).toBeVisible();
    await expectNoHorizontalScroll(page);
    await takePicture(page, `rewards-pt-${width}`);
    await page.goto(`/es${PATH}`);
    await expect(page.getByRole("region", { name: "Invitar amigos" })).toBeVisible();
    await expectNoHorizontalScroll(page);
  });
}

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
  await expect(page.getByRole("row", { name: /Not eligible/ }).first()).toBeVisible();
  await expect(page.getByText(username)).toHaveCount(0);
});
