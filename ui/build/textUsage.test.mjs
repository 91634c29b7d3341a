import assert from "node:assert/strict";
import { test } from "node:test";
import { textsOutside, unusedKeys } from "./textUsage.mjs";

const textsOf = (text) => textsOutside([{ path: "ui/src/A.tsx", text }]);

test("texts between tags and in spoken attributes are found", () => {
  assert.deepEqual(textsOf(`<p>\n  Server status\n</p>`), ["ui/src/A.tsx:2: Server status"]);
  for (const text of [
    `<p>{isOpen ? "Open" : text.closed}</p>`,
    `<p>{isOpen && "Open"}</p>`,
    "<p>{`Level $" + "{level}`}</p>",
    `<Field label="User name" />`,
    "<Field label={`Play $" + "{name}`} />",
    `<Field label={isOn ? "On" : text.off} />`,
    `const TABS = [{ id: "home", label: "Home" }]`,
  ])
    assert.equal(textsOf(text).length, 1, text);
});

test("texts of a catalogue, signs, names and codes are not", () => {
  for (const text of [
    `<p className="wide" data-look={isOpen ? "open" : "closed"}>{text.open}: {level} % · x</p>`,
    `<img alt="Fishi" src="a.png" />`,
    `<p>{kind === "open" && text.open}</p>`,
    `<p>{format(at, "short")}</p>`,
  ])
    assert.deepEqual(textsOf(text), [], text);
});

test("a key is used by a property, by name, or with its whole section", () => {
  const catalogue = { media: { title: "Media", lead: "All", gone: "Old" }, races: { human: "Human" } };
  const source = `import * as text from "text:media"; import { lead } from "text:media"; import * as races from "text:races";
    const values = [text.title, lead, other.text.gone, races[race]];`;
  assert.deepEqual(unusedKeys(catalogue, [{ path: "a.ts", text: source }]), ["media.gone"]);
});
