import assert from "node:assert/strict";
import { test } from "node:test";
import { argumentsOf, compile, isGroup, typeOf } from "./messages.mjs";

const HELPERS = {
  plural: (count, forms) => forms[new Intl.PluralRules("en").select(count)],
  formatNumber: (value) => value.toLocaleString("en-US"),
  Fragment: "Fragment",
  jsxs: (_type, { children }) => children,
};

/** The value that a compiled text has in the page. */
const evaluate = (text) =>
  new Function(...Object.keys(HELPERS), `return (${compile(text)})`)(...Object.values(HELPERS));

test("a plain text compiles to itself", () => {
  for (const text of ["Server status", "`back\\slash` costs $5", "level < 20 > 3", ""]) {
    assert.equal(evaluate(text), text);
    assert.equal(typeOf(text), "string");
  }
});

test("placeholders compile to a function of named strings", () => {
  assert.equal(evaluate("{from}-{to} of {total}")({ from: "1", to: "20", total: "105" }), "1-20 of 105");
  assert.equal(typeOf("{from} of {total}"), "(values: { from: string; total: string }) => string");
  assert.equal(evaluate("$ {amount}")({ amount: "5" }), "$ 5");
});

test("a plural chooses by the count and formats it", () => {
  const coins = { one: "{count} coin of {name}", other: "{count} coins of {name}" };
  assert.equal(evaluate(coins)({ count: 1, name: "Ana" }), "1 coin of Ana");
  assert.equal(evaluate(coins)({ count: 1200, name: "Ana" }), "1,200 coins of Ana");
  assert.deepEqual(argumentsOf(coins), { count: "number", name: "string" });
});

test("tags compile to calls with the text between them", () => {
  const text = "Please <login>log {how} in</login> or <icon/>.";
  const parts = evaluate(text)({ how: "again", login: (children) => ["a", children], icon: "ICON" });
  assert.deepEqual(parts, ["Please ", ["a", "log again in"], " or ", "ICON", "."]);
  assert.equal(
    typeOf(text),
    "(values: { login: (children: ReactNode) => ReactNode; how: string; icon: ReactNode }) => ReactNode",
  );
});

test("tags may be nested and stand in a plural", () => {
  const text = { one: "<b>one <i>{count}</i></b>", other: "<b>{count}</b>" };
  const tags = { b: (children) => ["b", children], i: (inside) => ["i", inside] };
  assert.deepEqual(evaluate(text)({ count: 1, ...tags }), ["b", ["one ", ["i", "1"]]]);
  assert.deepEqual(evaluate(text)({ count: 2, ...tags }), ["b", "2"]);
});

test("a tag without its end is refused", () => {
  assert.throws(() => compile("<b>open"), /<b> is not closed/);
  assert.throws(() => compile("<b>open</i>"), /<\/i> does not match/);
});

test("a group compiles to an object", () => {
  const races = { human: "Human", "dark elf": "Dark Elf", level: "Level {level}" };
  assert.ok(isGroup(races));
  assert.equal(evaluate(races)["dark elf"], "Dark Elf");
  assert.equal(evaluate(races).level({ level: "5" }), "Level 5");
  assert.match(typeOf(races), /readonly "dark elf": string/);
});
