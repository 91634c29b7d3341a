import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { readPages } from "./pages.mjs";

const SOURCE = join(import.meta.dirname, "../src");
const IMPORT = /(?:from|import)\s*\(?\s*"((?:@shared|@features|@extras|\.)[^"]*)"/g;

/** Returns the parts of the content that a module and those that it imports read. */
function partsRead(file, visited = new Set()) {
  if (visited.has(file)) return [];
  visited.add(file);
  const text = readFileSync(file, "utf8");
  const directParts = [...text.matchAll(/useContent\("(\w+)"\)/g)].map(([, part]) => part);
  const importedPaths = [...text.matchAll(IMPORT)].map(([, name]) =>
    name.startsWith("@") ? join(SOURCE, name.slice(1)) : join(dirname(file), name),
  );
  const files = importedPaths.map((path) => [`${path}.tsx`, `${path}.ts`].find((candidate) => existsSync(candidate)));
  return [...directParts, ...files.filter(Boolean).flatMap((path) => partsRead(path, visited))];
}

test("each rendered page has the content inside that its modules read", async () => {
  const { pages } = await readPages(join(SOURCE, "../.."));
  const missing = pages.flatMap(({ path, entry, content = [] }) =>
    partsRead(join(SOURCE, "../..", entry))
      .filter((part) => !content.includes(part))
      .map((part) => `${path}: ${part}`),
  );
  assert.deepEqual(missing, []);
});
