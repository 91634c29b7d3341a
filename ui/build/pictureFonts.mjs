// Fonts of pictures that the service draws: the page's own, with the code points that each file has.
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const FAMILIES = {
  display: {
    name: "@fontsource/cinzel",
    subsets: ["latin", "latin-ext"],
    file: (subset) => `cinzel-${subset}-700-normal.woff2`,
  },
  body: {
    name: "@fontsource-variable/inter",
    subsets: ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek"],
    file: (subset) => `inter-${subset}-wght-normal.woff2`,
  },
};
const { resolve } = createRequire(import.meta.url);

/** Writes the files and their list, `fonts.json`. */
export async function publishFonts(folder) {
  const fonts = await Promise.all(
    Object.entries(FAMILIES).map(([family, source]) => publishFamily(folder, family, source)),
  );
  await writeFile(join(folder, "fonts.json"), JSON.stringify(fonts.flat()));
}

function publishFamily(folder, family, { name, subsets, file }) {
  const source = dirname(resolve(`${name}/package.json`));
  return Promise.all(
    subsets.map(async (subset) => {
      await copyFile(join(source, "files", file(subset)), join(folder, file(subset)));
      const ranges = JSON.parse(await readFile(join(source, "unicode.json"), "utf8"))[subset];
      return { file: file(subset), family, ranges: ranges.split(",").map(codePoints) };
    }),
  );
}

/** `U+0100-02BA` or `U+20B4` → first and last code point. */
function codePoints(range) {
  const [first, last = first] = range
    .slice(2)
    .split("-")
    .map((code) => Number.parseInt(code, 16));
  return [first, last];
}
