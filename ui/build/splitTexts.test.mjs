import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import * as esbuild from "esbuild";
import { readCatalogues, SOURCE, textPlugin } from "./catalogues.mjs";
import { splitTextPlugin } from "./splitTexts.mjs";

const ROOT = join(import.meta.dirname, "../..");
const catalogues = await readCatalogues();
const { shared } = catalogues[SOURCE];
const SOURCES = {
  "first.ts": `import * as shared from "text:shared"; console.log(shared.close, shared.save);`,
  "second.ts": `import { cancel, close } from "text:shared"; console.log(cancel, close);`,
  "third.ts": `import * as shared from "text:shared"; console.log(shared[location.hash]);`,
};

let root;
before(async () => {
  root = await mkdtemp(join(ROOT, ".cache/texts-"));
  await Promise.all(Object.entries(SOURCES).map(([name, text]) => writeFile(join(root, name), text)));
});
after(() => rm(root, { recursive: true }));

/** Returns the script of an entry, without the chunks that it loads. */
async function scriptOf(name, entries) {
  const { outputFiles } = await esbuild.build({
    entryPoints: entries.map((entry) => join(root, entry)),
    absWorkingDir: ROOT,
    outdir: join(root, "out"),
    bundle: true,
    splitting: true,
    write: false,
    format: "esm",
    plugins: [splitTextPlugin(catalogues, SOURCE, ROOT), textPlugin(catalogues, SOURCE, ROOT)],
  });
  return outputFiles.find(({ path }) => path.endsWith(`/${name}`)).text;
}

test("a text is in the script of the file that uses it, and one of two files in neither", async () => {
  const first = await scriptOf("first.js", ["first.ts", "second.ts"]);
  const second = await scriptOf("second.js", ["first.ts", "second.ts"]);
  for (const [script, usedText, otherText] of [
    [first, shared.save, shared.cancel],
    [second, shared.cancel, shared.save],
  ]) {
    assert.ok(script.includes(`\`${usedText}\``));
    assert.ok(!script.includes(`\`${otherText}\``));
    assert.ok(!script.includes(`\`${shared.close}\``));
  }
});

test("a file that looks up a section by key has all of its texts", async () => {
  const script = await scriptOf("third.js", ["third.ts"]);
  for (const key of ["close", "cancel", "save", "playerCount"]) assert.match(script, new RegExp(`\\b${key}\\b`));
});
