import { ranked } from '../pages/chunks.ts';
import { bm25 } from '../text/bm25.ts';

/** A part of a page as its reader cuts it. */
export interface PagePart {
  heading: string;
  text: string;
  /** Where it is on its page, counted in parts. */
  at: number;
  /** The language of its words; empty if it is not known. */
  lang: string;
}

/** A page, in the order in which the search found them. */
export interface ContextPage {
  title: string;
  /** Whether its parts are of the page itself, not what others say of it. */
  isRead: boolean;
  parts: readonly PagePart[];
}

/** How near a passage must be to a question, beside the nearest one. `none` takes all in which a word of it occurs. */
export const thresholds = ['strict', 'balanced', 'lenient', 'none'] as const;
export type Threshold = (typeof thresholds)[number];

/** The least score for each. The best passage has 1. */
const LEAST: Readonly<Record<Threshold, number>> = { strict: 0.5, balanced: 0.2, lenient: 0.1, none: 0 };

/** Weak evidence: what a title that answers the question, and the first place of the search, add to a passage. */
const TITLE_WEIGHT = 0.15;
const PLACE_WEIGHT = 0.1;

/** A passage and how well it answers one of the questions. */
export interface RankedPassage extends PagePart {
  /** Number of its page. */
  page: number;
  /** From 0 to 1, where 1 is that of the best passage of a page that was read. */
  score: number;
}

/**
 * For each question the passages that answer it, the best first. Those of all pages are ranked together, so that a word
 * counts by how rare it is in all of them.
 */
export function rankPassages(
  questions: readonly string[],
  pages: readonly ContextPage[],
  threshold: Threshold,
): RankedPassage[][] {
  const all = pages.flatMap(({ parts }, page) => parts.map((part) => ({ ...part, page })));
  return questions.map((question) => {
    const titles = shares(
      bm25(
        question,
        pages.map(({ title, parts }) => ({ text: title, lang: parts[0]?.lang ?? '' })),
      ),
    );
    const weighed = ranked(question, all).map((passage) => ({
      ...passage,
      score: passage.score * (1 + TITLE_WEIGHT * (titles[passage.page] ?? 0) + PLACE_WEIGHT / (1 + passage.page)),
    }));
    // What others say of a page is short, and often repeats the question: it is no measure for the text of pages.
    const read = weighed.filter(({ page }) => pages[page]?.isRead);
    const best = Math.max(...(read.length > 0 ? read : weighed).map(({ score }) => score));
    const scored = weighed.map((passage) => ({ ...passage, score: Math.min(1, passage.score / best) }));
    return nearEnough(scored, threshold).sort((a, b) => b.score - a.score);
  });
}

/** The passages whose score is high enough, beside that of the best one. */
export function nearEnough(passages: readonly RankedPassage[], threshold: Threshold): RankedPassage[] {
  const best = Math.max(...passages.map(({ score }) => score));
  return passages.filter(({ score }) => score >= LEAST[threshold] * best);
}

function shares(scores: readonly number[]): number[] {
  const most = Math.max(...scores, Number.MIN_VALUE);
  return scores.map((score) => score / most);
}
