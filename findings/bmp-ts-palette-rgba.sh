#!/usr/bin/env bash
# bmp-ts 1.0.9 (BMP for JavaScript): crests of the game, which players upload as BMP with 256 colours. Needs Node 20.
#
# Guess: `toRGBA` gives red, green, blue and alpha of any picture, as its description says.
# Seen:  of pictures with 24 and 32 bits alone. With a palette the option is ignored without a word: the pixels stay alpha,
#        blue, green, red, so that a red crest of 16 x 12 becomes a transparent one with another red.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-fund --no-audit bmp-ts@1.0.9

cat > read.mjs <<'JAVASCRIPT'
import { decode } from "bmp-ts";

const [width, height] = [16, 12];
const bitmap = (bits, palette, pixel) => {
  const file = Buffer.alloc(54 + palette.length + width * height * pixel.length);
  file.write("BM");
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54 + palette.length, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(bits, 28);
  Buffer.from(palette).copy(file, 54);
  return file.fill(Buffer.from(pixel), 54 + palette.length);
};
const red = [30, 20, 200]; // blue, green, red
const pictures = {
  "24 bits": bitmap(24, [], red),
  "8 bits, 256 colours": bitmap(8, Array.from({ length: 256 }, () => [...red, 0]).flat(), [5]),
};
const seen = {};
for (const [name, file] of Object.entries(pictures)) {
  seen[name] = [decode(file), decode(file, { toRGBA: true })].map(({ data }) => data.subarray(0, 4).join(" "));
  console.log(`${name}: ${seen[name][0]}; with toRGBA: ${seen[name][1]}`);
}
const expected = { "24 bits": ["0 30 20 200", "200 20 30 0"], "8 bits, 256 colours": ["0 30 20 200", "0 30 20 200"] };
process.exit(JSON.stringify(seen) === JSON.stringify(expected) ? 0 : 1);
JAVASCRIPT
node read.mjs
