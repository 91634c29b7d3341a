// An area is a part of the site that most visitors never open. Scripts and styles that only an area needs stay out of
// the files that every visitor loads.
import { createHash } from "node:crypto";
import * as esbuild from "esbuild";

/** Returns the modules reachable from `from` by static and dynamic imports, without passing through `gates`. */
export function reachable(graph, from, gates = new Set()) {
  const visited = new Set([from]);
  for (const module of visited) {
    for (const { path } of graph[module]?.imports ?? []) if (!gates.has(path)) visited.add(path);
  }
  return visited;
}

/** Returns the modules that are loaded together with `from`, which are those of static imports. */
export function staticImports(graph, from) {
  const visited = new Set([from]);
  for (const module of visited)
    for (const { path, kind } of graph[module]?.imports ?? []) if (kind !== "dynamic-import") visited.add(path);
  return visited;
}

/**
 * Splits the CSS of a bundle into that of the entry, that which several areas share, and that of each area, by source file: `texts`.
 * `sharedSheets` are two names: of what the last area shares with others, and of what only others share. `sharing`: those that an area needs.
 */
export async function splitSheets({ css, inputs, entry, sharedSheets, areas }) {
  const gates = new Set(areas);
  const common = reachable(inputs, entry, gates);
  const reachableFrom = new Map(areas.map((area) => [area, reachable(inputs, area)]));
  const texts = new Map([[entry, ""], ...[...sharedSheets, ...areas].map((sheet) => [sheet, ""])]);
  const sharing = new Map(areas.map((area) => [area, new Set()]));
  for (const { path, text } of parts(css)) {
    const users = areas.filter((area) => reachableFrom.get(area).has(path));
    if (!common.has(path) && !users.length) throw new Error(`no script imports ${path}`);
    const shared = sharedSheets[users.includes(areas.at(-1)) ? 0 : 1];
    const owner = common.has(path) ? entry : users.length > 1 ? shared : users[0];
    texts.set(owner, texts.get(owner) + text);
    if (owner === shared) for (const user of users) sharing.get(user).add(shared);
  }
  const minifiedSheets = await Promise.all([...texts].map(async ([owner, text]) => [owner, await minifyCss(text)]));
  return { texts: new Map(minifiedSheets), sharing };
}

/** Splits at the comment with the source file's name that esbuild writes above its rules. */
function parts(css) {
  const [, ...rest] = css.split(/^\/\* (\S+\.css) \*\/$/m);
  return rest.filter((_, index) => index % 2 === 0).map((path, index) => ({ path, text: rest[index * 2 + 1] }));
}

async function minifyCss(text) {
  const { code } = await esbuild.transform(text, { loader: "css", minify: true, legalComments: "none" });
  return code;
}

export const hash = (text) => createHash("sha256").update(text).digest("hex").slice(0, 8).toUpperCase();
