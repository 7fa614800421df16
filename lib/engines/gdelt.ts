import { z } from 'zod';
import { UpstreamFailure } from '../outcome.ts';
import type { Adapter, ProviderSettings, UpstreamRequest, UpstreamResponse } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk, retryAfterMs } from '../providers/responses.ts';
import { type SearchInput, searchInputSchema } from '../search/query.ts';
import { newsRows } from '../search/result-rows.ts';
import { newsSliceSchema } from '../search/results.ts';
import { gdeltStandIn } from './gdelt-stand-in.ts';
import { gdeltQuery, joinedTitle } from './gdelt-text.ts';

/** GDELT has no offset: a page is a part of one longer list, which ends at 250. */
const PER_PAGE = 25;
const MAX_ARTICLES = 250;
/** A call makes all others wait for twelve seconds, and new articles arrive every 15 minutes. */
const KEEP_NEWS_S = 900;
/** GDELT covers the last three months, which are within any year. */
const TIMESPAN = { d: '1d', w: '1w', m: '1m', y: null } as const;

/** The languages that GDELT reads; any other is an error. */
const LANGUAGES = new Set(
  (
    'af sq ar hy az bs bg ca zh hr cs da nl en et fi fr gl ka de el gu he hi hu is id it ja kn kk ko lv lt mk ms ml ' +
    'mr mn ne no fa pl pt pa ro ru sr sk sl so es sw sv ta te th tr uk ur vi'
  ).split(' '),
);
const englishNames = new Intl.DisplayNames('en', { type: 'language' });

/** The filter for a language, by its English name: `sourcelang:german`. Empty if GDELT does not read the language. */
function languageFilter(lang: string): string {
  const [language = ''] = lang.toLowerCase().split('-');
  const known = language === 'nb' || language === 'nn' ? 'no' : language;
  return LANGUAGES.has(known) ? ` sourcelang:${englishNames.of(known)?.toLowerCase()}` : '';
}

function newsRequest(input: SearchInput, { url }: ProviderSettings): UpstreamRequest {
  const params = new URLSearchParams({
    query: `${gdeltQuery(input)}${languageFilter(input.lang)}`,
    mode: 'artlist',
    format: 'json',
    maxrecords: String(input.page * PER_PAGE),
  });
  const timespan = input.date && TIMESPAN[input.date];
  if (timespan) params.set('timespan', timespan);
  return { url: `${url}/doc/doc?${params}`, headers: { accept: 'application/json' } };
}

/** Throws if GDELT refused the request, which it says in a sentence with HTTP 200 and the type of a web page. */
function requireGdeltOk(response: UpstreamResponse): void {
  requireOk(response);
  const sentence = response.body.slice(0, 500).trim();
  if (!/^\p{Lu}[^{}<>]* [^{}<>]*$/u.test(sentence)) return;
  if (/\blimit/i.test(sentence)) {
    throw new UpstreamFailure('rate_limited', 'asks us to slow down', retryAfterMs(response));
  }
  throw new UpstreamFailure('rejected', 'cannot search for this');
}

/** GDELT omits the list, and with it everything, if nothing was found. */
const responseSchema = z.union([
  z.object({ articles: z.array(looseObject) }).transform(({ articles }) => articles),
  z.strictObject({}).transform(() => []),
]);

/** The GDELT Project's index of the world's online news. Needs no key. */
export const gdelt: Adapter = {
  slug: 'gdelt',
  name: 'GDELT',
  docs: { about: 'The world’s online news from the last three months.' },
  defaultUrl: 'https://api.gdeltproject.org/api/v2',
  apiKey: 'none',
  // It asks for one call in five seconds, but then refuses every third.
  publicRate: { limit: 1, windowMs: 12_000 },
  operations: {
    news: {
      input: searchInputSchema,
      output: newsSliceSchema,
      cacheTtlS: KEEP_NEWS_S,
      pageSize: PER_PAGE,
      // Now and then it finds nothing on topics of which it has articles.
      isKept: ({ results }) => results.length > 0,
      supports(input) {
        if (gdeltQuery(input) === '') return 'GDELT searches for words';
        return input.page * PER_PAGE <= MAX_ARTICLES || `GDELT has ${MAX_ARTICLES} articles`;
      },
      request: newsRequest,
      parse(response, { page }) {
        requireGdeltOk(response);
        const articles = readJson(response, responseSchema);
        return {
          results: newsRows(
            articles.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((article) => ({
              url: article.url,
              title: joinedTitle(article.title),
              publisher: article.domain,
              date: article.seendate,
              thumbnail: article.socialimage,
            })),
          ),
        };
      },
    },
  },
  standIn: gdeltStandIn,
};
