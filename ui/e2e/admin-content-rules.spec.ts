import { expect, test } from "@playwright/test";
import { joinArticle, splitArticle } from "../src/admin/content/articleHead";
import { type FieldEdit, valuesOf, withEdit } from "../src/admin/content/fieldFile";

const TOML = `# my site
name = "Fishi" # the name

# hero
[hero]
title = "A"

# end
`;
const LINKS = `
[[header_links]]
label = "One" # first
url = "/1"

# second
[[header_links]]
label = "Two"
url = "/2"
`;
const JSON_TEXT = `{
\t"enchant": [
\t\t{ "level": "+5", "rate": "80%" },
\t\t{ "level": "+6",   "rate": "75%" }
\t],
\t"general": { "client": "Interlude" }
}
`;

const edited = (file: string, text: string, ...edits: FieldEdit[]) =>
  edits.reduce((before, edit) => withEdit(file, before, edit), text);

test("an edit of TOML keeps comments, and new keys stand in their table", () => {
  expect(
    edited(
      "site.toml",
      TOML,
      { kind: "set", path: ["name"], value: 'The "F"' },
      { kind: "set", path: ["email"], value: "a@b.example" },
      { kind: "set", path: ["hero", "text"], value: "B" },
      { kind: "set", path: ["links", "bugs"], value: "/bugs" },
      { kind: "append", path: ["footer_links"], value: { label: "", url: "" } },
    ),
  ).toBe(`# my site
name = "The \\"F\\"" # the name
email = "a@b.example"

# hero
[hero]
title = "A"
text = "B"

# end

[links]
bugs = "/bugs"

[[footer_links]]
label = ""
url = ""
`);
});

test("items of a TOML list move and go with their comments", () => {
  const moved = edited("site.toml", TOML + LINKS, { kind: "swap", path: ["header_links"], index: 0 });
  expect(moved).toMatch(/# second\n\[\[header_links\]\]\nlabel = "Two"[\s\S]*label = "One" # first/);
  const left = edited("site.toml", moved, { kind: "remove", path: ["header_links"], index: 1 });
  expect(left).toContain('label = "Two"');
  expect(left).not.toContain("first");
  const none = edited("site.toml", left, { kind: "remove", path: ["header_links"], index: 0 });
  expect(valuesOf("site.toml", none)).toEqual({ name: "Fishi", hero: { title: "A" } });
});

test("an edit of JSON changes the lines of its value alone", () => {
  expect(
    edited(
      "server-info.json",
      JSON_TEXT,
      { kind: "set", path: ["enchant", 1, "rate"], value: "70%" },
      { kind: "swap", path: ["enchant"], index: 0 },
      { kind: "set", path: ["general", "max"], value: 2 },
      { kind: "set", path: ["general", "client"], value: undefined },
    ),
  ).toBe(
    JSON_TEXT.replace(
      '\t\t{ "level": "+5", "rate": "80%" },\n\t\t{ "level": "+6",   "rate": "75%" }',
      '\t\t{ "level": "+6",   "rate": "70%" },\n\t\t{ "level": "+5", "rate": "80%" }',
    ).replace('{ "client": "Interlude" }', '{\n\t\t"max": 2\n\t}'),
  );
  const longer = edited("a.json", JSON_TEXT, { kind: "append", path: ["enchant"], value: { level: "", rate: "" } });
  expect(longer).toContain('\t\t{ "level": "+5", "rate": "80%" },\n');
  const shorter = edited("a.json", longer, { kind: "remove", path: ["enchant"], index: 0 });
  expect(valuesOf("a.json", shorter)).toMatchObject({ enchant: [{ level: "+6" }, { level: "" }] });
  expect(valuesOf("a.json", edited("a.json", "[]", { kind: "append", path: [], value: 1 }))).toEqual([1]);
  expect([valuesOf("a.json", "{"), valuesOf("a.toml", "a")]).toEqual([undefined, undefined]);
});

/** Numbers from 0 on, below `below`; the same ones in each run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

const TEXTS = ["", "ñandú ☃", 'q"\\', "# none", "a]b", "two\nlines", "=", "[hero]"];
const LISTS = ["header_links", "footer_links"];

/** Lines of a TOML file with comments, multi-line values, an inline table and lists. */
function randomToml(below: (limit: number) => number): string {
  const of = (key: string, value: string) => `${key} = ${value}${below(2) ? ` # c${below(1e6)}` : ""}`;
  const value = () =>
    [JSON.stringify(TEXTS[below(TEXTS.length)]), String(below(99)), '"""\na # b\n[x]\n"""'][below(3)] ?? "";
  const keys = (names: string[]) => names.filter(() => below(2)).map((key) => of(key, value()));
  const table = (name: string) => [`# t${below(1e6)}`, `[${name}]`, ...keys(["title", "text"])];
  const list = (name: string) => ["", `[[${name}]]`, of("label", value()), `# i${below(1e6)}`];
  const parts = [...["hero", "links"].map(table), ...LISTS.flatMap((name) => [list(name), list(name)])];
  const inline = below(2) ? ['point = { x = 1, y = "a" }', 'days = [\n  "a", # first\n  "b",\n]'] : [];
  return [...inline, ...keys(["name", "email"]), ...parts.filter(() => below(3)).flat(), ""].join("\n");
}

function randomEdit(below: (limit: number) => number, values: Record<string, unknown>): FieldEdit {
  const value = [TEXTS[below(TEXTS.length)], below(99), undefined][below(3)];
  const path = [["name"], ["email"], ["hero", "title"], ["links", "text"]][below(4)] ?? [];
  const name = LISTS[below(2)] ?? "";
  const items = Array.isArray(values[name]) ? values[name].length : 0;
  const kind = below(5);
  if (kind < 2) return { kind: "set", path, value };
  if (kind === 2 || items === 0) return { kind: "append", path: [name], value: { label: TEXTS[below(5)] } };
  if (kind === 3 && items > 1) return { kind: "swap", path: [name], index: below(items - 1) };
  return below(2)
    ? { kind: "remove", path: [name], index: below(items) }
    : { kind: "set", path: [name, below(items), "label"], value: TEXTS[below(TEXTS.length)] };
}

/** The values after an edit, in plain JavaScript. */
function expected(before: Record<string, unknown>, edit: FieldEdit): unknown {
  const values = structuredClone(before);
  const [first = "", second, third] = edit.path as [string, ...(string | number)[]];
  if (edit.kind === "append") values[first] = [...((values[first] as unknown[]) ?? []), edit.value];
  if (edit.kind === "remove") (values[first] as unknown[]).splice(edit.index, 1);
  if (edit.kind === "swap") {
    const list = values[first] as unknown[];
    [list[edit.index], list[edit.index + 1]] = [list[edit.index + 1], list[edit.index]];
  }
  if (edit.kind === "set" && third !== undefined)
    ((values[first] as Record<string, unknown>[])[Number(second)] ?? {})[String(third)] = edit.value;
  else if (edit.kind === "set" && second !== undefined)
    values[first] = { ...(values[first] as object), [String(second)]: edit.value };
  else if (edit.kind === "set") values[first] = edit.value;
  return values;
}

/** Without keys of no value, empty lists and empty tables, which TOML writes in two ways. */
const bare = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, part: unknown) =>
      part && typeof part === "object" && Object.values(part).every((one) => one === undefined) ? undefined : part,
    ),
  );

const comments = (text: string): string[] => text.match(/# [cti]\d+/g) ?? [];

test("random edits have the values of a plain change, and lose no comment and no line end", () => {
  const below = randomNumbers(16);
  for (let round = 0; round < 150; round++) {
    const end = below(2) ? "\r\n" : "\n";
    const toml = randomToml(below);
    const file = round % 2 ? "site.toml" : "server-info.json";
    const json = JSON.stringify(valuesOf("site.toml", toml), null, below(2) ? "\t" : 2);
    let text = (file === "site.toml" ? toml : json).replaceAll("\n", end);
    for (let step = 0; step < 5; step++) {
      const before = valuesOf(file, text) as Record<string, unknown>;
      const edit = randomEdit(below, before);
      const after = withEdit(file, text, edit);
      expect(bare(valuesOf(file, after)), JSON.stringify([text, edit, after])).toEqual(bare(expected(before, edit)));
      expect(after.replaceAll(end, ""), after).not.toContain("\n");
      if (edit.kind !== "remove" && !(edit.kind === "set" && edit.value === undefined))
        expect(comments(after).sort()).toEqual(comments(text).sort());
      text = after;
    }
  }
});

test("an edit that a file cannot take fails, and a value that is set already changes nothing", () => {
  expect(() =>
    withEdit("site.toml", 'hero = "text"\n', { kind: "set", path: ["hero", "title"], value: "A" }),
  ).toThrow();
  expect(withEdit("site.toml", TOML, { kind: "set", path: ["links", "bugs"], value: undefined })).toBe(TOML);
  expect(withEdit("site.toml", TOML, { kind: "set", path: ["name"], value: "Fishi" })).toBe(TOML);
});

test("the head of an article keeps spaces that are typed, and line ends of the file", () => {
  for (const end of ["\n", "\r\n"]) {
    const text = ["---", "title: A new ", "date: 2026-01-02", "---", "It begins.", ""].join(end);
    const article = splitArticle(text);
    expect(article?.head).toEqual({ title: "A new ", date: "2026-01-02", until: "" });
    expect(article && joinArticle(article.head, article.body)).toBe(text);
  }
  expect(splitArticle("---\nauthor: a\n---\n")).toBeNull();
});
