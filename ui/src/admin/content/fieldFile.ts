import { parse as parseToml, patch, stringify } from "@decimalturn/toml-patch";
import { applyEdits, findNodeAtLocation, type JSONPath, modify, parseTree } from "jsonc-parser";

export type FieldPath = readonly (string | number)[];

/**
 * A change of one value. `set` undefined: the key is removed. `append`: at the end of a list, which begins with it.
 * `swap`: an item and the one after it.
 */
export type FieldEdit = { readonly path: FieldPath } & (
  | { readonly kind: "set"; readonly value: unknown }
  | { readonly kind: "append"; readonly value: unknown }
  | { readonly kind: "remove"; readonly index: number }
  | { readonly kind: "swap"; readonly index: number }
);

type Table = Record<string | number, unknown>;

const isToml = (file: string): boolean => file.endsWith(".toml");

/** The values of a text; undefined if it cannot be read. */
export function valuesOf(file: string, text: string): unknown {
  try {
    return isToml(file) ? parseToml(text) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Writes a change into a text that can be read; all else stays as it is, with comments and spaces. Fails where a value is
 * of another type than the change expects.
 */
export const withEdit = (file: string, text: string, edit: FieldEdit): string =>
  isToml(file) ? editToml(text, edit) : editJson(text, edit);

export const valueAt = (values: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>((value, key) => (value as Table | undefined)?.[key], values);

function editJson(text: string, edit: FieldEdit): string {
  const path = [...edit.path];
  const change = (at: JSONPath, value: unknown, isArrayInsertion = false) =>
    applyEdits(text, modify(text, at, value, { formattingOptions: formatOf(text), isArrayInsertion }));
  if (edit.kind === "set") return change(path, edit.value);
  if (edit.kind === "remove") return change([...path, edit.index], undefined);
  if (edit.kind === "swap") return swapJson(text, path, edit.index);
  return Array.isArray(valueAt(JSON.parse(text), path))
    ? change([...path, -1], edit.value, true)
    : change(path, [edit.value]);
}

function swapJson(text: string, path: JSONPath, index: number): string {
  const tree = parseTree(text);
  const [first, second] = [index, index + 1].map((place) => tree && findNodeAtLocation(tree, [...path, place]));
  if (!first || !second) return text;
  const part = ({ offset, length }: { offset: number; length: number }) => text.slice(offset, offset + length);
  const between = text.slice(first.offset + first.length, second.offset);
  return text.slice(0, first.offset) + part(second) + between + part(first) + text.slice(second.offset + second.length);
}

function formatOf(text: string): { insertSpaces: boolean; tabSize: number } {
  const indent = /^[ \t]+(?=\S)/m.exec(text)?.[0] ?? "  ";
  return { insertSpaces: !indent.startsWith("\t"), tabSize: indent.length };
}

function editToml(text: string, edit: FieldEdit): string {
  const before = parseToml(text);
  const after = structuredClone(before);
  apply(after, edit);
  const added = withNewLines(text, before, edit);
  return added !== undefined && isSame(valuesOf("a.toml", added), after) ? added : patch(text, after);
}

function tableAt(table: Table, name: string | number): Table {
  table[name] ??= {};
  return table[name] as Table;
}

function apply(values: unknown, edit: FieldEdit): void {
  const key = edit.path.at(-1) ?? "";
  const owner = edit.path.slice(0, -1).reduce(tableAt, values as Table);
  const list: unknown[] = Array.isArray(owner[key]) ? owner[key] : [];
  if (edit.kind === "set" && edit.value === undefined) delete owner[key];
  else if (edit.kind === "set") owner[key] = edit.value;
  else if (edit.kind === "append") owner[key] = [...list, edit.value];
  else if (edit.kind === "swap") list.splice(edit.index, 2, list[edit.index + 1], list[edit.index]);
  else {
    list.splice(edit.index, 1);
    if (list.length === 0) delete owner[key];
  }
}

/**
 * Writes a first item at the end, and a new key after the other keys of its table: the library cannot write the first
 * item, and puts a new key below the comment of the next table. Undefined for other changes.
 */
function withNewLines(text: string, before: unknown, edit: FieldEdit): string | undefined {
  const isNew = valueAt(before, edit.path) === undefined;
  const [name, key] = edit.path.slice(-2);
  if (isNew && edit.kind === "append") return `${text.trimEnd()}\n\n${stringify({ [String(name)]: [edit.value] })}`;
  if (!isNew || edit.kind !== "set" || edit.path.length > 2) return undefined;
  const lines = text.split("\n");
  const isHead = (line: string) => /^\s*\[/.test(line);
  const start = key === undefined ? -1 : lines.findIndex((line) => line.trim().startsWith(`[${name}]`));
  if (key !== undefined && start < 0) return undefined;
  const next = lines.findIndex((line, place) => place > start && isHead(line));
  let end = next < 0 ? lines.length : next;
  while (end > start + 1 && /^\s*(#|$)/.test(lines[end - 1] ?? "")) end--;
  return lines.toSpliced(end, 0, stringify({ [String(key ?? name)]: edit.value }).trimEnd()).join("\n");
}

const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
