/** Checks of a page's layout at the widths of a phone, a tablet and a desktop. */
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoHorizontalScroll } from "./helpers";

export const SIZES = [390, 820, 1440];

/** Phones, tablets, windows, these at 200 % zoom (640, 720, 960), and the widths beside which a layout changes. */
const WIDTHS = [1920, 1440, 1280, 1100, 1000, 960, 820, 768, 720, 640, 390, 360, 320];

/** Returns what is wider than its box, and the first elements beyond the right edge. */
const overflows = () =>
  [document.documentElement, ...document.querySelectorAll("dialog[open], dialog[open] > *")]
    .filter((box) => box.scrollWidth > box.clientWidth)
    .map((box) => {
      const edge = box.getBoundingClientRect().left + box.clientWidth + 1;
      const beyond = [...box.querySelectorAll("*")].filter((element) => element.getBoundingClientRect().right > edge);
      const names = beyond.slice(0, 3).map(({ localName, className }) => `${localName}.${className}`);
      return `${box.localName} +${box.scrollWidth - box.clientWidth} px: ${names.join(", ")}`;
    });

/**
 * No horizontal scrolling of the loaded page at any of the widths. Sets them as `setViewportSize` does, in half the time;
 * a layout that scripts change is looked at again.
 */
export async function expectFitsWidths(page: Page): Promise<void> {
  const problems: string[] = [];
  const browser = await page.context().newCDPSession(page);
  const resize = (size: { width: number; height: number }) =>
    browser.send("Emulation.setDeviceMetricsOverride", { ...size, deviceScaleFactor: 1, mobile: false });
  for (const width of WIDTHS) {
    await resize({ width, height: 900 });
    let boxes = await page.evaluate(overflows);
    for (let attempt = 0; boxes.length > 0 && attempt < 5; attempt++) {
      await page.waitForTimeout(100);
      boxes = await page.evaluate(overflows);
    }
    problems.push(...boxes.map((problem) => `${page.url()} at ${width} px: ${problem}`));
  }
  // Playwright sets no size that it has set before.
  await resize(page.viewportSize() ?? { width: 1440, height: 900 });
  await browser.detach();
  expect.soft(problems, "wider than the window").toEqual([]);
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
