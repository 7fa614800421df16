import { z } from 'zod';
import type { Adapter, Operation, ProviderSettings, UpstreamRequest } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import { siteQuery } from '../search/domains.ts';
import { languageOf } from '../search/language-tag.ts';
import { hasTime, type SearchInput, searchInputSchema } from '../search/query.ts';
import { imageRows, webRows } from '../search/result-rows.ts';
import { imageSliceSchema, webSliceSchema } from '../search/results.ts';

const PER_PAGE = 20;
const MAX_QUERY_CHARS = 300;

const responseSchema = z.object({ channels: z.tuple([z.object({ items: z.array(looseObject) })], z.unknown()) });
type Item = Readonly<Record<string, unknown>>;

function searchRequest(kind: string, input: SearchInput, { url, own }: ProviderSettings): UpstreamRequest {
  const params = new URLSearchParams({
    query: siteQuery(input, { maxChars: MAX_QUERY_CHARS }),
    startRecord: String((input.page - 1) * PER_PAGE),
    maximumRecords: String(PER_PAGE),
    contentdom: kind,
    resource: own.YACY_RESOURCE ?? 'global',
    nav: 'none',
  });
  const language = languageOf(input.lang);
  if (language) params.set('lr', `lang_${language}`);
  return { url: `${url}/yacysearch.json?${params}`, headers: { accept: 'application/json' } };
}

function searching<Slice>(
  kind: 'text' | 'image',
  output: z.ZodType<Slice>,
  read: (items: Item[]) => Slice,
): Operation<SearchInput, Slice> {
  return {
    input: searchInputSchema,
    output,
    supports: (input) => !hasTime(input) || 'YaCy cannot filter by date',
    request: (input, settings) => searchRequest(kind, input, settings),
    parse(response) {
      requireOk(response);
      return read(readJson(response, responseSchema).channels[0].items);
    },
  };
}

/** YaCy: an index of one's own, and that of other people's servers. */
export const yacy: Adapter = {
  slug: 'yacy',
  name: 'YaCy',
  docs: {
    about: 'Your own YaCy: the index that you crawl, and those of its peers.',
    exampleUrl: 'http://127.0.0.1:8090',
  },
  defaultUrl: null,
  ownSettings: {
    YACY_RESOURCE: {
      about: 'Whether YaCy also asks its peers (global) or uses only its own index (local).',
      standard: 'global',
      schema: z.enum(['global', 'local'], 'must be global or local'),
    },
  },
  apiKey: 'none',
  // Its index is small, so its first result is often only the best page that it knows.
  weight: 0.6,
  operations: {
    web: searching('text', webSliceSchema, (items) => ({
      correction: '',
      results: webRows(
        items.map(({ link, title, description, pubDate }) => ({ url: link, title, description, date: pubDate })),
      ),
    })),
    images: searching('image', imageSliceSchema, (items) => ({
      results: imageRows(items.map(({ link, title, image }) => ({ url: link, title, thumbnail: image, image }))),
    })),
  },
  standIn: {
    covers: {
      pages: {
        reference: 50,
        documentation: 60,
        'small-web': 80,
        news: 20,
        forum: 40,
        institution: 40,
        commercial: 20,
      },
      images: 50,
    },
    answer({ path, query }, find) {
      if (path !== '/yacysearch.json') return { status: 404, body: 'Not Found' };
      const wanted = { text: query.get('query') ?? '', lang: (query.get('lr') ?? '').slice(5) };
      const first = Number(query.get('startRecord') ?? 0);
      const last = first + Number(query.get('maximumRecords') ?? 10);
      const pages = () =>
        find
          .pages(wanted)
          .slice(first, last)
          .map(({ url, title, text, date }) => ({
            title,
            link: url,
            description: text,
            ...(date ? { pubDate: date.toUTCString() } : {}),
          }));
      const images = () =>
        find
          .images(wanted)
          .slice(first, last)
          .map(({ url, title, image }) => ({ title, link: url, image, description: '' }));
      const items = query.get('contentdom') === 'image' ? images() : pages();
      return { status: 200, body: { channels: [{ title: 'YaCy', startIndex: String(first), items }] } };
    },
  },
};
