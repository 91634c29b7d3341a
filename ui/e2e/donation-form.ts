/** Locators and actions of the donations tab. */
import type { Page } from "@playwright/test";
import { dialog, expect } from "./helpers";

export const slider = (page: Page) => page.getByRole("slider", { name: "Amount" });
export const choice = (page: Page, name: RegExp) => page.getByRole("radio", { name });
export const receive = (page: Page) => page.getByRole("region", { name: "What you receive" });
export const donate = (page: Page) => receive(page).getByRole("button", { name: /^Donate/ });
export const press = (page: Page, name: string | RegExp) => dialog(page).getByRole("button", { name }).click();
export const heading = (page: Page, name: string) => dialog(page).getByRole("heading", { name, exact: true });
/** Matches an amount in pesos, which contains a no-break space. */
export const pesos = (figure: string) => new RegExp(`\\$\\s${figure.replaceAll(".", "\\.")}`);

export async function openConfirm(page: Page) {
  await donate(page).click();
  await press(page, "Continue");
  await expect(heading(page, "Confirm the donation")).toBeVisible();
}
