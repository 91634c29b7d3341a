import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { readCatalogues, textPlugin } from "./catalogues.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const catalogues = await readCatalogues();

/** The page's function in the build of a language. */
async function abbreviateIn(language) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(root, "ui/src/shared/abbreviate.ts")],
    absWorkingDir: root,
    bundle: true,
    write: false,
    format: "esm",
    plugins: [textPlugin(catalogues, language, root)],
  });
  const { abbreviate } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
  );
  return abbreviate;
}

for (const [language, expected] of Object.entries({
  en: ["9,999", "12.4K", "3.4M", "15B"],
  es: ["9.999", "12,4K", "3,4M", "15.000M"],
  pt: ["9.999", "12,4K", "3,4M", "15.000M"],
})) {
  test(`amounts in ${language} have the units of its readers`, async () => {
    const abbreviate = await abbreviateIn(language);
    assert.deepEqual([9_999, 12_449, 3_499_999, 15_000_000_000].map(abbreviate), expected);
  });
}
