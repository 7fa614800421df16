import { bm25 } from '../text/bm25.ts';
import { likelyLanguage } from '../text/languages.ts';
import { type Passage, passages } from './passages.ts';

/** Enough of a page to tell its language. */
const SAMPLE_PASSAGES = 10;

/** A passage of a page, and how well it answers a question. */
export interface Chunk extends PagePassage {
  score: number;
  /** Where it is on its page, counted in passages. */
  at: number;
}

/** The passages of a page's blocks that answer a question best, the best first; none where no word of it occurs. */
export function chunks(blocks: readonly string[], query: string, count: number, lang = ''): Chunk[] {
  const passages = pagePassages(blocks, lang).map((passage, at) => ({ ...passage, at }));
  return ranked(query, passages)
    .slice(0, count)
    .map((passage) => ({ ...passage, score: Math.round(passage.score * 1_000) / 1_000 }));
}

/** A passage and the language of its page. */
export interface PagePassage extends Passage {
  lang: string;
}

/** The passages of a page. If the page does not name its language, its words do. */
export function pagePassages(blocks: readonly string[], lang: string): PagePassage[] {
  const found = passages(blocks);
  const language = lang || likelyLanguage(found.slice(0, SAMPLE_PASSAGES).map(wordsIn).join('\n'));
  return found.map((passage) => ({ ...passage, lang: language }));
}

/**
 * Passages of one page or of several, ranked together: those that answer the question best first, without those in which
 * no word of it occurs.
 */
export function ranked<P extends PagePassage>(question: string, all: readonly P[]): (P & { score: number })[] {
  const scores = bm25(
    question,
    all.map((passage) => ({ text: wordsIn(passage), lang: passage.lang })),
  );
  return all
    .map((passage, at) => ({ ...passage, score: scores[at] ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

/** Headings count as text, the addresses of links do not. */
function wordsIn({ heading, text }: Passage): string {
  return `${heading}\n${text.replace(/\]\([^()\s]*\)/g, '] ')}`;
}
