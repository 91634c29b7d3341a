import type { Proof } from "@shared/api/errorBody";

/**
 * Proof of work: the service answers a login over a limit with a salt, and judges it after a number was found such that
 * SHA-256 of `<salt>:<number>` begins with `difficulty` zero bits. crypto.subtle is too slow for many short texts.
 */

const BLOCK = 64;
const [START, ROUNDS] = constants();
const SLICE_MS = 30;
const words = new Int32Array(64);

/** Returns the value of the header `X-Proof`. Pauses often, so that the page stays responsive. */
export async function solve({ salt, difficulty }: Proof): Promise<string> {
  const firstWord = hasher(`${salt}:`);
  let sliceEnd = performance.now() + SLICE_MS;
  for (let number = 0; ; number++) {
    if (Math.clz32(firstWord(String(number))) >= difficulty) return `${salt}:${number}`;
    if (number % 256 === 0 && performance.now() > sliceEnd) {
      await new Promise((resolve) => setTimeout(resolve));
      sliceEnd = performance.now() + SLICE_MS;
    }
  }
}

/** Returns the first 32 bits of the hash of `prefix` and at most 50 digits; whole blocks of the prefix are hashed once. */
function hasher(prefix: string): (digits: string) => number {
  const bytes = new TextEncoder().encode(prefix);
  const blocksEnd = bytes.length - (bytes.length % BLOCK);
  let start = START;
  for (let offset = 0; offset < blocksEnd; offset += BLOCK) start = compress(start, new DataView(bytes.buffer, offset));
  const lastBytes = bytes.subarray(blocksEnd);
  const tail = new Uint8Array(2 * BLOCK);
  const [first, second] = [new DataView(tail.buffer), new DataView(tail.buffer, BLOCK)];
  return (digits) => {
    const end = lastBytes.length + digits.length;
    tail.fill(0);
    tail.set(lastBytes);
    for (let index = 0; index < digits.length; index++) tail[lastBytes.length + index] = digits.charCodeAt(index);
    tail[end] = 0x80;
    const isLong = end + 9 > BLOCK;
    (isLong ? second : first).setUint32(BLOCK - 4, (blocksEnd + end) * 8);
    const state = compress(start, first);
    return at(isLong ? compress(state, second) : state, 0);
  };
}

/** The compression function of SHA-256 (FIPS 180-4) on the first 64 bytes of `block`. */
function compress(state: Int32Array, block: DataView): Int32Array {
  for (let i = 0; i < 16; i++) words[i] = block.getInt32(i * 4);
  for (let i = 16; i < 64; i++) {
    const [x, y] = [at(words, i - 15), at(words, i - 2)];
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    words[i] = at(words, i - 16) + s0 + at(words, i - 7) + s1;
  }
  let [a, b, c, d] = [at(state, 0), at(state, 1), at(state, 2), at(state, 3)];
  let [e, f, g, h] = [at(state, 4), at(state, 5), at(state, 6), at(state, 7)];
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(ROUNDS, i) + at(words, i)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    // One by one: exchanging them in lists takes half as long again.
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  const result = Int32Array.of(a, b, c, d, e, f, g, h);
  for (let i = 0; i < 8; i++) result[i] = at(result, i) + at(state, i);
  return result;
}

const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

const at = (list: Int32Array, index: number) => list[index] as number;

/** The fractions of the square roots of the first 8 primes, and of the cube roots of the first 64. */
function constants(): [Int32Array, Int32Array] {
  const primes: number[] = [];
  for (let number = 2; primes.length < 64; number++) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0;
  return [
    Int32Array.from(primes.slice(0, 8), (p) => fraction(Math.sqrt(p))),
    Int32Array.from(primes, (p) => fraction(Math.cbrt(p))),
  ];
}
