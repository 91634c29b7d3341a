// A section with texts of many pages would be in a script that all of these load. Each text of such a section is a module of
// its own here, so that the bundler puts it into the scripts that use it.
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { PREFIX, sectionModule } from "./catalogues.mjs";
import { usedKeys } from "./textUsage.mjs";

const SHARED_SECTIONS = [
  "pages",
  "shared",
  "dates",
  "game",
  "contentFields",
  "shell",
  "forms",
  "auth",
  "guide",
  "inventory",
];
const SECTION = new RegExp(`^${PREFIX}(${SHARED_SECTIONS.join("|")})$`);
const TEXT = new RegExp(`^${PREFIX}\\w+/\\w+$`);
/** Keys that a source file uses, which are those of every language. */
const keysOfFiles = new Map();

/** Gives a file that imports a shared section the texts that the file uses. Stands before `textPlugin`. */
export const splitTextPlugin = (catalogues, language, root) => ({
  name: "split-texts",
  setup(build) {
    const resolveDir = join(root, "ui/src/shared");
    build.onResolve({ filter: SECTION }, ({ path, importer }) => ({
      path: `${path.slice(PREFIX.length)}/${relative(root, importer)}`,
      namespace: "used-texts",
      sideEffects: false,
    }));
    build.onLoad({ filter: /.*/, namespace: "used-texts" }, async ({ path }) => {
      const [section] = path.split("/");
      const allKeys = await keysOf(join(root, path.slice(section.length)));
      const keys = allKeys.filter((key) => key.startsWith(`${section}.`) || key === section);
      const names = keys.includes(section)
        ? Object.keys(catalogues[language][section])
        : keys.map((key) => key.slice(section.length + 1));
      const lines = names.map((name) => `export { ${name} } from "${PREFIX}${section}/${name}";`);
      return { contents: lines.join("\n"), loader: "js", resolveDir };
    });
    build.onResolve({ filter: TEXT }, ({ path }) => ({ path, namespace: "one-text", sideEffects: false }));
    build.onLoad({ filter: /.*/, namespace: "one-text" }, ({ path }) => {
      const [section, key] = path.slice(PREFIX.length).split("/");
      return { contents: sectionModule({ [key]: catalogues[language][section][key] }), loader: "js", resolveDir };
    });
  },
});

async function keysOf(path) {
  if (!keysOfFiles.has(path)) keysOfFiles.set(path, new Set(usedKeys({ path, text: await readFile(path, "utf8") })));
  return [...keysOfFiles.get(path)];
}
