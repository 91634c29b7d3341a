/** Checks of a page's layout at the widths of a phone, a tablet and a desktop. */
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoHorizontalScroll } from "./helpers";

export const SIZES = [390, 820, 1440];

/** No violation of axe's rules, and no horizontal scrolling. */
export async function expectAccessibleLayout(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
}

/** No horizontal scrolling at any width. Axe checks the smallest and the largest: cards and tables. */
export async function expectFitsScreens(page: Page, name: string): Promise<void> {
  for (const width of SIZES) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoHorizontalScroll(page);
    if (width !== 820) await expectAccessible(page);
    await takePicture(page, `${name}-${width}`);
  }
}

/** Saves a picture of the whole page for a person, if a folder is given. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
