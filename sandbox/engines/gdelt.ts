import { newsArticles } from '../corpus.ts';
import { CorpusIndex, changedAt } from '../corpus-index.ts';
import type { SandboxRequest, SandboxResponse, Upstream } from '../upstream.ts';
import { isoToTheSecond } from '../wording.ts';

const index = new CorpusIndex(newsArticles, {
  engine: 'gdelt',
  percent: () => 92,
  titleWeight: 2,
  everyWord: true,
});

const MIN_INTERVAL_MS = 5_000;
const MIN_QUERY_CHARS = 3;
const MAX_QUERY_CHARS = 250;
const UNIT_DAYS: Readonly<Record<string, number>> = { min: 1 / 1_440, h: 1 / 24, d: 1, w: 7, m: 31 };
/** GDELT searches the last three months unless the request says otherwise. */
const DEFAULT_DAYS = 93;
const COUNTRIES: Readonly<Record<string, string>> = { de: 'Germany', es: 'Spain', fr: 'France', ja: 'Japan' };
const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** Stand-in for GDELT's article search without its rate limit. */
export const gdelt: Upstream = { slug: 'gdelt', handle: answer };

let servedAt = Number.NEGATIVE_INFINITY;

/** Stand-in for the public GDELT, which refuses more than one call in five seconds with a sentence. */
export const gdeltPublic: Upstream = {
  slug: 'gdelt-public',
  handle(request) {
    const now = Date.now();
    if (now - servedAt < MIN_INTERVAL_MS) return sentence('Please limit requests to one every 5 seconds.');
    servedAt = now;
    return answer(request);
  },
};

function answer({ path, query }: SandboxRequest): SandboxResponse {
  if (path !== '/api/v2/doc/doc') return { ...sentence('Not Found'), status: 404 };
  if (query.get('mode') !== 'artlist' || query.get('format') !== 'json') return sentence('Invalid mode.');
  const asked = query.get('query') ?? '';
  const text = asked.replace(/\bsourcelang:\S+/g, '').trim();
  if (text.length < MIN_QUERY_CHARS || asked.length > MAX_QUERY_CHARS) {
    return sentence('Your query was too short or too long.');
  }
  if (/[()]/.test(text.replace(/\([^()]+ OR [^()]+\)/g, '')))
    return sentence("Parentheses may only be used around OR'd statements.");
  const span = /^(\d+)(min|h|d|w|m)$/.exec(query.get('timespan') ?? '93d');
  if (!span) return sentence('Invalid timespan.');
  const withinDays = Math.min(DEFAULT_DAYS, Number(span[1]) * (UNIT_DAYS[span[2] ?? ''] ?? 0));
  const language = /\bsourcelang:(\S+)/.exec(asked)?.[1];
  const found = index
    .search({ text, lang: '', safe: false, withinDays })
    .filter(({ lang }) => language === undefined || nameOf(lang).toLowerCase() === language);
  const shown = found.slice(0, Number(query.get('maxrecords') ?? 75));
  // The real service omits the list if it is empty.
  return { status: 200, body: shown.length > 0 ? { articles: shown.map(row) } : {} };
}

function row(article: ReturnType<typeof newsArticles>[number]) {
  return {
    url: article.url,
    url_mobile: '',
    title: article.title,
    seendate: isoToTheSecond(changedAt(article) ?? new Date()).replace(/[-:]/g, ''),
    socialimage: article.thumbnail ?? '',
    domain: new URL(article.url).hostname.replace(/^www\./, ''),
    language: nameOf(article.lang),
    sourcecountry: COUNTRIES[article.lang ?? ''] ?? 'United States',
  };
}

function nameOf(lang = 'en'): string {
  return languageNames.of(lang) ?? lang;
}

/** A refusal: a sentence that claims to be a web page, with HTTP 200. */
function sentence(text: string): SandboxResponse {
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: `${text}\n` };
}
