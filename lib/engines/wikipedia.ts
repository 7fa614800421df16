import { z } from 'zod';
import { wikipediaLookupSchema } from '../cards/cards.ts';
import { likeness } from '../cards/triggers.ts';
import { UpstreamFailure } from '../outcome.ts';
import type { Adapter, Operation, ProviderSettings, UpstreamRequest, UpstreamResponse } from '../providers/adapter.ts';
import { asObject, looseObject, objectsIn } from '../providers/loose-json.ts';
import { readJson, requireOk, retryAfterMs } from '../providers/responses.ts';
import { parseHttpUrl } from '../search/canonical-url.ts';
import { lookupInputSchema, type SearchInput, searchInputSchema } from '../search/query.ts';
import {
  correctionFrom,
  imageRows,
  imageSliceSchema,
  type RawReport,
  videoRows,
  videoSliceSchema,
  webRows,
  webSliceSchema,
} from '../search/results.ts';
import { SUGGEST_MAX_CHARS, suggestionsFrom, suggestionsSchema } from '../search/suggestions.ts';
import { cleanText, queryFor } from '../search/text.ts';
import { wikipediaLanguage } from './wikipedia-languages.ts';

const MAX_QUERY_CHARS = 300;
const PER_PAGE = 20;
const supportsDate = ({ date }: SearchInput) => date === null || 'Wikipedia cannot filter by date';
const JSON_HEADERS = { accept: 'application/json' };
/** Below this similarity, the first article found is about something else. */
const MIN_LIKENESS = 0.5;
const VIDEO = 'video';
const LICENSE = 'CC BY-SA 4.0';

/**
 * The base address for a language. The public service has the language in its host name; a private one may have it
 * elsewhere or not at all.
 */
function baseFor(lang: string, { url }: ProviderSettings): string {
  return url.replace('{lang}', wikipediaLanguage(lang));
}

function apiRequest(base: string, params: Record<string, string>): UpstreamRequest {
  return { url: `${base}/w/api.php?${new URLSearchParams({ format: 'json', ...params })}`, headers: JSON_HEADERS };
}

/** Reads a reply of the API, which reports errors with HTTP 200 and a code in the body. */
function readApi<T>(response: UpstreamResponse, schema: z.ZodType<T>): T {
  requireOk(response);
  const { error } = asObject(readJson(response, z.unknown()));
  if (error === undefined) return readJson(response, schema);
  const code = cleanText(asObject(error).code, 40);
  if (/^(ratelimited|maxlag|readonly)$/.test(code)) {
    throw new UpstreamFailure('rate_limited', `asks us to slow down (${code})`, retryAfterMs(response));
  }
  if (/^(missingparam|badvalue|invalid|unknown_|no)/.test(code)) {
    throw new UpstreamFailure('rejected', 'rejected our parameters');
  }
  if (/blocked|denied|permission/.test(code)) throw new UpstreamFailure('refused', 'has blocked us');
  throw new UpstreamFailure('upstream', 'reports an error of its own');
}

const searchSchema = z.object({
  query: z.object({ search: z.array(looseObject), searchinfo: looseObject }),
});

function searchRequest(q: string, lang: string, offset: number, limit: number, settings: ProviderSettings) {
  return apiRequest(baseFor(lang, settings), {
    action: 'query',
    formatversion: '2',
    list: 'search',
    srsearch: queryFor(q, MAX_QUERY_CHARS),
    srlimit: String(limit),
    sroffset: String(offset),
    srprop: 'snippet|timestamp',
    srinfo: 'totalhits|suggestion',
  });
}

function articleUrl(title: unknown, lang: string): string {
  const name = cleanText(title, 300).replaceAll(' ', '_');
  return name === '' ? '' : `https://${wikipediaLanguage(lang)}.wikipedia.org/wiki/${encodeURIComponent(name)}`;
}

/** A search for files of one kind on Wikimedia Commons. */
function commonsRequest(kind: string, input: SearchInput, { otherUrls }: ProviderSettings): UpstreamRequest {
  return apiRequest(otherUrls.COMMONS_URL ?? '', {
    action: 'query',
    generator: 'search',
    gsrnamespace: '6',
    gsrsearch: `filetype:${kind} ${queryFor(input.q, MAX_QUERY_CHARS - 30)}`,
    gsrlimit: String(PER_PAGE),
    gsroffset: String((input.page - 1) * PER_PAGE),
    prop: 'info|imageinfo',
    iiprop: 'url|size|mime|timestamp',
    iiurlheight: '180',
  });
}

/** A list in one version of the format, an object by page id in the other. `query` is missing if nothing was found. */
const pagesSchema = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown()).transform(Object.values)]);
const filesSchema = z.union([
  z.object({ query: z.object({ pages: pagesSchema }) }).transform(({ query }): unknown[] => query.pages),
  z.object({ batchcomplete: z.unknown(), query: z.undefined().optional() }).transform((): unknown[] => []),
]);

function commonsFiles(kind: string, response: UpstreamResponse): RawReport[] {
  const files = readApi(response, filesSchema);
  const rank = ({ index }: Readonly<Record<string, unknown>>) => (typeof index === 'number' ? index : 1e9);
  return objectsIn(files)
    .sort((a, b) => rank(a) - rank(b))
    .map(({ title, imageinfo }) => {
      const [info = {}] = objectsIn(imageinfo);
      return {
        url: info.descriptionurl,
        title: typeof title === 'string' ? title.replace(/^[^:]+:/, '').replace(/\.\w{2,5}$/, '') : '',
        thumbnail: info.thumburl || (kind === VIDEO ? '' : info.url),
        duration: info.duration,
        date: info.timestamp,
      };
    });
}

function commons<Slice>(
  kind: string,
  output: z.ZodType<Slice>,
  read: (files: RawReport[]) => Slice,
): Operation<SearchInput, Slice> {
  return {
    input: searchInputSchema,
    output,
    pageSize: PER_PAGE,
    supports: supportsDate,
    request: (input, settings) => commonsRequest(kind, input, settings),
    parse: (response) => read(commonsFiles(kind, response)),
  };
}

/** Wikipedia, with Wikimedia Commons for images and videos. Needs no key. */
export const wikipedia: Adapter = {
  slug: 'wikipedia',
  name: 'Wikipedia',
  defaultUrl: 'https://{lang}.wikipedia.org',
  otherUrls: { COMMONS_URL: 'https://commons.wikimedia.org' },
  apiKey: 'none',
  // It searches one site and always finds an article, so its first result may be far from the query.
  weight: 0.6,
  operations: {
    web: {
      input: searchInputSchema,
      output: webSliceSchema,
      pageSize: PER_PAGE,
      supports: supportsDate,
      request: (input, settings) => searchRequest(input.q, input.lang, (input.page - 1) * PER_PAGE, PER_PAGE, settings),
      parse(response, { lang }) {
        const { search, searchinfo } = readApi(response, searchSchema).query;
        return {
          correction: correctionFrom(searchinfo.suggestion),
          results: webRows(
            search.map(({ title, snippet, timestamp }) => ({
              url: articleUrl(title, lang),
              title,
              description: snippet,
              date: timestamp,
            })),
          ),
        };
      },
    },
    images: commons('bitmap|drawing', imageSliceSchema, (files) => ({ results: imageRows(files) })),
    videos: commons(VIDEO, videoSliceSchema, (files) => ({ results: videoRows(files) })),
    suggest: {
      input: lookupInputSchema,
      output: suggestionsSchema,
      request: (input, settings) =>
        apiRequest(baseFor(input.lang, settings), {
          action: 'opensearch',
          search: queryFor(input.q, SUGGEST_MAX_CHARS),
          limit: '10',
          namespace: '0',
        }),
      parse(response) {
        const [, titles] = readApi(response, z.tuple([z.unknown(), z.array(z.unknown())], z.unknown()));
        return suggestionsFrom(titles);
      },
    },
    /** Titles must be exact, so a search comes first, then the summary of its first hit. */
    article: {
      input: lookupInputSchema,
      output: wikipediaLookupSchema,
      request: (input, settings) => searchRequest(input.q, input.lang, 0, 1, settings),
      followUp(response, input, settings) {
        const title = firstHit(response, input.q);
        if (title === null) return null;
        const name = encodeURIComponent(title.replaceAll(' ', '_'));
        return {
          url: `${baseFor(input.lang, settings)}/api/rest_v1/page/summary/${name}?redirect=true`,
          headers: JSON_HEADERS,
        };
      },
      parse(response, input, first) {
        // The article was deleted between the two requests. The search page itself always exists.
        if (first && response.status === 404) return { card: null };
        requireOk(response);
        const body = asObject(readJson(response, z.unknown()));
        if (typeof body.type !== 'string') {
          readApi(response, searchSchema);
          return { card: null };
        }
        return { card: body.type === 'standard' ? cardFrom(body, input.lang) : null };
      },
    },
  },
  probe: {
    request: (settings) => apiRequest(baseFor('en', settings), { action: 'query', meta: 'siteinfo', maxage: '300' }),
    parse(response) {
      readApi(response, z.object({ query: z.looseObject({}) }));
    },
  },
};

/** The title of the first article found; null if it is about something else. */
function firstHit(response: UpstreamResponse, q: string): string | null {
  try {
    const title = cleanText(readApi(response, searchSchema).query.search[0]?.title, 300);
    return title !== '' && likeness(title.replace(/ \(.*\)$/, ''), q) >= MIN_LIKENESS ? title : null;
  } catch {
    return null;
  }
}

function cardFrom(body: Readonly<Record<string, unknown>>, lang: string) {
  const title = cleanText(body.title, 300);
  const extract = cleanText(body.extract, 2_000);
  if (title === '' || extract === '') return null;
  const { lat, lon } = asObject(body.coordinates);
  const page = asObject(asObject(body.content_urls).desktop).page;
  const language = wikipediaLanguage(lang);
  return {
    title,
    description: cleanText(body.description, 300),
    extract,
    url: parseHttpUrl(page)?.href ?? articleUrl(title, lang),
    thumbnail: parseHttpUrl(asObject(body.thumbnail).source)?.href ?? '',
    lang: cleanText(body.lang, 20) || language,
    wikidata_id: /^Q\d{1,12}$/.exec(cleanText(body.wikibase_item, 20))?.[0] ?? '',
    coordinates: isCoordinate(lat, 90) && isCoordinate(lon, 180) ? { lat, lon } : null,
    license: LICENSE,
  };
}

function isCoordinate(value: unknown, limit: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= limit;
}
