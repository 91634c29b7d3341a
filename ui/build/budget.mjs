// What the first visit loads, in bytes as they travel. Over budget fails the build.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const LIMITS = { JavaScript: 110_000, CSS: 15_000, fonts: 80_000 };

export async function report(out, first) {
  const sums = {
    JavaScript: await weigh(out, [first.entry, ...first.modules], true),
    CSS: await weigh(out, [first.css], true),
    fonts: await weigh(out, first.allFonts, false),
  };
  const over = Object.keys(LIMITS).filter((kind) => sums[kind] > LIMITS[kind]);
  for (const [kind, sum] of Object.entries(sums)) {
    console.log(
      `  ${kind.padEnd(10)} ${kilo(sum)} of ${kilo(LIMITS[kind])}${over.includes(kind) ? "  OVER BUDGET" : ""}`,
    );
  }
  if (over.length) throw new Error(`over budget: ${over.join(", ")}`);
}

async function weigh(out, addresses, packed) {
  const files = await Promise.all(addresses.map((address) => readFile(join(out, address))));
  return files.reduce((sum, file) => sum + (packed ? gzipSync(file).length : file.length), 0);
}

const kilo = (bytes) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`;
