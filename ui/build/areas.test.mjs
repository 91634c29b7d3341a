import assert from "node:assert/strict";
import { test } from "node:test";
import { splitSheets } from "./areas.mjs";

const imports = (...paths) => ({ imports: paths.map((path) => ({ path })) });
const INPUTS = {
  "main.ts": imports("base.css", "home.ts", "one.ts", "two.ts", "alone.ts", "other.ts"),
  "home.ts": imports("home.css"),
  "one.ts": imports("base.css", "pager.css", "one.css"),
  "two.ts": imports("pager.css"),
  "alone.ts": imports("alone.css", "map.css"),
  "other.ts": imports("map.css"),
};
const CSS = ["base", "home", "pager", "one", "alone", "map"]
  .map((name) => `/* ${name}.css */\n.${name} { color: red }\n`)
  .join("");
const split = (css) =>
  splitSheets({
    css,
    inputs: INPUTS,
    entry: "main.ts",
    sharedSheets: ["later", "pages"],
    areas: ["alone.ts", "other.ts", "one.ts", "two.ts"],
  });

test("the entry has no styles that only areas need, and areas share two files", async () => {
  const { texts, sharing } = await split(CSS);
  const classesOf = (sheet) => [...texts.get(sheet).matchAll(/\.(\w+)/g)].map(([, name]) => name);
  assert.deepEqual(classesOf("main.ts"), ["base", "home"]);
  assert.deepEqual(classesOf("later"), ["pager"]);
  assert.deepEqual(classesOf("one.ts"), ["one"]);
  assert.deepEqual(classesOf("pages"), ["map"]);
  const sheets = ["one.ts", "two.ts", "alone.ts", "other.ts"].map((area) => [...sharing.get(area)]);
  assert.deepEqual(sheets, [["later"], ["later"], ["pages"], ["pages"]]);
});

test("a style sheet that no script imports fails the build", async () => {
  await assert.rejects(split(`${CSS}/* lost.css */\n.lost { color: red }\n`), /no script imports lost\.css/);
});
