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

test("every icon that the service names is published in its size, and the manifest has a place for them", async (context) => {
  const outDir = await mkdtemp(join(tmpdir(), "icons-"));
  context.after(() => rm(outDir, { recursive: true }));
  await new Art(FOLDER, outDir).icons();
  for (const [name, size] of [...[180, 192, 512].map((size) => [`icon-${size}`, size]), ["icon-maskable-512", 512]])
    assert.equal(sizeOfPng(await readFile(join(outDir, `${name}.png`))), `${size}x${size}`);
  const text = manifest("en", JSON.parse(await readFile(join(UI, "../gateway/texts/en.json"), "utf8")));
  const { icons, shortcuts } = JSON.parse(text.replaceAll("{{raw:icons}}", "[1]"));
  assert.deepEqual([icons, ...shortcuts.map((shortcut) => shortcut.icons)], [[1], [1], [1], [1]]);
});

test("favicon.ico is a bitmap of 32 pixels that is neither empty nor upside down", async (context) => {
  const outDir = await mkdtemp(join(tmpdir(), "icons-"));
  context.after(() => rm(outDir, { recursive: true }));
  await new Art(FOLDER, outDir).icons();
  const bytes = await readFile(join(outDir, "favicon.ico"));
  assert.equal(bytes.subarray(0, 8).toString("hex"), "0000010001002020");
  assert.equal(bytes.length, 22 + bytes.readUInt32LE(14));
  const alpha = (x, y) => bytes[62 + ((31 - y) * 32 + x) * 4 + 3];
  assert.ok(alpha(15, 0) > 0, "the sword's point is at the top");
  assert.equal(alpha(31, 0), 0, "the corners are transparent");
  assert.equal(alpha(31, 29), 0);
});
