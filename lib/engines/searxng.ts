import { z } from 'zod';
import type { Infobox } from '../cards/cards.ts';
import { infoboxFrom } from '../cards/infobox.ts';
import { UpstreamFailure } from '../outcome.ts';
import type { Adapter, Operation, ProviderSettings, UpstreamRequest, UpstreamResponse } from '../providers/adapter.ts';
import { looseObject, objectsIn } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { isoDate } from '../search/age.ts';
import { parseHttpUrl } from '../search/canonical-url.ts';
import { siteQuery } from '../search/domains.ts';
import { countryOf, languageOf, likelySubtags } from '../search/language-tag.ts';
import { lookupInputSchema, type SearchInput, searchInputSchema } from '../search/query.ts';
import { correctionFrom, imageRows, newsRows, videoRows, webRows } from '../search/result-rows.ts';
import { imageSliceSchema, newsSliceSchema, videoSliceSchema, webSliceSchema } from '../search/results.ts';
import { SUGGEST_MAX_CHARS, suggestionsFrom, suggestionsSchema } from '../search/suggestions.ts';
import { queryFor } from '../search/text.ts';

const MAX_QUERY_CHARS = 500;
/** On most instances one engine does not respond. No results and several unresponsive engines mean an outage. */
const SILENT_ENGINES = 2;
const TIME_RANGE = { d: 'day', w: 'week', m: 'month', y: 'year' } as const;

const responseSchema = z.object({
  results: z.array(looseObject),
  corrections: z.array(z.unknown()).catch([]),
  infoboxes: z.array(looseObject).catch([]),
  suggestions: z.array(z.unknown()).catch([]),
  answers: z.array(z.unknown()).catch([]),
  unresponsive_engines: z.array(z.unknown()).catch([]),
});
type Body = z.infer<typeof responseSchema>;
type Row = Body['results'][number];

/**
 * Removes SearXNG's commands from a query. SearXNG would execute a word that begins with a bang, with a colon and a
 * language, or with `<3`; `!!` would even redirect us to another site.
 */
export function withoutCommands(q: string): string {
  return q
    .split(' ')
    .map((word) => word.replace(/^(?:!|:+(?=\p{L})|<(?=\d))+/u, ''))
    .filter(Boolean)
    .join(' ');
}

/** Whether the query has any words besides commands. */
function supportsQuery({ q }: { q: string }): true | string {
  return withoutCommands(queryFor(q, MAX_QUERY_CHARS)) !== '' || 'SearXNG would take this query for a command';
}

/** SearXNG's limiter refuses requests that accept only JSON or send no language. */
function headersFor(lang: string): Record<string, string> {
  return { accept: 'application/json, text/html;q=0.9', 'accept-language': lang || 'en' };
}

function searchRequest(category: string, input: SearchInput, { url }: ProviderSettings): UpstreamRequest {
  const q = withoutCommands(siteQuery(input, { maxChars: MAX_QUERY_CHARS, or: true }));
  const params = new URLSearchParams({
    q,
    format: 'json',
    categories: category,
    pageno: String(input.page),
    safesearch: input.safe ? '2' : '0',
    language: languageFor(input.lang),
  });
  if (input.date) params.set('time_range', TIME_RANGE[input.date]);
  return { url: `${url}/search?${params}`, headers: headersFor(input.lang) };
}

/** `xx` or `xx-YY`; any other value is an error. A script is expressed by its country: `zh-TW` for `zh-Hant`. */
function languageFor(lang: string): string {
  const language = languageOf(lang);
  const [, script = ''] = lang.split('-');
  if (!/^[a-z]{2,3}$/.test(language)) return 'all';
  const country = countryOf(lang) || (script.length === 4 ? likelySubtags(lang).country : '');
  return country ? `${language}-${country}` : language;
}

function readBody(response: UpstreamResponse): Body {
  // This is not about credentials: an instance serves only HTML until its settings allow JSON, or blocks a query.
  if (response.status === 403)
    throw new UpstreamFailure('refused', 'does not offer JSON (search.formats in its settings)', undefined, true);
  requireOk(response);
  const body = readJson(response, responseSchema);
  const { results, corrections, infoboxes, suggestions, answers, unresponsive_engines: silent } = body;
  const nothing = [results, corrections, infoboxes, suggestions, answers].every((list) => list.length === 0);
  // An empty reply while its engines are down is an outage, not an empty result.
  if (nothing && silent.length >= SILENT_ENGINES) throw new UpstreamFailure('upstream', 'none of its engines answered');
  return body;
}

function searching<Slice>(
  category: string,
  output: z.ZodType<Slice>,
  read: (rows: Row[], lang: string, body: Body) => Slice,
): Operation<SearchInput, Slice> {
  return {
    input: searchInputSchema,
    output,
    supports: supportsQuery,
    request: (input, settings) => searchRequest(category, input, settings),
    parse(response, { lang }) {
      const body = readBody(response);
      return read(body.results, lang, body);
    },
  };
}

/** The index of a row whose engines include one of Google's or Bing's: `google`, `bing news`. */
function indexOf({ engine, engines }: Row): 'google' | 'bing' | undefined {
  const names = [engine, engines].flat().map(String);
  return (['google', 'bing'] as const).find((index) => names.some((name) => name.split(/[ .]/, 1)[0] === index));
}

const isImage = ({ template }: Row) => template === 'images.html';

/**
 * Splits the line of age and publisher that some engines send: `2 hours ago | Example News`, `Aug 29, 2025 | Example
 * News`.
 */
function metadataOf({ metadata }: Row): { age: string; publisher: string } {
  const parts = typeof metadata === 'string' ? metadata.split('|').map((part) => part.trim()) : [];
  const age = parts.find((part) => /\bago$/i.test(part) || isoDate(part) !== '') ?? '';
  return { age, publisher: parts.find((part) => part !== '' && part !== age) ?? '' };
}

function report(row: Row) {
  const { age, publisher } = metadataOf(row);
  return {
    url: row.url,
    title: row.title,
    description: row.content,
    date: row.publishedDate,
    ageText: age,
    thumbnail: firstAddress(row.thumbnail, row.img_src),
    publisher: row.source || publisher || row.author,
    index: indexOf(row),
  };
}

function infoboxIn(row: Row): Infobox | null {
  const links = objectsIn(row.urls);
  return infoboxFrom({
    title: row.infobox,
    description: row.content,
    url: row.id,
    website: links.find(({ official }) => official === true)?.url,
    image: withScheme(row.img_src),
    attributes: objectsIn(row.attributes).map(({ label, value }) => ({ label, value })),
    links: links.map(({ title, url }) => ({ title, url })),
    attribution: row.engine,
  });
}

/** A self-hosted SearXNG instance with JSON among its formats. */
export const searxng: Adapter = {
  slug: 'searxng',
  name: 'SearXNG',
  docs: {
    about: 'Your own SearXNG. It needs json in search.formats, and its limiter turned off.',
    exampleUrl: 'http://127.0.0.1:8888',
  },
  defaultUrl: null,
  apiKey: 'none',
  hasInfobox: true,
  operations: {
    web: searching('general', webSliceSchema, (rows, lang, { corrections, infoboxes }) => ({
      correction: correctionFrom(corrections[0]),
      infobox: infoboxes[0] ? infoboxIn(infoboxes[0]) : null,
      results: webRows(
        rows
          .filter((row) => !isImage(row))
          .map((row) => ({
            url: row.url,
            title: row.title,
            description: row.content,
            date: row.publishedDate,
            index: indexOf(row),
          })),
        lang,
      ),
    })),
    images: searching('images', imageSliceSchema, (rows) => ({
      results: imageRows(
        rows.map((row) => ({
          url: row.url,
          title: row.title,
          thumbnail: firstAddress(row.thumbnail_src, row.thumbnail, row.img_src),
          image: withScheme(row.img_src),
          ...sizeIn(row.resolution),
          index: indexOf(row),
        })),
      ),
    })),
    news: searching('news', newsSliceSchema, (rows, lang) => ({ results: newsRows(rows.map(report), lang) })),
    videos: searching('videos', videoSliceSchema, (rows) => ({
      results: videoRows(
        rows.map((row) => ({
          ...report(row),
          duration: row.length || row.duration,
          publisher: row.author || row.source,
        })),
      ),
    })),
    suggest: {
      input: lookupInputSchema,
      output: suggestionsSchema,
      supports: supportsQuery,
      request(input, { url }) {
        const q = withoutCommands(queryFor(input.q, SUGGEST_MAX_CHARS));
        // With this header the reply is a plain list, otherwise the OpenSearch form of browsers. We parse both.
        const headers = { ...headersFor(input.lang), 'x-requested-with': 'XMLHttpRequest' };
        return { url: `${url}/autocompleter?${new URLSearchParams({ q })}`, headers };
      },
      parse(response) {
        requireOk(response);
        const body = readJson(response, z.array(z.unknown()));
        return suggestionsFrom(Array.isArray(body[1]) ? body[1] : body);
      },
    },
  },
};

/** Reads a size such as `1200 x 800`. */
function sizeIn(resolution: unknown): { width?: unknown; height?: unknown } {
  const [, width, height] = /^(\d+) ?[x×] ?(\d+)/i.exec(String(resolution)) ?? [];
  return { width, height };
}

/** The first address of a picture. Some engines send the picture itself as a `data:` address. */
function firstAddress(...candidates: readonly unknown[]): unknown {
  return candidates.map(withScheme).find((address) => parseHttpUrl(address) !== null);
}

/** Completes an address without a scheme: `//host/…`. */
function withScheme(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('//') ? `https:${value}` : value;
}
