// Size budgets in transferred bytes: the first visit, and the player's area on top of it. Exceeding one fails the build.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const FIRST = { JavaScript: 110_000, CSS: 15_000, fonts: 80_000 };
/** All tabs and dialogs of the player's area together; a visit loads only those it opens. */
const AREA = { "player's scripts": 76_000, "player's CSS": 15_000 };

export async function report(out, first, area) {
  const over = [
    ...checkGroup(FIRST, {
      JavaScript: await totalSize(out, [first.entry, ...first.modules], true),
      CSS: await totalSize(out, [first.css], true),
      fonts: await totalSize(out, first.allFonts, false),
    }),
    ...checkGroup(AREA, {
      "player's scripts": await totalSize(out, area.scripts, true),
      "player's CSS": await totalSize(out, [area.sheet], true),
    }),
  ];
  if (over.length) throw new Error(`over budget: ${over.join(", ")}`);
}

function checkGroup(limits, sizes) {
  const over = Object.keys(limits).filter((kind) => sizes[kind] > limits[kind]);
  for (const [kind, size] of Object.entries(sizes)) {
    console.log(
      `  ${kind.padEnd(16)} ${kilobytes(size)} of ${kilobytes(limits[kind])}${over.includes(kind) ? "  OVER BUDGET" : ""}`,
    );
  }
  return over;
}

async function totalSize(out, addresses, compressed) {
  const files = await Promise.all(addresses.map((address) => readFile(join(out, address))));
  return files.reduce((size, file) => size + (compressed ? gzipSync(file).length : file.length), 0);
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`;
