/** Texts 40 % longer than in English, as another language may need: nothing scrolls sideways, nothing is cut. */
import type { Page } from "@playwright/test";
import { expect, expectNoHorizontalScroll, logIn, PHONE, SMALL_PHONE, test } from "./helpers";

const lengthen = (page: Page, within = "body") =>
  page.locator(within).evaluate((root) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      if (text.parentElement?.closest("script, svg, [translate=no], bdi")) continue;
      text.data = text.data.replace(/\p{L}{2,}/gu, (word) => word + word.slice(-Math.ceil(word.length * 0.4)));
    }
  });

/** Returns the visible buttons, tabs and links whose content is wider than their box. */
const cutControls = (page: Page) =>
  page.evaluate(() => {
    const widthOfContent = (control: Element) => {
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      const widths = [0];
      while (texts.nextNode()) {
        range.selectNodeContents(texts.currentNode);
        // Text for screen readers alone is in a box of one pixel.
        if ((texts.currentNode.parentElement?.offsetWidth ?? 0) > 1) widths.push(range.getBoundingClientRect().width);
      }
      return Math.max(...widths);
    };
    return [...document.querySelectorAll<HTMLElement>("button, a, summary")]
      .filter((control) => control.checkVisibility() && getComputedStyle(control).display !== "inline")
      .filter((control) => widthOfContent(control) > control.getBoundingClientRect().width + 1)
      .map((control) => control.innerText || control.ariaLabel);
  });

async function expectRoom(page: Page, view: string) {
  for (const size of [PHONE, SMALL_PHONE]) {
    await page.setViewportSize(size);
    await expectNoHorizontalScroll(page);
    expect(await cutControls(page), `cut in ${view} at ${size.width} px`).toEqual([]);
  }
}

test("public pages and the dialogs of login and registration have room for longer texts", async ({ page }) => {
  const INFO = ["", "?tab=rates", "?tab=bosses", "?tab=olympiad", "?tab=sieges"].map((tab) => `/server-info${tab}`);
  for (const view of ["/", ...INFO, "/rankings", "/media", "/download"]) {
    await page.setViewportSize(PHONE);
    await page.goto(view);
    await lengthen(page);
    await expectRoom(page, view);
  }
  await page.goto("/player");
  for (const button of ["Login", "Register"]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("banner").getByRole("button", { name: button, exact: true }).click();
    await lengthen(page, "dialog[open]");
    await expectRoom(page, button);
    await page.keyboard.press("Escape");
  }
});

test("the player's tabs have room for longer texts", async ({ page }) => {
  await logIn(page, "demo");
  for (const tab of ["profile", "characters", "donations", "roulette"]) {
    await page.setViewportSize(PHONE);
    await page.goto(`/player?tab=${tab}`);
    await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
    await lengthen(page);
    await expectRoom(page, tab);
  }
});
