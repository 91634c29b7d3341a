import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import { defineConfig } from "@playwright/test";

/** The first is Chromium without windows, which opens a page with an eighth of the work. */
const BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** The system's own browser: nothing is downloaded for a test. */
function browser(): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
  const path = process.env.CHROMIUM ?? found;
  if (!path) throw new Error("No Chromium on the PATH: apt-get install chromium, or name one in CHROMIUM.");
  return path;
}

function site(): string {
  const url = process.env.GATEWAY_URL;
  if (!url) throw new Error("GATEWAY_URL names the running site; `make test` starts one and sets it.");
  return url;
}

/** Chromium paints in software where the tests run: pictures are most of its work, so only these look at them. */
const PICTURES = /(home|media)\.spec\.ts$/;

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const launch = (...more: string[]) => ({ launchOptions: { executablePath: browser(), args: [...ARGS, ...more] } });

export default defineConfig({
  testDir: ".",
  outputDir: "results",
  // One more than there are cores: a test waits for a good part of its time.
  workers: Number(process.env.E2E_WORKERS ?? availableParallelism() + 1),
  fullyParallel: true,
  forbidOnly: true,
  // A browser starved by what else the machine does may fail a sound test; one that then passes is listed as flaky at
  // the end of the log, to be mended like a failed one.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Tells the failures in full at the end, where a log that is cut keeps them.
  reporter: [["dot"]],
  use: {
    baseURL: site(),
    trace: "off",
    // The next test of a worker begins on an empty page of the same browser, without what the last one stored or
    // arranged; where it asks for another language, time zone or finger, in a browser window of its own.
    reuseContext: true,
    locale: "en-US",
    timezoneId: "UTC",
    viewport: { width: 1440, height: 900 },
  },
  projects: [
    { name: "plain", testIgnore: PICTURES, use: launch("--blink-settings=imagesEnabled=false") },
    { name: "pictures", testMatch: PICTURES, use: launch() },
  ],
});
