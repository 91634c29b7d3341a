// Generates the types of the texts, ui/src/shared/texts.d.ts. With --check: fails if they are outdated, if a key is not used,
// or if a source file has a text that is in no catalogue.
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { declarations, readCatalogues, SOURCE } from "./build/catalogues.mjs";
import { sourceFiles, textsOutside, unusedKeys } from "./build/textUsage.mjs";

const ui = dirname(fileURLToPath(import.meta.url));
const typesFile = join(ui, "src/shared/texts.d.ts");

async function problems(catalogues, types) {
  const files = await sourceFiles(dirname(ui));
  return [
    ...((await readFile(typesFile, "utf8")) === types ? [] : ["texts.d.ts is outdated; run `node ui/languages.mjs`"]),
    ...unusedKeys(catalogues[SOURCE], files).map((key) => `${key} is not used`),
    ...textsOutside(files).map((text) => `not in a catalogue: ${text}`),
  ];
}

try {
  const catalogues = await readCatalogues(join(ui, "languages"));
  const types = declarations(catalogues);
  if (process.argv.includes("--check")) {
    const messages = await problems(catalogues, types);
    if (messages.length) throw new Error(messages.join("\n"));
  } else await writeFile(typesFile, types);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
