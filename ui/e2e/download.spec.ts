import { expect, test as unitTest } from "@playwright/test";
import { advance, FULL, fileName } from "../src/features/download/progress";
import { test } from "./helpers";

unitTest("random progress stays below 100 %", () => {
  expect(advance(0, 0)).toBe(0);
  expect(advance(10, 0.5)).toBeGreaterThan(10);
  expect(advance(98, 0.99)).toBe(FULL - 1);
});

unitTest("builds the file name from name and version", () => {
  expect(fileName({ name: "Full Client", version: "v1.0.0" })).toBe("Full Client-v1.0.0.zip");
});

test("the page shows two packages, requirements and a guide; the last two can be collapsed", async ({ page }) => {
  await page.goto("/download");
  const full = page.getByRole("listitem").filter({ hasText: "Full Client" }).first();
  const patch = page.getByRole("listitem").filter({ hasText: "Patch Only" }).first();
  await expect(full).toContainText("Recommended for new players");
  await expect(full).toContainText("Complete game installation with all files");
  await expect(full).toContainText("2.6 GB");
  await expect(full).toContainText("v1.0.0");
  await expect(patch).toContainText("Quick update for existing installations");
  await expect(patch).toContainText("120 MB");
  await expect(patch).not.toContainText("Recommended");
  const requirements = page.getByRole("table");
  for (const text of ["Windows 7 64-bit", "4 GB RAM", "8 GB space", "Windows 10 64-bit", "8 GB RAM", "SSD recommended"])
    await expect(requirements.getByText(text)).toBeVisible();
  await page.getByRole("heading", { name: "System Requirements" }).click();
  await expect(requirements).toBeHidden();
  await page.getByRole("heading", { name: "System Requirements" }).click();
  await expect(requirements).toBeVisible();

  const steps = page.getByRole("list").filter({ hasText: "Start the game." }).getByRole("listitem");
  expect(await steps.count()).toBeGreaterThan(2);
  await expect(page.getByRole("link", { name: "Chat server" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Support forum" })).toBeVisible();
  await page.getByRole("heading", { name: "Installation Guide" }).click();
  await expect(steps.first()).toBeHidden();
});

test("each package is downloaded with its own progress, and can be downloaded again", async ({ page }) => {
  await page.clock.install({ time: "2026-01-01T00:00:00Z" });
  await page.goto("/download");
  await page.clock.pauseAt("2026-01-01T01:00:00Z");
  const full = page.getByRole("listitem").filter({ hasText: "Full Client" }).first();
  const button = full.getByRole("button");
  await expect(button).toHaveText("Download");

  await page.evaluate(() =>
    document.addEventListener("click", ({ target: link }) => {
      if (link instanceof HTMLAnchorElement) document.body.dataset.link = `${link.target} ${link.rel}`;
    }),
  );
  const download = page.waitForEvent("download");
  await button.click();
  expect((await download).suggestedFilename()).toBe("Full Client-v1.0.0.zip");
  expect((await download).url()).toMatch(/\/files\//);
  await expect(page.locator("body")).toHaveAttribute("data-link", "_blank noopener");
  await expect(button).toBeDisabled();
  await expect(page.getByRole("progressbar")).toHaveCount(1);
  const bar = full.getByRole("progressbar", { name: "Full Client" });
  await expect(bar).toHaveAttribute("aria-valuenow", "0");

  await page.clock.runFor(2800);
  expect(Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(0);
  expect(Number(await bar.getAttribute("aria-valuenow"))).toBeLessThan(100);
  await expect(button).toBeDisabled();
  await page.clock.runFor(200);
  await expect(button).toHaveText("Download Complete!");
  await expect(page.getByText("Your browser keeps saving the file.")).toBeVisible();
  await expect(button).toBeEnabled();
  await expect(bar).toHaveCount(0);

  await button.click();
  await expect(bar).toHaveAttribute("aria-valuenow", "0");
  await expect(button).toBeDisabled();
});
