import { pages } from '../corpus.ts';
import { byKind, CorpusIndex, words } from '../corpus-index.ts';
import { BAD_KEY, type Upstream } from '../upstream.ts';

const index = new CorpusIndex(pages, {
  engine: 'marginalia',
  percent: byKind({
    reference: 50,
    documentation: 55,
    'small-web': 100,
    news: 10,
    forum: 55,
    institution: 35,
    commercial: 5,
  }),
  titleWeight: 4,
  everyWord: true,
});

/** The real server fails on any other language. */
const LANGUAGES = ['en', 'de', 'fr', 'sv'];

/** Stand-in for version 2 of Marginalia's API, which sends errors as plain text. */
export const marginalia: Upstream = {
  slug: 'marginalia',
  handle({ path, query, headers }) {
    const key = headers['api-key'];
    if (!key) return { status: 400, body: 'Missing API-Key header' };
    if (key === BAD_KEY) return { status: 401, body: '' };
    if (path === '/key') {
      return {
        status: 200,
        body: { key, license: 'CC-BY-NC-SA 4.0', name: 'Sandbox', ratePerMinute: 60, ratePerDay: 2_000, options: [] },
      };
    }
    if (path !== '/search') return { status: 404, body: 'Not Found' };
    const q = query.get('query') ?? '';
    const count = Number(query.get('count') ?? 20);
    const page = Number(query.get('page') ?? 1);
    if (q === '' || count < 1 || count > 100 || page < 1) return { status: 400, body: 'Bad parameters' };
    if (!LANGUAGES.includes(query.get('lang') ?? 'en')) return { status: 500, body: 'Internal Server Error' };
    const found = index.search({ text: q, lang: query.get('lang') ?? 'en', safe: query.get('nsfw') !== '0' });
    const results = found.slice((page - 1) * count, page * count);
    return {
      status: 200,
      headers: { 'api-event-type': results.length === 0 ? 'NoResults' : 'UnderLimit' },
      body: {
        license: 'CC-BY-NC-SA 4.0',
        query: q,
        page,
        pages: Math.ceil(found.length / count),
        results: results.map((document, rank) => ({
          url: document.url,
          title: document.title,
          description: document.text,
          // Quality is a distance: lower is better, and results are sorted by it.
          quality: 1 + rank * 0.25,
          format: 'html',
          resultsFromDomain: 1,
          details: [words(q).map((keyword) => ({ keyword, count: 1, flagsUnstableAPI: [] }))],
        })),
      },
    };
  },
};
