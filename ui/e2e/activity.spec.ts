import type { Page, Route } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, REFUSED, SMALLEST, test, UNAVAILABLE } from "./house";
import { enterArranged, entry, logs } from "./player-data";

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

  test("tells actions in words, unknown ones too, and how they ended", async ({ page }) => {
    await page.clock.setFixedTime("2026-11-20T22:00:00Z");
    let asked = "";
    await enterArranged(page, {
      [LOGS]: (route: Route) => {
        asked = route.request().url();
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
    const marks = activity(page).locator("td svg path");
    expect(await marks.nth(1).getAttribute("d")).not.toBe(await marks.nth(2).getAttribute("d"));
    expect(new URL(asked).search).toBe("?limit=5");
    await expectAccessible(page);
  });

  test("is cards on phones and a table all the same", async ({ page }) => {
    await page.setViewportSize(PHONE);
    await enterArranged(page, { [LOGS]: ALL });
    await page.goto("/player");
    await expect(activity(page).getByRole("row")).toHaveCount(6);
    for (const viewport of [PHONE, SMALLEST]) {
      await page.setViewportSize(viewport);
      await expect(activity(page).getByRole("columnheader")).toHaveCount(4);
      await expect(activity(page).getByRole("row").nth(1).getByRole("cell")).toHaveCount(3);
      const [name, when] = [activity(page).getByRole("rowheader").first(), activity(page).getByRole("cell").nth(1)];
      expect((await when.boundingBox())?.y).toBeGreaterThan((await name.boundingBox())?.y ?? 0);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });

  test("says where nothing has happened yet", async ({ page }) => {
    await enterArranged(page, { [LOGS]: logs() });
    await page.goto("/player");
    await expect(page.getByRole("heading", { name: "No activity yet" })).toBeVisible();
    await expect(activity(page)).toHaveCount(0);
    await expectAccessible(page);
  });

  test("fails alone", async ({ page, expectErrors }) => {
    expectErrors(...REFUSED);
    await enterArranged(page, { [LOGS]: UNAVAILABLE });
    await page.goto("/player");
    await expect(page.getByRole("heading", { name: "Security activity could not be loaded." })).toBeVisible();
    await expect(page.getByRole("region", { name: "Combat Statistics" })).toContainText("PK kills44");
    await expect(page.getByText("The game world cannot be reached.")).toHaveCount(0);
    await expectAccessible(page);
  });
});
