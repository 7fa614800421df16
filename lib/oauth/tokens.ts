import { hash } from 'node:crypto';
import { checkedText, isCheckedText, type PresentedKey, randomBase62 } from '../keys/key-format.ts';

/**
 * Codes and tokens are random texts with the public part of their key and a checksum, like keys, and like them they are
 * stored as digests. Their labels differ, so that none is taken for another, or for a key.
 */
const SECRET_CHARS = 32;
const FAMILY_CHARS = 16;
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
}

/** What is known of a refresh token that somebody shows. */
export interface PresentedRefresh {
  prefix: string;
  digest: string;
  family: string;
  familyDigest: string;
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

/** Makes a refresh token, the first of a family or the next. */
export function newRefreshToken(prefix: string, family = randomBase62(FAMILY_CHARS)): IssuedRefresh {
  const text = checkedText(`${REFRESH.label}_${prefix}.${family}${randomBase62(SECRET_CHARS)}`);
  return { text, digest: hash('sha256', text), familyDigest: hash('sha256', family) };
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
  return { prefix, digest: hash('sha256', text), family, familyDigest: hash('sha256', family) };
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
