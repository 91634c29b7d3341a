// Builds the administration into dist/admin: a page for each language, and assets that no page of the site names. The
// service hands them out under /admin (gateway/administration/files.py).
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import * as esbuild from "esbuild";
import { productionRouter } from "./bundle.mjs";
import { textPlugin } from "./catalogues.mjs";
import { compress } from "./compress.mjs";
import { escapeHtml } from "./html.mjs";

const PUBLIC = "/admin/assets";
const ENTRY = "ui/src/admin/main.tsx";

export async function buildAdmin({ root, outDir, catalogues }) {
  const folder = join(outDir, "admin");
  await mkdir(join(folder, "assets"), { recursive: true });
  for (const [language, texts] of Object.entries(catalogues)) {
    const { metafile } = await bundleAdmin(root, join(folder, "assets"), textPlugin(catalogues, language, root));
    const entry = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === ENTRY);
    const [script, { cssBundle }] = entry;
    await writeFile(join(folder, `${language}.html`), page(texts, basename(script), basename(cssBundle)));
  }
  await compress(join(folder, "assets"));
}

/** Writes the assets in one language; returns what esbuild knows of them. */
export const bundleAdmin = (root, outdir, texts) =>
  esbuild.build({
    entryPoints: [ENTRY],
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
    plugins: [texts, pagesPlugin(root), linkPlugin(root), productionRouter(root)],
  });

/** Core's pages, and those of extras. */
const PAGE = /^(admin|extras\/[\w-]+)\/[\w-]+\/page\.ts$/;

/** Resolves `admin:pages` to a list of the pages whose folders exist. */
const pagesPlugin = (root) => ({
  name: "admin-pages",
  setup(build) {
    const folder = join(root, "ui/src");
    build.onResolve({ filter: /^admin:pages$/ }, ({ path }) => ({ path, namespace: "admin" }));
    build.onLoad({ filter: /.*/, namespace: "admin" }, async () => {
      const files = (await readdir(folder, { recursive: true })).filter((name) => PAGE.test(name)).sort();
      const imports = files.map((name, index) => `import page${index} from "./${name}";\n`);
      const list = files.map((_, index) => `page${index}`);
      return { contents: `${imports.join("")}export default [${list}];`, loader: "js", resolveDir: folder };
    });
  },
});

/** Gives shared components the administration's own link: the site's leads to the site's pages alone. */
const linkPlugin = (root) => ({
  name: "admin-link",
  setup(build) {
    build.onResolve({ filter: /^\.\/Link$/ }, ({ importer }) =>
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
