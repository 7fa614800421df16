import { randomBytes, randomInt } from 'node:crypto';

/** Draws from the system's generator, every outcome as likely as any other. */

export const chosen = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;

export const times = <Item>(count: number, draw: () => Item): Item[] => Array.from({ length: count }, draw);

export const hexDigits = (count: number) =>
  randomBytes(Math.ceil(count / 2))
    .toString('hex')
    .slice(0, count);

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const MARKS = '!#$%&*+-=?@^_~';

/** What a password is made of, from those that are easy to type to those that are hard to guess. */
const CLASSES = {
  weak: [LOWER, DIGITS],
  average: [LOWER, UPPER, DIGITS],
  strong: [LOWER, UPPER, DIGITS, MARKS],
} as const;
export type Strength = keyof typeof CLASSES;

/** Holds at least one of each class: whatever does not is drawn again as a whole, so that the others stay equally likely. */
export function password(length: number, strength: Strength): string {
  const classes = CLASSES[strength];
  const all = classes.join('');
  for (;;) {
    const drawn = times(length, () => chosen([...all])).join('');
    if (classes.every((set) => [...set].some((char) => drawn.includes(char)))) return drawn;
  }
}

export const alphanumeric = (length: number) => times(length, () => chosen([...LOWER, ...UPPER, ...DIGITS])).join('');
export const letter = () => chosen([...LOWER]);

/** RFC 9562: in the order of time, to the millisecond. */
export function uuidV7(now: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  return identifier(bytes, 7);
}

/** Hundreds of nanoseconds between the Gregorian calendar and the computers'. */
const SINCE_1582 = 0x01b21dd213814000n;

/** RFC 9562: of a time, and of a computer that there is none of. */
export function uuidV1(now: number): string {
  const bytes = randomBytes(16);
  const time = BigInt(Math.floor(now)) * 10_000n + BigInt(randomInt(10_000)) + SINCE_1582;
  bytes.writeUInt32BE(Number(time & 0xffffffffn), 0);
  bytes.writeUInt16BE(Number((time >> 32n) & 0xffffn), 4);
  bytes.writeUInt16BE(Number(time >> 48n), 6);
  bytes.writeUInt8(bytes.readUInt8(10) | 1, 10);
  return identifier(bytes, 1);
}

function identifier(bytes: Buffer, version: number): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | (version << 4), 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
