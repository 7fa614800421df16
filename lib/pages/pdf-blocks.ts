import { escapeHtml } from './escape-html.ts';
import { comparable, inline } from './one-line.ts';

/** A piece of text as the library finds it on a page of a PDF. */
export interface PdfItem {
  str: string;
  hasEOL: boolean;
  height: number;
  /** Its fifth and sixth numbers are where the text stands. */
  transform: number[];
}

/** What a PDF's text is made of. */
export interface PdfBlock {
  kind: 'heading' | 'paragraph' | 'item';
  text: string;
  /** Of a heading, from 1. */
  level: number;
  page: number;
}

interface Line {
  text: string;
  x: number;
  y: number;
  /** That of most of its characters. */
  height: number;
  page: number;
}

/** Lines farther apart than this, in heights of a line, are of different paragraphs. */
const PARAGRAPH_GAP = 1.6;
/** How much larger than most of the text a heading is. */
const MIN_HEADING = 1.15;
const MAX_HEADING_CHARS = 200;
const MAX_LEVEL = 6;
/** Heights that differ by less are the same. */
const STEP = 0.5;
/** The last is what a font of symbols calls its bullet. */
const BULLET = /^[•‣▪▫■□●○◦∙➢➤✓\uf0b7\uf0a7]\s*(?=\S)/u;
const DASH = /^[-–—*·]\s+(?=\S)/u;

/** Headings, paragraphs and items of lists, told by the size of letters, gaps between lines, and signs before them. */
export function pdfBlocks(pages: readonly (readonly PdfItem[])[]): PdfBlock[] {
  const lines = pages.flatMap((items, page) => linesOf(items, page));
  const body = commonHeight(lines);
  const isHeading = (line: Line) =>
    line.height >= body * MIN_HEADING && line.text.length <= MAX_HEADING_CHARS && /\p{L}{2}/u.test(line.text);
  const sizes = [...new Set(lines.filter(isHeading).map(({ height }) => stepOf(height)))].sort((a, b) => b - a);
  // A dash alone may be speech; a list has more than one.
  const dashes = new Map<number, number>();
  for (const { text, x } of lines) if (DASH.test(text)) dashes.set(Math.round(x), (dashes.get(Math.round(x)) ?? 0) + 1);
  const signOf = ({ text, x }: Line) =>
    BULLET.exec(text)?.[0] ?? ((dashes.get(Math.round(x)) ?? 0) > 1 ? DASH.exec(text)?.[0] : undefined);

  const blocks: PdfBlock[] = [];
  let before: Line | null = null;
  let itemX = 0;
  for (const line of lines) {
    const last = blocks.at(-1);
    const sign = signOf(line);
    const kind = isHeading(line) ? 'heading' : sign === undefined ? 'paragraph' : 'item';
    const isNear =
      before !== null && before.page === line.page && Math.abs(before.y - line.y) <= PARAGRAPH_GAP * before.height;
    const isSameSize = before !== null && stepOf(before.height) === stepOf(line.height);
    const goesOn =
      isNear &&
      last !== undefined &&
      sign === undefined &&
      (last.kind === 'item'
        ? kind === 'paragraph' && line.x > itemX + 1
        : kind === last.kind && (kind === 'paragraph' || isSameSize));
    if (goesOn) last.text = joined(last.text, line.text);
    else {
      const text = sign === undefined ? line.text : line.text.slice(sign.length);
      const level = kind === 'heading' ? Math.min(sizes.indexOf(stepOf(line.height)) + 1, MAX_LEVEL) : 0;
      blocks.push({ kind, text, level, page: line.page });
      itemX = line.x;
    }
    before = line;
  }
  return blocks;
}

/** Words that are divided at the end of a line are put together. */
function joined(text: string, line: string): string {
  return /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line) ? text.slice(0, -1) + line : `${text} ${line}`;
}

const stepOf = (height: number) => Math.round(height / STEP);

/** The height of most characters. */
function commonHeight(lines: Line[]): number {
  const chars = new Map<number, number>();
  for (const { height, text } of lines) chars.set(stepOf(height), (chars.get(stepOf(height)) ?? 0) + text.length);
  const [most] = [...chars].sort((a, b) => b[1] - a[1]);
  return (most?.[0] ?? 0) * STEP;
}

/** The lines of a page. Pieces at the same height are of one, even if the library ends it between them. */
function linesOf(items: readonly PdfItem[], page: number): Line[] {
  const lines: Line[] = [];
  let pieces: PdfItem[] = [];
  const endLine = () => {
    const text = inline(pieces.map(({ str }) => str).join(''));
    const shown = pieces.filter(({ str }) => str.trim() !== '');
    pieces = [];
    const [first] = shown;
    if (first === undefined) return;
    const { height } = shown.reduce((most, piece) => (piece.str.length > most.str.length ? piece : most));
    const [x = 0, y = 0] = first.transform.slice(4);
    const last = lines.at(-1);
    if (
      last !== undefined &&
      BULLET.test(`${last.text} x`) &&
      last.text.length === 1 &&
      Math.abs(last.y - y) < height / 2
    )
      last.text += ` ${text}`;
    else lines.push({ text, x, y, height: height || (last?.height ?? 0), page });
  };
  for (const item of items) {
    pieces.push(item);
    if (item.hasEOL) endLine();
  }
  endLine();
  return lines;
}

/** The first blocks that have at most this many characters together. */
export function firstBlocks(blocks: readonly PdfBlock[], maxChars: number): PdfBlock[] {
  let left = maxChars;
  return blocks.filter(({ text }) => {
    left -= text.length;
    return left >= 0;
  });
}

/** The blocks as plain text. */
export function blocksText(blocks: readonly PdfBlock[]): string {
  return blocks
    .map(({ kind, text }, at) => {
      const gap = at === 0 ? '' : kind === 'item' && blocks[at - 1]?.kind === 'item' ? '\n' : '\n\n';
      return `${gap}${kind === 'item' ? '- ' : ''}${text}`;
    })
    .join('');
}

/** The blocks as HTML that holds nothing but them. */
export function blocksHtml(blocks: readonly PdfBlock[]): string {
  return blocks
    .map(({ kind, text, level }, at) => {
      const escaped = escapeHtml(text);
      if (kind === 'heading') return `<h${level}>${escaped}</h${level}>`;
      if (kind === 'paragraph') return `<p>${escaped}</p>`;
      const start = blocks[at - 1]?.kind === 'item' ? '' : '<ul>';
      return `${start}<li>${escaped}</li>${blocks[at + 1]?.kind === 'item' ? '' : '</ul>'}`;
    })
    .join('');
}

/**
 * What a PDF is called: as it says, unless that is the name of a file or a single word that its first page does not have;
 * else the largest text of that page.
 */
export function pdfTitle(said: string, blocks: readonly PdfBlock[]): string {
  const first = blocks.filter(({ page }) => page === 0);
  const isShown = comparable(first.map(({ text }) => text).join(' ')).includes(comparable(said));
  const isFile = /\.[a-z]\w{1,4}$/i.test(said);
  const isSensible = said !== '' && !isFile && (isShown || (said.split(' ').length > 2 && !/ - /.test(said)));
  const [largest] = first.filter(({ kind }) => kind === 'heading').sort((a, b) => a.level - b.level);
  return isSensible ? said : (largest?.text ?? said);
}
