import { createHash, randomBytes } from "node:crypto";
import { type Page, test } from "@playwright/test";
import { expectAccessible, expectNoHorizontalScroll } from "./helpers";
import { executeSql } from "./python";

export const SIZES = [390, 820, 1440];

/**
 * Signs the demo's operator in for the tests of a file, as with both factors. `data`: statements that run before.
 * Returns a text that is another in each run.
 */
export function signInOperator(...data: string[]): string {
  const token = randomBytes(16).toString("hex");
  test.beforeAll(() => {
    const now = Math.floor(Date.now() / 1000);
    const session =
      "INSERT IGNORE INTO operator_sessions (hash, operator, created_at, seen_at, confirmed_at, factor_at) " +
      `VALUES ('${createHash("sha256").update(token).digest("hex")}', 'admin', ${now}, ${now}, ${now}, ${now})`;
    executeSql(...data, session);
  });
  test.beforeEach(async ({ context }) => {
    const url = `${process.env.GATEWAY_URL}/api/admin`;
    await context.addCookies([{ name: "admin_session", value: token, url, httpOnly: true }]);
  });
  return token.slice(0, 6);
}

export const region = (page: Page, name: string | RegExp) => page.getByRole("region", { name, exact: true });

/** No violation of axe's rules, and no horizontal scrolling. */
export async function expectAccessibleLayout(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
}

/** No horizontal scrolling at any width. Axe checks cards and tables: screens below 900 px share their rules. */
export async function expectFitsScreens(page: Page, name: string): Promise<void> {
  for (const width of SIZES) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoHorizontalScroll(page);
    if (width !== 820) await expectAccessible(page);
    await takePicture(page, `${name}-${width}`);
  }
}

/** Saves a picture of the whole page for a person, if a folder is given. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
