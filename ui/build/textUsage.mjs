// Finds keys of the catalogues that no source file uses, and texts in the source files that are in no catalogue.
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import ts from "typescript";

/** Attributes that are read by people. */
const TEXT_ATTRIBUTES = [
  "alt",
  "aria-label",
  "aria-roledescription",
  "hint",
  "label",
  "placeholder",
  "summary",
  "tip",
  "title",
];
/** Names, which are the same in every language. */
const NAMES = ["Fishi", "CSV", "JSON", "PvP"];
/** Sections that the build or the service reads, not the page. */
const NOT_OF_THE_PAGE = [
  "language",
  "pages",
  "offline",
  "refusals",
  "fields",
  "details",
  "spins",
  "reasons",
  "cards",
  "notifications",
  "opening",
  "pushNotices",
  "watchNews",
  "campaignNews",
  "alerts",
  "badge",
  "answers",
  "ticketReplies",
  "mails",
  "ticketMails",
  "doctor",
];

const hasWord = (text) => /\p{L}{2}/u.test(NAMES.reduce((remaining, name) => remaining.replaceAll(name, ""), text));

export async function sourceFiles(root) {
  const folder = join(root, "ui/src");
  const names = (await readdir(folder, { recursive: true })).filter((name) => /(?<!\.d)\.tsx?$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({
      path: relative(root, join(folder, name)),
      text: await readFile(join(folder, name), "utf8"),
    })),
  );
}

/** Returns "path:line: text" for each text outside the catalogues. */
export function textsOutside(files) {
  return files.flatMap(({ path, text }) => {
    const file = parse(path, text);
    return [...nodesOf(file)].filter(isText).map((node) => {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      return `${path}:${line + 1}: ${node.getText(file).trim()}`;
    });
  });
}

const parse = (path, text) => ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);

function* nodesOf(node) {
  yield node;
  const children = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesOf(child);
}

/** A text between tags, or a string that is shown between them or spoken as an attribute. */
function isText(node) {
  if (ts.isJsxText(node)) return hasWord(node.text);
  const isString =
    ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);
  return isString && hasWord(literalOf(node)) && isShown(node);
}

const literalOf = (node) =>
  ts.isTemplateExpression(node)
    ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join(" ")
    : node.text;

/** Follows the branches of a condition up to what they are written into. */
function isShown(node) {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent)) return parent.name !== node && TEXT_ATTRIBUTES.includes(parent.name.text);
  if (ts.isJsxAttribute(parent)) return TEXT_ATTRIBUTES.includes(parent.name.getText());
  if (ts.isJsxExpression(parent)) return ts.isJsxAttribute(parent.parent) ? isShown(parent) : true;
  const isBranch = ts.isConditionalExpression(parent) && parent.condition !== node;
  const isResult =
    ts.isBinaryExpression(parent) &&
    parent.right === node &&
    parent.operatorToken.kind !== ts.SyntaxKind.EqualsEqualsEqualsToken;
  return (isBranch || isResult || ts.isParenthesizedExpression(parent)) && isShown(parent);
}

/** Returns "section.key" for each key that no file uses. */
export function unusedKeys(catalogue, files) {
  const allUsedKeys = new Set(files.flatMap(usedKeys));
  return Object.entries(catalogue)
    .filter(([section]) => !NOT_OF_THE_PAGE.includes(section) && !allUsedKeys.has(section))
    .flatMap(([section, texts]) => Object.keys(texts).map((key) => `${section}.${key}`))
    .filter((key) => !allUsedKeys.has(key));
}

/** Returns "section.key" for each key that a file uses, and "section" if it may use any of its keys. */
export const usedKeys = ({ path, text }) => [...keysOf(parse(path, text))];

function* keysOf(file) {
  const sections = new Map();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !statement.moduleSpecifier.text.startsWith("text:")) continue;
    const section = statement.moduleSpecifier.text.slice("text:".length);
    const bindings = statement.importClause.namedBindings;
    if (ts.isNamespaceImport(bindings)) sections.set(bindings.name.text, section);
    else for (const { name, propertyName } of bindings.elements) yield `${section}.${(propertyName ?? name).text}`;
  }
  for (const node of nodesOf(file)) {
    if (!ts.isIdentifier(node) || !sections.has(node.text) || ts.isNamespaceImport(node.parent)) continue;
    const { parent } = node;
    if (ts.isPropertyAccessExpression(parent) && parent.name === node) continue;
    const section = sections.get(node.text);
    const isKey = ts.isPropertyAccessExpression(parent) || ts.isQualifiedName(parent);
    yield isKey ? `${section}.${(parent.name ?? parent.right).text}` : section;
  }
}
