import { expect, test } from "@playwright/test";
import { codeOf } from "./authenticator";
import { PHONE } from "./helpers";
import { region, signInOperator } from "./operator";
import { expectFitsScreens } from "./screens";

const id = signInOperator();

test("an operator is added, signs in with the password that is shown once, and is refused", async ({
  page,
  browser,
}) => {
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
  const password = (await shown.getByText(/^[a-z\d]{5}(-[a-z\d]{5}){3}$/).textContent()) ?? "";
  await shown.getByRole("button", { name: "Close" }).last().click();

  const context = await browser.newContext();
  const newPage = await context.newPage();
  await newPage.goto("/admin");
  await newPage.getByLabel("Operator name").fill(`e2e-${id}`);
  await newPage.getByLabel("Password").fill(password);
  await newPage.keyboard.press("Enter");
  await newPage.getByRole("button", { name: "Use an authenticator app" }).click();
  const secret = (await newPage.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? "";
  await newPage.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
  await newPage.keyboard.press("Enter");
  await newPage.getByRole("button", { name: "I have stored them" }).click();
  await expect(newPage.getByText("Playing now")).toBeVisible();
  await expect(newPage.getByText(/Revenue|Registered today|Books/)).toHaveCount(0);
  await expect(newPage.getByRole("navigation").getByRole("link", { name: "Money" })).toHaveCount(0);
  await context.close();

  await page.reload();
  const row = region(page, "Operators").getByRole("row", { name: new RegExp(id) });
  await expect(row).toContainText("enabled");
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
