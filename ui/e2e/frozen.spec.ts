/** The player area of an account whose name an earlier account had. */
import {
  errorResponse,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  openNewAccount,
  openSection,
  PHONE,
  REQUEST_ERRORS,
  test,
} from "./helpers";

const FROZEN = errorResponse(409, { message: "This name belonged to an earlier account.", error: "account_frozen" });
const CLOSED =
  /\/api\/(player\/(coins|balances|donations|deliveries|security-logs|p\w+-\w+)|roulette\/(?!config)|donations\/characters)/;

test.beforeEach(({ expectErrors }) => expectErrors(...REQUEST_ERRORS));

test("each tab shows a frozen account its next step", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.route(CLOSED, FROZEN);
  await openNewAccount(page);
  const notice = page.getByRole("status").filter({ hasText: "Coins and history are locked" });
  for (const tab of ["donations", "roulette", "characters", "profile"]) {
    await page.goto(`/player?tab=${tab}`);
    await expect(notice).toContainText("Ask the server's staff to unlock them.");
    await expect(page.getByText(/Failed to load|could not be loaded/)).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Wallet", exact: true })).toHaveCount(0);
  }
  await openSection(page, "Security");
  await expect(page.getByRole("region", { name: "Devices" })).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
});

test("another account in the same browser is not frozen", async ({ page }) => {
  await page.route(CLOSED, FROZEN);
  await openNewAccount(page);
  const notice = page.getByText("Coins and history are locked");
  await expect(notice).toBeVisible();
  await page.unroute(CLOSED);
  await page.getByRole("button", { name: "Logout" }).click();
  await openNewAccount(page);
  await expect(page.getByRole("heading", { name: /Welcome back/ })).toBeVisible();
  await expect(notice).toHaveCount(0);
});
