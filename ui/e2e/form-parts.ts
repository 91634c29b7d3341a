/** Locators and actions of forms in dialogs. */
import type { Page } from "@playwright/test";
import { dialog } from "./helpers";

export const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });
export const press = (page: Page, name: string | RegExp) =>
  dialog(page).getByRole("button", { name, exact: true }).click();
export const bannerButton = (name: string) => (page: Page) =>
  page.getByRole("banner").getByRole("button", { name, exact: true });
export const profileButton = (name: "Change Password" | "Edit Profile") => (page: Page) =>
  page.getByRole("main").getByRole("button", { name, exact: true });

export async function fillFields(page: Page, values: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}
