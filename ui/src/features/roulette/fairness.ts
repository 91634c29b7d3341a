/**
 * Recomputes a draw. Block r (0, 1, …) is HMAC-SHA256 with the server seed's text as key and `<client
 * seed>:<nonce>:<r>` as message: 32 bytes, read as four big-endian 64-bit numbers. The first number below the greatest
 * multiple of the sum of weights decides, so that the remainder favours no slot.
 */
const RANGE = 2n ** 64n;
const NUMBERS_IN_A_BLOCK = 4;

export interface Draw {
  position: number;
  /** The deciding number, and the numbers before it that were too high. */
  number: bigint;
  rejectedNumbers: readonly bigint[];
  /** Numbers from here on are rejected. */
  limit: bigint;
  /** Sum of the weights, and the number modulo that sum. */
  total: bigint;
  point: bigint;
  /** Blocks used, in hex. */
  blocks: readonly string[];
}

export interface Seeds {
  serverSeed: string;
  clientSeed: string;
  nonce: number;
}

export const isClientSeed = (text: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text);
export const isServerSeed = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
export const isNonce = (text: string): boolean => /^\d{1,15}$/.test(text);

/** Web Crypto exists only over https and on localhost. */
export const canCompute = (): boolean => globalThis.crypto?.subtle !== undefined;

/** SHA-256 of a server seed: the commitment published before use. */
export async function commitmentOf(serverSeed: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", bytes(serverSeed)));
}

export const messageOf = ({ clientSeed, nonce }: Seeds, block: number): string => `${clientSeed}:${nonce}:${block}`;

/** Draws with `weights` by slot position. */
export async function draw(seeds: Seeds, weights: readonly number[]): Promise<Draw> {
  const block = await blocksOf(seeds);
  return decide(block, weights);
}

type Blocks = (index: number) => Promise<ArrayBuffer>;

async function blocksOf(seeds: Seeds): Promise<Blocks> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(seeds.serverSeed), algorithm, false, ["sign"]);
  return (index) => crypto.subtle.sign("HMAC", key, bytes(messageOf(seeds, index)));
}

export async function decide(block: Blocks, weights: readonly number[]): Promise<Draw> {
  const total = sum(weights);
  if (total <= 0n) throw new RangeError("a wheel has weights");
  const limit = (RANGE / total) * total;
  const rejectedNumbers: bigint[] = [];
  const blocks: string[] = [];
  for (;;) {
    const bytes = await block(blocks.length);
    blocks.push(hex(bytes));
    for (const number of numbersOf(bytes)) {
      if (number >= limit) rejectedNumbers.push(number);
      else {
        const point = number % total;
        return { position: slotAt(point, weights), number, rejectedNumbers, limit, total, point, blocks };
      }
    }
  }
}

export function numbersOf(block: ArrayBuffer): bigint[] {
  const view = new DataView(block);
  return Array.from({ length: NUMBERS_IN_A_BLOCK }, (_, index) => view.getBigUint64(index * 8));
}

/** Returns the first slot whose cumulative weight exceeds the point. */
function slotAt(point: bigint, weights: readonly number[]): number {
  return weights.findIndex((_, index) => sum(weights.slice(0, index + 1)) > point);
}

export const sum = (weights: readonly number[]): bigint => weights.reduce((all, weight) => all + BigInt(weight), 0n);

const bytes = (text: string) => new TextEncoder().encode(text);

const hex = (buffer: ArrayBuffer) =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
