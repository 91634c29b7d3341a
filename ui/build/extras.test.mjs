// Builds the page without the folder of an extra: each one in its turn, and all of them, whose types are checked too.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { bundleAdmin } from "./admin.mjs";
import { bundle } from "./bundle.mjs";
import { readCatalogues, SOURCE, textPlugin } from "./catalogues.mjs";
import * as html from "./html.mjs";
import { pagesPlugin, partsOf, readPages } from "./pages.mjs";

const ROOT = join(import.meta.dirname, "../..");
const EXTRAS = "ui/src/extras";
const FOLDERS = await readdir(join(ROOT, EXTRAS));
const catalogues = await readCatalogues();

/** Pictures are drawn for minutes; these have an address alone. */
const noArt = {
  name: "no-art",
  setup(build) {
    build.onResolve({ filter: /^art:/ }, ({ path }) => ({ path, namespace: "no-art" }));
    build.onLoad({ filter: /.*/, namespace: "no-art" }, () => ({ contents: `export default ""`, loader: "js" }));
  },
};

let root;
before(async () => {
  root = await mkdtemp(join(tmpdir(), "page-"));
  await cp(join(ROOT, "ui/src"), join(root, "ui/src"), { recursive: true });
  for (const folder of ["ui/art", "node_modules"]) await symlink(join(ROOT, folder), join(root, folder));
  const config = JSON.parse(await readFile(join(ROOT, "tsconfig.json"), "utf8"));
  await writeFile(join(root, "tsconfig.json"), JSON.stringify({ ...config, include: ["ui/src"] }));
});
after(() => rm(root, { recursive: true, force: true }));

/** Builds the English page from what is there; returns the sources of its scripts, and its pages with their scripts. */
async function build() {
  const { pages, panels } = await readPages(root);
  const plugins = [noArt, textPlugin(catalogues, SOURCE, root), pagesPlugin({ pages, panels }, root)];
  const { routes } = await bundle({ root, ...partsOf(pages, panels), outDir: join(root, "dist"), plugins });
  const heads = html.heads(pages, catalogues[SOURCE].pages);
  assert.deepEqual(
    heads.filter(({ entry }) => !routes[entry]),
    [],
  );
  return { routes: Object.keys(routes), addresses: heads.map(({ address }) => address) };
}

for (const folder of FOLDERS)
  test(`the page is built without the folder of ${folder}`, async () => {
    const path = join(root, EXTRAS, folder);
    await rm(path, { recursive: true });
    try {
      const { routes } = await build();
      assert.deepEqual(
        routes.filter((source) => source.startsWith(`${EXTRAS}/${folder}/`)),
        [],
      );
    } finally {
      await cp(join(ROOT, EXTRAS, folder), path, { recursive: true });
    }
  });

// The last: it checks the types of what the tests above have left.
test("the page and the administration are built without any extra, and their types fit", async () => {
  await rm(join(root, EXTRAS), { recursive: true });
  const { addresses } = await build();
  const paths = [...new Set(addresses.map((address) => address.split("?")[0]))];
  assert.deepEqual(paths, [
    "/",
    "/server-info",
    "/rankings",
    "/media",
    "/download",
    "/news/:slug",
    "/no-page",
    "/player",
  ]);
  const { metafile } = await bundleAdmin(root, join(root, "dist"), { [SOURCE]: catalogues[SOURCE] });
  const pages = Object.keys(metafile.inputs).filter((path) => path.endsWith("/page.ts"));
  const core = ["access", "content", "extras", "log", "money", "operators", "overview", "players", "wheel"];
  assert.deepEqual(pages.map((path) => path.split("/").at(-2)).sort(), core);
  await promisify(execFile)(join(ROOT, "node_modules/.bin/tsc"), ["--noEmit", "-p", join(root, "tsconfig.json")]);
});
