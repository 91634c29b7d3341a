import { expect, test } from "@playwright/test";
import { PHONE } from "./helpers";
import { region, signInOperator } from "./operator";
import { expectFitsScreens } from "./screens";

const id = signInOperator();

test("an operator is added, and the password is shown once", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/admin/operators");
  await page.getByRole("button", { name: "Add an operator" }).click();
  const panel = page.getByRole("dialog", { name: "Add an operator" });
  await expect(panel).toContainText("Type a name first.");
  await panel.getByLabel("Name").fill(`e2e-${id}`);
  await panel.getByLabel("Role").selectOption("content");
  await expect(panel).toContainText(`operator:e2e-${id}`);
  await panel.getByLabel("Reason").fill("writes the news");
  await panel.getByRole("button", { name: "Add an operator" }).click();
  const shown = page.getByRole("dialog", { name: `New password for e2e-${id}` });
  await expect(shown).toContainText(/[a-z\d]{5}(-[a-z\d]{5}){3}/);
  await shown.getByRole("button", { name: "Close" }).last().click();
  const row = region(page, "Operators").getByRole("row", { name: new RegExp(id) });
  await expect(row).toContainText("no factor yet");
  await row.getByRole("button", { name: `Change e2e-${id}` }).click();
  const change = page.getByRole("dialog", { name: `Change e2e-${id}` });
  await change.getByLabel("Refuse further sign-ins").check();
  await expect(change.getByRole("row", { name: "disabled" })).toContainText("false");
  await change.getByLabel("Reason").fill("only a test");
  await change.getByRole("button", { name: "Change", exact: true }).click();
  await expect(row).toContainText("disabled");
  await expectFitsScreens(page, "operators");
});

test("an operator sees the own factors, and a wrong password is named at its field", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/admin/access");
  await expect(region(page, "Second factors").getByRole("row", { name: /Authenticator app/ })).toContainText("Replace");
  await page.getByLabel("Present password").fill("not the password");
  await page.getByLabel("New password").fill("a longer password");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByLabel("Present password")).toHaveAccessibleDescription(/Current password is incorrect/);
  await expectFitsScreens(page, "access");
});
