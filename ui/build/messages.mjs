// Compiles one text of a catalogue into a JavaScript expression and its TypeScript type. Syntax of a text:
//   "Server status"                        a string
//   "{from} of {total}"                    a function of named strings
//   "{count}d"                             the same; `count` is a number, which is formatted
//   { "one": "…", "other": "{count} …" }   a function of `count`, by the plural rules of the language; `zero` is for 0
//   "Please <login>log in</login>."        a function that returns a ReactNode; `login` gets the text between its tags
//   "Sent by <name/>."                     the same; `name` is a ReactNode
//   any other object                       a group, with a text for each of its keys
const TOKEN = /\{(\w+)\}|<(\/?)(\w+)(\/?)>/g;
const NAME = /^[a-zA-Z_]\w*$/;
const PLURAL_FORMS = ["zero", "one", "two", "few", "many", "other"];

export const isPlural = (text) =>
  typeof text === "object" && "other" in text && Object.keys(text).every((key) => PLURAL_FORMS.includes(key));
export const isGroup = (text) => typeof text === "object" && !isPlural(text);

/** Parses a text into strings, `{ argument }`, `{ node }` and `{ tag, children }`. Throws if tags do not match. */
export function parse(text) {
  const stack = [{ children: [] }];
  const add = (part) => part !== "" && stack.at(-1).children.push(part);
  let end = 0;
  for (const { 0: token, 1: argument, 2: isEnd, 3: tag, 4: isEmpty, index } of text.matchAll(TOKEN)) {
    add(text.slice(end, index));
    end = index + token.length;
    if (argument) add({ argument });
    else if (isEmpty) add({ node: tag });
    else if (!isEnd) stack.push({ tag, children: [] });
    else if (stack.at(-1).tag === tag) add(stack.pop());
    else throw new Error(`<${isEnd}${tag}> does not match in "${text}"`);
  }
  add(text.slice(end));
  if (stack.length > 1) throw new Error(`<${stack.at(-1).tag}> is not closed in "${text}"`);
  return stack[0].children;
}

/** Types of the arguments by name; those of a group's texts, by key, are not among them. */
export function argumentsOf(text) {
  if (isPlural(text)) return Object.assign({}, ...Object.values(text).map(argumentsOf), { count: "number" });
  return Object.assign({}, ...parse(text).map(argumentsOfPart));
}

function argumentsOfPart({ argument, node, tag, children }) {
  if (argument) return { [argument]: argument === "count" ? "number" : "string" };
  if (node) return { [node]: "ReactNode" };
  if (tag)
    return { [tag]: "(children: ReactNode) => ReactNode", ...Object.assign({}, ...children.map(argumentsOfPart)) };
  return {};
}

const isRich = (text) => Object.values(argumentsOf(text)).some((type) => type.includes("ReactNode"));

/** Returns the expression of a text. It uses `plural`, `formatNumber`, `jsxs` and `Fragment`. */
export function compile(text) {
  if (isGroup(text)) return `{ ${entries(text, compile)} }`;
  const names = Object.keys(argumentsOf(text));
  const invalidName = names.find((name) => !NAME.test(name));
  if (invalidName) throw new Error(`"${invalidName}" is not a name for an argument`);
  const value = isPlural(text) ? `plural(count, { ${entries(text, pluralForm)} })` : expression(parse(text));
  return names.length ? `({ ${names.join(", ")} }) => ${value}` : value;
}

const entries = (object, compileValue) =>
  Object.entries(object)
    .map(([key, value]) => `${JSON.stringify(key)}: ${compileValue(value)}`)
    .join(", ");

const pluralForm = (text) => expression(parse(text));

function expression(parts) {
  if (parts.every((part) => typeof part === "string" || part.argument)) return template(parts);
  const [singlePart] = parts;
  const children = parts.length > 1 ? `[${parts.map(partExpression).join(", ")}]` : partExpression(singlePart);
  return `jsxs(Fragment, { children: ${children} })`;
}

function partExpression(part) {
  if (part.node) return part.node;
  return part.tag ? `${part.tag}(${expression(part.children)})` : template([part]);
}

function template(parts) {
  const escapeTemplate = (text) => text.replace(/[\\`$]/g, "\\$&");
  return `\`${parts.map((part) => (part.argument ? `\${${argumentValue(part.argument)}}` : escapeTemplate(part))).join("")}\``;
}

const argumentValue = (name) => (name === "count" ? "formatNumber(count)" : name);

/** Returns the TypeScript type of a text. */
export function typeOf(text) {
  if (isGroup(text)) return `{ ${entriesOfType(text)} }`;
  const types = Object.entries(argumentsOf(text)).map(([name, type]) => `${name}: ${type}`);
  if (!types.length) return "string";
  return `(values: { ${types.join("; ")} }) => ${isRich(text) ? "ReactNode" : "string"}`;
}

const entriesOfType = (group) =>
  Object.entries(group)
    .map(([key, text]) => `readonly ${JSON.stringify(key)}: ${typeOf(text)}`)
    .join("; ");
