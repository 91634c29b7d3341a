// The page's version: the service's release and a hash of everything that the page is built from. The wheel and `gateway
// doctor` compute it again (gateway/package_data.py), and rebuild or report a page that differs.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

const SOURCES = ["package-lock.json", "package.json", "tsconfig.json"];
const FOLDERS = ["ui", "gateway/texts"];
const NOT_SOURCES = ["ui/dist/", "ui/e2e/", "ui/art/rendered/", "ui/content/files/"];
const GENERATED = ["ui/src/shared/api/schema.d.ts", "ui/src/admin/api/schema.d.ts", "ui/src/shared/texts.d.ts"];

export async function pageVersion(root) {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const digest = createHash("sha256");
  for (const path of await sources(root)) digest.update(`${path}\0`).update(await readFile(join(root, path)));
  return `${version}+${digest.digest("hex").slice(0, 12)}`;
}

async function sources(root) {
  const listFolder = (folder) => readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const entries = (await Promise.all(FOLDERS.map(listFolder))).flat();
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const paths = [...SOURCES, ...files.map((file) => relative(root, file))];
  return paths
    .filter((path) => !path.startsWith("gateway/") || path.endsWith(".json"))
    .filter((path) => !NOT_SOURCES.some((folder) => path.startsWith(folder)) && !GENERATED.includes(path))
    .sort();
}
