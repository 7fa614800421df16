import { z } from 'zod';
import type { Adapter, Operation, ProviderSettings, UpstreamRequest } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { readJson, requireOk } from '../providers/responses.ts';
import type { FoundArticle, FoundPage, StandInReply } from '../providers/stand-in.ts';
import { isoToTheSecond } from '../providers/wire-wording.ts';
import { type Freshness, hasTime, type SearchInput, searchInputSchema } from '../search/query.ts';
import { newsRows, type RawReport, webRows } from '../search/result-rows.ts';
import { newsSliceSchema, webSliceSchema } from '../search/results.ts';
import { daysOf } from '../search/since.ts';
import { queryFor } from '../search/text.ts';

const PER_PAGE = 20;
/** The limit is 512 bytes, and a character can take three. */
const MAX_QUERY_CHARS = 170;

const DAY_S = 86_400;

const responseSchema = z.object({ hits: z.array(looseObject) });

function storiesRequest(input: SearchInput, { url }: ProviderSettings): UpstreamRequest {
  const { from, to } = daysOf(input, new Date());
  const params = new URLSearchParams({
    query: queryFor(input.q, MAX_QUERY_CHARS),
    tags: 'story',
    page: String(input.page - 1),
    hitsPerPage: String(PER_PAGE),
  });
  const filters = [
    ...(from ? [`created_at_i>=${Date.parse(from) / 1_000}`] : []),
    ...(to ? [`created_at_i<${Date.parse(to) / 1_000 + DAY_S}`] : []),
  ];
  if (filters.length > 0) params.set('numericFilters', filters.join(','));
  return { url: `${url}/search?${params}`, headers: { accept: 'application/json' } };
}

/**
 * A story. One without an address of its own is a question to the readers: its page is the discussion. Any other is a
 * link without a text, whose date is that of the link, not of the page.
 */
function storyOf(story: Readonly<Record<string, unknown>>): RawReport & { isLink: boolean } {
  const { url, objectID, title, story_text, created_at } = story;
  const isNumber = typeof objectID === 'string' && /^\d+$/.test(objectID);
  return {
    url: url || (isNumber && `https://news.ycombinator.com/item?id=${objectID}`),
    title,
    description: story_text || echoOf(story),
    date: created_at,
    isLink: Boolean(url),
  };
}

/** What readers made of a story: `120 points and 12 comments on Hacker News`. */
function echoOf({ points, num_comments }: Readonly<Record<string, unknown>>): string {
  if (!Number.isSafeInteger(points) || !Number.isSafeInteger(num_comments)) return '';
  const counted = (count: unknown, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
  return `${counted(points, 'point')} and ${counted(num_comments, 'comment')} on Hacker News`;
}

/** A search for stories; `within` is the date filter of a search without one. */
function searching<Slice>(
  within: Freshness | null,
  output: z.ZodType<Slice>,
  read: (stories: ReturnType<typeof storyOf>[]) => Slice,
): Operation<SearchInput, Slice> {
  return {
    input: searchInputSchema,
    output,
    pageSize: PER_PAGE,
    keepsToDays: true,
    request: (input, settings) => storiesRequest(hasTime(input) ? input : { ...input, date: within }, settings),
    parse(response) {
      requireOk(response);
      return read(readJson(response, responseSchema).hits.map(storyOf));
    },
  };
}

/** Hacker News through Algolia's search: what programmers read and discuss. Needs no key. */
export const hackernews: Adapter = {
  slug: 'hackernews',
  name: 'Hacker News',
  docs: { about: 'What programmers read and discuss.' },
  defaultUrl: 'https://hn.algolia.com/api/v1',
  apiKey: 'none',
  // 10,000 calls an hour, in smaller parts.
  publicRate: { limit: 25, windowMs: 10_000 },
  // It searches one site, so its first result may be far from the query.
  weight: 0.6,
  operations: {
    web: searching(null, webSliceSchema, (stories) => ({
      correction: '',
      results: webRows(stories.map(({ isLink, date, ...story }) => (isLink ? story : { ...story, date }))),
    })),
    // Stories of the last month by relevance: in order of their date, the first would be those that nobody read.
    news: searching('m', newsSliceSchema, (stories) => ({ results: newsRows(stories) })),
  },
  // Readers submit pages and articles.
  standIn: {
    covers: {
      pages: {
        reference: 50,
        documentation: 50,
        'small-web': 50,
        news: 50,
        forum: 50,
        institution: 50,
        commercial: 50,
      },
      articles: 50,
    },
    titleWeight: 4,
    everyWord: true,
    answer({ path, query }, find) {
      if (path !== '/api/v1/search') return refusal(404, 'Path not found');
      const page = Number(query.get('page') ?? 0);
      const size = Number(query.get('hitsPerPage') ?? 20);
      const text = query.get('query') ?? '';
      const filter = query.get('numericFilters');
      const since = filter === null ? undefined : Number(/^created_at_i>=?(\d+)$/.exec(filter)?.[1]) * 1_000;
      if (!(Number.isInteger(page) && page >= 0)) return refusal(400, 'invalid page');
      if (!(Number.isInteger(size) && size >= 0 && size <= MAX_HITS)) return refusal(400, 'invalid hitsPerPage');
      if (Buffer.byteLength(text) > 512) return refusal(400, 'query is too long');
      if (Number.isNaN(since)) return refusal(400, 'invalid numericFilters');
      const [pages, articles] = [find.pages({ text, since }), find.articles({ text, since })];
      const stories = [...pages.slice(0, pages.total), ...articles.slice(0, articles.total)].slice(0, MAX_HITS);
      return {
        status: 200,
        body: {
          exhaustive: { nbHits: true, typo: true },
          hits: stories.slice(page * size, (page + 1) * size).map(hit),
          hitsPerPage: size,
          nbHits: stories.length,
          nbPages: Math.ceil(stories.length / Math.max(1, size)),
          page,
          params: query.toString(),
          processingTimeMS: 4,
          query: text,
          serverTimeMS: 5,
        },
      };
    },
  },
};

const MAX_HITS = 1_000;

function hit({ id: number, url, title, text, date }: FoundPage | FoundArticle) {
  const id = 40_000_000 + (number % 1_000_000);
  // A page without a date was submitted long ago.
  const created = date ?? new Date(Date.UTC(2010 + (number % 12), number % 12, 1 + (number % 28)));
  // Some readers ask instead of linking; such a story has a text and no address.
  const asks = id % 10 === 0;
  return {
    _highlightResult: {
      author: { matchLevel: 'none', matchedWords: [], value: 'reader' },
      title: { fullyHighlighted: false, matchLevel: 'full', matchedWords: ['story'], value: title },
    },
    _tags: ['story', 'author_reader', `story_${id}`],
    author: 'reader',
    children: [id + 1],
    created_at: isoToTheSecond(created),
    created_at_i: Math.floor(created.getTime() / 1_000),
    num_comments: id % 200,
    objectID: String(id),
    points: id % 500,
    story_id: id,
    ...(asks ? { story_text: `${text}<p>What do you think?` } : { url }),
    title: asks ? `Ask HN: ${title}` : title,
    updated_at: isoToTheSecond(created),
  };
}

function refusal(status: number, message: string): StandInReply {
  return { status, body: { message, status } };
}
