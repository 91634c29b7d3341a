import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { dialog, expect, expectAccessible, PHONE, SMALL_PHONE, test } from "./helpers";

interface Item {
  type: string;
  title: string;
  url: string;
  featured: boolean;
  credit: string;
}

const content: Item[] = JSON.parse(
  readFileSync(fileURLToPath(new URL("../content/media.json", import.meta.url)), "utf8"),
);
const videos = content.filter(({ type }) => type === "video");
const screenshots = content.filter(({ type }) => type === "image");

const titleOf = (items: Item[], index: number) => items.at(index)?.title ?? "";
const card = (page: Page, title: string) => page.locator("main").getByRole("button", { name: title });

test("tabs show their counts and are kept in the URL", async ({ page }) => {
  await page.goto("/media");
  const tabs = page.getByRole("navigation", { name: "Media" }).getByRole("link");
  await expect(tabs).toHaveText([`Videos${videos.length}`, `Screenshots${screenshots.length}`]);
  await expect(page.locator("main li button")).toHaveCount(videos.length);
  await tabs.last().click();
  await expect(page).toHaveURL(/\?tab=screenshots$/);
  await expect(page.locator("main li button")).toHaveCount(screenshots.length);
  await expect(page.getByText("Featured")).toHaveCount(screenshots.filter(({ featured }) => featured).length);
  await page.goBack();
  await expect(page.locator("main li button")).toHaveCount(videos.length);
});

test("a screenshot opens with title, badge and counter", { tag: "@images" }, async ({ page }) => {
  await page.goto("/media?tab=screenshots");
  const item = screenshots.find(({ featured }) => featured);
  const position = screenshots.indexOf(item as Item);
  await card(page, item?.title ?? "").click();
  const picture = dialog(page).getByRole("img", { name: item?.title ?? "" });
  await expect(picture).toHaveAttribute("src", item?.url ?? "");
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1000);
  await expect(dialog(page).getByRole("heading", { name: item?.title ?? "" })).toBeVisible();
  await expect(dialog(page).getByText("Featured")).toBeVisible();
  await expect(dialog(page).getByText(item?.credit ?? "")).toBeVisible();
  await expect(dialog(page).getByText(`${position + 1} of ${screenshots.length}`)).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Next" }).click();
  await expect(dialog(page).getByText("Featured")).toHaveCount(0);
});

test("Previous and Next wrap around, by mouse and arrow keys", async ({ page }) => {
  await page.goto("/media?tab=screenshots");
  await card(page, titleOf(screenshots, 0)).click();
  await dialog(page).getByRole("button", { name: "Previous" }).click();
  await expect(dialog(page).getByText(`${screenshots.length} of ${screenshots.length}`)).toBeVisible();
  await expect(dialog(page).getByRole("heading", { name: titleOf(screenshots, -1) })).toBeVisible();
  await dialog(page).getByRole("button", { name: "Next" }).click();
  await expect(dialog(page).getByText(`1 of ${screenshots.length}`)).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(dialog(page).getByText(`${screenshots.length} of ${screenshots.length}`)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(dialog(page).getByText(`2 of ${screenshots.length}`)).toBeVisible();
});

test("Close, Escape and the backdrop close it; the focus returns to the last card", async ({ page }) => {
  await page.goto("/media?tab=screenshots");
  const first = card(page, titleOf(screenshots, 0));
  await first.click();
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(first).toBeFocused();
  await first.click();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(card(page, titleOf(screenshots, 1))).toBeFocused();
  await first.click();
  await page.mouse.click(6, 450);
  await expect(dialog(page)).toHaveCount(0);
});

test("a video starts from its card, and on play after paging", async ({ page, expectErrors }) => {
  expectErrors(/request to another origin: https:\/\/www\.youtube-nocookie\.com$/);
  const frames: string[] = [];
  await page.route("https://www.youtube-nocookie.com/**", (route) => {
    frames.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "<title>video</title>" });
  });
  await page.goto("/media");
  await card(page, titleOf(videos, 0)).click();
  await expect(dialog(page).locator("iframe")).toHaveAttribute("title", titleOf(videos, 0));
  await expect.poll(() => frames).toHaveLength(1);
  expect(frames[0]).toContain(`${videos[0]?.url}?`);
  await page.keyboard.press("ArrowRight");
  await expect(dialog(page).getByText(`2 of ${videos.length}`)).toBeVisible();
  await expect(dialog(page).locator("iframe")).toHaveCount(0);
  expect(frames).toHaveLength(1);
  await dialog(page)
    .getByRole("button", { name: `Play ${titleOf(videos, 1)}` })
    .click();
  await expect(dialog(page).locator("iframe")).toHaveAttribute("title", titleOf(videos, 1));
  await expect.poll(() => frames).toHaveLength(2);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
});

test("a swipe shows the neighbours, which are loaded before; all parts fit phones", { tag: "@images" }, async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/media?tab=screenshots");
  await card(page, titleOf(screenshots, 0)).click();
  await expect(dialog(page).getByRole("img", { name: titleOf(screenshots, 0) })).toBeInViewport({ ratio: 0.9 });
  const pictures = dialog(page).locator("img");
  const addresses = (index: number) =>
    [-1, 0, 1].map((step) => screenshots.at((index + step) % screenshots.length)?.url);
  for (const [side, index] of [
    ["next", 1],
    ["next", 2],
    ["previous", 1],
  ] as const) {
    await expect
      .poll(() => pictures.evaluateAll((all) => all.every((img) => (img as HTMLImageElement).complete)))
      .toBe(true);
    await pictures.nth(1).evaluate((img, forward) => {
      const row = img.parentElement?.parentElement;
      row?.scrollTo({ left: forward ? row.scrollWidth : 0, behavior: "instant" });
    }, side === "next");
    await expect(dialog(page).getByText(`${index + 1} of ${screenshots.length}`)).toBeVisible();
    await expect(pictures).toHaveCount(3);
    expect(await pictures.evaluateAll((all) => all.map((img) => img.getAttribute("src")))).toEqual(addresses(index));
    await expect(dialog(page).getByRole("img", { name: titleOf(screenshots, index) })).toBeInViewport({ ratio: 0.9 });
  }
  await page.setViewportSize(SMALL_PHONE);
  for (const name of ["Close", "Previous", "Next"])
    await expect(dialog(page).getByRole("button", { name })).toBeInViewport({ ratio: 1 });
  const picture = await dialog(page).getByRole("img").boundingBox();
  const title = await dialog(page).getByRole("heading").boundingBox();
  expect((title?.y ?? 0) - (picture?.y ?? 0) - (picture?.height ?? 0), "px from picture to title").toBeLessThan(60);
});
