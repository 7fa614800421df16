import { z } from 'zod';
import { ApiError } from '../../lib/errors.ts';
import type { Endpoint } from '../routes/endpoint.ts';
import { extract } from '../routes/extract.ts';
import { images } from '../routes/images.ts';
import { instant } from '../routes/instant.ts';
import { maps } from '../routes/maps.ts';
import { news } from '../routes/news.ts';
import { MAX_CHARS } from '../routes/page-params.ts';
import { suggest } from '../routes/suggest.ts';
import { translate } from '../routes/translate.ts';
import { videos } from '../routes/videos.ts';
import { web } from '../routes/web.ts';
import { cutQuery } from './long-query.ts';
import { answerText, pageText, placesText, resultsText, suggestionsText, translationText } from './mcp-text.ts';

/** An endpoint of the API under names that language models understand. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  endpoint: Endpoint;
  /** The arguments, described for models. */
  args: z.ZodObject;
  /** The endpoint's parameter for each argument that it has one for. */
  params: Readonly<Record<string, string>>;
  /** The schema of `data`. */
  output: z.ZodType;
  /** The reply as data: an object, because clients accept no other value. */
  data(body: unknown, args: Arguments): Record<string, unknown>;
  /** The reply in words, for models that do not read the data. */
  text(body: unknown, args: Arguments): string;
  /** Whether the answer comes from beyond this machine. */
  openWorld: boolean;
  /** Whether a call has the time limit of its endpoint. The others end with those of searches. */
  hasOwnDeadline?: boolean;
}

/** The arguments of a call, after validation. */
export type Arguments = Readonly<Record<string, unknown>>;

const DEFAULT_RESULTS = 10;
const query = z.string().transform(cutQuery).describe('What to search for, in a few words.');
const lang = z.string().optional().describe('Language of the results as a BCP 47 tag, such as en, de or pt-BR.');
const limit = z.int().min(1).max(50).default(DEFAULT_RESULTS).describe('Maximum number of results.');
const day = z.iso.date().optional();
const hosts = z.array(z.string()).max(20).optional();
const searchArgs = z.object({
  query,
  limit,
  page: z.int().min(1).max(50).default(1).describe('Page of results, from 1.'),
  time_range: z
    .enum(['day', 'week', 'month', 'year'])
    .transform((range) => range.charAt(0))
    .optional()
    .describe('Only results from the last day, week, month or year.'),
  from: day.describe('Only results from this day on, such as 2026-01-31. Not together with time_range.'),
  to: day.describe('Only results up to this day.'),
  site: hosts.describe('Only results of these sites, such as ["example.com"], and of their subdomains.'),
  exclude_site: hosts.describe('No results of these sites.'),
  country: z.string().optional().describe('Country to search from, as two letters such as DE.'),
  lang,
  safe: z.boolean().default(true).describe('Whether to leave out explicit results.'),
});
const newsArgs = searchArgs.extend({
  sort: z.literal('date').optional().describe('Use date to list the newest first.'),
});
const imageArgs = searchArgs.omit({ time_range: true, from: true, to: true });
/** Arguments with the names of their parameters. */
const SAME = ['page', 'from', 'to', 'site', 'exclude_site', 'country', 'lang', 'safe', 'sort'];
const searchNames = { query: 'q', time_range: 'date', ...Object.fromEntries(SAME.map((name) => [name, name])) };

/** A decimal number without an exponent, to seven places, which is a centimetre. */
const degrees = (max: number) =>
  z
    .number()
    .min(-max)
    .max(max)
    .transform((value) => value.toFixed(7).replace(/\.?0+$/, ''));

/** A tool that searches one tab. `facts` are the fields of a result that its text shows. */
function searchTool(
  tool: Pick<Tool, 'name' | 'title' | 'description' | 'args'>,
  endpoint: Endpoint,
  facts: string[],
): Tool {
  const cut = (body: unknown, args: Arguments) => {
    const { results, ...envelope } = body as { results: unknown[] };
    return { ...envelope, results: results.slice(0, args.limit as number) };
  };
  return {
    ...tool,
    endpoint,
    params: searchNames,
    output: endpoint.reply,
    data: cut,
    text: (body, args) => resultsText(cut(body, args), facts),
    openWorld: true,
  };
}

/** A tool whose data is the endpoint's body. */
function plainTool(tool: Omit<Tool, 'endpoint' | 'output' | 'data' | 'openWorld'>, endpoint: Endpoint): Tool {
  const data = (body: unknown) => body as Record<string, unknown>;
  return { ...tool, endpoint, output: endpoint.reply, data, openWorld: true };
}

const instantReply = z.object({
  answer: z
    .looseObject({ type: z.string(), query: z.string(), answer: z.string(), data: z.looseObject({}) })
    .nullable()
    .describe('The answer, or null if the question has no instant answer.'),
});

const DEFAULT_PAGE_CHARS = 50_000;
const pageReply = extract.reply.shape.results.element;

/** The page that was read. One that could not be is a failure of the call, with its reason. */
function onePage(body: unknown): z.infer<typeof pageReply> {
  const { results, failed } = body as z.infer<typeof extract.reply>;
  const [page] = results;
  if (!page) throw new ApiError(422, `The page could not be read: ${failed[0]?.reason ?? 'no reason is known'}.`);
  return page;
}

/** Every tool. A new one needs an entry here. */
export const tools: readonly Tool[] = [
  searchTool(
    {
      name: 'web_search',
      title: 'Web search',
      description:
        'Searches the web with several engines at once. Returns titles, addresses and descriptions of pages.',
      args: searchArgs,
    },
    web,
    ['description', 'age'],
  ),
  searchTool(
    {
      name: 'news_search',
      title: 'News search',
      description: 'Searches recent news articles. Use it for current events.',
      args: newsArgs,
    },
    news,
    ['description', 'source', 'age'],
  ),
  searchTool(
    {
      name: 'image_search',
      title: 'Image search',
      description: 'Searches images. Returns the page of each image and the address of a thumbnail.',
      args: imageArgs,
    },
    images,
    ['source', 'thumbnail'],
  ),
  searchTool(
    {
      name: 'video_search',
      title: 'Video search',
      description: 'Searches videos. Returns titles, addresses, durations and publishers.',
      args: searchArgs,
    },
    videos,
    ['source', 'duration', 'age'],
  ),
  {
    name: 'read_page',
    title: 'Read a page',
    description:
      'Reads a web page, PDF file, feed or text by its address, and returns its main content as Markdown with title, ' +
      'author and date. Use it on addresses that a search has found, and cite the address.',
    endpoint: extract,
    args: z.object({
      url: z.string().describe('Address of the page, beginning with http:// or https://.'),
      query: z
        .string()
        .transform(cutQuery)
        .optional()
        .describe('A question: returns the passages of the page that are nearest to it, instead of its text.'),
      max_chars: z
        .int()
        .min(1)
        .max(MAX_CHARS)
        .default(DEFAULT_PAGE_CHARS)
        .describe('Maximum number of characters of the text.'),
    }),
    params: { url: 'url', query: 'query', max_chars: 'max_chars' },
    output: pageReply,
    data: onePage,
    text: (body) => pageText(onePage(body)),
    openWorld: true,
    hasOwnDeadline: true,
  },
  {
    name: 'instant_answer',
    title: 'Instant answer',
    description:
      'Answers a short question exactly and without a search: arithmetic, units, currencies, dates, time zones, ' +
      'weather, definitions, colours, hashes, encodings. Returns nothing if the question is of another kind.',
    endpoint: instant,
    args: z.object({
      query: z.string().describe('The question, such as "15% of 80", "10 km in miles" or "weather in Paris".'),
      lang: lang.describe('Language of the answer as a BCP 47 tag, such as en, de or pt-BR.'),
      tz: z.string().optional().describe('Time zone of the user as an IANA name, such as Europe/Berlin.'),
    }),
    params: { query: 'q', lang: 'lang', tz: 'tz' },
    output: instantReply,
    data: (answer) => ({ answer }),
    text: answerText,
    openWorld: false,
  },
  plainTool(
    {
      name: 'translate',
      title: 'Translate',
      description: 'Translates a text into another language.',
      args: z.object({
        text: z.string().describe('The text to translate.'),
        target: z.string().describe('Code of the language to translate to, such as de.'),
        source: z.string().optional().describe('Code of the language of the text. Leave it out to detect it.'),
      }),
      params: { text: 'text', target: 'target', source: 'source' },
      text: translationText,
    },
    translate,
  ),
  plainTool(
    {
      name: 'geocode',
      title: 'Find a place',
      description: 'Finds places by name or address. Returns their coordinates and full addresses.',
      args: z.object({
        query: z.string().describe('Name or address of a place, such as "Eiffel Tower".'),
        limit: limit.describe('Maximum number of places.'),
        lang: lang.describe('Language of the names as a BCP 47 tag, such as en, de or pt-BR.'),
      }),
      params: { query: 'q', limit: 'limit', lang: 'lang' },
      text: placesText,
    },
    maps,
  ),
  plainTool(
    {
      name: 'reverse_geocode',
      title: 'Find the place at a point',
      description: 'Finds the place or address at a pair of coordinates.',
      args: z.object({
        lat: degrees(90).describe('Latitude in degrees.'),
        lon: degrees(180).describe('Longitude in degrees.'),
        zoom: z
          .int()
          .min(0)
          .max(18)
          .default(18)
          .describe('Size of the place: 3 is a country, 10 a city, 18 a building.'),
        lang: lang.describe('Language of the names as a BCP 47 tag, such as en, de or pt-BR.'),
      }),
      params: { lat: 'lat', lon: 'lon', zoom: 'zoom', lang: 'lang' },
      text: placesText,
    },
    maps,
  ),
  plainTool(
    {
      name: 'suggest',
      title: 'Suggestions',
      description: 'Completes the beginning of a query with what people often search for.',
      args: z.object({ query: z.string().describe('The beginning of a query.'), lang }),
      params: { query: 'q', lang: 'lang' },
      text: suggestionsText,
    },
    suggest,
  ),
];
