// Bundles the page in two passes. The first splits the code per route; esbuild then writes a chunk for every set of routes
// that share a module, and Home would load 30 script files. The second pass joins shared chunks into the entry's file if
// Home needs them, into an area's file if only areas use them, or else into one file for later: Home loads 2 files.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import * as esbuild from "esbuild";
import { hash, reachable, splitSheets, staticImports } from "./areas.mjs";

const PUBLIC = "/assets";
const MAIN = "main";
/** The file of chunks that no visitor of the first route needs. */
const LATER_FILE = "later";
/** Style sheets of what the player's area shares with other pages, and of what these share. */
const SHARED_SHEETS = [LATER_FILE, "pages"];
const RENDERER = "render";
const VERSION_PLACEHOLDER = "UNKNOWN0";

const address = (name) => `${PUBLIC}/${name}`;

/**
 * Writes the assets into `outDir` and returns their addresses: `entry`, `css`, `fonts`, `routes` by source file, and the
 * `sheets` of each that is in `areasWithSheet`, in order; `areas` by source file: all its `scripts`. Chunks that two areas share go
 * to the first; those that neither the entry nor `firstRoute` loads are in the file `later`, as are styles that several
 * areas share. `withImports` adds what scripts import. `renderer` is the script for the service, which needs the globals of `bundleGlobals`.
 */
export async function bundle({ root, entry, renderer, firstRoute, areas, areasWithSheet, outDir, plugins }) {
  const split = await splitPerRoute({ root, entry, renderer, areas, areasWithSheet, outDir, plugins });
  const joinedOutput = await joinShared({ ...split, firstRoute });
  const files = [...joinedOutput.files, ...split.others, ...split.sheets.values()];
  await mkdir(join(outDir, "assets"), { recursive: true });
  await Promise.all(files.map(({ name, contents }) => writeFile(join(outDir, "assets", name), contents)));
  return {
    entry: address(joinedOutput.entry),
    later: address(joinedOutput.later),
    css: address(split.sheets.get(entry).name),
    sheets: Object.fromEntries(split.sheetsOf),
    fonts: files
      .map(({ name }) => name)
      .filter((name) => name.endsWith(".woff2"))
      .map(address),
    routes: Object.fromEntries(Object.entries(joinedOutput.routes).map(([source, name]) => [source, address(name)])),
    withImports: (addresses) => withImports(addresses, joinedOutput.files),
    areas: Object.fromEntries(areas.map((source) => [source, joinedOutput.areas.get(source).map(address)])),
    renderer: await bundleRenderer(split),
  };
}

// The service's renderer is an entry of the same pass: its CSS classes have the names of the browser's.
async function splitPerRoute({ root, entry, renderer, areas, areasWithSheet, outDir, plugins }) {
  const { metafile, outputFiles } = await esbuild.build({
    entryPoints: { [MAIN]: entry, [RENDERER]: renderer },
    outdir: join(outDir, "assets"),
    absWorkingDir: root,
    publicPath: PUBLIC,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: "esm",
    target: "es2022",
    // White space is removed later: the CSS is split at the comments that esbuild writes between source files.
    minifySyntax: true,
    minifyIdentifiers: true,
    legalComments: "none",
    jsx: "automatic",
    loader: { ".woff2": "file", ".svg": "file" },
    define: { "process.env.NODE_ENV": '"production"' },
    // Composed classes are in a layer of their own, so that a rule of the composing file wins.
    logOverride: { "import-is-undefined": "error", "undefined-composes-from": "silent" },
    logLevel: "warning",
    plugins: [...plugins, productionRouter(root), smallRenderer(root), sheetAddresses(areasWithSheet)],
  });
  const outputs = byFileName(metafile.outputs);
  const contents = new Map(outputFiles.map((file) => [basename(file.path), file.contents]));
  const all = Object.entries(outputs).filter(([name]) => name.endsWith(".js"));
  const [main, { cssBundle }] = all.find(([, output]) => output.entryPoint === entry);
  const ofBrowser = reachable(outputs, main);
  const scripts = all.filter(([name]) => ofBrowser.has(name));
  // The entry's style sheet contains that of every route; the routes' own are copies.
  const css = new TextDecoder().decode(contents.get(basename(cssBundle)));
  const { texts, sharing } = await splitSheets({
    css,
    inputs: metafile.inputs,
    entry,
    sharedSheets: SHARED_SHEETS,
    areas: [...areasWithSheet.filter((source) => source !== areas.at(-1)), areas.at(-1)],
  });
  // One version for all, like the scripts': the entry's script lists their addresses, and repeated characters compress.
  const version = hash([...texts.values()].join());
  const sheets = new Map(
    [...texts].map(([source, contents]) => [
      source,
      { name: `${basename(source === entry ? MAIN : source, ".tsx")}-${version}.css`, contents },
    ]),
  );
  const sheetsOf = areasWithSheet.map((source) => {
    const all = [...SHARED_SHEETS.filter((name) => sharing.get(source).has(name)), source];
    return [source, all.map((part) => address(sheets.get(part).name))];
  });
  const assets = [...contents].filter(([name]) => !/\.(js|css)$/.test(name));
  return {
    scripts,
    outputs,
    renderer: all.find(([, { entryPoint }]) => entryPoint === renderer)[0],
    contents: new Map(all.map(([name]) => [name, withSheets(contents.get(name), sheetsOf)])),
    main,
    areas,
    sheets,
    sheetsOf,
    others: assets.map(([name, bytes]) => ({ name, contents: bytes })),
  };
}

/** Outputs by file name, without their folder. */
const byFileName = (outputs) =>
  Object.fromEntries(
    Object.entries(outputs).map(([path, output]) => [
      basename(path),
      { ...output, imports: output.imports.map((item) => ({ ...item, path: basename(item.path) })) },
    ]),
  );

/** Resolves `sheet:<area's source>` to a placeholder that `withSheets` replaces by the addresses of its style sheets. */
const sheetAddresses = (areasWithSheet) => ({
  name: "sheets",
  setup(build) {
    build.onResolve({ filter: /^sheet:/ }, ({ path }) => ({ path: path.slice(6), namespace: "sheet" }));
    build.onLoad({ filter: /.*/, namespace: "sheet" }, ({ path }) => {
      if (!areasWithSheet.includes(path)) throw new Error(`${path} has no style sheet of its own`);
      return { contents: `export default ${placeholder(path)}`, loader: "js" };
    });
  },
});

const placeholder = (source) => JSON.stringify(`SHEETS:${source}`);

function withSheets(bytes, sheetsOf) {
  const text = new TextDecoder().decode(bytes);
  return sheetsOf.reduce(
    (result, [source, addresses]) => result.replaceAll(placeholder(source), JSON.stringify(addresses)),
    text,
  );
}

/**
 * The router has a production build but no export condition that selects it. Names for developer tools, and calls that
 * are not marked as free of side effects, would keep all of its unused components.
 */
export const productionRouter = (root) => ({
  name: "production-router",
  setup(build) {
    const folder = join(root, "node_modules/react-router/dist/production");
    const path = join(folder, "index.mjs");
    build.onResolve({ filter: /^react-router(-dom)?$/ }, () => ({ path, sideEffects: false }));
    build.onLoad(
      { filter: /[\\/]react-router[\\/]dist[\\/]production[\\/]chunk-\w+\.mjs$/ },
      async ({ path: chunk }) => ({
        contents: markUnused(await readFile(chunk, "utf8")),
        loader: "js",
      }),
    );
  },
});

const markUnused = (code) =>
  code
    .replace(/^\w+\.displayName = .*;$/gm, "")
    .replace(/^(var \w+ = )(?=(React\d*\.|new )\w+\()/gm, "$1/* @__PURE__ */ ")
    .replace(/^(\s*)(?=warning\()/gm, "$1/* @__PURE__ */ ");

/** React's renderer to a string needs no stream, no timer and no encoder, but has no export of its own. */
const smallRenderer = (root) => ({
  name: "small-renderer",
  setup(build) {
    const path = join(root, "node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js");
    build.onResolve({ filter: /^react-dom\/server$/ }, () => ({ path }));
  },
});

const SCRIPT = { bundle: true, write: false, format: "iife", target: "es2022", minify: true, legalComments: "none" };

/** Bundles the globals that each renderer needs. */
export async function bundleGlobals(path) {
  const { outputFiles } = await esbuild.build({ ...SCRIPT, entryPoints: [path] });
  return outputFiles[0].text;
}

/** Joins the chunks of the renderer into one script. */
async function bundleRenderer({ renderer, contents }) {
  const plugin = {
    name: "join-all",
    setup(build) {
      build.onResolve({ filter: /^\/assets\/.*\.js$/ }, ({ path }) => ({ path: basename(path), namespace: "chunk" }));
      build.onLoad({ filter: /.*/, namespace: "chunk" }, ({ path }) => ({
        contents: contents.get(path),
        loader: "js",
      }));
    },
  };
  const { outputFiles } = await esbuild.build({
    ...SCRIPT,
    define: { "import.meta.hot": "undefined" },
    stdin: { contents: `import "${PUBLIC}/${renderer}"` },
    plugins: [plugin],
  });
  return outputFiles[0].text;
}

/** Joins shared chunks. All scripts share one version hash, since joined files and routes refer to each other by name. */
async function joinShared({ scripts, outputs, contents, main, areas, firstRoute }) {
  const routes = scripts.filter(([name, { entryPoint }]) => entryPoint && name !== main);
  const finalNames = new Map(
    routes.map(([name]) => [name, `${name.replace(/-\w+\.js$/, "")}-${VERSION_PLACEHOLDER}.js`]),
  );
  for (const [host, name] of [
    [main, MAIN],
    [LATER_FILE, LATER_FILE],
  ])
    finalNames.set(host, `${name}-${VERSION_PLACEHOLDER}.js`);
  const names = [...finalNames.values()];
  const repeatedName = names.find((name, index) => names.indexOf(name) < index);
  if (repeatedName) throw new Error(`two sources have chunks named ${repeatedName}`);
  const gates = areas.map((area) => routes.find(([, { entryPoint }]) => entryPoint === area)[0]);
  const common = reachable(outputs, main, new Set(gates));
  const hosts = [main, LATER_FILE, ...gates];
  const [first] = routes.find(([, { entryPoint }]) => entryPoint === firstRoute);
  const neededAtFirst = new Set([main, first].flatMap((name) => [...staticImports(outputs, name)]));
  const reachableOnlyFrom = (gate) => new Set([...reachable(outputs, gate)].filter((name) => !common.has(name)));
  const members = new Map(gates.map((gate) => [gate, reachableOnlyFrom(gate)]));
  const hostOf = (name) =>
    [...members].find(([, modules]) => modules.has(name))?.[0] ?? (neededAtFirst.has(name) ? main : LATER_FILE);
  const chunks = scripts.filter(([name, { entryPoint }]) => name === main || !entryPoint);
  const inChunk = new Set(chunks.map(([name]) => name));
  const fileOf = (name) => (inChunk.has(name) ? hostOf(name) : name);
  // Names that only the renderer imports from another file are not exported.
  const isExported = (chunk) =>
    scripts.some(([name, { imports }]) => fileOf(name) !== hostOf(chunk) && imports.some(({ path }) => path === chunk));
  const sharedChunks = new Map(
    chunks.map(([name, { exports }], index) => [
      name,
      { host: hostOf(name), exports: name === main || isExported(name) ? numberExports(exports, index) : [] },
    ]),
  );
  const source = { contents, finalNames, sharedChunks };
  const joinFile = (name) => joinedFile(name, outputs[name] ?? { exports: [] }, hosts, source);
  const files = await Promise.all([...finalNames.keys()].map(joinFile));
  const byEntry = routes.map(([name, { entryPoint }]) => [entryPoint, finalNames.get(name)]);
  const byArea = [...members].map(([gate, modules]) => [
    outputs[gate].entryPoint,
    [...modules].map((name) => finalNames.get(name)).filter(Boolean),
  ]);
  return addVersion({
    entry: finalNames.get(main),
    later: finalNames.get(LATER_FILE),
    files,
    routes: byEntry,
    areas: byArea,
  });
}

/** Builds a route's file with its exports; a host file also has the exports of the chunks joined into it. */
async function joinedFile(name, { exports, entryPoint }, hosts, source) {
  const joinedChunks = hosts.includes(name) ? [...source.sharedChunks].filter(([, { host }]) => host === name) : [];
  const lines = joinedChunks.map(([chunk, { exports: all }]) =>
    reexport(chunk, all, ({ chunkName, joinedName }) => [chunkName, joinedName]),
  );
  const entryExports = exports.map((item) => ({ chunkName: item }));
  if (entryPoint && !source.sharedChunks.has(name))
    lines.push(reexport(name, entryExports, ({ chunkName: item }) => [item, item]));
  const joinedNames = new Set([name, ...joinedChunks.map(([chunk]) => chunk)]);
  return { name: source.finalNames.get(name), contents: await rebundle(lines.join("\n"), joinedNames, source) };
}

/** Puts the hash of all files into every file name and reference. */
function addVersion({ entry, later, files, routes, areas }) {
  const version = hash(files.map(({ contents }) => contents).join());
  const insertVersion = (text) => text.replaceAll(VERSION_PLACEHOLDER, version);
  return {
    entry: insertVersion(entry),
    later: insertVersion(later),
    files: files.map(({ name, contents }) => ({ name: insertVersion(name), contents: insertVersion(contents) })),
    routes: Object.fromEntries(routes.map(([source, name]) => [source, insertVersion(name)])),
    areas: new Map(areas.map(([source, names]) => [source, names.map(insertVersion)])),
  };
}

const IMPORTED = /\b(?:from|import) ?"\/assets\/([^"]+\.js)"/g;

/** Returns scripts with those that they import, which a browser would find one after the other. */
function withImports(addresses, files) {
  const texts = new Map(files.map(({ name, contents }) => [address(name), contents]));
  const all = new Set(addresses);
  for (const script of all) for (const [, name] of texts.get(script).matchAll(IMPORTED)) all.add(address(name));
  return [...all];
}

/** Chunks may export equal names: in a joined file each name carries its chunk's number. */
const numberExports = (exports, index) =>
  exports.map((chunkName) => ({ chunkName, joinedName: `${chunkName}_${index}` }));

const reexport = (name, exports, spelling) =>
  `export { ${exports.map((item) => spelling(item).join(" as ")).join(", ")} } from "${PUBLIC}/${name}";`;

/** Bundles the chunks in `joinedNames`; shared chunks of other hosts are imported from there, and routes stay separate files. */
async function rebundle(start, joinedNames, { contents, finalNames, sharedChunks }) {
  const usedNames = importedNames([...joinedNames].map((name) => contents.get(name) ?? ""));
  const plugin = {
    name: "join",
    setup(build) {
      build.onResolve({ filter: /^\/assets\/.*\.js$/ }, ({ path, kind }) => {
        const name = basename(path);
        if (kind === "dynamic-import") return { path: `${PUBLIC}/${finalNames.get(name)}`, external: true };
        return path.includes(VERSION_PLACEHOLDER) ? { path, external: true } : { path: name, namespace: "chunk" };
      });
      build.onLoad({ filter: /.*/, namespace: "chunk" }, ({ path: name }) => ({
        contents: joinedNames.has(name)
          ? contents.get(name)
          : fromHost(sharedChunks.get(name), finalNames, usedNames.get(name)),
        loader: "js",
      }));
    },
  };
  const { outputFiles } = await esbuild.build({
    stdin: { contents: start },
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    minify: true,
    legalComments: "none",
    logLevel: "warning",
    plugins: [plugin],
  });
  return outputFiles[0].text;
}

/** esbuild keeps each name of an import from another file, so `names` are those that the chunks use. */
const fromHost = ({ host, exports }, finalNames, names = new Set()) =>
  reexport(
    finalNames.get(host),
    exports.filter(({ chunkName }) => names.has(chunkName)),
    ({ chunkName, joinedName }) => [joinedName, chunkName],
  );

/** Returns the names that chunks, which esbuild has written, import from each other chunk. */
function importedNames(chunks) {
  const names = new Map();
  for (const [, list, path] of chunks.join("\n").matchAll(/^import \{([^}]*)\} from "([^"]+)";$/gm)) {
    const chunk = basename(path);
    const chunkNames = list.split(",").map((item) => item.trim().split(" as ")[0]);
    names.set(chunk, new Set([...(names.get(chunk) ?? []), ...chunkNames]));
  }
  return names;
}
