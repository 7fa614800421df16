import { z } from 'zod';
import type { Infobox } from '../cards/cards.ts';
import { infoboxFrom } from '../cards/infobox.ts';
import type { Adapter, Operation, ProviderSettings, UpstreamRequest } from '../providers/adapter.ts';
import { asObject, looseObject, objectsIn } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { siteQuery } from '../search/domains.ts';
import { countryOf } from '../search/language-tag.ts';
import { type SearchInput, searchInputSchema } from '../search/query.ts';
import { imageRows, newsRows, videoRows, webRows } from '../search/result-rows.ts';
import { imageSliceSchema, newsSliceSchema, videoSliceSchema, webSliceSchema } from '../search/results.ts';
import { dayAfter, daysOf } from '../search/since.ts';
import { kagiStandIn } from './kagi-stand-in.ts';

const MAX_PAGE = 10;
const MAX_QUERY_CHARS = 500;

/** Kagi's name for each kind of search, and the list in the reply. Images have only one page. */
const workflows = {
  web: { workflow: 'search', list: 'search', pages: MAX_PAGE },
  images: { workflow: 'images', list: 'image', pages: 1 },
  news: { workflow: 'news', list: 'news', pages: MAX_PAGE },
  videos: { workflow: 'videos', list: 'video', pages: MAX_PAGE },
} as const;
type Kind = keyof typeof workflows;

const list = z.array(looseObject).nullish();
const responseSchema = z.object({
  // Kagi omits empty lists.
  data: z.object({ search: list, image: list, news: list, video: list, infobox: z.unknown().optional() }),
});
type Data = z.infer<typeof responseSchema>['data'];
type Item = Readonly<Record<string, unknown>>;

function searchRequest(
  kind: Kind,
  input: SearchInput,
  { url, apiKey }: ProviderSettings,
  safety: object = { safe_search: input.safe },
): UpstreamRequest {
  const { workflow, pages } = workflows[kind];
  // Kagi takes a country, not a language: it can use `pt-BR`, but not `pt`.
  const region = countryOf(input.lang);
  const { from, to } = daysOf(input, new Date());
  const filters = {
    ...(region ? { region } : {}),
    ...(from ? { after: from } : {}),
    ...(to ? { before: dayAfter(to) } : {}),
  };
  return {
    method: 'POST',
    url: `${url}/search`,
    headers: { accept: 'application/json', 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({
      query: siteQuery(input, { maxChars: MAX_QUERY_CHARS, or: true }),
      workflow,
      ...(pages > 1 ? { page: input.page } : {}),
      ...safety,
      ...(Object.keys(filters).length > 0 ? { filters } : {}),
    }),
  };
}

function searching<Slice>(
  kind: Kind,
  output: z.ZodType<Slice>,
  read: (items: Item[], data: Data) => Slice,
): Operation<SearchInput, Slice> {
  return {
    input: searchInputSchema,
    output,
    keepsToDays: true,
    supports({ page }) {
      const { pages } = workflows[kind];
      return page <= pages || `Kagi has ${pages === 1 ? 'one page' : `${pages} pages`} of these`;
    },
    request: (input, settings) => searchRequest(kind, input, settings),
    // Kagi's own client does not send the filter, so the account's may be the only one.
    followUp: ({ status }, input, settings) => (status === 400 ? searchRequest(kind, input, settings, {}) : null),
    parse(response) {
      requireOk(response);
      const { data } = readJson(response, responseSchema);
      return read(data[workflows[kind].list] ?? [], data);
    },
  };
}

function report({ url, title, snippet, time, image, props }: Item) {
  const { thumbnail, duration, creator_name, publisher, source } = asObject(props);
  return {
    url,
    title,
    description: snippet,
    date: time,
    duration,
    publisher: publisher || creator_name || source,
    thumbnail: asObject(thumbnail).url ?? asObject(image).url,
  };
}

/** The full picture of an image. */
function pictureIn({ image }: Item) {
  const { url, width, height } = asObject(image);
  return { image: url, width, height };
}

function infoboxIn({ url, title, snippet, image }: Item): Infobox | null {
  return infoboxFrom({ title, description: snippet, url, image: asObject(image).url });
}

/** Kagi's search API, version 1. */
export const kagi: Adapter = {
  slug: 'kagi',
  name: 'Kagi',
  docs: { about: 'Free of advertising, and kind to small sites.', keyFrom: 'https://kagi.com/settings/api' },
  defaultUrl: 'https://kagi.com/api/v1',
  apiKey: 'required',
  hasInfobox: true,
  operations: {
    web: searching('web', webSliceSchema, (items, { infobox }) => ({
      correction: '',
      infobox: infoboxIn(objectsIn(infobox)[0] ?? {}),
      results: webRows(
        items.map(({ url, title, snippet, time }) => ({ url, title, description: snippet, date: time })),
      ),
    })),
    images: searching('images', imageSliceSchema, (items) => ({
      results: imageRows(items.map((item) => ({ ...report(item), ...pictureIn(item) }))),
    })),
    news: searching('news', newsSliceSchema, (items) => ({ results: newsRows(items.map(report)) })),
    videos: searching('videos', videoSliceSchema, (items) => ({ results: videoRows(items.map(report)) })),
  },
  standIn: kagiStandIn,
};
