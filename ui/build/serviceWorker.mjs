// The service worker, and the page that it shows without a network: in all languages, since it is one file for all.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { hash } from "./areas.mjs";
import { escapeHtml } from "./html.mjs";

const SOURCE = "ui/src/service-worker";
const OFFLINE = "/offline";

/** `files`: addresses of assets that are cached at once, by language. Others are cached when they are first used. */
export async function writeServiceWorker({ root, outDir, version, files, catalogues }) {
  const { code } = await esbuild.transform(await readFile(join(root, SOURCE, "offline.css"), "utf8"), {
    loader: "css",
    minify: true,
  });
  const sheet = `/assets/offline-${hash(code)}.css`;
  await writeFile(join(outDir, sheet), code);
  await writeFile(join(outDir, `${OFFLINE}.html`), offlinePage(Object.values(catalogues), sheet));
  const build = { version, offline: OFFLINE, files };
  await esbuild.build({
    entryPoints: [join(root, SOURCE, "worker.ts")],
    outfile: join(outDir, "service-worker.js"),
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    define: { BUILD: JSON.stringify(build) },
    logLevel: "warning",
  });
}

/** The service fills in the operator's name, logo and colour; it is one page, so they are those of the default language. */
function offlinePage(catalogues, sheet) {
  const parts = catalogues.map(
    ({ language: { locale }, offline: { title, text, retry } }) => `<section lang="${locale}">
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<a href="">${escapeHtml(retry)}</a>
</section>`,
  );
  const [{ language, offline }] = catalogues;
  return `<!doctype html>
<html lang="${language.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" content="{{theme_color}}">
<title>${escapeHtml(offline.title)}, {{name}}</title>
<link rel="stylesheet" href="${sheet}">
{{rel-stylesheet:accent}}
</head>
<body>
<main>
<img src="{{logo}}" width="72" height="72" alt="">
${parts.join("\n")}
</main>
</body>
</html>
`;
}
