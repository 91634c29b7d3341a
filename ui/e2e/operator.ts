import { createHash, randomBytes } from "node:crypto";
import { type Page, test } from "@playwright/test";
import { executeSql } from "./python";

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
