import { decodeText } from './charset.ts';

/** The kinds of page that can be read. */
export type PageKind = 'html' | 'feed' | 'pdf' | 'json' | 'markdown' | 'text';

const SNIFFED_BYTES = 1_024;
/** Of characters. A text may have a few by accident, and random bytes have many. */
const MAX_CONTROL_SHARE = 0.01;
const FEW_CONTROLS = 2;
/** What most texts have none of: a pattern looks for it faster than a loop counts. */
const UNUSUAL = /[^\P{Cc}\s]|[\ue000-\uf8ff\ufffd]/u;
/** Of characters: pages have icons from a range that nobody has assigned, and bytes that are broken. */
const MAX_UNASSIGNED_SHARE = 0.05;

/**
 * The kind of a page, or null if there is no text to be had from it. Headers lie: what the bytes begin with decides,
 * and the header where that says nothing.
 */
export function pageKind(contentType: string, body: Uint8Array): PageKind | null {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const bytes = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, SNIFFED_BYTES));
  if (bytes.includes('%PDF-')) return 'pdf';
  const decoded = decodeText(withWholeCharacters(bytes), contentType);
  if (isBinary(decoded)) return null;
  const start = decoded.trimStart();
  if (/^(<\?xml|<!--|<!doctype|<rss|<feed|<rdf:rdf)/i.test(start) && /<(rss|feed|rdf:rdf)[\s>]/i.test(start))
    return 'feed';
  if (/^(<!doctype html|<html|<head|<body|<\?xml)/i.test(start)) return 'html';
  if (/^(image|audio|video|font)\//.test(type) || type === 'application/pdf') return null;
  if (/^text\/(x-)?markdown$/.test(type)) return 'markdown';
  if (/[/+]json$/.test(type)) return /^</.test(start) ? 'html' : 'json';
  if (/html|xml/.test(type)) return 'html';
  // A type that says nothing: what has a tag is HTML.
  if (type === '' || type === 'application/octet-stream') return /^<[a-z!]/i.test(start) ? 'html' : 'text';
  return 'text';
}

/** Without the beginning of a character that goes on after the cut. */
function withWholeCharacters(bytes: Uint8Array): Uint8Array {
  if (bytes.length < SNIFFED_BYTES) return bytes;
  let end = SNIFFED_BYTES;
  while (end > SNIFFED_BYTES - 4 && (bytes[end - 1] ?? 0) >= 0x80) end -= 1;
  return bytes.subarray(0, end - (end % 2));
}

/** Whether many of the characters are those that no text has. Bytes do not tell: in UTF-16 most of them are controls. */
export function isBinary(text: string): boolean {
  if (!UNUSUAL.test(text)) return false;
  let controls = 0;
  let unassigned = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Programs colour their output with escapes.
    if (code < 0x20) controls += code < 0x09 || (code > 0x0d && code !== 0x1b) ? 1 : 0;
    else if ((code >= 0xe000 && code <= 0xf8ff) || code === 0xfffd) unassigned += 1;
  }
  return (
    controls > Math.max(FEW_CONTROLS, text.length * MAX_CONTROL_SHARE) ||
    unassigned > text.length * MAX_UNASSIGNED_SHARE
  );
}
