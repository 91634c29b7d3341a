// Compresses text assets at build time; the service sends the variant that a browser accepts.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = new Set([".js", ".css", ".svg"]);
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export async function compress(folder) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => TEXT.has(extname(name)));
  await Promise.all(names.map((name) => compressFile(join(folder, name))));
}

async function compressFile(path) {
  const bytes = await readFile(path);
  const [brotliBytes, gzipBytes] = await Promise.all([
    brotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    zip(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotliBytes), writeFile(`${path}.gz`, gzipBytes)]);
}
