/** The market: a search that is kept in the address, cards on a phone, the page of an item, and states without offers. */
import {
  DESKTOP,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  PHONE,
  REQUEST_ERRORS,
  SMALL_PHONE,
  test,
  UNAVAILABLE,
} from "./helpers";

interface Offer {
  item_id: number;
  item_name: string;
  enchant: number;
  kind: string;
  price: number;
  town: string;
}

const nameOf = ({ item_name, enchant }: Offer) => (enchant ? `${item_name} +${enchant}` : item_name);
const NOTHING = { data: [], total: 0, total_pages: 0, page: 1, page_size: 20, towns: [], as_of: null };

test("a search by name, town and price is kept in the address", async ({ page }) => {
  const { data, total } = await (await page.request.get("/api/market")).json();
  const offer: Offer = data[0];
  await page.goto("/market");
  await expect(page.getByRole("status").filter({ hasText: `${total} offers` })).toBeVisible();
  await expectAccessible(page);
  const rows = page.getByRole("region", { name: "For sale" }).locator("tbody").getByRole("row");
  await page.getByLabel("Item name").fill(offer.item_name);
  await page.getByLabel("Highest price each").fill(offer.price.toLocaleString("en"));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`max_price=${offer.price}`));
  await expect(rows).toHaveCount(1);
  await page.getByLabel("Town").selectOption(offer.town);
  await expect(page).toHaveURL(/town=/);
  await expect(rows).toHaveCount(1);
  await page.goBack();
  await expect(page.getByLabel("Town")).toHaveValue("");
  await expect(page.getByLabel("Item name")).toHaveValue(offer.item_name);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/market$/);
  await expect(page.getByLabel("Item name")).toHaveValue("");
  await page.getByRole("link", { name: "Wanted" }).click();
  await expect(page.getByRole("region", { name: "Wanted" })).toBeVisible();
  await page.goto("/market?max_price=1kk&page=0&min_enchant=99999");
  await expect(page.getByRole("status").filter({ hasText: `${total} offers` })).toBeVisible();
});

test("a phone has folded filters and cards without sideways scrolling", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/market");
  await expect(page.getByLabel("Town")).toBeHidden();
  await page.getByRole("button", { name: "Filters" }).click();
  await expect(page.getByLabel("Town")).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(SMALL_PHONE);
  await expectNoHorizontalScroll(page);
});

test("an item has its offers and a chart of its prices", async ({ page }) => {
  const { data } = await (await page.request.get("/api/market")).json();
  const offer: Offer = data.find(({ kind }: Offer) => kind === "sell");
  await page.goto("/market");
  await page
    .getByRole("link", { name: nameOf(offer), exact: true })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/market/${offer.item_id}$`));
  await expect(page.getByRole("heading", { level: 1, name: offer.item_name })).toBeVisible();
  await expect(
    page.getByRole("region", { name: "For sale" }).getByText(offer.price.toLocaleString("en")),
  ).toBeVisible();
  await expect(page.getByRole("img", { name: /Lowest and median price/ })).toBeVisible();
  await page.getByText("Read as a table").click();
  await expect(page.getByRole("region", { name: "Prices by day, as a table" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(SMALL_PHONE);
  await expectNoHorizontalScroll(page);
  await page.setViewportSize(DESKTOP);
  await page.getByRole("link", { name: "The whole market" }).click();
  await expect(page).toHaveURL(/\/market$/);
});

test("a number without an item has a way on", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  const response = await page.request.get("/market/999999999");
  expect(response.status()).toBe(404);
  await page.goto("/market/999999999");
  await page.getByRole("link", { name: "The whole market" }).click();
  await expect(page).toHaveURL(/\/market$/);
});

for (const [title, answer] of [
  ["No shop is open now", { is_recorded: true, is_open: true }],
  ["The game is closed now", { is_recorded: true, is_open: false }],
  ["The game of this server records no shops", { is_recorded: false, is_open: true }],
] as const)
  test(`without offers the page says: ${title}`, async ({ page }) => {
    await page.route("**/api/market?*", (route) => route.fulfill({ json: { ...NOTHING, ...answer } }));
    await page.goto("/market?side=buy");
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
  });

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a search can be read, also one that finds nothing", async ({ page }) => {
    await page.goto("/market");
    await page.getByLabel("Item name").fill("no such item");
    await page.getByRole("button", { name: "Search" }).and(page.locator("[type=submit]")).click();
    await expect(page).toHaveURL(/q=no\+such\+item/);
    await expect(page.getByRole("heading", { name: "No offers match" })).toBeVisible();
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(
      page.getByRole("region", { name: "For sale" }).locator("tbody").getByRole("row").first(),
    ).toBeVisible();
  });
});

test("a failure says so", async ({ page, expectErrors }) => {
  expectErrors(...REQUEST_ERRORS);
  await page.route("**/api/market?*", UNAVAILABLE);
  await page.goto("/market?q=a");
  await expect(page.getByText("The market cannot be shown right now.")).toBeVisible();
});
