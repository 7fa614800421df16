/** Bytes written as text. Texts are encoded as UTF-8, and bytes that are not valid text are not decoded. */

const strict = new TextDecoder('utf-8', { fatal: true });

/** The text in these bytes; null if they are not UTF-8 or contain control characters. */
function textOf(bytes: Uint8Array): string | null {
  try {
    const text = strict.decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters.
    return text === '' || /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text) ? null : text;
  } catch {
    // Not UTF-8.
    return null;
  }
}

export const toBase64 = (text: string) => Buffer.from(text).toString('base64');

/** Decodes base64, with or without padding, also in its URL-safe form. */
export function fromBase64(code: string): string | null {
  const bare = code.replace(/\s|={1,2}$/g, '');
  return /^[\w+/-]+$/.test(bare) && bare.length % 4 !== 1 ? textOf(Buffer.from(bare, 'base64')) : null;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function toBase32(text: string): string {
  const fives = toBits(text).match(/.{1,5}/g) ?? [];
  const code = fives.map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
  return code.padEnd(Math.ceil(code.length / 8) * 8, '=');
}

export function fromBase32(code: string): string | null {
  const bare = code.replace(/\s|=+$/g, '').toUpperCase();
  // Each digit holds five bits. With any other length, a whole digit or more would be left over.
  if (!/^[A-Z2-7]+$/.test(bare) || ![0, 2, 4, 5, 7].includes(bare.length % 8)) return null;
  const bits = Array.from(bare, (char) => BASE32.indexOf(char).toString(2).padStart(5, '0')).join('');
  return fromBits(bits.slice(0, bits.length - (bits.length % 8)));
}

export const toBits = (text: string) =>
  Array.from(Buffer.from(text), (byte) => byte.toString(2).padStart(8, '0')).join('');

export function fromBits(code: string): string | null {
  const bits = code.replace(/\s/g, '');
  const bytes = /^(?:[01]{8})+$/.test(bits) ? bits.match(/.{8}/g) : null;
  return bytes && textOf(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2)));
}

export const toHex = (text: string) => Buffer.from(text).toString('hex');

export function fromHex(code: string): string | null {
  const digits = code.replace(/0x|\\x|[\s:,]/gi, '');
  return /^(?:[0-9a-f]{2})+$/i.test(digits) ? textOf(Buffer.from(digits, 'hex')) : null;
}
