import MiniSearch, { type SearchResult } from 'minisearch';
import type { Page } from './corpus.ts';

/** The searchable fields that every kind of document has. */
export interface Searchable {
  url: string;
  title: string;
  text?: string;
  /** ISO 639-1; English when absent. */
  lang?: string;
  daysAgo?: number;
  hoursAgo?: number;
  adult?: boolean;
  /** A page that every engine has and likes, such as the site or the article that people look for first. */
  wellKnown?: boolean;
}

/** An engine's view of the corpus: the documents it has crawled and its ranking preferences. */
export interface Coverage<D> {
  engine: string;
  /** Chance, in percent, that this engine has a given document. */
  percent: (document: D) => number;
  titleWeight: number;
  /** Whether a document must contain every word of the query, as in a plain keyword index. */
  everyWord: boolean;
  /** Whether partial matches follow the full matches. Without them a search finds too few images and videos. */
  tail?: boolean;
}

/** A search of the corpus. */
export interface CorpusQuery {
  text: string;
  /** ISO 639-1, or empty for any. Other languages rank lower; they are not hidden. */
  lang: string;
  safe: boolean;
  /** Only documents changed within this many days. */
  withinDays?: number | undefined;
}

const STOP_WORDS = new Set(
  'a an and are as at be by for from how i in is it of on or that the this to was what when where which who why with'.split(
    ' ',
  ),
);

/** The indexed words of a text: `Node.js` gives `node` and `js`. */
export function words(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}+#]+/u)
    .filter(Boolean);
}

/** Coverage that depends on the kind of page. */
export function byKind(percent: Readonly<Record<Page['kind'], number>>): (page: Page) => number {
  return ({ kind }) => percent[kind];
}

/** One engine's index of the documents it covers, ranked by BM25 and built on the first search. */
export class CorpusIndex<D extends Searchable> {
  readonly #all: () => readonly D[];
  readonly #coverage: Coverage<D>;
  #built: { documents: D[]; index: MiniSearch } | undefined;

  constructor(documents: () => readonly D[], coverage: Coverage<D>) {
    this.#all = documents;
    this.#coverage = coverage;
  }

  /** Best matches first. Partial matches come last, and only for engines that allow them. */
  search(query: CorpusQuery): D[] {
    this.#built ??= build(this.#all(), this.#coverage);
    const { index } = this.#built;
    const { everyWord, tail } = this.#coverage;
    const text = query.text.replace(SITE_OPERATOR, '');
    const withAll = index.search(text);
    const hits = withAll.length === 0 && !everyWord ? index.search(text, { combineWith: 'OR' }) : withAll;
    const ranked = this.#ranked(hits, text, query);
    if (!tail || withAll.length === 0) return ranked;
    const first = new Set(ranked);
    const rest = this.#ranked(index.search(text, { combineWith: 'OR' }), text, query);
    return [...ranked, ...rest.filter((document) => !first.has(document))];
  }

  #ranked(found: readonly SearchResult[], text: string, query: CorpusQuery): D[] {
    const documents = this.#built?.documents ?? [];
    const { engine } = this.#coverage;
    const name = nameOf(text);
    const phrases = [...text.matchAll(PHRASE)].map(([, phrase = '']) => ` ${nameOf(phrase)} `);
    return found
      .map(({ id, score }) => ({ document: documents[id] as D, score }))
      .filter(({ document }) => visible(document, query) && hasPhrases(document, phrases))
      .map(({ document, score }) => ({
        document,
        score:
          score *
          ((document.lang ?? 'en') === (query.lang || 'en') ? 1.5 : 1) *
          naming(document, name) *
          liking(engine, document),
      }))
      .sort((a, b) => b.score - a.score)
      .map(({ document }) => document);
  }
}

const PHRASE = /"([^"]+)"/g;

/** How much an engine likes a page, from 0.6 to 1.4. Like real ones, engines agree on little beyond well-known pages. */
function liking(engine: string, { url, wellKnown }: Searchable): number {
  return wellKnown ? 1.4 : 0.6 + (hash(`${url} ${engine}`) % 81) / 100;
}

/** A text in the form in which names are compared: its words, in the singular. */
function nameOf(text: string): string {
  return words(text).map(singular).join(' ');
}

/** `holes` and `hole` find the same; `css` and `gas` stay. */
function singular(word: string): string {
  return word.length > 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** How much a document gains if the query names it: as a site, or as the subject before the dash or bracket of its title. */
function naming({ url, title }: Searchable, name: string): number {
  const { hostname, pathname } = new URL(url);
  const [site = ''] = hostname.replace(/^www\./, '').split('.', 1);
  if (pathname === '/' && site === name) return 5;
  return nameOf(title.split(/ [-(]/, 1)[0] ?? '') === name ? 3 : 1;
}

function hasPhrases({ title, text = '' }: Searchable, phrases: readonly string[]): boolean {
  if (phrases.length === 0) return true;
  const all = ` ${nameOf(`${title} ${text}`)} `;
  return phrases.every((phrase) => all.includes(phrase));
}

function build<D extends Searchable>(all: readonly D[], { engine, percent, titleWeight }: Coverage<D>) {
  const documents = all.filter((document) => document.wellKnown || covers(engine, document.url, percent(document)));
  const index = new MiniSearch({
    fields: ['title', 'text', 'address'],
    tokenize: words,
    processTerm: (term) => (STOP_WORDS.has(term) ? null : singular(term)),
    searchOptions: { boost: { title: titleWeight, address: 1.5 }, combineWith: 'AND' },
  });
  index.addAll(documents.map(({ title, text, url }, id) => ({ id, title, text, address: decodeURI(url).slice(8) })));
  return { documents, index };
}

/** `site:example.com`, `site:*.example.com` or `-site:example.com`, with subdomains. */
const SITE_OPERATOR = /(?<=^|\s)(-?)site:(?:\*\.)?(\S+)/gi;

function isOnSites({ url }: Searchable, text: string): boolean {
  const host = `.${new URL(url).hostname}`;
  return [...text.matchAll(SITE_OPERATOR)].every(([, not, site]) => host.endsWith(`.${site}`) === (not === ''));
}

function visible(document: Searchable, { text, safe, withinDays }: CorpusQuery): boolean {
  if (safe && document.adult) return false;
  if (!isOnSites(document, text)) return false;
  if (withinDays === undefined) return true;
  const age = ageInDays(document);
  return age !== undefined && age <= withinDays;
}

/** How long ago a document last changed, if known. */
export function ageInDays({ daysAgo, hoursAgo }: Searchable): number | undefined {
  return daysAgo ?? (hoursAgo === undefined ? undefined : hoursAgo / 24);
}

/** When a document last changed. */
export function changedAt(document: Searchable, now = Date.now()): Date | null {
  const age = ageInDays(document);
  return age === undefined ? null : new Date(now - age * 86_400_000);
}

/** Wraps a function of a document and caches its results for `forMs`. */
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

/** The results of a search, as rows of an upstream's wire format. */
export interface Found<R> {
  total: number;
  /** Only the rows of the slice are built. */
  slice(from: number, to: number): R[];
}

/** A search that returns rows. Rows are cached, because documents hardly change. */
export function rowsOf<D extends Searchable, R>(index: CorpusIndex<D>, write: (document: D) => R) {
  const row = remembered(write, 60_000);
  return (query: CorpusQuery): Found<R> => {
    const found = index.search(query);
    return { total: found.length, slice: (from, to) => found.slice(from, to).map(row) };
  };
}

/** Whether an engine is among the `percent` that have a document; the answer is the same on every machine. */
export function covers(engine: string, thing: string, percent: number): boolean {
  return hash(`${engine} ${thing}`) % 100 < percent;
}

/** FNV-1a hash of a text. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}
