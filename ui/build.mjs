// Builds the page into ui/dist: hashed assets under /assets, one HTML file per public route, pictures from the drawn art.
import { copyFile, cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import { buildAdmin } from "./build/admin.mjs";
import { hash } from "./build/areas.mjs";
import { Art } from "./build/art.mjs";
import { report } from "./build/budget.mjs";
import { bundle, bundleGlobals } from "./build/bundle.mjs";
import { readCatalogues, SOURCE, textPlugin } from "./build/catalogues.mjs";
import { compress } from "./build/compress.mjs";
import * as html from "./build/html.mjs";
import { FIRST, PLAYER, pagesPlugin, partsOf, readPages } from "./build/pages.mjs";
import { writeServiceWorker } from "./build/serviceWorker.mjs";
import { splitTextPlugin } from "./build/splitTexts.mjs";
import { pageVersion } from "./build/version.mjs";

const ui = dirname(fileURLToPath(import.meta.url));
const root = dirname(ui);
const target = join(ui, "dist");
// Built in another folder and moved into place, so that a running service never reads a partial build.
const outDir = join(root, ".cache", `dist-${process.pid}`);
const PRELOADED_FONTS = [/cinzel-latin-500/, /inter-latin-wght/];
const FIRST_FONTS = [...PRELOADED_FONTS, /cinzel-latin-700/];

const readSheet = async (href) => ({ href, text: await readFile(join(outDir, href), "utf8") });

/** Writes the HTML of a language and returns what the first visit loads. English is at the top, others are in a folder each. */
async function writePages(
  { entry, later, css, sheets, fonts, routes, withImports },
  art,
  pages,
  { language, catalogues, version, start, early },
) {
  const matching = (patterns) => fonts.filter((font) => patterns.some((pattern) => pattern.test(font)));
  const navigation = pages.filter((page) => page.navigation === "header" && !page.extra).map(({ path }) => path);
  const folder = join(outDir, language === SOURCE ? "" : language);
  await mkdir(folder, { recursive: true });
  for (const page of html.heads(pages, catalogues[language].pages)) {
    const route = routes[page.entry];
    if (!route) throw new Error(`${page.entry} has no chunk: import it lazily in the routes`);
    const pictures = await Promise.all(
      page.pictures.map(async ({ name, sizes }) => ({ ...(await art.picture(name)), sizes })),
    );
    const modules = withImports([entry, route]);
    const parts = page.parts?.map(({ tab, entry: source, reads }) => {
      const scripts = withImports([routes[source]]).filter((address) => !modules.includes(address));
      return { tab, addresses: [...page.reads, ...reads, ...scripts] };
    });
    const pageSheets = await Promise.all([css, ...(sheets[page.entry] ?? [])].map(readSheet));
    const load = {
      navigation,
      version,
      start,
      early,
      sheets: pageSheets,
      fonts: matching(PRELOADED_FONTS),
      modules,
      parts,
      pictures,
    };
    await writeFile(join(folder, page.file), html.page(page, { ...load, language, catalogues }));
  }
  await writeFile(join(folder, "site.webmanifest"), html.manifest(language, catalogues[language]));
  // A cache refuses a list that names a file twice, and some pages share their code.
  const publicPages = [...new Set(pages.filter(({ share }) => share).map((page) => page.entry))];
  return {
    first: { start, scripts: [entry, routes[FIRST]], css, allFonts: matching(FIRST_FONTS) },
    offlineFiles: [
      ...[start, entry, later, css],
      ...publicPages.map((page) => routes[page]),
      ...new Set(publicPages.flatMap((page) => sheets[page] ?? [])),
      ...matching(FIRST_FONTS),
    ],
  };
}

/** Writes the first script of a page, which loads the others or begins their calls. */
async function writeFirstScript(source) {
  const { code } = await transform(await readFile(join(ui, "src", source), "utf8"), { minify: true });
  const address = `/assets/${basename(source, ".js")}-${hash(code)}.js`;
  await mkdir(join(outDir, "assets"), { recursive: true });
  await writeFile(join(outDir, address), code);
  return address;
}

async function writeStaticFiles(art, pages, catalogues) {
  await cp(join(ui, "public"), outDir, { recursive: true });
  await copyFile(join(ui, "art/logo-mark.svg"), join(outDir, "favicon.svg"));
  await copyFile(join(ui, "art/wordmark.svg"), join(outDir, "wordmark.svg"));
  await writeFile(join(outDir, "robots.txt"), html.robots());
  await writeFile(join(outDir, "sitemap.xml"), html.sitemap(pages, catalogues));
  await Promise.all([art.gallery(), art.shares(), art.covers(), art.podium(), art.cards(), art.icons()]);
}

/** The page in one language: its scripts have the texts in them. */
async function buildLanguage(language, { art, pages, panels, catalogues, version, start, early }) {
  const outputs = await bundle({
    root,
    ...partsOf(pages, panels),
    outDir,
    plugins: [
      art.plugin(),
      splitTextPlugin(catalogues, language, root),
      textPlugin(catalogues, language, root),
      pagesPlugin({ pages, panels }, root),
    ],
  });
  const writtenPages = await writePages(outputs, art, pages, { language, catalogues, version, start, early });
  return {
    language,
    ...writtenPages,
    area: { scripts: outputs.areas[PLAYER], sheets: outputs.sheets[PLAYER] },
    renderer: outputs.renderer,
  };
}

async function buildLanguages(source) {
  const builds = [];
  // One after the other: each uses all cores.
  for (const language of Object.keys(source.catalogues)) builds.push(await buildLanguage(language, source));
  return builds;
}

/** Writes what the service renders with: a script with a renderer per language, and the addresses. */
async function writeRenderers(builds, pages) {
  const globals = await bundleGlobals(join(ui, "src/app/renderGlobals.ts"));
  await mkdir(join(outDir, "render"), { recursive: true });
  await writeFile(join(outDir, "render/render.js"), globals + builds.map(({ renderer }) => renderer).join(""));
  await writeFile(join(outDir, "render/views.json"), JSON.stringify(html.views(pages)));
  await writeFile(join(outDir, "render/extras.json"), JSON.stringify(html.extras(pages)));
}

async function moveIntoPlace() {
  const previous = `${outDir}-previous`;
  await rename(target, previous).catch((error) => {
    if (error.code !== "ENOENT") throw error;
  });
  await rename(outDir, target);
  await rm(previous, { recursive: true, force: true });
}

/** Replaces the administration in an existing build. */
async function buildAdminAlone() {
  await buildAdmin({ root, outDir, previous: target, catalogues: await readCatalogues() });
  await rm(join(target, "admin"), { recursive: true, force: true });
  await rename(join(outDir, "admin"), join(target, "admin"));
}

async function build() {
  const startMs = performance.now();
  const { pages, panels } = await readPages(root);
  const catalogues = await readCatalogues();
  const art = new Art(join(ui, "art"), outDir);
  await mkdir(outDir, { recursive: true });
  const version = await pageVersion(root);
  const start = await writeFirstScript("app/start.js");
  const early = await writeFirstScript("shared/api/early.js");
  const source = { art, pages, panels, catalogues, version, start, early };
  // Compresses in threads while the languages are built.
  const admin = buildAdmin({ root, outDir, previous: target, catalogues });
  const [builds] = await Promise.all([buildLanguages(source), admin]);
  await Promise.all([writeRenderers(builds, pages), writeStaticFiles(art, pages, catalogues)]);
  const files = Object.fromEntries(builds.map(({ language, offlineFiles }) => [language, offlineFiles]));
  await writeServiceWorker({ root, outDir, version, files, catalogues });
  await compress(join(outDir, "assets"), join(target, "assets"));
  await report(outDir, builds);
  await art.sweep();
  await moveIntoPlace();
  console.log(`  built into ui/dist in ${((performance.now() - startMs) / 1000).toFixed(1)} s`);
}

try {
  await (process.argv.includes("--admin") ? buildAdminAlone() : build());
} catch (error) {
  console.error(`The page was not built: ${error.message}`);
  process.exitCode = 1;
} finally {
  await rm(outDir, { recursive: true, force: true });
}
