/** Redeems the demo's promo code against the real API. */
import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  openNewAccount,
  PHONE,
  REQUEST_ERRORS,
  SMALL_PHONE,
  test,
} from "./helpers";

const section = (page: Page) => page.getByRole("region", { name: "Redeem a code" });
const field = (page: Page) => section(page).getByRole("textbox", { name: "Code" });
const result = (page: Page) => section(page).getByRole("status");
const coins = async (page: Page) => {
  const token = await page.evaluate(() => localStorage.getItem("auth_token"));
  const answer = await page.request.get("/api/player/coins", { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()).total;
};

test("a code gives its coins once, however it is written", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.setViewportSize(PHONE);
  await openNewAccount(page);
  await page.goto("/player?tab=donations");
  await test.step("an empty and a wrong code", async () => {
    await section(page).getByRole("button", { name: "Redeem" }).click();
    await expect(field(page)).toHaveAccessibleDescription(/Enter a code/);
    await field(page).fill("NOT-A-CODE-AT-ALL");
    await field(page).press("Enter");
    await expect(field(page)).toHaveAccessibleDescription(/This code gives no/);
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue("NOT-A-CODE-AT-ALL");
    await expectAccessible(page);
  });
  await test.step("the code", async () => {
    const balances = page.waitForResponse("**/api/player/balances");
    await field(page).fill("  welcome 2026 ");
    await field(page).press("Enter");
    await expect(result(page)).toContainText("25 coins added to your balance. Can be sent to a character from");
    await expect(field(page)).toHaveValue("");
    await balances;
    expect(await coins(page)).toBe(25);
  });
  await test.step("again", async () => {
    await field(page).fill("WELCOME-2026");
    await section(page).getByRole("button", { name: "Redeem" }).click();
    await expect(result(page)).toContainText("You redeemed this code before");
    expect(await coins(page)).toBe(25);
  });
  await page.setViewportSize(SMALL_PHONE);
  await expectNoHorizontalScroll(page);
});
