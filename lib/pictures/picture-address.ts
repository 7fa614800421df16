import { timingSafeEqual } from 'node:crypto';
import type { Seal } from '../seal.ts';
import type { PictureSize } from './picture-operation.ts';

const DAY_MS = 86_400_000;
const VISITOR_CHARS = 16;

/** A picture of another site, as a page shows it. */
export interface ShownPicture {
  url: string;
  size: PictureSize;
  /** Whom the page is for; see `visitorOf`. */
  visitor: string;
}

/** The parts of the address of a picture on this site. */
export interface SignedPicture {
  lastDay: string;
  signature: string;
  visitor: string;
  size: string;
  encoded: string;
}

/** The name of an account in the addresses of the pictures on its pages, which does not reveal it. */
export function visitorOf(seal: Seal, username: string): string {
  return seal.fingerprint(`picture visitor ${username}`).slice(0, VISITOR_CHARS);
}

/**
 * The address on this site of a picture on another. It is signed, so that this instance fetches only what its own pages
 * show, and valid until the end of the next day: all pages of a visitor and a day have the same address, and browsers keep
 * the picture.
 */
export function pictureAddress(seal: Seal, picture: ShownPicture, now: number): string {
  const shown = { ...picture, url: oneSpelling(picture.url) };
  const lastDay = Math.floor(now / DAY_MS) + 1;
  return `/img/${lastDay}/${signature(seal, lastDay, shown)}/${shown.visitor}/${shown.size}/${encode(shown.url)}`;
}

/** The picture of a signed address; null if this instance has not signed it, or too long ago. */
export function signedPicture(given: SignedPicture, seals: readonly Seal[], now: number): ShownPicture | null {
  const day = Number(given.lastDay);
  const today = Math.floor(now / DAY_MS);
  if (!(day >= today && day <= today + 1)) return null;
  const url = Buffer.from(given.encoded, 'base64url').toString();
  // Numbers and base64 can be written in many ways, and each would be another picture to browsers and proxies.
  if (String(day) !== given.lastDay || encode(url) !== given.encoded) return null;
  // Whatever the size says: only what was signed passes.
  const picture = { url, size: given.size as PictureSize, visitor: given.visitor };
  return seals.some((seal) => isEqual(given.signature, signature(seal, day, picture))) ? picture : null;
}

/** An address as a browser would send it: without a fragment, and with host and port in their usual form. */
function oneSpelling(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href;
}

function encode(url: string): string {
  return Buffer.from(url).toString('base64url');
}

function signature(seal: Seal, lastDay: number, { visitor, size, url }: ShownPicture): string {
  return seal.fingerprint(`picture ${lastDay} ${visitor} ${size} ${url}`);
}

function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
