import { pages } from '../corpus.ts';
import { byKind, CorpusIndex, changedAt } from '../corpus-index.ts';
import { BAD_KEY, type Upstream } from '../upstream.ts';

const index = new CorpusIndex(pages, {
  engine: 'mojeek',
  percent: byKind({
    reference: 80,
    documentation: 75,
    'small-web': 70,
    news: 65,
    forum: 45,
    institution: 80,
    commercial: 70,
  }),
  titleWeight: 2,
  everyWord: false,
});

const SINCE_DAYS: Readonly<Record<string, number>> = { day: 1, month: 31, year: 365 };

/** Stand-in for Mojeek's web search API, which sends errors with HTTP 200 and a status line. */
export const mojeek: Upstream = {
  slug: 'mojeek',
  handle({ path, query }) {
    if (path !== '/search') return { status: 404, body: 'Not Found' };
    if (query.get('fmt') !== 'json') {
      return { status: 200, headers: { 'content-type': 'text/xml' }, body: '<?xml version="1.0"?><response/>' };
    }
    const key = query.get('api_key');
    if (!key || key === BAD_KEY) return failure('Invalid API Key');
    const q = query.get('q') ?? '';
    if (q === '') return failure('No query given');
    const first = Number(query.get('s') ?? 1);
    const perPage = Number(query.get('t') ?? 10);
    const found = index.search({
      text: q,
      lang: (query.get('lb') ?? 'en').toLowerCase(),
      safe: query.get('safe') === '1',
      withinDays: daysSince(query.get('since')),
    });
    const page = found.slice(first - 1, first - 1 + perPage);
    const withDates = query.get('date') === '1';
    return {
      status: 200,
      body: {
        response: {
          status: 'OK',
          head: { query: q, nword: q.split(/\s+/).length, start: first, return: page.length, results: found.length },
          results: page.map((document) => {
            const changed = changedAt(document);
            return {
              url: document.url,
              title: document.title.replaceAll('&', '&amp;'),
              desc: document.text.replaceAll('&', '&amp;'),
              ...(withDates && changed
                ? { timestamp: Math.floor(changed.getTime() / 1_000), date: changed.toUTCString() }
                : {}),
            };
          }),
        },
      },
    };
  },
};

/** Accepts `day`, `month`, `year` or a date; Mojeek has no `week`. */
function daysSince(since: string | null): number | undefined {
  if (since === null) return undefined;
  const day = /^(\d{4})(\d{2})(\d{2})$/.exec(since);
  if (!day) return SINCE_DAYS[since];
  return (Date.now() - Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3]))) / 86_400_000;
}

function failure(message: string) {
  return { status: 200, body: { response: { status: `ERROR: ${message}` } } };
}
