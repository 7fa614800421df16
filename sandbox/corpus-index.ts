import MiniSearch from 'minisearch';
import type { CorpusDocument } from './corpus/document.ts';
import { corpus } from './corpus/index.ts';

/** How a stand-in engine sees the corpus: which part of each kind it has crawled, and what it likes. */
export interface Coverage {
  engine: string;
  /** Percent of each kind of document that this engine knows. */
  percent: Readonly<Record<CorpusDocument['kind'], number>>;
  titleWeight: number;
  /** Whether every word must occur, as in a plain keyword index. */
  everyWord: boolean;
}

export interface CorpusQuery {
  text: string;
  /** ISO 639-1, or empty for any. Other languages rank lower; they are not hidden. */
  lang: string;
  safe: boolean;
  /** Only documents changed within so many days. */
  withinDays?: number | undefined;
}

const STOP_WORDS = new Set(
  'a an and are as at be by for from how i in is it of on or that the this to was what when where which who why with'.split(
    ' ',
  ),
);

/** Words of a text, as indexed: `Node.js` gives `node` and `js`. */
function words(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}+#]+/u)
    .filter(Boolean);
}

/** One engine's index over its part of the corpus, ranked by BM25. */
export class CorpusIndex {
  readonly #documents: CorpusDocument[];
  readonly #index: MiniSearch;
  readonly #everyWord: boolean;

  constructor(coverage: Coverage) {
    this.#documents = corpus.filter(
      (document) => hash(`${coverage.engine} ${document.url}`) % 100 < coverage.percent[document.kind],
    );
    this.#everyWord = coverage.everyWord;
    this.#index = new MiniSearch({
      fields: ['title', 'text', 'address'],
      tokenize: words,
      processTerm: (term) => (STOP_WORDS.has(term) ? null : term),
      searchOptions: { boost: { title: coverage.titleWeight, address: 1.5 }, combineWith: 'AND' },
    });
    this.#index.addAll(
      this.#documents.map(({ title, text, url }, id) => ({ id, title, text, address: decodeURI(url).slice(8) })),
    );
  }

  /** Best first. Pages where all words occur come before, for engines that allow it, pages where some do. */
  search(query: CorpusQuery): CorpusDocument[] {
    let found = this.#index.search(query.text);
    if (found.length === 0 && !this.#everyWord) found = this.#index.search(query.text, { combineWith: 'OR' });
    return found
      .map(({ id, score }) => ({ document: this.#documents[id] as CorpusDocument, score }))
      .filter(({ document }) => visible(document, query))
      .map((hit) => ({
        ...hit,
        score: (hit.document.lang ?? 'en') === (query.lang || 'en') ? hit.score * 1.5 : hit.score,
      }))
      .sort((a, b) => b.score - a.score)
      .map(({ document }) => document);
  }
}

function visible(document: CorpusDocument, { safe, withinDays }: CorpusQuery): boolean {
  if (safe && document.adult) return false;
  return withinDays === undefined || (document.daysAgo !== undefined && document.daysAgo <= withinDays);
}

/** When a document last changed. */
export function changedAt(document: CorpusDocument, now = Date.now()): Date | null {
  return document.daysAgo === undefined ? null : new Date(now - document.daysAgo * 86_400_000);
}

/** A function of a document whose answer is kept for a while. */
export function remembered<T>(of: (document: CorpusDocument) => T, forMs: number): (document: CorpusDocument) => T {
  const known = new Map<CorpusDocument, { value: T; until: number }>();
  return (document) => {
    const found = known.get(document);
    const now = Date.now();
    if (found && found.until > now) return found.value;
    const value = of(document);
    known.set(document, { value, until: now + forMs });
    return value;
  };
}

/** FNV-1a: spreads the corpus over the engines the same way on every machine. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}

export { words };
