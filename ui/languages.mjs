// Generates the types of the texts, ui/src/shared/texts.d.ts. With --check: fails if they are outdated.
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { declarations, readCatalogues } from "./build/catalogues.mjs";

const ui = dirname(fileURLToPath(import.meta.url));
const file = join(ui, "src/shared/texts.d.ts");

try {
  const types = declarations(await readCatalogues(join(ui, "languages")));
  if (!process.argv.includes("--check")) await writeFile(file, types);
  else if ((await readFile(file, "utf8")) !== types)
    throw new Error("texts.d.ts is outdated; run `node ui/languages.mjs`");
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
