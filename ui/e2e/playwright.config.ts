import { existsSync } from "node:fs";
import { register } from "node:module";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import { defineConfig } from "@playwright/test";

// Tests of rules import the page's modules, and so its texts.
register("./texts-loader.mjs", import.meta.url);

/** The headless shell comes first: it needs an eighth of the CPU time per page. */
const BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** Finds the system's browser; nothing is downloaded. */
function findBrowser(): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const installedPath = BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
  const path = process.env.CHROMIUM ?? installedPath;
  if (!path) throw new Error("No Chromium on the PATH: apt-get install chromium, or name one in CHROMIUM.");
  return path;
}

function siteUrl(): string {
  const url = process.env.GATEWAY_URL;
  if (!url) throw new Error("GATEWAY_URL names the running site; `make test` starts one and sets it.");
  return url;
}

/** Only these tests load images: painting them in software is most of the browser's work. */
const IMAGES = /@images/;

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Otherwise each page that a test opens starts a process.
  "--process-per-site",
];

const launch = (...extraArgs: string[]) => ({
  launchOptions: { executablePath: findBrowser(), args: [...ARGS, ...extraArgs] },
});

export default defineConfig({
  testDir: ".",
  outputDir: "results",
  // Two more than the cores: a test is idle for part of its time.
  workers: Number(process.env.E2E_WORKERS ?? availableParallelism() + 2),
  fullyParallel: true,
  forbidOnly: true,
  // An overloaded machine can fail a correct test. A test that passes on the retry is listed as flaky and must be fixed.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Prints the failures in full at the end of the log.
  reporter: [["dot"]],
  use: {
    baseURL: siteUrl(),
    trace: "off",
    // The tests of a worker share a browser context that is reset between them; a test with another locale, time zone or
    // touch setting gets a new one.
    reuseContext: true,
    // A service worker would answer before the routes of a test. service-worker.spec.ts allows it.
    serviceWorkers: "block",
    locale: "en-US",
    timezoneId: "UTC",
    viewport: { width: 1440, height: 900 },
    // A test of motion turns it on.
    contextOptions: { reducedMotion: "reduce" },
  },
  projects: [
    { name: "no-images", grepInvert: IMAGES, use: launch("--blink-settings=imagesEnabled=false") },
    { name: "images", grep: IMAGES, use: launch() },
  ],
});
