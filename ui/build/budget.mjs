// What the first visit loads, and what the player's own area adds to it, in bytes as they travel. Over budget fails the build.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const FIRST = { JavaScript: 110_000, CSS: 15_000, fonts: 80_000 };
/** All of the player's area: every tab and dialog of it, though a visit to one loads only that one's. */
const AREA = { "player's scripts": 70_000, "player's CSS": 15_000 };

export async function report(out, first, area) {
  const over = [
    ...tell(FIRST, {
      JavaScript: await weigh(out, [first.entry, ...first.modules], true),
      CSS: await weigh(out, [first.css], true),
      fonts: await weigh(out, first.allFonts, false),
    }),
    ...tell(AREA, {
      "player's scripts": await weigh(out, area.scripts, true),
      "player's CSS": await weigh(out, [area.sheet], true),
    }),
  ];
  if (over.length) throw new Error(`over budget: ${over.join(", ")}`);
}

function tell(limits, sums) {
  const over = Object.keys(limits).filter((kind) => sums[kind] > limits[kind]);
  for (const [kind, sum] of Object.entries(sums)) {
    console.log(
      `  ${kind.padEnd(16)} ${kilo(sum)} of ${kilo(limits[kind])}${over.includes(kind) ? "  OVER BUDGET" : ""}`,
    );
  }
  return over;
}

async function weigh(out, addresses, packed) {
  const files = await Promise.all(addresses.map((address) => readFile(join(out, address))));
  return files.reduce((sum, file) => sum + (packed ? gzipSync(file).length : file.length), 0);
}

const kilo = (bytes) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`;
