import { expect, type Page, test } from "@playwright/test";
import { codeOf } from "./authenticator";
import { expectAccessibleLayout } from "./screens";

const SECRET = process.env.E2E_OPERATOR_SECRET ?? "";
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

// Each code works once, so the tests share one sign-in and run in order.
test.describe.configure({ mode: "serial" });

let page: Page;
const heading = (name: string) => page.getByRole("heading", { level: 1, name });

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ baseURL: process.env.GATEWAY_URL ?? "" });
  page = await context.newPage();
});

test.afterAll(() => page.close());

test("an operator signs in with password and code", async () => {
  await page.goto("/admin/log");
  await expect(heading("Administration")).toBeVisible();
  await expectAccessibleLayout(page);
  await page.getByLabel("Operator name").fill("admin");
  await page.getByLabel("Password").fill("demo1234");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(heading("Second factor")).toBeVisible();
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("That code is not right")).toBeVisible();
  await expectAccessibleLayout(page);
  await page.getByLabel("Code").fill(codeOf(SECRET));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(heading("Operator log")).toBeVisible();
  const [cookie] = (await page.context().cookies(`${process.env.GATEWAY_URL}/api/admin`)).filter(
    ({ name }) => name === "admin_session",
  );
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/api/admin" });
});

for (const size of SIZES) {
  test(`the overview shows the state of the site at ${size.width} px`, async () => {
    await page.setViewportSize(size);
    await page.goto("/admin");
    await expect(heading("Overview")).toBeVisible();
    await expect(page.getByRole("region", { name: "Needs a person" })).toBeVisible();
    await expect(page.getByRole("row", { name: /Site database/ })).toContainText("up");
    await expectAccessibleLayout(page);
  });

  test(`the log filters by the address and opens a row at ${size.width} px`, async () => {
    await page.setViewportSize(size);
    await page.goto("/admin/log?refused=only");
    const rows = page.getByRole("row").filter({ has: page.getByRole("button") });
    await expect(rows.first()).toContainText("sign in, refused");
    await rows.first().getByRole("button").click();
    await expect(page.getByText("That code is not right").last()).toBeVisible();
    await expectAccessibleLayout(page);
    await page.getByLabel("Refused attempts").selectOption("without");
    await expect(page).toHaveURL(/refused=without/);
    await expect(page.getByText("sign in, refused")).toHaveCount(0);
  });
}

test("keys open the pages and the list of keys", async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/admin");
  await expect(heading("Overview")).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("u");
  await expect(heading("Operators")).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await expectAccessibleLayout(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the doctor runs and shows what the command finds", async () => {
  test.setTimeout(180_000);
  await page.goto("/admin");
  const doctor = page.getByRole("region", { name: "Doctor" });
  await doctor.getByRole("button", { name: "Run now" }).click();
  await expect(doctor.getByRole("listitem").first()).toBeVisible({ timeout: 120_000 });
  await expect(
    doctor
      .getByRole("listitem")
      .filter({ hasText: /^ok ?Connections/ })
      .first(),
  ).toBeVisible();
  await expectAccessibleLayout(page);
});

test("a session that has ended asks for a sign-in over the page", async () => {
  await page.goto("/admin");
  await expect(heading("Overview")).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole("link", { name: "Operators" }).click();
  await expect(page.getByText("Your session has ended. Sign in to go on.")).toBeVisible();
  await expect(page.getByLabel("Operator name")).toHaveValue("admin");
});
