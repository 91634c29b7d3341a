// An area is a part of the site that most visitors never enter: what only it needs, scripts and styles, stays out of the
// files that every visitor loads.
import { createHash } from "node:crypto";
import * as esbuild from "esbuild";

/** What `from` leads to, by imports now and imports later, without going through `gates`. */
export function reachable(graph, from, gates = new Set()) {
  const seen = new Set([from]);
  for (const each of seen) {
    for (const { path } of graph[each]?.imports ?? []) if (!gates.has(path)) seen.add(path);
  }
  return seen;
}

/** The style sheets of one bundle as text, apart: what everybody needs, and one for each area (by its source file). */
export async function splitSheets({ css, inputs, entry, areas }) {
  const gates = new Set(areas);
  const everybody = reachable(inputs, entry, gates);
  const among = new Map(areas.map((area) => [area, reachable(inputs, area)]));
  const texts = new Map([[entry, ""], ...areas.map((area) => [area, ""])]);
  for (const { path, text } of parts(css)) {
    const [home] = everybody.has(path) ? [entry] : areas.filter((area) => among.get(area).has(path));
    if (!home) throw new Error(`no script imports ${path}`);
    texts.set(home, texts.get(home) + text);
  }
  const small = await Promise.all([...texts].map(async ([home, text]) => [home, await smaller(text)]));
  return new Map(small);
}

/** esbuild writes the name of each source file above what came from it. */
function parts(css) {
  const [, ...rest] = css.split(/^\/\* (\S+\.css) \*\/$/m);
  return rest.filter((_, index) => index % 2 === 0).map((path, index) => ({ path, text: rest[index * 2 + 1] }));
}

async function smaller(text) {
  const { code } = await esbuild.transform(text, { loader: "css", minify: true, legalComments: "none" });
  return code;
}

export const hash = (text) => createHash("sha256").update(text).digest("hex").slice(0, 8).toUpperCase();
