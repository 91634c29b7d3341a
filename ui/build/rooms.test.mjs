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

test("the frame of the pages imports no extra", () => {
  const extras = strangers("app").filter((line) => line.includes(" imports extras/"));
  assert.deepEqual(extras, []);
});
