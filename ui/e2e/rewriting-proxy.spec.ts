/** Pages behind a proxy that replaces addresses of mails in HTML, as a CDN does: `no-transform` keeps it from that. */
import type { Page } from "@playwright/test";
import { expect, test } from "./helpers";

const SCRIPT = /(<script[\s\S]*?<\/script>)/;
const MAIL_IN_TEXT = />([^<>]*?)[\w.+-]+@[\w-]+\.[\w.-]+([^<>]*)</g;
const PROTECTED = '<span class="__cf_email__" data-cfemail="00">[email&#160;protected]</span>';
const HYDRATION = /React error #418/;

/** Replaces the addresses in texts; scripts and attributes stay, as a CDN leaves them. */
const rewrite = (html: string) =>
  html
    .split(SCRIPT)
    .map((part, index) => (index % 2 ? part : part.replace(MAIL_IN_TEXT, `>$1${PROTECTED}$2<`)))
    .join("");

/** Puts the proxy in front of the page; returns the errors of the page. */
async function addProxy(page: Page, { honoursDirective }: { honoursDirective: boolean }): Promise<string[]> {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    const isKept = honoursDirective && /\bno-transform\b/.test(response.headers()["cache-control"] ?? "");
    const html = await response.text();
    expect(rewrite(html), "the page has an address to replace").not.toBe(html);
    return route.fulfill({ response, body: isKept ? html : rewrite(html) });
  });
  return errors;
}

/** A service renders after its first snapshot, so a new one may serve empty shells for a moment. */
test.beforeEach(({ page }) =>
  expect
    .poll(async () => (await page.request.get("/")).text(), { message: "the rendered Home", timeout: 60_000 })
    .toContain('id="first-frame"'),
);

for (const path of ["/rankings", "/world"]) {
  test(`${path} is hydrated behind a proxy that replaces addresses and honours no-transform`, async ({ page }) => {
    const errors = await addProxy(page, { honoursDirective: true });
    await page.goto(path);
    await expect(page.locator(".__cf_email__")).toHaveCount(0);
    expect(errors).toEqual([]);
  });

  test(`${path} would lose its rendered markup without the directive`, async ({ page, expectErrors }) => {
    expectErrors(HYDRATION);
    const errors = await addProxy(page, { honoursDirective: false });
    await page.goto(path);
    await expect.poll(() => errors.join("\n")).toMatch(HYDRATION);
  });
}

test("every HTML document is sent with no-transform, and compressed", async ({ page }) => {
  for (const path of [
    "/",
    "/es",
    "/player",
    "/c/nobody-has-this-name",
    "/server-info?tab=rates",
    "/offline",
    "/admin",
  ]) {
    const headers = (await page.request.get(path)).headers();
    if (!headers["content-type"]?.startsWith("text/html")) continue;
    expect(headers["cache-control"], path).toMatch(/\bno-transform\b/);
    // The shell of the administration is too small to be compressed. The parts of a subject's page are joined as gzip.
    if (path !== "/admin") expect(headers["content-encoding"], path).toBe(path.startsWith("/c/") ? "gzip" : "br");
  }
});
