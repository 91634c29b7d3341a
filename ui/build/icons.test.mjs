import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Art } from "./art.mjs";
import { manifest } from "./html.mjs";

const UI = join(dirname(fileURLToPath(import.meta.url)), "..");
const FOLDER = join(UI, "art");

const sizeOfPng = (bytes) => `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;

test("every icon of the manifest is published in its size, one of them maskable", async (context) => {
  const out = await mkdtemp(join(tmpdir(), "icons-"));
  context.after(() => rm(out, { recursive: true }));
  await new Art(FOLDER, out).icons();
  const { icons, shortcuts } = JSON.parse(
    manifest("en", JSON.parse(await readFile(join(UI, "languages/en.json"), "utf8"))),
  );
  for (const { src, sizes } of [...icons, ...shortcuts.flatMap((shortcut) => shortcut.icons)])
    assert.equal(sizeOfPng(await readFile(join(out, src))), sizes);
  assert.deepEqual(
    icons.map(({ sizes, purpose }) => [sizes, purpose]),
    [
      ["192x192", undefined],
      ["512x512", undefined],
      ["512x512", "maskable"],
    ],
  );
});

test("favicon.ico is a bitmap of 32 pixels that is neither empty nor upside down", async (context) => {
  const out = await mkdtemp(join(tmpdir(), "icons-"));
  context.after(() => rm(out, { recursive: true }));
  await new Art(FOLDER, out).icons();
  const bytes = await readFile(join(out, "favicon.ico"));
  assert.equal(bytes.subarray(0, 8).toString("hex"), "0000010001002020");
  assert.equal(bytes.length, 22 + bytes.readUInt32LE(14));
  const alpha = (x, y) => bytes[62 + ((31 - y) * 32 + x) * 4 + 3];
  assert.ok(alpha(15, 0) > 0, "the sword's point is at the top");
  assert.equal(alpha(31, 0), 0, "the corners are transparent");
  assert.equal(alpha(31, 29), 0);
});
