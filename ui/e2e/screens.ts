/** Checks of a page's layout at the widths of a phone, a tablet and a desktop. */
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoHorizontalScroll, test } from "./helpers";

export const SIZES = [390, 820, 1440];

/** Phones, tablets and windows, and the widths beside which a layout changes. */
const WIDTHS = [320, 360, 390, 640, 720, 768, 820, 1000, 1100, 1440];

/** No horizontal scrolling of the loaded page at any of the widths. */
export async function expectFitsWidths(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await test.step(`${page.url()} at ${width} px`, () => expectNoHorizontalScroll(page));
  }
}

/** No violation of axe's rules, and no horizontal scrolling. */
export async function expectAccessibleLayout(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
}

/** No horizontal scrolling at any width. Axe checks the smallest and the largest: cards and tables. */
export async function expectFitsScreens(page: Page, name: string): Promise<void> {
  await expectFitsWidths(page);
  for (const width of SIZES) {
    await page.setViewportSize({ width, height: 900 });
    if (width !== 820) await expectAccessible(page);
    await takePicture(page, `${name}-${width}`);
  }
}

/** Saves a picture of the whole page for a person, if a folder is given. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
