import { type PopularQuery, popularQueries } from './corpus.ts';
import { covers, words } from './corpus-index.ts';

/** One upstream's autocompletion over its share of the popular queries. */
export class Suggester {
  readonly #covers: (query: string) => boolean;
  #found: readonly { entry: PopularQuery; text: string }[] | undefined;

  constructor(engine: string, percent: number) {
    this.#covers = (query) => covers(engine, query, percent);
  }

  get #known() {
    this.#found ??= popularQueries()
      .filter(({ query }) => this.#covers(query))
      .map((entry) => ({ entry, text: plain(entry.query) }));
    return this.#found;
  }

  /** Queries that start with the typed text, then queries with a word that does; the most popular first. */
  complete(typed: string, lang: string, limit: number): string[] {
    const start = plain(typed);
    if (start === '') return [];
    const inside = ` ${start}`;
    return this.#known
      .map(({ entry, text }) => ({ entry, rank: text.startsWith(start) ? 2 : text.includes(inside) ? 1 : 0 }))
      .filter(({ rank }) => rank > 0)
      .map(({ entry, rank }) => ({ entry, rank: rank * 10 + ((entry.lang ?? 'en') === lang.slice(0, 2) ? 1 : 0) }))
      .sort((a, b) => b.rank - a.rank || b.entry.popularity - a.entry.popularity)
      .slice(0, limit)
      .map(({ entry }) => entry.query);
  }

  /** Popular queries that extend this one. */
  related(query: string, limit: number): string[] {
    const asked = words(query);
    if (asked.length === 0) return [];
    return this.#known
      .filter(({ text }) => {
        const known = text.split(' ');
        return known.length > asked.length && asked.every((word) => known.includes(word));
      })
      .sort((a, b) => b.entry.popularity - a.entry.popularity)
      .slice(0, limit)
      .map(({ entry }) => entry.query);
  }
}

function plain(text: string): string {
  return words(text).join(' ');
}
