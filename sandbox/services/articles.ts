import { type EncyclopediaEntry, encyclopedia, pages } from '../corpus.ts';
import { CorpusIndex, hash, words } from '../corpus-index.ts';
import { articleUrl } from '../infobox-finder.ts';

/** An article of one Wikipedia, from the encyclopedia or from a Wikipedia page in the corpus. */
export interface Article {
  title: string;
  url: string;
  text: string;
  lang: string;
  pageId: number;
  daysAgo: number;
  entry: EncyclopediaEntry;
}

/** A Wikipedia in one language. */
export class Wiki {
  readonly lang: string;
  readonly articles: readonly Article[];
  readonly #index: CorpusIndex<Article>;
  readonly #byTitle: Map<string, Article>;

  constructor(lang: string) {
    this.lang = lang;
    this.articles = collect(lang);
    this.#byTitle = new Map(this.articles.map((article) => [article.title, article]));
    this.#index = new CorpusIndex(() => this.articles, {
      engine: 'wikipedia',
      percent: () => 100,
      titleWeight: 5,
      everyWord: true,
    });
  }

  /** Titles match exactly, except for the case of the first letter; underscores stand for spaces. */
  article(title: string): Article | undefined {
    const spaced = title.replaceAll('_', ' ').trim();
    return this.#byTitle.get(spaced.charAt(0).toUpperCase() + spaced.slice(1));
  }

  /** Best match first; an article with exactly this title, or a redirect with it, comes before all others. */
  search(text: string): Article[] {
    const name = words(text).join(' ');
    const found = this.#index.search({ text, lang: this.lang, safe: false });
    const named = this.articles.filter(
      (article) => words(article.title).join(' ') === name || redirectOf(article, text) !== undefined,
    );
    return [...named, ...found.filter((article) => !named.includes(article))];
  }

  /** Articles with titles that start with the typed text, short titles first. */
  complete(typed: string, limit: number): Article[] {
    const start = words(typed).join(' ');
    if (start === '') return [];
    return this.articles
      .filter(({ title }) => words(title).join(' ').startsWith(start))
      .sort((a, b) => a.title.length - b.title.length)
      .slice(0, limit);
  }
}

/** The redirect to an article that a query names. */
export function redirectOf({ entry }: Article, text: string): string | undefined {
  const name = words(text).join(' ');
  return entry.redirects?.find((redirect) => words(redirect).join(' ') === name);
}

const wikis = new Map<string, Wiki>();

/** The Wikipedia of a language, built on first use. */
export function wikiIn(lang: string): Wiki {
  const known = wikis.get(lang) ?? new Wiki(lang);
  wikis.set(lang, known);
  return known;
}

function collect(lang: string): Article[] {
  const entries = encyclopedia().filter((entry) => entry.lang === lang);
  const known = new Set(entries.map(({ title }) => title));
  for (const { url, title: pageTitle, text } of pages()) {
    const name = new RegExp(`^https://${lang}\\.wikipedia\\.org/wiki/([^?#]+)`).exec(url)?.[1];
    if (!name) continue;
    const title = decodeURIComponent(name).replaceAll('_', ' ');
    if (known.has(title) || title.startsWith('Portal:')) continue;
    known.add(title);
    const description = pageTitle.replace(/ - Wikip.*$/, '');
    entries.push({ title, lang, description, extract: text, wikidata: `Q${100_000_000 + (hash(title) % 9_000_000)}` });
  }
  return entries.map((entry) => ({
    title: entry.title,
    url: articleUrl(lang, entry.title),
    text: `${entry.extract} ${entry.description}`,
    lang,
    pageId: 1_000 + (hash(`${lang} ${entry.title}`) % 70_000_000),
    daysAgo: (hash(entry.title) % 900) / 10,
    entry,
  }));
}
