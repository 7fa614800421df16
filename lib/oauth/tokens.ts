import { hash } from 'node:crypto';
import {
  base62,
  checkedText,
  isCheckedText,
  numberIn,
  type PresentedKey,
  randomBase62,
  seededText,
  uncheckedText,
} from '../keys/key-format.ts';
import type { Seal } from '../seal.ts';

/**
 * Codes and tokens are random texts with the public part of their key and a checksum, like keys, and like them they are
 * stored as digests. Their labels differ, so that none is taken for another, or for a key.
 */
const SECRET_CHARS = 32;
const FAMILY_CHARS = 16;
/** The secret of a refresh token is its number in base 62, random characters, and a signature of 83 bits. */
const COUNT_CHARS = 6;
const SIGNATURE_CHARS = 14;
const shape = (label: string, chars: number) =>
  new RegExp(`^${label}_([0-9A-Za-z]{8})\\.([0-9A-Za-z]{${chars}})[0-9A-Za-z]{6}$`);
const ACCESS = { label: 'triba', shape: shape('triba', SECRET_CHARS) };
const REFRESH = { label: 'tribr', shape: shape('tribr', FAMILY_CHARS + SECRET_CHARS) };
const CODE = { label: 'tribc', shape: shape('tribc', SECRET_CHARS) };

/** How long an access token works. */
export const ACCESS_MS = 3_600_000;
/** How long a code works. */
export const CODE_MS = 60_000;

/** A code or a token with the digest by which it is known. */
export interface Issued {
  text: string;
  digest: string;
}

/** A refresh token. All those of one grant have the same family: whoever shows an old one had one of them. */
export interface IssuedRefresh extends Issued {
  familyDigest: string;
  /** Which one of its family it is, beginning with 1. */
  count: number;
}

/** What is known of a refresh token that somebody shows. */
export interface PresentedRefresh {
  prefix: string;
  digest: string;
  family: string;
  familyDigest: string;
  /** The token without its checksum. */
  body: string;
}

/** Makes the code of a consent. */
export function newCode(prefix: string): Issued {
  const text = checkedText(`${CODE.label}_${prefix}.${randomBase62(SECRET_CHARS)}`);
  return { text, digest: hash('sha256', text) };
}

/** Makes an access token. Its digest is the one of `parseAccessToken`. */
export function newAccessToken(prefix: string): Issued {
  const text = checkedText(`${ACCESS.label}_${prefix}.${randomBase62(SECRET_CHARS)}`);
  return { text, digest: accessDigest(text) };
}

/**
 * Makes a refresh token, the first of a family or another one. Its number is signed, so that a record that has lost the last
 * refreshes can be told from an old token that is shown again.
 */
export function newRefreshToken(
  prefix: string,
  seal: Seal,
  { family = randomBase62(FAMILY_CHARS), count = 1 } = {},
): IssuedRefresh {
  const random = randomBase62(SECRET_CHARS - COUNT_CHARS - SIGNATURE_CHARS);
  const unsigned = `${REFRESH.label}_${prefix}.${family}${base62(count, COUNT_CHARS)}${random}`;
  const text = checkedText(unsigned + signatureOf(unsigned, seal));
  return { text, digest: hash('sha256', text), familyDigest: hash('sha256', family), count };
}

/** The number of a refresh token that one of these seals has signed; otherwise 0, as for those of earlier releases. */
export function refreshCount({ body }: PresentedRefresh, seals: readonly Seal[]): number {
  const unsigned = body.slice(0, -SIGNATURE_CHARS);
  if (!seals.some((seal) => unsigned + signatureOf(unsigned, seal) === body)) return 0;
  return numberIn(body.slice(-SECRET_CHARS).slice(0, COUNT_CHARS));
}

function signatureOf(unsigned: string, seal: Seal): string {
  return seededText(Buffer.from(seal.fingerprint(unsigned)), 'refresh token')(SIGNATURE_CHARS);
}

/** Reads a code; null if it cannot be one of ours. */
export function parseCode(text: string): PresentedKey | null {
  const prefix = CODE.shape.exec(text)?.[1];
  return prefix !== undefined && isCheckedText(text) ? { prefix, digest: hash('sha256', text) } : null;
}

/** Reads a refresh token; null if it cannot be one of ours. */
export function parseRefreshToken(text: string): PresentedRefresh | null {
  const [, prefix, secret] = REFRESH.shape.exec(text) ?? [];
  if (prefix === undefined || secret === undefined || !isCheckedText(text)) return null;
  const family = secret.slice(0, FAMILY_CHARS);
  return {
    prefix,
    digest: hash('sha256', text),
    family,
    familyDigest: hash('sha256', family),
    body: uncheckedText(text),
  };
}

/** Reads an access token as a key that the admission script looks up by its token; null if it cannot be one of ours. */
export function parseAccessToken(text: string): PresentedKey | null {
  const prefix = ACCESS.shape.exec(text)?.[1];
  return prefix !== undefined && isCheckedText(text) ? { prefix, digest: accessDigest(text) } : null;
}

/** The beginning tells the admission script that it is the digest of a token: that of a key is hexadecimal. */
function accessDigest(text: string): string {
  return `token:${hash('sha256', text, 'base64url')}`;
}

/** The challenge of a verifier (PKCE, S256). */
export function challengeOf(verifier: string): string {
  return hash('sha256', verifier, 'base64url');
}
