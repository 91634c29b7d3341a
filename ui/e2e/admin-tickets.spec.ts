/** Tickets in the administration: two taps from the overview to an answer, notes, states and the words for the game. */
import { expect, test } from "@playwright/test";
import { PHONE } from "./helpers";
import { region, signInOperator } from "./operator";
import { expectAccessibleLayout, expectFitsScreens } from "./screens";

// One ticket serves the tests, so they have one worker.
test.describe.configure({ mode: "serial" });

// The one that waits longest: no other ticket of the demo is older.
signInOperator(
  "DELETE FROM tickets WHERE title = 'Lost sword'",
  `INSERT INTO tickets (account, topic, title, state, created_at, changed_at, waiting_since)
   VALUES ('demo', 'sign_in', 'Lost sword', 'open', 1000, 1000, 1000)`,
  `INSERT INTO ticket_messages (ticket_id, author, text, at)
   SELECT id, 'player', 'I cannot sign in <script>alert(1)</script>', 1000 FROM tickets WHERE title = 'Lost sword'`,
);

test("the oldest ticket is answered with the prepared reply in two taps", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/admin");
  await page
    .getByRole("link", { name: /^Answer: demo Ticket/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Lost sword" })).toBeVisible();
  await expect(page.getByText("I cannot sign in <script>alert(1)</script>")).toBeVisible();
  const answer = page.getByRole("textbox", { name: "Answer" });
  await expect(page.getByRole("button", { name: "From the facts" })).toHaveAttribute("aria-pressed", "true");
  const reply = await answer.inputValue();
  expect(reply).not.toBe("");
  await expectAccessibleLayout(page);
  await page.getByRole("button", { name: "Send the answer" }).click();
  await expect(page.getByText("The answer is sent.")).toBeVisible();
  await expect(region(page, "Messages")).toContainText(reply);
  await expect(answer).toHaveValue("");
  await page.getByRole("link", { name: "Next ticket" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Lost sword" })).toHaveCount(0);
});

test("notes and states are kept, and the list finds the ticket at each width", async ({ page }) => {
  await page.goto("/admin/tickets?search=Lost+sword");
  await expectFitsScreens(page, "tickets");
  await page.getByRole("link", { name: "Lost sword" }).click();
  await page.getByRole("textbox", { name: "Note for operators" }).fill("Seen in the log");
  await page.getByRole("button", { name: "Add the note" }).click();
  await expect(region(page, "Messages")).toContainText(/Note of admin.*Seen in the log/);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByRole("button", { name: "Open again" })).toBeVisible();
  await expectFitsScreens(page, "ticket");
});

test("the words that ban in the game stand beside the block", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/admin/players/demo");
  const panel = region(page, "Moderation");
  await expect(panel.getByText("//ban_acc demo", { exact: true })).toBeVisible();
  await expect(panel).toContainText("Not blocked on the site");
  await expect(panel).toContainText("L2J Mobius C6 Interlude");
});
