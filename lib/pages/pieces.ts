import { partsOf } from './markdown-blocks.ts';

/** The length that passages should have. A block that is at most twice as long is not cut. */
export const PASSAGE_CHARS = 1_000;
/** Code and rows of tables that are at most this long are not cut. */
const WHOLE_CHARS = 8_000;

/**
 * A block in pieces of about the length of a passage that can be read alone: text is cut between sentences and items of
 * lists; tables between rows, with the head above each piece; very long code between lines.
 */
export function pieces(block: string): string[] {
  const { text, write, isCode } = partsOf(block);
  if (block.length <= (isCode ? WHOLE_CHARS : 2 * PASSAGE_CHARS)) return [block.trim()].filter(Boolean);
  if (isCode) return cut(text, text, codeEnd).map((lines) => write(lines.replace(/^\n+/, '').trimEnd()));
  const head = tableHead(text);
  if (head !== '') {
    const rows = text.slice(head.length);
    return cut(rows, rows, rowsEnd).map((some) => write(head + some.trim()));
  }
  const quote = text.startsWith('>') ? '> ' : '';
  return cut(text, inSentences(text), sentencesEnd).map((part) =>
    write(part.startsWith(quote) ? part.trim() : quote + part.trim()),
  );
}

/** Cuts a text where an equally long one, `guide`, ends. */
function cut(text: string, guide: string, endOf: (rest: string) => number): string[] {
  const parts: string[] = [];
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = text.length - from <= PASSAGE_CHARS ? text.length : from + endOf(guide.slice(from, from + WHOLE_CHARS));
    parts.push(text.slice(from, to));
  }
  return parts.filter((part) => part.trim() !== '');
}

/** After an empty line, if there is one in the last half, or else after a line. */
function codeEnd(rest: string): number {
  if (rest.length < WHOLE_CHARS) return rest.length;
  const empty = rest.lastIndexOf('\n\n') + 2;
  return empty > WHOLE_CHARS / 2 ? empty : rest.lastIndexOf('\n') + 1 || hardEnd(rest, WHOLE_CHARS);
}

function rowsEnd(rest: string): number {
  const fitting = rest.lastIndexOf('\n', PASSAGE_CHARS) + 1;
  return fitting || rest.indexOf('\n') + 1 || (rest.length < WHOLE_CHARS ? rest.length : hardEnd(rest, WHOLE_CHARS));
}

/** Made at first use: that takes about 15 ms. */
let segmenter: Intl.Segmenter | undefined;

/** The sentence at a place of a text. In a long text, finding one takes time that grows with all of the text. */
function sentenceAt(text: string, place: number): { index: number; segment: string } {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  return segmenter.segment(text).containing(place) ?? { index: 0, segment: text };
}

/** After a sentence, if one ends between half and twice the length of a passage, or else after a word. */
function sentencesEnd(rest: string): number {
  const { index, segment } = sentenceAt(rest.slice(0, 2 * PASSAGE_CHARS), PASSAGE_CHARS);
  if (index > PASSAGE_CHARS / 2) return index;
  const end = index + segment.length;
  if (end < 2 * PASSAGE_CHARS) return end;
  return rest.lastIndexOf(' ', PASSAGE_CHARS) + 1 || rest.indexOf(' ') + 1 || hardEnd(rest, PASSAGE_CHARS);
}

/** Between two characters: those beyond the first 65,536 are two units long. */
function hardEnd(rest: string, chars: number): number {
  return /[\ud800-\udbff]/.test(rest.charAt(chars - 1)) ? chars - 1 : chars;
}

/** The first row of a table and the line below it, if that is short enough to be repeated. */
function tableHead(text: string): string {
  const head = /^\|.*\n\|[-:| ]+\n/.exec(text)?.[0] ?? '';
  return head.length <= PASSAGE_CHARS ? head : '';
}

/** Lines that continue the text above them, because they are no item of a list, no row, no quotation and no paragraph. */
const CONTINUATION = /(?<! {2}|\n)\n(?!\n|[ \t]*(?:[-*+>|]|\d{1,9}[.)])[ \t])/g;
const ROW = /^[ \t]*\|.*\|[ \t]*$/gm;
/** An address may have a question mark or an exclamation mark within. */
const WITHIN_ADDRESS = /[?!](?=[\w/=&%.-])/g;
const MARK = /\\?(?:`+|[[\]])/g;

/** A text of the same length in which rows of tables, code and labels of links are one word each. */
function inSentences(text: string): string {
  let written = '';
  let [from, closing] = [0, ''];
  const flat = text
    .replace(CONTINUATION, ' ')
    .replace(ROW, (row) => 'x'.repeat(row.length))
    .replace(WITHIN_ADDRESS, 'x');
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    const isCode = closing.startsWith('`');
    if (closing === '' && !mark.startsWith('\\')) {
      closing = mark === '[' ? ']' : mark === ']' ? '' : mark;
      from = index;
    } else if (closing !== '' && (isCode ? mark.replace('\\', '') : mark) === closing) {
      const end = index + mark.length;
      written += flat.slice(written.length, from) + 'x'.repeat(end - from);
      closing = '';
    }
  }
  return written + flat.slice(written.length);
}
