import chardet from 'chardet';

/** Declarations stand at the beginning of a page. */
const DECLARATION_BYTES = 4_096;
const DETECTION_BYTES = 64 * 1_024;
/** Of characters beyond ASCII. A broken byte here and there is an accident; where most are broken, the label is wrong. */
const MAX_BROKEN_SHARE = 0.3;

/**
 * The text of a page's bytes. In the order of trust: byte order mark, header, zeros of UTF-16, the page's own
 * declaration, valid UTF-8, and what the bytes look like.
 */
export function decodeText(body: Uint8Array, contentType: string): string {
  const declared = /charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1];
  for (const label of [byteOrderMark(body), declared, zerosOfUtf16(body), declaredInside(body)]) {
    const text = label === undefined ? undefined : decodeAs(label, body);
    if (text !== undefined) return text;
  }
  return decodeUtf8(body) ?? decodeAs(detected(body), body) ?? decode(new TextDecoder('windows-1252'), body);
}

function byteOrderMark(body: Uint8Array): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** Markup is ASCII even where its text is not: in UTF-16 its every other byte is zero. */
function zerosOfUtf16(body: Uint8Array): string | undefined {
  if (body.length < 4) return undefined;
  if (body[0] === 0 && body[1] !== 0 && body[2] === 0 && body[3] !== 0) return 'utf-16be';
  if (body[0] !== 0 && body[1] === 0 && body[2] !== 0 && body[3] === 0) return 'utf-16le';
  return undefined;
}

function declaredInside(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, DECLARATION_BYTES)).toString(
    'latin1',
  );
  const label =
    /<meta[^>]{1,500}?charset\s*=\s*["']?\s*([\w:-]+)/i.exec(start)?.[1] ??
    /^\s*<\?xml[^>]{1,200}?encoding\s*=\s*["']([\w:-]+)/i.exec(start)?.[1];
  // Bytes in which we could read the declaration are not UTF-16.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

/**
 * The encoding that the letters of a page speak for. Tags and scripts are English whatever the text is, and the detector
 * knows few of the languages that share an encoding: of those it thinks possible, words without signs in them decide.
 */
function detected(body: Uint8Array): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, DETECTION_BYTES));
  const texts = bytes.toString('latin1').split(/<[^<>]*>/);
  const foreign = Buffer.from(texts.filter((text) => /[\x80-\xff]/.test(text)).join(' '), 'latin1');
  const found = chardet.analyse(foreign);
  const possible = found.filter(({ confidence }) => confidence * 2 >= (found[0]?.confidence ?? 0));
  let best = 'windows-1252';
  let fewest = Number.POSITIVE_INFINITY;
  for (const { name } of possible) {
    const signs = signsInWords(decodeAs(name, foreign));
    if (signs < fewest) [best, fewest] = [name, signs];
  }
  return best;
}

/** How many signs stand between two letters. None, if it is not known, is more than any. */
function signsInWords(text: string | undefined): number {
  return (
    text?.match(/(?<=\p{L})[\p{S}\p{No}\p{C}¡¿«»¶§](?=\p{L})/gu)?.length ?? (text === undefined ? Number.MAX_VALUE : 0)
  );
}

/** The text, if the label is known and the bytes bear it out. */
function decodeAs(label: string, body: Uint8Array): string | undefined {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(label);
  } catch (error) {
    // Pages name encodings that no browser knows either.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  // Servers add this label to everything, and what is valid UTF-8 is hardly ever anything else.
  if (decoder.encoding === 'windows-1252') {
    const utf8 = decodeUtf8(body);
    if (utf8 !== undefined) return utf8;
  }
  const text = decode(decoder, body);
  return isBorneOut(text) ? text : undefined;
}

function isBorneOut(text: string): boolean {
  let broken = 0;
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) broken += 1;
  if (broken === 0) return true;
  const foreign = text.match(/[^\p{ASCII}]/gu)?.length ?? 0;
  return broken <= foreign * MAX_BROKEN_SHARE;
}

function decodeUtf8(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (error) {
    // Not UTF-8, then.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** As a stream, because Node 20 decodes 0x80–0x9F of windows-1252 wrongly in one go. */
function decode(decoder: TextDecoder, body: Uint8Array): string {
  return decoder.decode(body, { stream: true }) + decoder.decode();
}
