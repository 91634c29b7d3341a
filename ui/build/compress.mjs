// Compresses text assets at build time; the service sends the variant that a browser accepts.
import { existsSync } from "node:fs";
import { copyFile, readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = new Set([".js", ".css", ".svg"]);
const VARIANTS = [".br", ".gz"];
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Takes the variants of files that the build before, in the folder `previous`, has with the same name and bytes. */
export async function compress(folder, previous) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => TEXT.has(extname(name)));
  await Promise.all(names.map((name) => compressFile(join(folder, name), join(previous, name))));
}

async function compressFile(path, previous) {
  const bytes = await readFile(path);
  if (await isCompressed(previous, bytes)) {
    await Promise.all(VARIANTS.map((variant) => copyFile(previous + variant, path + variant)));
    return;
  }
  const [brotliBytes, gzipBytes] = await Promise.all([
    brotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    zip(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotliBytes), writeFile(`${path}.gz`, gzipBytes)]);
}

const isCompressed = async (path, bytes) =>
  [path, ...VARIANTS.map((variant) => path + variant)].every(existsSync) && bytes.equals(await readFile(path));
