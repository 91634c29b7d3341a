/** Locators and actions of the Login and Register dialogs. */
import type { Page } from "@playwright/test";

export const box = (page: Page) => page.getByRole("dialog");
export const field = (page: Page, label: string) => box(page).getByLabel(label, { exact: true });
export const press = (page: Page, name: string) => box(page).getByRole("button", { name, exact: true }).click();
export const show = (page: Page, name: "Login" | "Register") =>
  page.getByRole("banner").getByRole("button", { name, exact: true }).click();

export async function fillRegister(page: Page, change: Partial<Record<string, string>> = {}) {
  const values = {
    Username: "lunar42",
    Email: "lunar@example.org",
    Password: "secret1",
    "Confirm password": "secret1",
    ...change,
  };
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value ?? "");
}
