// Generates the types of the texts, ui/src/shared/texts.d.ts, which are not in the repository. With --check: fails if a key is
// not used, or if a source file has a text that is in no catalogue.
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { declarations, readCatalogues, SOURCE } from "./build/catalogues.mjs";
import { sourceFiles, textsOutside, unusedKeys } from "./build/textUsage.mjs";

const ui = dirname(fileURLToPath(import.meta.url));
const typesFile = join(ui, "src/shared/texts.d.ts");

async function problems(catalogues) {
  const files = await sourceFiles(dirname(ui));
  return [
    ...unusedKeys(catalogues[SOURCE], files).map((key) => `${key} is not used`),
    ...textsOutside(files).map((text) => `not in a catalogue: ${text}`),
  ];
}

try {
  const catalogues = await readCatalogues();
  if (process.argv.includes("--check")) {
    const messages = await problems(catalogues);
    if (messages.length) throw new Error(messages.join("\n"));
  } else await writeFile(typesFile, declarations(catalogues));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
