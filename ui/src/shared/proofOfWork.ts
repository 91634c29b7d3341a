import type { Proof } from "@shared/api/errorBody";

/**
 * Proof of work: the service answers a login over a limit with a salt, and judges it after `count` numbers were found
 * such that SHA-256 of `<salt>:<number>` begins with `difficulty` zero bits. crypto.subtle is too slow for many short
 * texts.
 */

const BLOCK = 64;
const [START, ROUNDS] = constants();
const SLICE_MS = 100;
const words = new Int32Array(16);

/** Returns the value of the header `X-Proof`. Pauses often, so that the page stays responsive. */
export async function solve({ salt, difficulty, count }: Proof): Promise<string> {
  const firstWord = hasher(`${salt}:`);
  const numbers: number[] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  for (let number = 0; ; number++) {
    if (Math.clz32(firstWord(String(number))) >= difficulty && numbers.push(number) === count) {
      return `${salt}:${numbers.join(".")}`;
    }
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
  const [start, state] = [START.slice(), START.slice()];
  for (let offset = 0; offset < blocksEnd; offset += BLOCK) {
    const block = new DataView(bytes.buffer, offset);
    for (let i = 0; i < 16; i++) words[i] = block.getInt32(i * 4);
    compress(start);
  }
  const length = bytes.length - blocksEnd;
  const head = new Int32Array(32);
  for (let index = 0; index < length; index++) put(head, index, bytes[blocksEnd + index] as number);
  const tail = new Int32Array(32);
  return (digits) => {
    tail.set(head);
    for (let index = 0; index < digits.length; index++) put(tail, length + index, digits.charCodeAt(index));
    const end = length + digits.length;
    put(tail, end, 0x80);
    const blocks = end + 9 > BLOCK ? 2 : 1;
    tail[blocks * 16 - 1] = (blocksEnd + end) * 8;
    state.set(start);
    for (let block = 0; block < blocks; block++) {
      for (let i = 0; i < 16; i++) words[i] = tail[block * 16 + i] as number;
      compress(state);
    }
    return state[0] as number;
  };
}

/** Puts a byte into words that are 0 there. */
function put(list: Int32Array, index: number, byte: number): void {
  list[index >> 2] = (list[index >> 2] as number) | (byte << (24 - (index & 3) * 8));
}

/** The compression function of SHA-256 (FIPS 180-4) on the block in `words`. Without calls: they cost half the speed. */
function compress(state: Int32Array): void {
  const [w, k] = [words, ROUNDS];
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let i = 0; i < 64; i++) {
    let word = w[i & 15] as number;
    if (i > 15) {
      const x = w[(i + 1) & 15] as number;
      const y = w[(i + 14) & 15] as number;
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      word = (((word + s0) | 0) + (((w[(i + 9) & 15] as number) + s1) | 0)) | 0;
      w[i & 15] = word;
    }
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (((((h + s1) | 0) + (g ^ (e & (f ^ g)))) | 0) + (((k[i] as number) + word) | 0)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) | (c & (a | b)))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
  state[4] = (state[4] as number) + e;
  state[5] = (state[5] as number) + f;
  state[6] = (state[6] as number) + g;
  state[7] = (state[7] as number) + h;
}

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
