import MiniSearch from 'minisearch';
import { partsOf } from './markdown-blocks.ts';

/** A passage of a page, and how well it fits a query. */
export interface Chunk {
  /** The headings above it, from the outermost, joined by ` › `. */
  heading: string;
  /** In Markdown. */
  text: string;
  score: number;
}

/** Paragraphs are put together up to about this length, so that a passage can stand alone. */
const PASSAGE_CHARS = 1_000;
const MAX_PASSAGES = 2_000;

/** The passages of a page's blocks that fit a query best, by BM25, the best first; none where no word occurs. */
export function chunks(blocks: readonly string[], query: string, count: number): Chunk[] {
  const index = new MiniSearch<Passage>({ fields: ['heading', 'text'], tokenize: terms });
  const all = passages(blocks);
  index.addAll(all);
  const found = index.search(query, { prefix: (term) => term.length > 3, boost: { heading: 2 } });
  return found.slice(0, count).flatMap(({ id, score }) => {
    const passage = all[id as number];
    return passage ? [{ heading: passage.heading, text: passage.text, score: Math.round(score * 1_000) / 1_000 }] : [];
  });
}

interface Passage {
  id: number;
  heading: string;
  text: string;
}

/** Passages never span a heading, and break no paragraph and no block of code unless that alone is too long. */
export function passages(blocks: readonly string[]): Passage[] {
  const found: Passage[] = [];
  const headings: string[] = [];
  let text = '';
  const flush = () => {
    const heading = headings.filter(Boolean).join(' › ');
    if (text !== '' && found.length < MAX_PASSAGES) found.push({ id: found.length, heading, text });
    text = '';
  };
  for (const block of blocks) {
    const heading = /^(#{1,6}) (.+)$/.exec(block);
    if (heading !== null) {
      flush();
      const level = heading[1]?.length ?? 1;
      headings.length = level - 1;
      headings[level - 1] = withoutMarks(heading[2] ?? '');
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

/** A block in pieces of at most the length of a passage, cut at lines, sentences or words. */
function pieces(block: string): string[] {
  if (block.length <= 2 * PASSAGE_CHARS) return [block.trim()].filter(Boolean);
  const { text, write } = partsOf(block);
  const found: string[] = [];
  let rest = text;
  while (rest.length > 2 * PASSAGE_CHARS) {
    const start = rest.slice(0, PASSAGE_CHARS);
    const cut = [start.lastIndexOf('\n'), start.lastIndexOf('. '), start.lastIndexOf(' ')].find(
      (at) => at > PASSAGE_CHARS / 2,
    );
    const end = cut === undefined ? PASSAGE_CHARS : cut + 1;
    found.push(rest.slice(0, end).trim());
    rest = rest.slice(end);
  }
  return [...found, rest.trim()].filter(Boolean).map(write);
}

const withoutMarks = (heading: string) =>
  heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`\\]|\[\^[^\]]+\]/g, '')
    .trim();

/** Words, and pairs of characters of scripts that write without spaces. */
function terms(text: string): string[] {
  const found: string[] = [];
  for (const [run] of text
    .normalize('NFKC')
    .matchAll(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]+|[\p{L}\p{N}\p{M}]+/gu)) {
    if (!/^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(run) || run.length < 3) found.push(run);
    else for (let at = 0; at + 2 <= run.length; at++) found.push(run.slice(at, at + 2));
  }
  return found;
}
