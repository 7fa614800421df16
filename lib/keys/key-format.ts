import { hash, hkdfSync, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * An API key has the form `trib_<prefix>.<secret><checksum>`. The checksum lets us refuse a mistyped or invented key
 * without I/O, and lets secret scanners recognise a real one.
 */
const LABEL = 'trib';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX_LENGTH = 8;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(
  `^${LABEL}_([0-9A-Za-z]{${PREFIX_LENGTH}})\\.[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`,
);

/** Where keys are in a text: what a secret scanner looks for. The checksum tells real ones from invented ones. */
export const KEY_PATTERN = new RegExp(
  `\\b${LABEL}_[0-9A-Za-z]{${PREFIX_LENGTH}}\\.[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}\\b`,
  'g',
);

/** A key with a valid shape and checksum; only Redis can tell whether it exists. */
export interface PresentedKey {
  prefix: string;
  /** SHA-256 of the whole key in hex: keys are stored and compared only in this form. */
  digest: string;
}

/** Makes texts of this many random characters. */
export type RandomText = (length: number) => string;

/** Generates a key. The caller shows it once and stores only its digest. */
export function generateKey(random: RandomText = randomBase62): PresentedKey & { key: string } {
  return generateSecret(random(PREFIX_LENGTH), random);
}

/** Generates a secret for the key with this prefix. */
export function generateSecret(prefix: string, random: RandomText = randomBase62): PresentedKey & { key: string } {
  const key = checkedText(`${LABEL}_${prefix}.${random(SECRET_LENGTH)}`);
  return { key, prefix, digest: digestOf(key) };
}

/** Texts that follow from a seed, and that nobody without it can tell from random ones. */
export function seededText(seed: Buffer, purpose: string): RandomText {
  let calls = 0;
  return (length) => {
    // Many more bits than the characters have, so that all are as likely as each other.
    const bytes = Buffer.from(hkdfSync('sha256', seed, 'tributary', `${purpose} ${calls++}`, 2 * SECRET_LENGTH));
    let rest = BigInt(`0x${bytes.toString('hex')}`);
    return Array.from({ length }, () => {
      const digit = Number(rest % 62n);
      rest /= 62n;
      return BASE62.charAt(digit);
    }).join('');
  };
}

/** Parses a key without I/O; null if it cannot be one of ours. */
export function parseKey(key: string): PresentedKey | null {
  const prefix = SHAPE.exec(key)?.[1];
  if (prefix === undefined) return null;
  return isCheckedText(key) ? { prefix, digest: digestOf(key) } : null;
}

/** A text with its checksum at the end. */
export function checkedText(body: string): string {
  return body + checksum(body);
}

/** Whether the end of a text is the checksum of the rest. */
export function isCheckedText(text: string): boolean {
  return checkedText(uncheckedText(text)) === text;
}

/** A text without its checksum. */
export function uncheckedText(text: string): string {
  return text.slice(0, -CHECKSUM_LENGTH);
}

/** The public part of a key: `trib_1a2B3c4D`. */
export function displayPrefix(prefix: string): string {
  return `${LABEL}_${prefix}`;
}

/** Parses a prefix with or without the label; null if it is not a prefix. */
export function parsePrefix(text: string): string | null {
  const bare = text.startsWith(`${LABEL}_`) ? text.slice(LABEL.length + 1) : text;
  return new RegExp(`^[0-9A-Za-z]{${PREFIX_LENGTH}}$`).test(bare) ? bare : null;
}

function digestOf(key: string): string {
  return hash('sha256', key);
}

function checksum(body: string): string {
  return base62(crc32(body), CHECKSUM_LENGTH);
}

/** A number in this many digits. */
export function base62(number: number, length: number): string {
  let rest = number;
  let digits = '';
  for (let i = 0; i < length; i++) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** The number that such digits are. */
export function numberIn(digits: string): number {
  return [...digits].reduce((number, digit) => number * 62 + BASE62.indexOf(digit), 0);
}

/** Random letters and digits. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62.charAt(randomInt(62))).join('');
}
