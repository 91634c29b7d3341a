import { expect, test } from "@playwright/test";
import { expectAccessible, region, SIZES, signInOperator, takePicture } from "./operator";

const NOTICE = "A line that is shown by mistake";
signInOperator();

test("keys choose, open and filter rows, and Enter on a link keeps its own meaning", async ({ page }) => {
  await page.goto("/admin/insight");
  const rows = region(page, "Going away").getByRole("row");
  await expect(rows.nth(1)).toBeVisible();
  await rows.nth(1).getByRole("link").focus();
  await page.keyboard.press("j");
  await expect(rows.nth(2)).toBeFocused();
  await page.keyboard.press("k");
  await expect(rows.nth(1)).toBeFocused();
  const href = (await rows.nth(1).getByRole("link").getAttribute("href")) ?? "";
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${href}$`));
  await page.goto("/admin/economy");
  await expect(region(page, "Items").getByRole("row").nth(1)).toBeVisible();
  await page.keyboard.press("f");
  await expect(region(page, "Items").getByLabel("Name or id of an item")).toBeFocused();
});

test("figures of the overview lead to their rows", async ({ page }) => {
  await page.goto("/admin");
  await expect(page.getByRole("link", { name: /Registered today/ })).toHaveAttribute("href", "/admin/insight");
  await page.getByRole("link", { name: /Revenue today/ }).click();
  await expect(page).toHaveURL(/\/admin\/money\?since=(\d{4}-\d\d-\d\d)&until=\1$/);
  await page.goto("/admin/money");
  await region(page, "Settlement").getByRole("link", { name: /^\d+$/ }).first().click();
  await expect(page).toHaveURL(/since=\d{4}-\d\d-01&until=\d{4}-\d\d-\d\d&by=day/);
});

for (const width of SIZES) {
  test(`a change is undone from its message at ${width} px`, async ({ page }) => {
    const notice = `${NOTICE} (${width})`;
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/admin/content/banner");
    const notices = region(page, "Notices on every page");
    await notices.getByLabel("Text").fill(notice);
    await notices.getByRole("button", { name: "Show a notice" }).click();
    const panel = page.getByRole("dialog");
    await panel.getByLabel("Reason").fill("a test");
    await panel.getByRole("button", { name: /Show/ }).click();
    await expect(panel).toHaveCount(0);
    const shown = notices.getByRole("row", { name: notice });
    await expect(shown).toBeVisible();
    const undo = page.getByRole("button", { name: "Undo", exact: true });
    await expect(undo).toBeVisible();
    await expectAccessible(page);
    await takePicture(page, `undo-${width}`);
    await undo.click();
    await expect(panel.getByLabel("Reason")).toHaveValue("Undone: a test");
    await panel.getByRole("button", { name: /Remove/ }).click();
    await expect(shown).toHaveCount(0);
    await expect(undo).toHaveCount(0);
  });
}
