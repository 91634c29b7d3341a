/** The operator's name, texts, links, logo and accent colour on the pages, from a folder that this test makes. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Page } from "@playwright/test";
import { test as base, expect, expectAccessible, expectNoHorizontalScroll, REQUEST_ERRORS } from "./helpers";
import { PYTHON, ROOT } from "./python";

const LOGO = "/pictures/logo.svg";
const SITE = `name = "Aden Reborn"
game = "Lineage 2 Interlude x7"
tagline = "Seven times the fun."
description = "A server of our own."
logo = "${LOGO}"
favicon = "${LOGO}"
accent = "#7fb2e5"
hero = { title = "Welcome to Aden Reborn.", text = "Log in and fight." }
coins = { singular = "Denarius", plural = "Denarii" }
links = { support = "https://chat.example/aden" }
header_links = [
  { label = "Forum of Aden", url = "https://forum.example/aden" },
  { label = "Records of the Colosseum and its heroes", url = "/heroes" },
  { label = "Chat", url = "https://chat.example/aden" },
]
footer_links = [{ label = "Statutes", url = "/server-info" }]
`;
const BLUE = "rgb(127, 178, 229)";

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "brand-"));
  for (const name of ["server-info", "media", "downloads"])
    await cp(join(ROOT, `ui/content/${name}.json`), join(folder, `${name}.json`));
  await cp(join(ROOT, "ui/content/files"), join(folder, "files"), { recursive: true });
  await mkdir(join(folder, "pictures"));
  await writeFile(join(folder, LOGO), await readFile(join(ROOT, "ui/art/logo-mark.svg")));
  await writeFile(join(folder, "site.toml"), SITE);
  return folder;
}

/** Returns the address that `gateway content preview` prints. */
async function addressOf(preview: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: preview.stdout ?? process.stdin })) {
    const address = /http:\S+(?=;)/.exec(line)?.[0];
    if (address) return address;
  }
  throw new Error("the preview has ended");
}

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  baseURL: async ({}, use) => {
    const folder = await makeFolder();
    const command = ["-m", "gateway", "content", "preview", folder, "--port", "0"];
    const preview = spawn(PYTHON, command, {
      cwd: ROOT,
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GATEWAY_"))),
      stdio: ["ignore", "pipe", "inherit"],
    });
    const previewExit = once(preview, "exit");
    try {
      await use(await addressOf(preview));
    } finally {
      preview.kill("SIGINT");
      await previewExit;
      await rm(folder, { recursive: true });
    }
  },
});

test("a folder's brand is shown on Home, Server Info and in the manifest, in each language", async ({
  page,
  expectErrors,
}) => {
  expectErrors(...REQUEST_ERRORS);
  await expect(() => page.goto("/"), "the preview listens").toPass();
  await page.goto("/");
  await expect(page).toHaveTitle(/Aden Reborn.*Lineage 2 Interlude x7/);
  await expect(page.getByText("Welcome to Aden Reborn.")).toBeVisible();
  await expect(page.locator("html")).toHaveCSS("--gold", "#7fb2e5");
  await expectAccessible(page);
  await page.goto("/server-info");
  await expect(page).toHaveTitle(/Aden Reborn/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // The sheet of this route is loaded with the page, and does not bring the gold back.
  await expect(page.locator("html")).toHaveCSS("--gold", "#7fb2e5");
  const header = page.getByRole("banner");
  await expect(header.getByText("Aden Reborn").first()).toBeVisible();
  await expect(header.locator("img").first()).toHaveAttribute("src", LOGO);
  const moreButton = header.getByRole("button", { name: "More" });
  await moreButton.click();
  await expectAccessible(page);
  const link = header.getByRole("link", { name: "Forum of Aden" });
  await expect(link).toHaveAttribute("href", "https://forum.example/aden");
  await page.keyboard.press("Tab");
  await expect(link).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(link).toBeHidden();
  await expect(moreButton).toBeFocused();
  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText("Seven times the fun.");
  await expect(footer.getByRole("link", { name: "Statutes" })).toHaveAttribute("href", /\/server-info$/);
  await expect(footer.locator('a[href="https://chat.example/aden"]')).toBeVisible();
  await expect(footer.getByRole("heading", { level: 2 }).first()).toHaveCSS("color", BLUE);
  await expectAccessible(page);
  const address = (await page.locator('link[rel="manifest"]').getAttribute("href")) ?? "";
  const manifest = await (await page.request.get(address)).json();
  expect([manifest.name, manifest.description]).toEqual(["Aden Reborn", "A server of our own."]);
  expect(manifest.icons).toEqual([{ src: LOGO, sizes: "any", type: "image/svg+xml" }]);
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute("content", manifest.theme_color);
  await test.step("in another language", async () => {
    const html = await (await page.request.get("/es/server-info")).text();
    for (const part of [/<title>[^<]*Aden Reborn/, "Seven times the fun.", "Forum of Aden", LOGO])
      expect(html).toMatch(part);
    const address = /<link rel="manifest" href="([^"]+)"/.exec(html)?.[1] ?? "";
    expect((await (await page.request.get(address)).json()).name).toBe("Aden Reborn");
  });
  await page.goto("/offline");
  await expect(page).toHaveTitle("You are offline, Aden Reborn");
  await expect(page.locator("img")).toHaveAttribute("src", LOGO);
  await expect(page.locator("html")).toHaveCSS("--gold", "#7fb2e5");
});

test("the header has room for its entries in each language, with links in the menu of small screens", async ({
  page,
  expectErrors,
}) => {
  expectErrors(...REQUEST_ERRORS);
  await expect(() => page.goto("/"), "the preview listens").toPass();
  const header = page.getByRole("banner");
  for (const path of ["/media", "/es/media", "/pt/media"]) {
    await page.goto(path);
    for (const width of [320, 560, 1059, 1060, 1199, 1200, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      if (width >= 1060) await expect(header.getByRole("button", { expanded: false }).first()).toBeVisible();
      expect(await overlaps(page), `${path} at ${width}`).toEqual([]);
      await expectNoHorizontalScroll(page);
    }
  }
  await page.setViewportSize({ width: 1059, height: 800 });
  await header.getByRole("button", { name: "Menu" }).click();
  await expect(header.getByRole("link", { name: "Records of the Colosseum and its heroes" })).toBeVisible();
  await expect(header.getByRole("button", { name: "Mais" })).toBeHidden();
});

/** Returns the pairs of links and buttons of the header that lie over each other. */
const overlaps = (page: Page) =>
  page.getByRole("banner").evaluate((header) => {
    const entries = [...header.querySelectorAll("a, button")]
      .map((entry) => ({
        name: entry.textContent || entry.getAttribute("aria-label"),
        box: entry.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 0);
    const names: string[] = [];
    for (const [index, { name, box }] of entries.entries())
      for (const otherEntry of entries.slice(index + 1))
        if (
          box.left < otherEntry.box.right - 1 &&
          otherEntry.box.left < box.right - 1 &&
          box.top < otherEntry.box.bottom &&
          otherEntry.box.top < box.bottom
        )
          names.push(`${name} and ${otherEntry.name}`);
    return names;
  });
