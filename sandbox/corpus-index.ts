import MiniSearch, { type SearchResult } from 'minisearch';
import type { Page } from './corpus.ts';

/** What every kind of document has in common for a search. */
export interface Searchable {
  url: string;
  title: string;
  text?: string;
  /** ISO 639-1; English when absent. */
  lang?: string;
  daysAgo?: number;
  hoursAgo?: number;
  adult?: boolean;
}

/** How a stand-in engine sees the corpus: which part it has crawled, and what it likes. */
export interface Coverage<D> {
  engine: string;
  /** Chance, in percent, that this engine knows a document. */
  percent: (document: D) => number;
  titleWeight: number;
  /** Whether every word must occur, as in a plain keyword index. */
  everyWord: boolean;
  /** Whether documents with some of the words always follow those with all; pictures and films are few otherwise. */
  tail?: boolean;
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
export function words(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}+#]+/u)
    .filter(Boolean);
}

/** A share of the web for each kind of page. */
export function byKind(percent: Readonly<Record<Page['kind'], number>>): (page: Page) => number {
  return ({ kind }) => percent[kind];
}

/** One engine's index over its part of some documents, ranked by BM25. Built when it is first asked. */
export class CorpusIndex<D extends Searchable> {
  readonly #all: () => readonly D[];
  readonly #coverage: Coverage<D>;
  #built: { documents: D[]; index: MiniSearch } | undefined;

  constructor(documents: () => readonly D[], coverage: Coverage<D>) {
    this.#all = documents;
    this.#coverage = coverage;
  }

  /** Best first. Pages where all words occur come before, for engines that allow it, pages where some do. */
  search(query: CorpusQuery): D[] {
    this.#built ??= build(this.#all(), this.#coverage);
    const { index } = this.#built;
    const { everyWord, tail } = this.#coverage;
    const withAll = index.search(query.text);
    const hits = withAll.length === 0 && !everyWord ? index.search(query.text, { combineWith: 'OR' }) : withAll;
    const ranked = this.#ranked(hits, query);
    if (!tail || withAll.length === 0) return ranked;
    const first = new Set(ranked);
    const rest = this.#ranked(index.search(query.text, { combineWith: 'OR' }), query);
    return [...ranked, ...rest.filter((document) => !first.has(document))];
  }

  #ranked(found: readonly SearchResult[], query: CorpusQuery): D[] {
    const documents = this.#built?.documents ?? [];
    return found
      .map(({ id, score }) => ({ document: documents[id] as D, score }))
      .filter(({ document }) => visible(document, query))
      .map((hit) => ({
        ...hit,
        score: (hit.document.lang ?? 'en') === (query.lang || 'en') ? hit.score * 1.5 : hit.score,
      }))
      .sort((a, b) => b.score - a.score)
      .map(({ document }) => document);
  }
}

function build<D extends Searchable>(all: readonly D[], { engine, percent, titleWeight }: Coverage<D>) {
  const documents = all.filter((document) => covers(engine, document.url, percent(document)));
  const index = new MiniSearch({
    fields: ['title', 'text', 'address'],
    tokenize: words,
    processTerm: (term) => (STOP_WORDS.has(term) ? null : term),
    searchOptions: { boost: { title: titleWeight, address: 1.5 }, combineWith: 'AND' },
  });
  index.addAll(documents.map(({ title, text, url }, id) => ({ id, title, text, address: decodeURI(url).slice(8) })));
  return { documents, index };
}

function visible(document: Searchable, { safe, withinDays }: CorpusQuery): boolean {
  if (safe && document.adult) return false;
  if (withinDays === undefined) return true;
  const age = ageInDays(document);
  return age !== undefined && age <= withinDays;
}

/** How long ago a document last changed, if that is known. */
export function ageInDays({ daysAgo, hoursAgo }: Searchable): number | undefined {
  return daysAgo ?? (hoursAgo === undefined ? undefined : hoursAgo / 24);
}

/** When a document last changed. */
export function changedAt(document: Searchable, now = Date.now()): Date | null {
  const age = ageInDays(document);
  return age === undefined ? null : new Date(now - age * 86_400_000);
}

/** A function of a document whose answer is kept for a while. */
export function remembered<D, T>(of: (document: D) => T, forMs: number): (document: D) => T {
  const known = new Map<D, { value: T; until: number }>();
  return (document) => {
    const found = known.get(document);
    const now = Date.now();
    if (found && found.until > now) return found.value;
    const value = of(document);
    known.set(document, { value, until: now + forMs });
    return value;
  };
}

/** What a search found, as rows of an upstream's wire format. */
export interface Found<R> {
  total: number;
  /** Only what is shown is written. */
  slice(from: number, to: number): R[];
}

/** A search whose hits come as rows; rows are kept, as documents hardly change. */
export function rowsOf<D extends Searchable, R>(index: CorpusIndex<D>, write: (document: D) => R) {
  const row = remembered(write, 60_000);
  return (query: CorpusQuery): Found<R> => {
    const found = index.search(query);
    return { total: found.length, slice: (from, to) => found.slice(from, to).map(row) };
  };
}

/** Whether an engine is among the `percent` that know a thing: the same answer on every machine. */
export function covers(engine: string, thing: string, percent: number): boolean {
  return hash(`${engine} ${thing}`) % 100 < percent;
}

/** FNV-1a. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}
