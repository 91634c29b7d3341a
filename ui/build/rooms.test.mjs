import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const SOURCE = join(import.meta.dirname, "../src");
const ROOM = /"@(features|extras)\/([\w-]+)/g;

/** Returns lines such as "features/wallet imports extras/votes" for each import of another room. */
function strangers(folder) {
  const files = readdirSync(join(SOURCE, folder), { recursive: true }).filter((file) => /\.(tsx?|css)$/.test(file));
  return files.flatMap((file) =>
    [...readFileSync(join(SOURCE, folder, file), "utf8").matchAll(ROOM)]
      .filter(([, room, noun]) => `${room}/${noun}` !== `${folder}/${file.split("/")[0]}`)
      .map(([, room, noun]) => `${folder}/${file} imports ${room}/${noun}`),
  );
}

test("features and extras import only what is shared, so that a folder can be removed", () => {
  assert.deepEqual(["features", "extras", "shared"].flatMap(strangers), []);
});

test("the frames of the pages and of the administration import no extra", () => {
  const extras = ["app", "admin"].flatMap(strangers).filter((line) => line.includes(" imports extras/"));
  assert.deepEqual(extras, []);
});

test("core asks for no extra by name: it offers lists that extras fill", () => {
  const files = ["admin", "app", "features", "shared"].flatMap((folder) =>
    readdirSync(join(SOURCE, folder), { recursive: true }).map((file) => `${folder}/${file}`),
  );
  const question = /useExtra\(|xtras(\.on)?\.includes\("|"extra":/;
  const asking = files.filter(
    (file) => /\.(tsx?|json)$/.test(file) && question.test(readFileSync(join(SOURCE, file), "utf8")),
  );
  assert.deepEqual(asking, []);
});

test("only an extra's pages of the administration import its frame", () => {
  const importing = readdirSync(join(SOURCE, "extras"), { recursive: true })
    .filter((file) => /(?<!\/admin\/.*)\.tsx?$/.test(file))
    .filter((file) => readFileSync(join(SOURCE, "extras", file), "utf8").includes('"@admin/'));
  assert.deepEqual(importing, []);
});
