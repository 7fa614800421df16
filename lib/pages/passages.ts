import { cutText } from './cut.ts';
import { PASSAGE_CHARS, pieces } from './pieces.ts';

/** A part of a page that can stand alone. */
export interface Passage {
  /** The headings above it, from the outermost, joined by ` › `. */
  heading: string;
  /** In Markdown. */
  text: string;
}

const MAX_PASSAGES = 20_000;
/** The rest of a longer heading is not shown, and every passage below it is compared with a question faster. */
const HEADING_CHARS = 200;
/** A heading may be a link, whose address is not shown. */
const MARKED_HEADING_CHARS = 2_000;

/** The passages of a page's blocks. Paragraphs are put together, but none with one below another heading. */
export function passages(blocks: readonly string[]): Passage[] {
  const found: Passage[] = [];
  const headings: string[] = [];
  let text = '';
  const flush = () => {
    const heading = headings.filter(Boolean).join(' › ');
    if (text !== '' && found.length < MAX_PASSAGES) found.push({ heading, text });
    text = '';
  };
  for (const block of blocks) {
    const heading = /^(#{1,6}) (.+)$/.exec(block);
    if (heading !== null) {
      flush();
      const level = heading[1]?.length ?? 1;
      headings.length = level - 1;
      headings[level - 1] = headingText(heading[2] ?? '');
      continue;
    }
    for (const piece of pieces(block)) {
      if (text !== '' && text.length + piece.length > PASSAGE_CHARS) flush();
      text += text === '' ? piece : `\n\n${piece}`;
    }
  }
  flush();
  return found;
}

function headingText(heading: string): string {
  const text = cutText(heading, MARKED_HEADING_CHARS)
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/[*`\\]|\[\^[^[\]]+\]/g, '');
  return cutText(text.trim(), HEADING_CHARS);
}
