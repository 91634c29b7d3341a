/** Requests for an erasure and versions of the legal texts, in the administration. */
import { expect, test } from "@playwright/test";
import { PHONE } from "./helpers";
import { region, signInOperator } from "./operator";
import { expectAccessibleLayout, expectFitsScreens } from "./screens";

const LEGAL = "**/api/admin/legal";

signInOperator(
  "DELETE FROM erasure_requests WHERE login = 'e2eleaver'",
  `INSERT INTO erasure_requests (login, state, requested_at, due_at)
   VALUES ('e2eleaver', 'waiting', UNIX_TIMESTAMP(), UNIX_TIMESTAMP() + 604800)`,
);
test.beforeEach(({ page }) => page.setViewportSize(PHONE));

test("an erasure is held with a reason and released, on a phone", async ({ page }) => {
  await page.goto("/admin/data-protection");
  const row = region(page, "Requests").getByRole("row", { name: /e2eleaver/ });
  const change = page.getByRole("dialog", { name: /e2eleaver/ });
  for (const [name, state] of [
    ["Hold", "held"],
    ["Release", "waits"],
  ] as const) {
    await row.getByRole("button", { name }).click();
    await change.getByLabel("Reason").fill("a court asked");
    await change.getByRole("button", { name }).click();
    await expect(row).toContainText(state);
  }
  await expect(row).not.toContainText("a court asked");
  await expectAccessibleLayout(page);
  await expectFitsScreens(page, "data protection");
});

// The answers are made here: a new version would ask the players of all other tests.
test("a changed text is published as the next version", async ({ page }) => {
  let version = 1;
  const row = (number: number) => ({
    document: "terms",
    version: number,
    published_at: "2026-11-01T10:00:00Z",
    published_by: "admin",
    accepted: 2 - number,
  });
  await page.route(LEGAL, (route) =>
    route.fulfill({
      json: {
        data: version === 1 ? [row(1)] : [row(2), row(1)],
        drafts: [
          { document: "terms", is_changed: version === 1 },
          { document: "privacy", is_changed: null },
        ],
      },
    }),
  );
  await page.route(`${LEGAL}/terms/publish*`, (route) => {
    const isDryRun = new URL(route.request().url()).searchParams.has("dry_run");
    if (!isDryRun) version = 2;
    return route.fulfill({ json: { dry_run: isDryRun, version: "", message: null, changes: [] } });
  });
  await page.goto("/admin/data-protection");
  const texts = region(page, "Legal texts");
  await expect(texts).toContainText("Differs from the published version");
  await expect(texts).toContainText("Not published");
  await texts.getByRole("button", { name: "Publish" }).first().click();
  const panel = page.getByRole("dialog", { name: "Publish: Terms of Service" });
  await expect(panel).toContainText("Each player is asked at the next login.");
  await panel.getByLabel("Reason").fill("a new rule");
  const publication = page.waitForRequest(/publish$/);
  await panel.getByRole("button", { name: "Publish" }).click();
  expect((await publication).postDataJSON().reason).toBe("a new rule");
  await expect(texts.getByRole("row", { name: /Terms of Service/ })).toHaveCount(2);
  await expect(texts).toContainText("Same as the published version");
});

test("a role without players sees the legal texts alone", async ({ page }) => {
  await page.route("**/api/admin/session", async (route) => {
    const response = await route.fetch();
    const session = await response.json();
    session.permissions["players.read"].allowed = false;
    await route.fulfill({ json: session });
  });
  await page.goto("/admin/data-protection");
  await expect(region(page, "Legal texts")).toBeVisible();
  await expect(region(page, "Requests")).toHaveCount(0);
});
