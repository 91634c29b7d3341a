// Node loader for tests that import rules of the page: it compiles `text:<section>` as the English build does.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { readCatalogues, SOURCE, sectionModule } from "../build/catalogues.mjs";

const PREFIX = "text:";
const { [SOURCE]: catalogue } = await readCatalogues();

const { resolve: fileOf } = createRequire(import.meta.url);

const addressOf = (path) =>
  path.startsWith("@") ? new URL(`../src/${path.slice(1)}.ts`, import.meta.url).href : pathToFileURL(fileOf(path)).href;

export const resolve = (specifier, context, next) =>
  specifier.startsWith(PREFIX) ? { url: specifier, shortCircuit: true } : next(specifier, context);

export const load = (url, context, next) =>
  url.startsWith(PREFIX)
    ? { format: "module", shortCircuit: true, source: sectionModule(catalogue[url.slice(PREFIX.length)], addressOf) }
    : next(url, context);
