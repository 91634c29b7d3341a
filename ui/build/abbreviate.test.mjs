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
  en: ["9,999", "12.4K", "3.4M", "1.2B", "15B"],
  es: ["9.999", "12,4K", "3,4M", "1.249,9M", "15.000M"],
  pt: ["9.999", "12,4K", "3,4M", "1.249,9M", "15.000M"],
})) {
  test(`amounts in ${language} have the units of its readers`, async () => {
    const abbreviate = await abbreviateIn(language);
    assert.deepEqual(
      [9_999, 12_449, 3_499_999, 1_249_999_999, 15_000_000_000].map((amount) => abbreviate(amount)),
      expected,
    );
  });
}

test("a wallet counts millions up to the amount that it names", async () => {
  const abbreviate = await abbreviateIn("en");
  assert.deepEqual(
    [abbreviate(2_147_483_647, 10_000_000_000), abbreviate(15_500_000_000, 10_000_000_000)],
    ["2,147.4M", "15.5B"],
  );
});
