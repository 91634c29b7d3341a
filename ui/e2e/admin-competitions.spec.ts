import { expect, test } from "@playwright/test";
import { expectAccessibleLayout, region, signInOperator, takePicture } from "./operator";

const unique = signInOperator();
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

for (const width of [390, 1280]) {
  test(`a final result waits for payment, and shows what each place gets, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/admin");
    const need = region(page, "Needs a person").getByRole("row", { name: /The week of experience/ });
    await need.getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1, name: "The week of experience" })).toBeVisible();
    await expect(region(page, "Board").getByRole("row", { name: /^1\. / })).toContainText("1,000");
    await expectAccessibleLayout(page);
    await takePicture(page, `competition-${width}`);
    await page.getByRole("button", { name: "Pay the prizes" }).click();
    const change = page.getByRole("dialog", { name: /Pay the prizes/ });
    await expect(change.getByText(/^prize:\d+:4$/)).toBeVisible();
    await expectAccessibleLayout(page);
    await change.getByRole("button", { name: "Cancel" }).click();
    await page.goto("/admin/competitions?state=running");
    await expect(region(page, "Competitions").getByRole("row", { name: /Most PvP kills/ })).toContainText("running");
    await expect(page.getByText("The week of experience")).toHaveCount(0);
    await expectAccessibleLayout(page);
    await takePicture(page, `competitions-${width}`);
  });
}

test("a competition is opened after its errors are mended, found by the search, and withdrawn", async ({ page }) => {
  const title = `Weekend ${unique}`;
  await page.goto("/admin/competitions");
  const form = region(page, "Open a competition");
  await form.getByLabel("Title", { exact: true }).fill(title);
  await form.getByLabel("Title in Español").fill(`Fin de semana ${unique}`);
  await form.getByLabel("Compete").selectOption("clans");
  await form.getByLabel("First day").fill(day(3));
  await form.getByLabel("Last day").fill(day(2));
  await form.getByText("Classes: all").click();
  await form.getByRole("checkbox", { name: "Rogue", exact: true }).check();
  await form.getByLabel("Coins by place").fill("500; 300, x");
  await form.getByRole("button", { name: "Check and open" }).click();
  await expect(form.getByLabel("Coins by place")).toHaveAttribute("aria-invalid", "true");
  await form.getByLabel("Coins by place").fill("500, 300");
  await form.getByRole("button", { name: "Check and open" }).click();
  await expect(form.getByLabel("Last day")).toHaveAccessibleDescription(/A competition has 1 to 92 days/);
  await form.getByLabel("Last day").fill(day(4));
  await form.getByRole("button", { name: "Check and open" }).click();
  const change = page.getByRole("dialog", { name: `Open a competition: ${title}` });
  await expect(change).toContainText("Rogue");
  await change.getByLabel("Reason").fill("the weekend");
  await change.getByRole("button", { name: "Open a competition" }).click();
  await expect(region(page, "Competitions").getByRole("row", { name: new RegExp(title) })).toContainText("upcoming");
  const row = region(page, "Competitions").getByRole("row", { name: new RegExp(title) });
  const address = (await row.getByRole("link").first().getAttribute("href")) ?? "";
  const board = await page.context().newPage();
  await board.goto(`/es/competition/${address.split("/").at(-1)}`);
  await expect(board.getByRole("heading", { level: 1 })).toHaveText(`Fin de semana ${unique}`);
  await board.close();
  await page.getByRole("button", { name: "Undo" }).click();
  const undo = page.getByRole("dialog", { name: `Withdraw: ${title}` });
  await undo.getByRole("button", { name: "Withdraw" }).click();
  await expect(region(page, "Competitions").getByRole("row", { name: new RegExp(title) })).toContainText("closed");
  await page.goto(`/admin/players?q=${encodeURIComponent(title)}`);
  await page.getByRole("link", { name: new RegExp(title) }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole("button", { name: /Close|Withdraw|Pay/ })).toHaveCount(0);
});
