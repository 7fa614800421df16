import { z } from 'zod';
import type { Infobox } from '../cards/cards.ts';
import { infoboxFrom } from '../cards/infobox.ts';
import type { Adapter, Operation, ProviderSettings, UpstreamRequest, UpstreamResponse } from '../providers/adapter.ts';
import { asObject, looseObject, objectsIn } from '../providers/loose-json.ts';
import { readJson, requireOk, spent } from '../providers/responses.ts';
import { siteQuery } from '../search/domains.ts';
import { countryOf, languageOf, likelySubtags } from '../search/language-tag.ts';
import { type SearchInput, searchInputSchema } from '../search/query.ts';
import { imageRows, newsRows, videoRows, webRows } from '../search/result-rows.ts';
import { imageSliceSchema, newsSliceSchema, videoSliceSchema, webSliceSchema } from '../search/results.ts';
import { serperStandIn } from './serper-stand-in.ts';

const MAX_QUERY_CHARS = 500;
const QDR = { d: 'qdr:d', w: 'qdr:w', m: 'qdr:m', y: 'qdr:y' } as const;
/** The reply repeats the search parameters; a body without them is not a valid answer. */
const asSearched = z.looseObject({});
type Item = Readonly<Record<string, unknown>>;

function searchRequest(path: string, input: SearchInput, { url, apiKey }: ProviderSettings): UpstreamRequest {
  const language = googleLanguage(input.lang);
  const country = countryOf(input.lang).toLowerCase();
  return {
    method: 'POST',
    url: `${url}/${path}`,
    headers: { accept: 'application/json', 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({
      q: siteQuery(input, { maxChars: MAX_QUERY_CHARS, or: true }),
      page: input.page,
      ...(language ? { hl: language } : {}),
      ...(country ? { gl: country } : {}),
      ...(input.safe ? { safe: 'active' } : {}),
      ...timeOf(input),
    }),
  };
}

/** Google's filter by time: the last days, or from one day to another, as Americans write them. */
function timeOf({ date, from, to }: SearchInput): { tbs?: string } {
  if (from === undefined && to === undefined) return date ? { tbs: QDR[date] } : {};
  const written = (day: string) => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');
  const ends = [...(from ? [`cd_min:${written(from)}`] : []), ...(to ? [`cd_max:${written(to)}`] : [])];
  return { tbs: ['cdr:1', ...ends].join(',') };
}

/** Google has no plain Chinese: it names the script by a country. */
function googleLanguage(lang: string): string {
  const language = languageOf(lang);
  if (language !== 'zh') return language;
  return likelySubtags(lang).script === 'Hant' ? 'zh-tw' : 'zh-cn';
}

/**
 * Throws unless Serper accepted the request. Used-up credits and a bad parameter are both HTTP 400; only the text
 * distinguishes them.
 */
function requireSerperOk(response: UpstreamResponse): void {
  if (response.status === 400 && /credits/i.test(response.body.slice(0, 500))) {
    throw spent(response);
  }
  requireOk(response);
}

function searching<Slice>(
  path: string,
  list: string,
  output: z.ZodType<Slice>,
  read: (items: Item[], lang: string, body: Item) => Slice,
): Operation<SearchInput, Slice> {
  const schema = z.looseObject({ searchParameters: asSearched, [list]: z.array(looseObject) });
  return {
    input: searchInputSchema,
    output,
    keepsToDays: true,
    request: (input, settings) => searchRequest(path, input, settings),
    parse(response, { lang }) {
      requireSerperOk(response);
      const body: Record<string, unknown> = readJson(response, schema);
      return read(objectsIn(body[list]), lang, body);
    },
  };
}

const report = ({ link, title, snippet, date, imageUrl, duration, source, channel }: Item) => ({
  url: link,
  title,
  description: snippet,
  ageText: date,
  duration,
  publisher: channel || source,
  thumbnail: imageUrl,
});

function infoboxIn(graph: Item): Infobox | null {
  return infoboxFrom({
    title: graph.title,
    subtitle: graph.type,
    description: graph.description,
    url: graph.descriptionLink,
    website: graph.website,
    image: graph.imageUrl,
    attributes: Object.entries(asObject(graph.attributes)).map(([label, value]) => ({ label, value })),
    attribution: graph.descriptionSource,
  });
}

/** Serper, an API for Google's results. Dates are in words of the language of the search. */
export const serper: Adapter = {
  slug: 'serper',
  name: 'Google (Serper)',
  docs: { about: 'Google’s results.', keyFrom: 'https://serper.dev' },
  index: 'google',
  defaultUrl: 'https://google.serper.dev',
  apiKey: 'required',
  hasInfobox: true,
  operations: {
    web: searching('search', 'organic', webSliceSchema, (items, lang, { knowledgeGraph }) => ({
      correction: '',
      infobox: infoboxIn(asObject(knowledgeGraph)),
      results: webRows(
        items.map(({ link, title, snippet, date, sitelinks }) => ({
          url: link,
          title,
          description: snippet,
          ageText: date,
          sitelinks: objectsIn(sitelinks).map((sitelink) => ({ title: sitelink.title, url: sitelink.link })),
        })),
        lang,
      ),
    })),
    images: searching('images', 'images', imageSliceSchema, (items) => ({
      results: imageRows(
        items.map(({ link, title, thumbnailUrl, imageUrl, imageWidth, imageHeight }) => ({
          url: link,
          title,
          thumbnail: thumbnailUrl || imageUrl,
          image: imageUrl,
          width: imageWidth,
          height: imageHeight,
        })),
      ),
    })),
    news: searching('news', 'news', newsSliceSchema, (items, lang) => ({ results: newsRows(items.map(report), lang) })),
    videos: searching('videos', 'videos', videoSliceSchema, (items, lang) => ({
      results: videoRows(items.map(report), lang),
    })),
  },
  standIn: serperStandIn,
};
