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
 * Writes a change into a text that can be read; all else stays as it is, with comments and spaces. Fails where the text
 * would then have other values than the change asks for, as with a value of another type.
 */
export function withEdit(file: string, text: string, edit: FieldEdit): string {
  const lines = text.replaceAll("\r\n", "\n");
  const oldValues = valuesOf(file, lines);
  if (edit.kind === "set" && edit.value === valueAt(oldValues, edit.path)) return text;
  const newValues = replaceAt(oldValues, edit.path, (value) => applyEdit(value, edit, isToml(file)));
  const newText = isToml(file) ? editToml(lines, oldValues, newValues, edit) : editJson(lines, oldValues, edit);
  if (!isSame(valuesOf(file, newText), newValues))
    throw new Error(`${file} cannot take the change of ${edit.path.join(".")}`);
  return text.includes("\r\n") ? newText.replaceAll("\n", "\r\n") : newText;
}

const valueAt = (values: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>((value, key) => (value as Table | undefined)?.[key], values);

function editJson(text: string, oldValues: unknown, edit: FieldEdit): string {
  const path = [...edit.path];
  const change = (at: JSONPath, value: unknown, isArrayInsertion = false) =>
    applyEdits(text, modify(text, at, value, { formattingOptions: formatOf(text), isArrayInsertion }));
  if (edit.kind === "set") return change(path, edit.value);
  if (edit.kind === "remove") return change([...path, edit.index], undefined);
  if (edit.kind === "swap") return swapJson(text, path, edit.index);
  return Array.isArray(valueAt(oldValues, path)) ? change([...path, -1], edit.value, true) : change(path, [edit.value]);
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

function editToml(text: string, oldValues: unknown, newValues: unknown, edit: FieldEdit): string {
  const textWithLines = withoutTable(text, edit) ?? withNewLines(text, oldValues, edit);
  return textWithLines !== undefined && isSame(valuesOf("a.toml", textWithLines), newValues)
    ? textWithLines
    : patch(text, newValues);
}

/** A copy with another value at a path; undefined removes the key, and missing tables are made. Fails below a scalar. */
function replaceAt(values: unknown, path: FieldPath, change: (value: unknown) => unknown): unknown {
  const [step, ...remainingPath] = path;
  if (step === undefined) return change(values);
  if (!["object", "undefined"].includes(typeof values)) throw new TypeError(`${step} is below a value`);
  const copy = (Array.isArray(values) ? [...values] : { ...(values as Table | undefined) }) as Table;
  const value = replaceAt(copy[step], remainingPath, change);
  if (value === undefined) delete copy[step];
  else copy[step] = value;
  return copy;
}

/** The value of an edit's path after it. A list of TOML without an item is no list. */
function applyEdit(value: unknown, edit: FieldEdit, isEmptyDropped: boolean): unknown {
  if (edit.kind === "set") return edit.value;
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  if (edit.kind === "append") return [...list, edit.value];
  const { index } = edit;
  if (edit.kind === "swap") return list.toSpliced(index, 2, list[index + 1], list[index]);
  return list.length === 1 && isEmptyDropped ? undefined : list.toSpliced(index, 1);
}

/** Removes one of several tables with its comments, which the library moves to a later table. Undefined for other changes. */
function withoutTable(text: string, edit: FieldEdit): string | undefined {
  if (edit.kind !== "remove" || edit.path.length > 1) return undefined;
  const lines = text.split("\n");
  const isComment = (place: number) => /^\s*#/.test(lines[place] ?? "");
  const isBlank = (place: number) => lines[place]?.trim() === "";
  const withComments = (place: number): number => (isComment(place - 1) ? withComments(place - 1) : place);
  const heads = lines.flatMap((line, place) => (line.trim().startsWith(`[[${edit.path[0]}]]`) ? [place] : []));
  const head = heads[edit.index];
  if (head === undefined) return undefined;
  const nextHead = lines.findIndex((line, place) => place > head && /^\s*\[/.test(line));
  const limit = nextHead < 0 ? lines.length : withComments(nextHead);
  let end = limit;
  while (end > head + 1 && (isBlank(end - 1) || isComment(end - 1))) end--;
  while (end < limit && isComment(end)) end++;
  while (end < limit && isBlank(end)) end++;
  const start = withComments(head);
  return lines.toSpliced(start, end - start).join("\n");
}

/**
 * Writes a first item at the end, and a new key after the other keys of its table: the library cannot write the first
 * item, and puts a new key below the comment of the next table. Undefined for other changes.
 */
function withNewLines(text: string, oldValues: unknown, edit: FieldEdit): string | undefined {
  const isNew = valueAt(oldValues, edit.path) === undefined;
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

const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
