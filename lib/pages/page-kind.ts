/** The kinds of page that can be read. */
export type PageKind = 'html' | 'feed' | 'pdf' | 'json' | 'markdown' | 'text';

const SNIFFED_BYTES = 1_024;
const MAX_CONTROL_SHARE = 0.1;

/**
 * The kind of a page, or null if there is no text to be had from it. Headers lie: what the bytes begin with decides,
 * and the header where that says nothing.
 */
export function pageKind(contentType: string, body: Uint8Array): PageKind | null {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  // Without the zeros of UTF-16.
  const bytes = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, SNIFFED_BYTES));
  const start = bytes
    .toString('latin1')
    .replace(/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '')
    .replaceAll('\0', '')
    .trimStart();
  if (start.includes('%PDF-')) return 'pdf';
  if (isBinary(bytes)) return null;
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

/** Zeros on both sides of a character, or many characters that no text has. */
function isBinary(bytes: Uint8Array): boolean {
  let controls = 0;
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
    else if (byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b)) controls += 1;
  }
  return (
    controls > bytes.length * MAX_CONTROL_SHARE ||
    Math.min(zeros[0] ?? 0, zeros[1] ?? 0) > bytes.length * MAX_CONTROL_SHARE
  );
}
