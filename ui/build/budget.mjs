// Size budgets in transferred bytes, compressed as the service sends them with gzip: the first visit, and the player's area on top of it. Exceeding one fails the build.
// A visitor who does nothing has loaded the first script alone.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

// All tabs and dialogs of the player's area count together; a visit loads only those it opens.
const LIMITS = {
  "first script": 1500,
  JavaScript: 110_000,
  CSS: 10_000,
  fonts: 80_000,
  "player's scripts": 82_000,
  "player's CSS": 19_000,
};

/** Prints the sizes in each language; throws if one is over its budget. */
export async function report(outDir, builds) {
  const exceededBudgets = [];
  for (const { language, first, area } of builds) {
    console.log(`  ${language}`);
    const sizes = {
      "first script": await totalSize(outDir, [first.start], true),
      JavaScript: await totalSize(outDir, first.scripts, true),
      CSS: await totalSize(outDir, [first.css], true),
      fonts: await totalSize(outDir, first.allFonts, false),
      "player's scripts": await totalSize(outDir, area.scripts, true),
      "player's CSS": await totalSize(outDir, area.sheets, true),
    };
    exceededBudgets.push(...check(sizes).map((kind) => `${kind} (${language})`));
  }
  if (exceededBudgets.length) throw new Error(`over budget: ${exceededBudgets.join(", ")}`);
}

/** Prints the sizes; returns what is over its budget. */
function check(sizes) {
  const exceededBudgets = Object.keys(sizes).filter((kind) => sizes[kind] > LIMITS[kind]);
  for (const [kind, size] of Object.entries(sizes)) {
    const mark = exceededBudgets.includes(kind) ? "  OVER BUDGET" : "";
    console.log(`    ${kind.padEnd(16)} ${kilobytes(size)} of ${kilobytes(LIMITS[kind])}${mark}`);
  }
  return exceededBudgets;
}

async function totalSize(outDir, addresses, isCompressed) {
  const files = await Promise.all(addresses.map((address) => readFile(join(outDir, address))));
  return files.reduce((size, file) => size + (isCompressed ? gzipSync(file, { level: 9 }).length : file.length), 0);
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`;
