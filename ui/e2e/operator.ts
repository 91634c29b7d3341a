import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { type Page, test } from "@playwright/test";
import { expectNoHorizontalScroll, expectAccessible as expectNoViolations } from "./helpers";

export const SIZES = [390, 820, 1440];

const ROOT = join(import.meta.dirname, "../..");
const PYTHON = `
import asyncio, os, sys
from fixtures.admin import execute
asyncio.run(execute(os.environ["E2E_SITE_DSN"], *sys.argv[1:]))
`;

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
    execFileSync(process.env.E2E_PYTHON ?? "python3", ["-c", PYTHON, ...data, session], { cwd: ROOT });
  });
  test.beforeEach(async ({ context }) => {
    const url = `${process.env.GATEWAY_URL}/api/admin`;
    await context.addCookies([{ name: "admin_session", value: token, url, httpOnly: true }]);
  });
  return token.slice(0, 6);
}

export const region = (page: Page, name: string | RegExp) => page.getByRole("region", { name, exact: true });

/** No violation of axe's rules, and no horizontal scrolling. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page);
  await expectNoHorizontalScroll(page);
}

/** Saves a picture of the whole page for a person, if a folder is given. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
