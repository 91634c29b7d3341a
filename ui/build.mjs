// Builds the page into ui/dist: hashed assets under /assets, one HTML file per public route, pictures from the drawn art.
import { copyFile, cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { Art } from "./build/art.mjs";
import { report } from "./build/budget.mjs";
import { compress } from "./build/compress.mjs";
import * as html from "./build/html.mjs";

const ui = dirname(fileURLToPath(import.meta.url));
const root = dirname(ui);
const target = join(ui, "dist");
// Built beside and moved into place, so that a service which reads ui/dist never sees half a page.
const out = join(root, ".cache", `dist-${process.pid}`);
const PRELOADED_FONTS = [/cinzel-latin-500/, /inter-latin-wght/];
const FIRST_FONTS = [...PRELOADED_FONTS, /cinzel-latin-700/];

async function bundle(art) {
  const { metafile } = await esbuild.build({
    entryPoints: { main: join(ui, "src/app/main.tsx") },
    outdir: join(out, "assets"),
    absWorkingDir: root,
    publicPath: "/assets",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    minify: true,
    metafile: true,
    legalComments: "none",
    jsx: "automatic",
    loader: { ".woff2": "file", ".svg": "file", ".webp": "file" },
    define: { "process.env.NODE_ENV": '"production"' },
    logOverride: { "import-is-undefined": "error" },
    logLevel: "warning",
    plugins: [art.plugin()],
  });
  return metafile.outputs;
}

const addressOf = (path) => `/${relative(out, join(root, path))}`;

function findOutput(outputs, entryPoint) {
  const found = Object.entries(outputs).find(([, output]) => output.entryPoint === entryPoint);
  if (!found) throw new Error(`${entryPoint} is no chunk of its own: import it lazily in the routes`);
  return found;
}

/** Every chunk that a chunk needs before it can run. */
function needed(outputs, path, seen = new Set()) {
  for (const { path: next, kind } of outputs[path].imports) {
    if (kind !== "import-statement" || seen.has(next)) continue;
    seen.add(next);
    needed(outputs, next, seen);
  }
  return seen;
}

async function writePages(outputs, art, pages) {
  const [main, { cssBundle }] = findOutput(outputs, "ui/src/app/main.tsx");
  const fonts = Object.keys(outputs).filter((path) => path.endsWith(".woff2"));
  const fontsLike = (patterns) => fonts.filter((path) => patterns.some((each) => each.test(path))).map(addressOf);
  const shared = { entry: addressOf(main), css: addressOf(cssBundle), fonts: fontsLike(PRELOADED_FONTS) };
  const loads = [];
  for (const page of pages) {
    const [chunk] = findOutput(outputs, page.entry);
    const modules = new Set([...needed(outputs, main), chunk, ...needed(outputs, chunk)]);
    const pictures = await Promise.all(
      page.pictures.map(async ({ name, sizes }) => ({ ...(await art.picture(name)), sizes })),
    );
    const load = { ...shared, modules: [...modules].map(addressOf), pictures };
    await writeFile(join(out, page.file), html.page(page, load));
    loads.push({ ...load, allFonts: fontsLike(FIRST_FONTS) });
  }
  return loads[0];
}

async function writeRest(art, pages) {
  await cp(join(ui, "public"), out, { recursive: true });
  await copyFile(join(ui, "art/logo-mark.svg"), join(out, "favicon.svg"));
  await writeFile(join(out, "robots.txt"), html.robots());
  await writeFile(join(out, "sitemap.xml"), html.sitemap(pages));
  await writeFile(join(out, "site.webmanifest"), html.manifest());
  await Promise.all([art.gallery(), art.shares(), art.icons()]);
}

async function replace() {
  const old = `${out}-old`;
  await rename(target, old).catch((error) => {
    if (error.code !== "ENOENT") throw error;
  });
  await rename(out, target);
  await rm(old, { recursive: true, force: true });
}

async function build() {
  const started = performance.now();
  const pages = JSON.parse(await readFile(join(ui, "src/shared/pages.json"), "utf8"));
  const art = new Art(join(ui, "art"), join(root, ".cache/art"), out);
  await mkdir(out, { recursive: true });
  const outputs = await bundle(art);
  const [first] = await Promise.all([writePages(outputs, art, pages), writeRest(art, pages)]);
  await compress(join(out, "assets"));
  await report(out, first);
  await art.sweep();
  await replace();
  console.log(`  built into ui/dist in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

try {
  await build();
} catch (error) {
  console.error(`The page was not built: ${error.message}`);
  process.exitCode = 1;
} finally {
  await rm(out, { recursive: true, force: true });
}
