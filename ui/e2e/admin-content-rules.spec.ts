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

const applyEdits = (file: string, text: string, ...edits: FieldEdit[]) =>
  edits.reduce((currentText, edit) => withEdit(file, currentText, edit), text);

test("an edit of TOML keeps comments, and new keys stand in their table", () => {
  expect(
    applyEdits(
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
  const swappedText = applyEdits("site.toml", TOML + LINKS, { kind: "swap", path: ["header_links"], index: 0 });
  expect(swappedText).toMatch(/# second\n\[\[header_links\]\]\nlabel = "Two"[\s\S]*label = "One" # first/);
  const shorterText = applyEdits("site.toml", swappedText, { kind: "remove", path: ["header_links"], index: 1 });
  expect(shorterText).toContain('label = "Two"');
  expect(shorterText).not.toContain("first");
  const emptyText = applyEdits("site.toml", shorterText, { kind: "remove", path: ["header_links"], index: 0 });
  expect(valuesOf("site.toml", emptyText)).toEqual({ name: "Fishi", hero: { title: "A" } });
  const [first, second] = [
    '# first\n[[header_links]]\nlabel = "One"\n\n',
    '# second\n[[header_links]]\nlabel = "Two"\n\n',
  ];
  const head = `${TOML}\n`;
  const rest = '[[header_links]]\nlabel = "Three"\n\n# end\n';
  const remove = (index: number): FieldEdit => ({ kind: "remove", path: ["header_links"], index });
  expect(applyEdits("site.toml", head + first + second + rest, remove(0))).toBe(head + second + rest);
  expect(applyEdits("site.toml", head + first + second + rest, remove(1))).toBe(head + first + rest);
  expect(applyEdits("site.toml", head + first + second + rest, remove(2))).toBe(`${head}${first}${second}# end\n`);
});

test("an edit of JSON changes the lines of its value alone", () => {
  expect(
    applyEdits(
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
  const longer = applyEdits("a.json", JSON_TEXT, { kind: "append", path: ["enchant"], value: { level: "", rate: "" } });
  expect(longer).toContain('\t\t{ "level": "+5", "rate": "80%" },\n');
  const shorter = applyEdits("a.json", longer, { kind: "remove", path: ["enchant"], index: 0 });
  expect(valuesOf("a.json", shorter)).toMatchObject({ enchant: [{ level: "+6" }, { level: "" }] });
  expect(valuesOf("a.json", applyEdits("a.json", "[]", { kind: "append", path: [], value: 1 }))).toEqual([1]);
  expect([valuesOf("a.json", "{"), valuesOf("a.toml", "a")]).toEqual([undefined, undefined]);
});

/** Numbers from 0 on, below `below`; the same ones in each run. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * limit);
  };
}

const TEXTS = ["", "ñandú ☃", 'q"\\', "# none", "a]b", "two\nlines", "=", "[hero]"];
const LISTS = ["header_links", "footer_links"];

/** Lines of a TOML file with comments, multi-line values, an inline table and lists. */
function randomToml(random: (limit: number) => number): string {
  const of = (key: string, value: string) => `${key} = ${value}${random(2) ? ` # c${random(1e6)}` : ""}`;
  const value = () =>
    [JSON.stringify(TEXTS[random(TEXTS.length)]), String(random(99)), '"""\na # b\n[x]\n"""'][random(3)] ?? "";
  const keys = (names: string[]) => names.filter(() => random(2)).map((key) => of(key, value()));
  const table = (name: string) => [`# t${random(1e6)}`, `[${name}]`, ...keys(["title", "text"])];
  const list = (name: string) => ["", `[[${name}]]`, of("label", value()), `# i${random(1e6)}`];
  const parts = [...["hero", "links"].map(table), ...LISTS.flatMap((name) => [list(name), list(name)])];
  const inline = random(2) ? ['point = { x = 1, y = "a" }', 'days = [\n  "a", # first\n  "b",\n]'] : [];
  return [...inline, ...keys(["name", "email"]), ...parts.filter(() => random(3)).flat(), ""].join("\n");
}

function randomEdit(random: (limit: number) => number, values: Record<string, unknown>): FieldEdit {
  const value = [TEXTS[random(TEXTS.length)], random(99), undefined][random(3)];
  const path = [["name"], ["email"], ["hero", "title"], ["links", "text"]][random(4)] ?? [];
  const name = LISTS[random(2)] ?? "";
  const items = Array.isArray(values[name]) ? values[name].length : 0;
  const kind = random(5);
  if (kind < 2) return { kind: "set", path, value };
  if (kind === 2 || items === 0) return { kind: "append", path: [name], value: { label: TEXTS[random(5)] } };
  if (kind === 3 && items > 1) return { kind: "swap", path: [name], index: random(items - 1) };
  return random(2)
    ? { kind: "remove", path: [name], index: random(items) }
    : { kind: "set", path: [name, random(items), "label"], value: TEXTS[random(TEXTS.length)] };
}

/** The values after an edit, in plain JavaScript. */
function applyToValues(oldValues: Record<string, unknown>, edit: FieldEdit): unknown {
  const values = structuredClone(oldValues);
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
      part && typeof part === "object" && Object.values(part).every((item) => item === undefined) ? undefined : part,
    ),
  );

const comments = (text: string): string[] => text.match(/# [cti]\d+/g) ?? [];

test("random edits have the values of a plain change, and lose no comment and no line end", () => {
  const random = randomNumbers(16);
  for (let round = 0; round < 150; round++) {
    const end = random(2) ? "\r\n" : "\n";
    const toml = randomToml(random);
    const file = round % 2 ? "site.toml" : "server-info.json";
    const json = JSON.stringify(valuesOf("site.toml", toml), null, random(2) ? "\t" : 2);
    let text = (file === "site.toml" ? toml : json).replaceAll("\n", end);
    for (let step = 0; step < 5; step++) {
      const oldValues = valuesOf(file, text) as Record<string, unknown>;
      const edit = randomEdit(random, oldValues);
      const newText = withEdit(file, text, edit);
      expect(bare(valuesOf(file, newText)), JSON.stringify([text, edit, newText])).toEqual(
        bare(applyToValues(oldValues, edit)),
      );
      expect(newText.replaceAll(end, ""), newText).not.toContain("\n");
      if (edit.kind !== "remove" && !(edit.kind === "set" && edit.value === undefined))
        expect(comments(newText).sort()).toEqual(comments(text).sort());
      text = newText;
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
