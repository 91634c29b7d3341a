// Bundles the page in two passes. The first splits the code per route. esbuild then has a chunk for every set of routes that
// share something: two dozen files of a few hundred bytes, each a request. The second pass joins those and the entry into one
// file, which every route's own file imports.
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import * as esbuild from "esbuild";

const PUBLIC = "/assets";
const MAIN = "main";
const UNKNOWN = "UNKNOWN0";

/** Writes the assets into `out` and returns their addresses: `entry`, `css`, `fonts`, and `routes` by source file. */
export async function bundle({ root, entry, out, plugins }) {
  const split = await splitPerRoute({ root, entry, out, plugins });
  const joined = await joinShared(split);
  const files = [...joined.files, ...split.others];
  await mkdir(join(out, "assets"), { recursive: true });
  await Promise.all(files.map(({ name, contents }) => writeFile(join(out, "assets", name), contents)));
  const address = (name) => `${PUBLIC}/${name}`;
  return {
    entry: address(joined.entry),
    css: address(split.css),
    fonts: files
      .map(({ name }) => name)
      .filter((name) => name.endsWith(".woff2"))
      .map(address),
    routes: Object.fromEntries(Object.entries(joined.routes).map(([source, name]) => [source, address(name)])),
  };
}

async function splitPerRoute({ root, entry, out, plugins }) {
  const { metafile, outputFiles } = await esbuild.build({
    entryPoints: { [MAIN]: entry },
    outdir: join(out, "assets"),
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
    minify: true,
    legalComments: "none",
    jsx: "automatic",
    loader: { ".woff2": "file", ".svg": "file" },
    define: { "process.env.NODE_ENV": '"production"' },
    logOverride: { "import-is-undefined": "error" },
    logLevel: "warning",
    plugins: [...plugins, productionRouter(root)],
  });
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const contents = new Map(outputFiles.map((file) => [basename(file.path), file.contents]));
  const scripts = [...outputs].filter(([name]) => name.endsWith(".js"));
  const [main, { cssBundle }] = scripts.find(([, output]) => output.entryPoint?.endsWith("main.tsx"));
  const css = basename(cssBundle);
  // The entry's style sheet holds that of every route; the routes' own are copies.
  const others = [...contents].filter(([name]) => name === css || !/\.(js|css)$/.test(name));
  return { scripts, contents, main, css, others: others.map(([name, bytes]) => ({ name, contents: bytes })) };
}

/** The router has a production build but no condition that chooses it. */
const productionRouter = (root) => ({
  name: "production-router",
  setup(build) {
    const path = join(root, "node_modules/react-router/dist/production/index.mjs");
    build.onResolve({ filter: /^react-router(-dom)?$/ }, () => ({ path, sideEffects: false }));
  },
});

/** One version names every script of a build, since the joined file names its routes and each route names the joined file. */
async function joinShared({ scripts, contents, main }) {
  const entry = `${MAIN}-${UNKNOWN}.js`;
  const shared = new Map(scripts.filter(([name, { entryPoint }]) => name === main || !entryPoint));
  const routes = scripts.filter(([name]) => !shared.has(name));
  const renamed = new Map(routes.map(([name]) => [name, `${name.replace(/-\w+\.js$/, "")}-${UNKNOWN}.js`]));
  const source = { contents, renamed, entry, shared: numbered(shared) };
  const everything = [...source.shared].map(([name, exports]) =>
    reexport(name, exports, ({ own, joint }) => [own, joint]),
  );
  const files = await Promise.all(
    routes.map(async ([name, { exports }]) => {
      const whole = reexport(
        name,
        exports.map((own) => ({ own })),
        ({ own }) => [own, own],
      );
      return { name: renamed.get(name), contents: await rebundle(whole, (each) => each === name, source) };
    }),
  );
  files.push({ name: entry, contents: await rebundle(everything.join("\n"), (each) => shared.has(each), source) });
  const named = Object.fromEntries(routes.map(([name, { entryPoint }]) => [entryPoint, renamed.get(name)]));
  return versioned({ entry, files, routes: named });
}

/** Puts the hash of everything into every name, in the files and of the files. */
function versioned({ entry, files, routes }) {
  const version = hash(files.map(({ contents }) => contents).join());
  const put = (text) => text.replaceAll(UNKNOWN, version);
  return {
    entry: put(entry),
    files: files.map(({ name, contents }) => ({ name: put(name), contents: put(contents) })),
    routes: Object.fromEntries(Object.entries(routes).map(([source, name]) => [source, put(name)])),
  };
}

/** Two chunks may export under one name: in the joined file each name carries its chunk's number. */
const numbered = (shared) =>
  new Map(
    [...shared].map(([name, { exports }], index) => [name, exports.map((own) => ({ own, joint: `${own}_${index}` }))]),
  );

const reexport = (name, exports, spelling) =>
  `export { ${exports.map((each) => spelling(each).join(" as ")).join(", ")} } from "${PUBLIC}/${name}";`;

/** Bundles the chunks that `inside` names; other shared ones are taken from the joined file, and routes stay files. */
async function rebundle(start, inside, { contents, renamed, entry, shared }) {
  const plugin = {
    name: "join",
    setup(build) {
      build.onResolve({ filter: /^\/assets\/.*\.js$/ }, ({ path, kind }) => {
        const name = basename(path);
        if (kind === "dynamic-import") return { path: `${PUBLIC}/${renamed.get(name)}`, external: true };
        return name === entry ? { path, external: true } : { path: name, namespace: "chunk" };
      });
      build.onLoad({ filter: /.*/, namespace: "chunk" }, ({ path: name }) => ({
        contents: inside(name)
          ? contents.get(name)
          : reexport(entry, shared.get(name), ({ own, joint }) => [joint, own]),
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

const hash = (text) => createHash("sha256").update(text).digest("hex").slice(0, 8).toUpperCase();
