// Builds the administration into dist/admin: a page for each language, and assets that no page of the site names. The
// service hands them out under /admin (gateway/administration/files.py).
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, relative } from "node:path";
import * as esbuild from "esbuild";
import { productionRouter } from "./bundle.mjs";
import { PREFIX, sectionOf } from "./catalogues.mjs";
import { compress } from "./compress.mjs";
import { escapeHtml } from "./html.mjs";

const PUBLIC = "/admin/assets";
const ENTRY = "ui/src/admin/main.tsx";
const PAGES = "admin:pages";
const SCRIPTS = new Set([".ts", ".tsx"]);

/** `previous`: the folder of the build before. */
export async function buildAdmin({ root, outDir, previous, catalogues }) {
  const folder = join(outDir, "admin");
  await mkdir(join(folder, "assets"), { recursive: true });
  const { metafile } = await bundleAdmin(root, join(folder, "assets"), catalogues);
  const outputs = Object.entries(metafile.outputs);
  for (const [language, texts] of Object.entries(catalogues)) {
    const [script, { cssBundle }] = outputs.find(([, { entryPoint }]) => entryPoint === `${language}:${ENTRY}`);
    await writeFile(join(folder, `${language}.html`), page(texts, basename(script), basename(cssBundle)));
  }
  await compress(join(folder, "assets"), join(previous, "admin/assets"));
}

/** Writes the assets in all of these languages; returns what esbuild knows of them. */
export const bundleAdmin = (root, outdir, catalogues) =>
  esbuild.build({
    entryPoints: Object.keys(catalogues).map((language) => ({ in: `${language}:${ENTRY}`, out: "main" })),
    outdir,
    absWorkingDir: root,
    publicPath: PUBLIC,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    format: "esm",
    target: "es2022",
    legalComments: "none",
    jsx: "automatic",
    loader: { ".woff2": "file", ".svg": "file" },
    define: { "process.env.NODE_ENV": '"production"' },
    logOverride: { "import-is-undefined": "error" },
    logLevel: "warning",
    plugins: [linkPlugin(root), languagesPlugin(root, catalogues), productionRouter(root)],
  });

/**
 * Builds all languages in one pass: a module of the page exists once for each language, in its namespace. Libraries have
 * no texts, so that all languages share their files.
 */
const languagesPlugin = (root, catalogues) => ({
  name: "languages",
  setup(build) {
    const folder = join(root, "ui/src");
    const files = new Map();
    const find = (path, options) => {
      const key = JSON.stringify([path, options.resolveDir]);
      if (!files.has(key)) files.set(key, build.resolve(path, options));
      return files.get(key);
    };
    build.onResolve({ filter: /^languages$/ }, ({ path }) => ({ path, namespace: "languages" }));
    build.onLoad({ filter: /.*/, namespace: "languages" }, () => ({
      contents: JSON.stringify(Object.values(catalogues).map(({ language }) => language)),
      loader: "json",
    }));
    for (const [language, catalogue] of Object.entries(catalogues)) {
      const entry = `${language}:${ENTRY}`;
      build.onResolve({ filter: new RegExp(`^${entry}$`) }, () => ({ path: ENTRY, namespace: language }));
      const virtual = new RegExp(`^(${PAGES}$|${PREFIX})`);
      build.onResolve({ filter: virtual, namespace: language }, ({ path }) => ({
        path,
        namespace: language,
        sideEffects: path === PAGES,
      }));
      build.onResolve({ filter: /^(\.|@\w+\/)/, namespace: language }, async ({ path, kind, importer, resolveDir }) => {
        const file = await find(path, { kind, importer: join(root, importer), namespace: "file", resolveDir });
        const isShared = file.errors.length || !file.path.startsWith(folder) || !SCRIPTS.has(extname(file.path));
        return isShared ? file : { path: relative(root, file.path), namespace: language };
      });
      build.onLoad({ filter: /.*/, namespace: language }, async ({ path }) => {
        if (path === PAGES) return { contents: await listPages(folder), loader: "js", resolveDir: folder };
        if (path.startsWith(PREFIX))
          return {
            contents: sectionOf(catalogue, path.slice(PREFIX.length)),
            loader: "js",
            resolveDir: join(folder, "shared"),
          };
        const file = join(root, path);
        return { contents: await readFile(file), loader: extname(path).slice(1), resolveDir: dirname(file) };
      });
    }
  },
});

/** Core's pages, and those of extras. */
const PAGE = /^(admin|extras\/[\w-]+)\/[\w-]+\/page\.ts$/;

/** Returns a module with a list of the pages whose folders exist. */
async function listPages(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((name) => PAGE.test(name)).sort();
  const imports = files.map((name, index) => `import page${index} from "./${name}";\n`);
  return `${imports.join("")}export default [${files.map((_, index) => `page${index}`)}];`;
}

/** Gives shared components the administration's own link: the site's leads to the site's pages alone. */
const linkPlugin = (root) => ({
  name: "admin-link",
  setup(build) {
    build.onResolve({ filter: /^\.\/Link$/, namespace: "file" }, ({ importer }) =>
      importer.startsWith(join(root, "ui/src/shared/"))
        ? { path: join(root, "ui/src/admin/parts/Link.tsx") }
        : undefined,
    );
  },
});

const page = ({ language, shared }, script, sheet) => `<!doctype html>
<html lang="${language.hreflang}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(shared.administration)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="dark">
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${PUBLIC}/${sheet}">
<script type="module" src="${PUBLIC}/${script}"></script>
</head>
<body><div id="root"></div></body>
</html>
`;
