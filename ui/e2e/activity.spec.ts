import type { Page, Route } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  PHONE,
  REQUEST_ERRORS,
  SMALL_PHONE,
  test,
  UNAVAILABLE,
} from "./helpers";
import { entry, logs, mockPlayer } from "./player-data";

const LOGS = "/api/player/security-logs";

const activity = (page: Page) => page.getByRole("table", { name: "Recent Security Activity" });

test.describe("recent security activity", () => {
  const ALL = logs(
    entry({ timestamp: "2026-11-20T21:14:00Z" }),
    entry({ action: "PASSWORD_CHANGE" }),
    entry({ action: "EMAIL_UPDATE", ip_address: "2803:9800:a015:8c2f:51d0:77ae:9b1c:4e02", success: false }),
    entry({ action: "ACCOUNT_CREATED" }),
    entry({ action: "GIFT_CODE_USED" }),
  );

  test.beforeEach(async ({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

  test("shows each action, known or unknown, with its result", async ({ page }) => {
    await page.clock.setFixedTime("2026-11-20T22:00:00Z");
    let requestUrl = "";
    await mockPlayer(page, {
      [LOGS]: (route: Route) => {
        requestUrl = route.request().url();
        return route.fulfill({ json: ALL });
      },
    });
    await page.goto("/player");
    await expect(activity(page).getByRole("columnheader")).toHaveText(["Action", "IP Address", "Date", "Status"]);
    const names = ["Login", "Password change", "E-mail update", "Account created", "Gift code used"];
    await expect(activity(page).getByRole("rowheader")).toHaveText(names);
    await expect(activity(page).getByRole("row").nth(1)).toContainText("Today, 9:14 PM");
    await expect(activity(page).getByRole("row").nth(2)).toContainText("Nov 18, 2026, 10:02 PM");
    await expect(activity(page).getByRole("row").nth(3)).toContainText("2803:9800:a015:8c2f:51d0:77ae:9b1c:4e02");
    await expect(activity(page).getByText("Success")).toHaveCount(4);
    await expect(activity(page).getByText("Failed")).toHaveCount(1);
    const icons = activity(page).locator("td svg path");
    expect(await icons.nth(1).getAttribute("d")).not.toBe(await icons.nth(2).getAttribute("d"));
    expect(new URL(requestUrl).search).toBe("?limit=5");
    await expectAccessible(page);
  });

  test("renders as cards with table semantics on phones", async ({ page }) => {
    await page.setViewportSize(PHONE);
    await mockPlayer(page, { [LOGS]: ALL });
    await page.goto("/player");
    await expect(activity(page).getByRole("row")).toHaveCount(6);
    for (const viewport of [PHONE, SMALL_PHONE]) {
      await page.setViewportSize(viewport);
      await expect(activity(page).getByRole("columnheader")).toHaveCount(4);
      await expect(activity(page).getByRole("row").nth(1).getByRole("cell")).toHaveCount(3);
      const [name, when] = [activity(page).getByRole("rowheader").first(), activity(page).getByRole("cell").nth(1)];
      expect((await when.boundingBox())?.y).toBeGreaterThan((await name.boundingBox())?.y ?? 0);
      await expectNoHorizontalScroll(page);
    }
    await expectAccessible(page);
  });

  test("shows an empty state", async ({ page }) => {
    await mockPlayer(page, { [LOGS]: logs() });
    await page.goto("/player");
    await expect(page.getByRole("heading", { name: "No activity yet" })).toBeVisible();
    await expect(activity(page)).toHaveCount(0);
    await expectAccessible(page);
  });

  test("shows its own error without breaking the page", async ({ page, expectErrors }) => {
    expectErrors(...REQUEST_ERRORS);
    await mockPlayer(page, { [LOGS]: UNAVAILABLE });
    await page.goto("/player");
    await expect(page.getByRole("heading", { name: "Security activity could not be loaded." })).toBeVisible();
    await expect(page.getByRole("region", { name: "Combat Statistics" })).toContainText("PK kills44");
    await expect(page.getByText("The game world cannot be reached.")).toHaveCount(0);
    await expectAccessible(page);
  });
});
