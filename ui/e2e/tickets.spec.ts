/** A player writes a ticket with a picture, reads the answer and closes it, against the real API. */
import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  openNewAccount,
  PHONE,
  REQUEST_ERRORS,
  SMALL_PHONE,
  test,
} from "./helpers";
import { executeSql } from "./python";

/** 8 by 6 pixels. */
const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAAFElEQVR4nGO8sj6LARtgwipKJwkAIZcB+Xf2C6wAAAAASUVORK5CYII=";
const entries = (page: Page) => page.getByRole("main").getByRole("list").getByRole("listitem");

test("a question with a picture is answered on a phone", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.setViewportSize(PHONE);
  await openNewAccount(page);
  await page.goto("/player?tab=profile");
  await page.getByRole("link", { name: "Your tickets" }).click();
  await expect(page.getByRole("heading", { name: "No tickets yet" })).toBeVisible();
  await test.step("an empty form", async () => {
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByLabel("Title")).toHaveAccessibleDescription("Write a text.");
    await expectAccessible(page);
  });
  await test.step("a ticket", async () => {
    await page.getByLabel("What is it about?").selectOption("An item");
    await page.getByLabel("Title").fill("My bow");
    await page.getByLabel("Your message").fill("It is gone <b>since today</b>.");
    await page.getByLabel("Pictures").setInputFiles({
      name: "bow.png",
      mimeType: "image/png",
      buffer: Buffer.from(PICTURE, "base64"),
    });
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page).toHaveURL(/ticket=\d+/);
    await expect(entries(page)).toHaveCount(2);
    await expect(entries(page).first()).toContainText("It is gone <b>since today</b>.");
    const image = page.getByRole("img", { name: /^Picture/ });
    await expect(image).toHaveAttribute("src", /^data:image\/webp;base64,/);
    await expectAccessible(page);
  });
  const id = new URL(page.url()).searchParams.get("ticket");
  await test.step("the answer, without the note", async () => {
    executeSql(
      `INSERT INTO ticket_messages (ticket_id, author, operator, text, at) VALUES
      (${id}, 'operator', 'admin', 'Look into the warehouse.', UNIX_TIMESTAMP() + 1),
      (${id}, 'note', 'admin', 'A secret note', UNIX_TIMESTAMP() + 1)`,
      `UPDATE tickets SET state = 'answered' WHERE id = ${id}`,
    );
    await page.reload();
    await expect(entries(page)).toHaveCount(3);
    await expect(page.getByText("Look into the warehouse.")).toBeVisible();
    await expect(page.getByText("A secret note")).toHaveCount(0);
    await page.getByLabel("Reply").fill("Found it.");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(entries(page)).toHaveCount(4);
    await expect(page.getByLabel("Reply")).toHaveValue("");
  });
  await test.step("a text with the name of a picture", async () => {
    const picture = { name: "bow.png", mimeType: "image/png", buffer: Buffer.from(PICTURE, "base64") };
    const renamed = { name: "text.png", mimeType: "image/png", buffer: Buffer.from("a text") };
    await page.getByLabel("Pictures").setInputFiles([picture, renamed]);
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByText("A picture could not be added: Choose a PNG, JPEG or WebP picture.")).toBeVisible();
    await expect(entries(page)).toHaveCount(5);
    await expect(page.getByLabel("Pictures")).toHaveValue("");
    await page.getByLabel("Reply").fill("The second one was a text.");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(entries(page)).toHaveCount(6);
    await expect(page.getByText(/could not be added/)).toHaveCount(0);
  });
  await page.getByRole("button", { name: "Close the ticket" }).click();
  await expect(page.getByText("This ticket is closed.")).toBeVisible();
  await page.getByRole("link", { name: "All tickets" }).click();
  await expect(entries(page)).toContainText(["My bow"]);
  await page.setViewportSize(SMALL_PHONE);
  await expectNoHorizontalScroll(page);
});

test("a visitor is asked to log in", async ({ page }) => {
  await page.goto("/es/tickets");
  await page.getByRole("main").getByRole("button").click();
  await expect(page.getByRole("dialog")).toBeVisible();
});
