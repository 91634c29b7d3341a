import { expect, test } from "@playwright/test";
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
