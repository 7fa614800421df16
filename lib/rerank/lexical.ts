import { bm25 } from '../text/bm25.ts';
import { likelyLanguage } from '../text/languages.ts';
import { type RankedDocument, ranked } from './rerank-operation.ts';

/** Enough to tell the language of all. */
const SAMPLE_DOCUMENTS = 10;
/** A score of BM25 that counts as half. One rare word that is found gives about as much. */
const HALF = 1;
/** How much less the later of two documents with equal scores has: thresholds and sorting then agree with the order. */
const LESS = 1e-6;

/**
 * Ranks documents by the words that they have in common with a query. A score is that of BM25, s, as s / (s + 1): 0 without
 * a common word, and otherwise less than that of the document before.
 */
export function rankLexically(query: string, documents: readonly string[], lang = ''): RankedDocument[] {
  // Without a language, `rivers` would not find `river`.
  const language = lang || likelyLanguage([query, ...documents.slice(0, SAMPLE_DOCUMENTS)].join('\n'));
  const scores = bm25(
    query,
    documents.map((text) => ({ text, lang: language })),
  );
  let last = 1;
  return ranked(scores.map((score) => score / (score + HALF))).map(({ index, score }) => {
    if (score > 0) last = Math.min(score, last * (1 - LESS));
    return { index, score: score > 0 ? last : 0 };
  });
}
