import assert from "node:assert/strict";
import { test } from "node:test";
import { splitSheets } from "./areas.mjs";

const imports = (...paths) => ({ imports: paths.map((path) => ({ path })) });
const INPUTS = {
  "main.ts": imports("base.css", "home.ts", "one.ts", "two.ts", "alone.ts"),
  "home.ts": imports("home.css"),
  "one.ts": imports("base.css", "pager.css", "one.css"),
  "two.ts": imports("pager.css"),
  "alone.ts": imports("alone.css"),
};
const CSS = ["base", "home", "pager", "one", "alone"]
  .map((name) => `/* ${name}.css */\n.${name} { color: red }\n`)
  .join("");
const split = (css) =>
  splitSheets({ css, inputs: INPUTS, entry: "main.ts", sharedSheet: "later", areas: ["one.ts", "two.ts", "alone.ts"] });

test("the entry has no styles that only areas need, and areas share one file", async () => {
  const { texts, sharing } = await split(CSS);
  const classesOf = (sheet) => [...texts.get(sheet).matchAll(/\.(\w+)/g)].map(([, name]) => name);
  assert.deepEqual(classesOf("main.ts"), ["base", "home"]);
  assert.deepEqual(classesOf("later"), ["pager"]);
  assert.deepEqual(classesOf("one.ts"), ["one"]);
  assert.deepEqual([...sharing], ["one.ts", "two.ts"]);
});

test("a style sheet that no script imports fails the build", async () => {
  await assert.rejects(split(`${CSS}/* lost.css */\n.lost { color: red }\n`), /no script imports lost\.css/);
});
