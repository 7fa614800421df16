import { timingSafeEqual } from 'node:crypto';
import type { Seal } from '../seal.ts';

const DAY_MS = 86_400_000;

/**
 * The address on this site of a picture on another. It is signed, so that this instance fetches only what its own pages
 * show, and valid until the end of the next day: all pages of a day have the same address, and browsers keep the picture.
 */
export function pictureAddress(seal: Seal, url: string, now: number): string {
  const lastDay = Math.floor(now / DAY_MS) + 1;
  return `/img/${lastDay}/${signature(seal, lastDay, url)}/${Buffer.from(url).toString('base64url')}`;
}

/** The parts of such an address. */
export interface SignedPicture {
  lastDay: string;
  signature: string;
  encoded: string;
}

/** The picture of a signed address; null if this instance has not signed it, or too long ago. */
export function signedPicture(
  { lastDay, signature: given, encoded }: SignedPicture,
  seals: readonly Seal[],
  now: number,
): string | null {
  const day = Number(lastDay);
  const today = Math.floor(now / DAY_MS);
  if (!(day >= today && day <= today + 1)) return null;
  const url = Buffer.from(encoded, 'base64url').toString();
  return seals.some((seal) => isEqual(given, signature(seal, day, url))) ? url : null;
}

function signature(seal: Seal, lastDay: number, url: string): string {
  return seal.fingerprint(`picture ${lastDay} ${url}`);
}

function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
