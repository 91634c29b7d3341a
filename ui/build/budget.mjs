// Size budgets in transferred bytes: the first visit, and the player's area on top of it. Exceeding one fails the build.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

// All tabs and dialogs of the player's area count together; a visit loads only those it opens.
const LIMITS = { JavaScript: 110_000, CSS: 10_000, fonts: 80_000, "player's scripts": 80_000, "player's CSS": 19_000 };

/** Prints the sizes in each language; throws if one is over its budget. */
export async function report(out, builds) {
  const over = [];
  for (const { language, first, area } of builds) {
    console.log(`  ${language}`);
    const sizes = {
      JavaScript: await totalSize(out, first.scripts, true),
      CSS: await totalSize(out, [first.css], true),
      fonts: await totalSize(out, first.allFonts, false),
      "player's scripts": await totalSize(out, area.scripts, true),
      "player's CSS": await totalSize(out, area.sheets, true),
    };
    over.push(...check(sizes).map((kind) => `${kind} (${language})`));
  }
  if (over.length) throw new Error(`over budget: ${over.join(", ")}`);
}

/** Prints the sizes; returns what is over its budget. */
function check(sizes) {
  const over = Object.keys(sizes).filter((kind) => sizes[kind] > LIMITS[kind]);
  for (const [kind, size] of Object.entries(sizes)) {
    const mark = over.includes(kind) ? "  OVER BUDGET" : "";
    console.log(`    ${kind.padEnd(16)} ${kilobytes(size)} of ${kilobytes(LIMITS[kind])}${mark}`);
  }
  return over;
}

async function totalSize(out, addresses, compressed) {
  const files = await Promise.all(addresses.map((address) => readFile(join(out, address))));
  return files.reduce((size, file) => size + (compressed ? gzipSync(file).length : file.length), 0);
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`;
