// The pages of the site: core's of src/shared/pages.json, and those of the extras whose folders exist. An extra brings a file
// `extra.json` in its folder: `pages` in the same form as core's, and `panels` for places of core's pages, such as their tabs.
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";

/** The page that most visitors open first: scripts that it does not need are not in the first file. */
export const FIRST = "ui/src/features/home/Home.tsx";
/** Parts that most visitors never open, as are dialogs of extras. */
export const PLAYER = "ui/src/app/Player.tsx";
const AUTH = "ui/src/features/auth/AuthDialogs.tsx";
/** Pages whose styles are in the sheet of all pages; others have one of their own. */
const WITHOUT_SHEET = [FIRST];
const MAIN = "ui/src/app/main.tsx";
const RENDERER = "ui/src/app/render.tsx";
const EXTRAS = "ui/src/extras";
const MANIFEST = "extra.json";

const readJson = async (path) => JSON.parse(await readFile(path, "utf8"));
const byRank = (left, right) => (left.rank ?? 0) - (right.rank ?? 0);

/**
 * Returns `pages`, core's first, and `panels`, lists by place; extras' of both are in the order of their ranks. Sources are
 * paths from `root`.
 */
export async function readPages(root) {
  const folders = existsSync(join(root, EXTRAS)) ? (await readdir(join(root, EXTRAS))).sort() : [];
  const extras = await Promise.all(
    folders
      .filter((folder) => existsSync(join(root, EXTRAS, folder, MANIFEST)))
      .map(async (folder) => ofFolder(`${EXTRAS}/${folder}`, await readJson(join(root, EXTRAS, folder, MANIFEST)))),
  );
  const core = await readJson(join(root, "ui/src/shared/pages.json"));
  const panels = {};
  for (const [place, panel] of extras.flatMap((extra) => extra.panels))
    panels[place] = [...(panels[place] ?? []), panel].sort(byRank);
  return {
    pages: [
      ...core.map((page) => withTabs(page, panels[page.path.slice(1)])),
      ...extras.flatMap((extra) => extra.pages).sort(byRank),
    ],
    panels,
  };
}

/** A panel with a `tab` is a tab of the page at the address of its place. */
function withTabs(page, panels = []) {
  const tabs = panels.filter(({ tab }) => tab).map(({ tab, extra }) => ({ tab, extra }));
  return tabs.length ? { ...page, tabs: [...(page.tabs ?? []), ...tabs] } : page;
}

const ofFolder = (folder, { pages = [], panels = {} }) => ({
  pages: pages.map((page) => ({ ...page, entry: `${folder}/${page.entry}` })),
  panels: Object.entries(panels).flatMap(([place, list]) =>
    list.map((panel) => [place, { ...panel, source: `${folder}/${panel.source}` }]),
  ),
});

/** Returns the sources that `bundle` needs to know. */
export function partsOf(pages, panels) {
  const dialogs = Object.values(panels)
    .flat()
    .filter(({ sheet }) => sheet);
  const areas = [AUTH, ...dialogs.map(({ source }) => source), PLAYER];
  const entries = pages.map((page) => page.entry).filter((entry) => !WITHOUT_SHEET.includes(entry));
  const areasWithSheet = [...new Set([...areas, ...entries])];
  return { entry: MAIN, renderer: RENDERER, firstRoute: FIRST, areas, areasWithSheet };
}

/**
 * Resolves `pages:paths`, `pages:navigation`, `pages:screens`, `pages:rendered`, `panels:<place>` and `panel-names:<place>` to lists of what exists
 *
 * (src/shared/ambient.d.ts).
 */
export const pagesPlugin = ({ pages, panels }, root) => ({
  name: "pages",
  setup(build) {
    const { areasWithSheet: withSheet } = partsOf(pages, panels);
    build.onResolve({ filter: /^(pages|panels|panel-names):/ }, ({ path }) => ({
      path,
      namespace: "pages",
      sideEffects: false,
    }));
    build.onLoad({ filter: /.*/, namespace: "pages" }, ({ path }) => {
      const [, name] = path.split(":");
      const ofPlace = panels[name] ?? [];
      const lists = {
        "pages:paths": () => listModule(pathsOf(pages)),
        "pages:navigation": () => listModule(navigationOf(pages)),
        "pages:screens": () => screensModule(pages, withSheet),
        "pages:rendered": () => screensModule(pages.filter(isRendered), [], ({ entry, shell = entry }) => shell),
        [`panels:${name}`]: () => panelsModule(ofPlace, withSheet),
        [`panel-names:${name}`]: () => listModule(ofPlace.map(({ extra, part }) => ({ extra, part }))),
      };
      return { contents: lists[path](), loader: "js", resolveDir: root };
    });
  },
});

const listModule = (list) => `export default ${JSON.stringify(list)};`;

const nameOf = ({ entry }) => basename(entry, ".tsx");
const isRendered = ({ share, shell, routes }) => share || shell || routes?.length === 0;

/** The routes of each screen by its name, which is that of its file. */
const pathsOf = (pages) => {
  const routesOf = (name) =>
    pages.filter((page) => nameOf(page) === name).flatMap(({ path, routes }) => routes ?? [path]);
  return Object.fromEntries(pages.map(nameOf).map((name) => [name, routesOf(name)]));
};

/** Paths of the pages that a navigation lists, by its name. */
function navigationOf(pages) {
  const pathsIn = (place) => pages.filter(({ navigation }) => navigation === place).map(({ path }) => path);
  return { header: pathsIn("header"), footer: pathsIn("footer") };
}

function screensModule(pages, withSheet, sourceOf = ({ entry }) => entry) {
  const sources = new Map(pages.map((page) => [page.entry, sourceOf(page)]));
  const names = [...sources.keys()].map((entry) => nameOf({ entry }));
  if (new Set(names).size < names.length) throw new Error(`two screens of one name: ${names}`);
  const itemOf = (load, index) => `${names[index]}: () => ${load}`;
  return moduleOf([...sources.values()], withSheet, itemOf, (items) => `{ ${items} }`);
}

/** A panel is loaded with its page, or when it is first shown if it is `lazy`; it shows nothing if that fails. */
function panelsModule(panels, withSheet) {
  const imports = panels.map(({ lazy, source }, index) => (lazy ? "" : `import Panel${index} from "./${source}";\n`));
  const sources = panels.map(({ source }) => source);
  const itemOf = (load, index) => {
    const { lazy, extra, part, tab, glyph } = panels[index];
    const panel = lazy ? `...lazyPanel(() => ${load}.catch(() => ({ default: () => null })))` : `Panel: Panel${index}`;
    return `{ ...${JSON.stringify({ extra, part, tab, glyph })}, ${panel} }`;
  };
  const helper = panels.some(({ lazy }) => lazy) ? `import { lazyPanel } from "@shared/lazyPanel";\n` : "";
  return `${helper}${imports.join("")}${moduleOf(sources, withSheet, itemOf, (items) => `[${items}]`)}`;
}

/** A module whose default export has an item for each source, made of the call that loads it with its style sheets. */
function moduleOf(sources, withSheet, itemOf, listOf) {
  const isOwn = (source) => withSheet.includes(source);
  const sheets = sources.map((source, index) =>
    isOwn(source) ? `import sheets${index} from "sheet:${source}";\n` : "",
  );
  const load = (source, index) =>
    isOwn(source) ? `withStylesheets(import("./${source}"), sheets${index})` : `import("./${source}")`;
  const items = sources.map((source, index) => itemOf(load(source, index), index));
  const helper = sources.some(isOwn) ? `import { withStylesheets } from "@shared/loadStylesheet";\n` : "";
  return `${helper}${sheets.join("")}export default ${listOf(items.join(",\n"))};`;
}
