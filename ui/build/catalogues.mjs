// The texts of the page and the service: one JSON file a language in gateway/texts, in sections. A component imports a
// section as `import * as text from "text:media"`; the build of each language compiles it into a module of constants and functions.
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { argumentsOf, compile, isGroup, isPlural, typeOf } from "./messages.mjs";

export const SOURCE = "en";
const TEXTS = fileURLToPath(new URL("../../gateway/texts", import.meta.url));
/** The section about the language itself: its `name`, `locale` and `hreflang`; the file's name is added as `code`. */
const ABOUT = "language";
export const PREFIX = "text:";
const KEY = /^[a-z]\w*$/i;
const TYPES_HEAD = `// Generated from gateway/texts/${SOURCE}.json by \`node ui/languages.mjs\`.\n`;

/** Reads and checks all catalogues. Returns them by language; English is the first. Throws an error that lists all that is wrong. */
export async function readCatalogues(folder = TEXTS) {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  const read = async (file) => [basename(file, ".json"), JSON.parse(await readFile(join(folder, file), "utf8"))];
  const catalogues = Object.fromEntries(await Promise.all(files.sort().map(read)));
  const { [SOURCE]: source, ...translations } = catalogues;
  const problems = Object.entries(catalogues).flatMap(([language, texts]) => [
    ...(language === SOURCE ? checkKeys(source) : compareTexts(source, translations[language], "")).map(
      (problem) => `${language}: ${problem}`,
    ),
    ...checkPlurals(texts, texts[ABOUT].locale, "").map((problem) => `${language}: ${problem}`),
  ]);
  if (problems.length) throw new Error(`gateway/texts\n  ${problems.join("\n  ")}`);
  const withCode = ([code, texts]) => [code, { ...texts, [ABOUT]: { ...texts[ABOUT], code } }];
  return Object.fromEntries(Object.entries({ [SOURCE]: source, ...translations }).map(withCode));
}

function checkKeys(source) {
  const keys = Object.entries(source).flatMap(([section, texts]) => [section, ...Object.keys(texts)]);
  return keys.filter((key) => !KEY.test(key)).map((key) => `"${key}" is not a name`);
}

/** Compares a translation with the English section or group. */
function compareTexts(source, translation, path) {
  const surplus = Object.keys(translation).filter((key) => !(key in source));
  return [
    ...surplus.map((key) => `${path}${key} is not in English`),
    ...Object.keys(source).flatMap((key) =>
      key in translation ? compareText(source[key], translation[key], `${path}${key}`) : `${path}${key} is missing`,
    ),
  ];
}

function compareText(source, translation, path) {
  if (isGroup(source) !== isGroup(translation)) return [`${path} is a group in one language alone`];
  if (isGroup(source)) return compareTexts(source, translation, `${path}.`);
  const names = (text) => Object.keys(argumentsOf(text)).sort().join(", ");
  return names(source) === names(translation)
    ? []
    : [`${path} has the arguments (${names(translation)}) instead of (${names(source)})`];
}

function checkPlurals(texts, locale, path) {
  const requiredForms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  return Object.entries(texts).flatMap(([key, text]) => {
    if (isGroup(text)) return checkPlurals(text, locale, `${path}${key}.`);
    if (!isPlural(text)) return [];
    return requiredForms.filter((form) => !(form in text)).map((form) => `${path}${key} has no "${form}"`);
  });
}

/** Resolves `languages` to a list of all languages, and `text:<section>` to the section's module in one. `root` is where its own imports are looked up. */
export const textPlugin = (catalogues, language, root) => ({
  name: "texts",
  setup(build) {
    build.onResolve({ filter: /^languages$/ }, ({ path }) => ({ path, namespace: "languages" }));
    build.onLoad({ filter: /.*/, namespace: "languages" }, () => ({
      contents: JSON.stringify(Object.values(catalogues).map((texts) => texts[ABOUT])),
      loader: "json",
    }));
    const catalogue = catalogues[language];
    build.onResolve({ filter: /^text:/ }, ({ path }) => ({
      path: path.slice(PREFIX.length),
      namespace: "text",
      sideEffects: false,
    }));
    build.onLoad({ filter: /.*/, namespace: "text" }, ({ path }) => ({
      contents: sectionOf(catalogue, path),
      loader: "js",
      resolveDir: join(root, "ui/src/shared"),
    }));
  },
});

/** Returns the module of a section of the catalogue. */
export function sectionOf(catalogue, section) {
  if (!catalogue[section]) throw new Error(`gateway/texts has no section ${section}`);
  return sectionModule(catalogue[section]);
}

/** Helpers that a compiled text may use, with their modules. */
const HELPERS = {
  jsxs: "react/jsx-runtime",
  Fragment: "react/jsx-runtime",
  formatNumber: "@shared/format",
  plural: "@shared/plural",
};

/** `addressOf` maps a helper's module to what is imported. */
export function sectionModule(section, addressOf = (path) => path) {
  const lines = Object.entries(section).map(([key, text]) => `export const ${key} = ${compile(text)};`);
  const usedHelpers = Object.entries(HELPERS).filter(([name]) =>
    lines.some((line) => new RegExp(`\\b${name}[(,]`).test(line)),
  );
  return [...usedHelpers.map(([name, path]) => `import { ${name} } from "${addressOf(path)}";`), ...lines].join("\n");
}

/** Returns the declaration file of all sections. */
export function declarations({ [SOURCE]: source }) {
  const modules = Object.entries(source).map(([section, texts]) => {
    const lines = Object.entries(texts).map(([key, text]) => `  export const ${key}: ${typeOf(text)};\n`);
    const usesReact = lines.some((line) => line.includes("ReactNode"));
    const imports = usesReact ? `  import type { ReactNode } from "react";\n` : "";
    return `\ndeclare module "${PREFIX}${section}" {\n${imports}${lines.join("")}}\n`;
  });
  return TYPES_HEAD + modules.join("");
}
