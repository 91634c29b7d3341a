import { randomBytes } from "node:crypto";
import { type Page, test } from "@playwright/test";
import { executeSql, runPython } from "./python";

/** Adds a session of the demo's operator, and prints its cookie. */
const ADD_SESSION = `
import asyncio, os
from fixtures.operators import add_demo_session
site, keys = os.environ["E2E_SITE_DSN"], os.environ["E2E_DATA_KEYS"].split(",")
print(asyncio.run(add_demo_session(site, keys)))
`;

/**
 * Signs the demo's operator in for the tests of a file, as with both factors. `data`: statements that run before.
 * Returns a text that is another in each run.
 */
export function signInOperator(...data: string[]): string {
  let cookie = "";
  test.beforeAll(() => {
    if (data.length) executeSql(...data);
    cookie = runPython(ADD_SESSION).trim();
  });
  test.beforeEach(async ({ context }) => {
    const url = `${process.env.GATEWAY_URL}/api/admin`;
    await context.addCookies([{ name: "admin_session", value: cookie, url, httpOnly: true }]);
  });
  return randomBytes(3).toString("hex");
}

export const region = (page: Page, name: string | RegExp) => page.getByRole("region", { name, exact: true });
