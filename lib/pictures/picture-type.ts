/** The first bytes of each kind of picture that pages may show, in hexadecimal. */
const SIGNATURES: readonly (readonly [RegExp, string])[] = [
  [/^89504e470d0a1a0a/, 'image/png'],
  [/^ffd8ff/, 'image/jpeg'],
  [/^474946383[79]61/, 'image/gif'],
  [/^52494646.{8}57454250/, 'image/webp'],
  [/^.{8}66747970617669(66|73)/, 'image/avif'],
  [/^00000100/, 'image/x-icon'],
];
const SIGNATURE_BYTES = 16;

/**
 * The type of a picture by its first bytes, whatever its server says of it; null for anything else. SVG is not among
 * them: it is a document that may contain scripts.
 */
export function pictureType(bytes: Buffer): string | null {
  const start = bytes.toString('hex', 0, SIGNATURE_BYTES);
  return SIGNATURES.find(([signature]) => signature.test(start))?.[1] ?? null;
}
