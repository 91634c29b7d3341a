/** The operator's Markdown: news on Home and on pages of their own, texts that the footer opens. */
import { expect, expectAccessible, expectNoHorizontalScroll, PHONE, test } from "./helpers";

test("news lead from Home to an article with a title, an address and a feed of its own", async ({ page }) => {
  await page.goto("/");
  const news = page.getByRole("region", { name: "News" });
  await expect(news.getByRole("listitem")).toHaveCount(2);
  await expect(news.locator("time").first()).toHaveText("November 14, 2026");
  await news.getByRole("link", { name: "Castle sieges return" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Castle sieges return");
  await expect(page).toHaveURL(/\/news\/castle-sieges-return$/);
  await expect(page).toHaveTitle(/^Castle sieges return · /);
  await page.reload();
  await expect(page.getByRole("article").getByRole("link", { name: "Server Info" })).toBeVisible();
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /\/news\/castle-sieges-return$/);
  await expectAccessible(page);
  await test.step("the article leads to its neighbour and to all news", async () => {
    const neighbours = page.getByRole("navigation", { name: "Other news" });
    await expect(neighbours.getByText("Newer")).toHaveCount(0);
    await neighbours.getByRole("link", { name: "The gates of Aden are open" }).click();
    await expect(page).toHaveURL(/\/news\/welcome$/);
    await expect(neighbours.getByText("Older")).toHaveCount(0);
    const all = page.getByRole("region", { name: "All news" });
    await expect(all.getByRole("link")).toHaveCount(2);
    await all.getByRole("link", { name: "Castle sieges return" }).click();
    await expect(page).toHaveURL(/\/news\/castle-sieges-return$/);
  });
  const feed = await page.request.get((await page.locator("link[type$=atom\\+xml]").getAttribute("href")) ?? "");
  expect(feed.headers()["content-type"]).toContain("application/atom+xml");
  expect(await feed.text()).toContain("/news/welcome</id>");
  await expect
    .poll(async () => (await page.request.get("/es/news/welcome")).text())
    .toContain("1 de noviembre de 2026");
  await page.goto("/news/none");
  await expect(page).toHaveURL(/\/$/);
});

test("the footer opens the operator's texts in place and loads them only then", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const contentRequests: string[] = [];
  page.on("request", (request) => request.url().includes("/assets/content-") && contentRequests.push(request.url()));
  await page.goto("/download");
  const footer = page.getByRole("contentinfo");
  expect(contentRequests).toEqual([]);
  await footer.getByRole("link", { name: "Rules" }).click();
  const rules = footer.getByRole("region", { name: "Rules" });
  await expect(rules).toBeFocused();
  await expect(rules.getByRole("listitem")).toHaveCount(4);
  expect(contentRequests).toHaveLength(1);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await rules.getByRole("button", { name: "Close" }).click();
  await expect(footer.getByRole("region")).toHaveCount(0);
  await expect(footer.getByRole("link", { name: "Rules" })).toBeFocused();
  await page.goto("/#terms");
  await expect(footer.getByRole("region", { name: "Terms of Service" })).toBeInViewport();
});

test("each anchor of the footer opens its text, on every kind of page", async ({ page }) => {
  const anchors = ["Rules", "Events", "Rankings", "Donations", "Forum", "Terms of Service", "Privacy Policy", "GDPR"];
  for (const path of ["/rankings", "/player"]) {
    await page.goto(path);
    const footer = page.getByRole("contentinfo");
    for (const name of anchors) {
      const link = footer.locator("a[href^='#']").filter({ hasText: new RegExp(`^${name}$`) });
      await link.click();
      await expect(page).toHaveURL(new RegExp(`${await link.getAttribute("href")}$`));
      await expect(footer.getByRole("region", { name, exact: true })).toBeInViewport();
    }
  }
});
