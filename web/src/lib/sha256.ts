/** SHA-256. Browsers offer their own only to pages from https, and friends come by http://192.168.… */

const ROUND = words(64, 3);
const START = words(8, 2);

/** Return the first 32 bits of the fractions of the roots of prime numbers, the constants of SHA-256. */
function words(count: number, root: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) {
    if (isPrime(number)) found.push(Math.floor((number ** (1 / root) % 1) * 2 ** 32) | 0);
  }
  return found;
}

function isPrime(number: number): boolean {
  for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) return false;
  return true;
}

function padded(bytes: Uint8Array): DataView {
  const whole = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
  bytes.forEach((byte, index) => {
    whole.setUint8(index, byte);
  });
  whole.setUint8(bytes.length, 0x80);
  whole.setUint32(whole.byteLength - 4, bytes.length * 8);
  return whole;
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Return the hash of a text as 64 hexadecimal digits. */
export function sha256(text: string): string {
  const data = padded(new TextEncoder().encode(text));
  let state = START;
  for (let at = 0; at < data.byteLength; at += 64) state = compressed(state, schedule(data, at));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function schedule(data: DataView, at: number): number[] {
  const w = Array.from({ length: 16 }, (_, index) => data.getInt32(at + 4 * index));
  for (let index = 16; index < 64; index++) {
    const [old, late, one, last] = [w[index - 15] ?? 0, w[index - 2] ?? 0, w[index - 16] ?? 0, w[index - 7] ?? 0];
    const first = turned(old, 7) ^ turned(old, 18) ^ (old >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    w.push((one + first + last + second) | 0);
  }
  return w;
}

function compressed(state: number[], w: number[]): number[] {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  w.forEach((word, index) => {
    const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + (ROUND[index] ?? 0) + word;
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  });
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + (state[index] ?? 0)) | 0);
}
