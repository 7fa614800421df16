import { z } from 'zod';
import { deleteCrawl } from '../../lib/crawl/crawl-list.ts';
import type { CrawledPage } from '../../lib/crawl/read-crawl.ts';
import { Deadline } from '../../lib/deadline.ts';
import { ApiError } from '../../lib/errors.ts';
import { parseHttpUrl } from '../../lib/search/canonical-url.ts';
import type { PatternRule } from '../../lib/sites/address-patterns.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import { MAX_CHARS } from '../contract/page-params.ts';
import { REQUIRED } from '../contract/params.ts';
import { awaitCrawl, cancelCrawl, pagesFrom } from '../crawl/await-crawl.ts';
import { startCrawl } from '../crawl/start-crawl.ts';
import { searchesFor } from '../lookups/pages.ts';
import { mapSite } from '../lookups/site-map.ts';
import { partialField, renderingBy } from './page-reading.ts';
import { patternList } from './pattern-list.ts';
import { GAP, secondsOf } from './tavily-extract.ts';

/** Tavily's crawl and map: one request each, whose answer has what is there when its time is up. */

const MAX_TIMEOUT_S = 150;
/** A synchronous answer is held in memory as a whole. */
const MAX_PAGES = 1_000;
const MAX_REPLY_CHARS = 20_000_000;
/** What it takes to write and send the answer: clients give up when their time is up. */
const REPLY_MS = 700;

const integer = (max: number, usual: number) =>
  z
    .int('A valid integer is required.')
    .min(1, `Use a number from 1 to ${max}.`)
    .max(max, `Use a number from 1 to ${max}.`)
    .default(usual);
const flag = z.boolean('Use true or false.').default(false);

/** Its clients leave it out. */
const withScheme = (url: string) => (/^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : `https://${url}`);
/** With a scheme before it, `mailto:a@example.com` would be a host with a user name. */
const isSite = (url: string) => parseHttpUrl(withScheme(url))?.username === '';

/** The parameters of both. `max_breadth`, `allow_external` and `extract_depth` change nothing here. */
export const tavilyMapParams = z.object({
  url: z
    .string({ error: ({ input }) => (input === undefined ? REQUIRED : 'Not a valid string.') })
    .trim()
    .refine(isSite, 'Use an http:// or https:// address.'),
  max_depth: integer(5, 1),
  max_breadth: integer(500, 20),
  limit: z.int('A valid integer is required.').min(1, 'Use a number from 1.').default(50),
  select_paths: patternList,
  exclude_paths: patternList,
  select_domains: patternList,
  exclude_domains: patternList,
  instructions: z.string('Not a valid string.').trim().max(1_000, 'Use at most 1000 characters.').default(''),
  include_images: flag,
  include_usage: flag,
  timeout: z
    .number('A valid number is required.')
    .positive('Use a number of seconds.')
    .transform((seconds) => Math.min(seconds, MAX_TIMEOUT_S))
    .default(MAX_TIMEOUT_S),
});
type TavilyMapParams = z.infer<typeof tavilyMapParams>;

export const tavilyCrawlParams = tavilyMapParams.extend({
  chunks_per_source: integer(5, 3),
  format: z.enum(['markdown', 'text'], 'Use markdown or text.').default('markdown'),
  include_favicon: flag,
});
type TavilyCrawlParams = z.infer<typeof tavilyCrawlParams>;

/** Crawls a site until its pages are read or time is up. Nothing of the crawl is kept: nobody could ask for it. */
export async function tavilyCrawl(context: RequestContext<TavilyCrawlParams>): Promise<unknown> {
  const { params, services, caller, request, reply } = context;
  const { redis, secret, config } = services;
  if (request.notes) request.notes.isUntimed = true;
  const deadline = Deadline.in(params.timeout * 1_000 - REPLY_MS - reply.elapsedTime);
  const asked = {
    url: withScheme(params.url),
    limit: Math.min(params.limit, MAX_PAGES, config.crawl.maxPages),
    depth: params.max_depth,
    // It follows links from the first page.
    sitemap: 'skip' as const,
    subdomains: choosesHosts(params),
    max_s: MAX_TIMEOUT_S,
    max_chars: MAX_CHARS,
    format: params.format,
    images: params.include_images,
    render: renderingBy(config),
    query: params.instructions,
    chunks: params.chunks_per_source,
  };
  const started = await startCrawl(services, caller, asked, { rules: rulesOf(params) });
  try {
    const seals = await secret.loadAll();
    const waited = await awaitCrawl(services, started, seals, { deadline, signal: context.signal() });
    const crawl = await cancelCrawl(services, waited, seals);
    const pages = await pagesFrom(services, crawl, seals, { chars: MAX_REPLY_CHARS });
    if (pages.length === 0) throw unread(crawl.state === 'failed' ? crawl.reason : 'time was up');
    return {
      base_url: params.url,
      results: pages.map((page) => shown(page, params)),
      response_time: secondsOf(reply),
      ...(params.include_usage && { usage: { credits: searchesFor(crawl.asked) } }),
      request_id: request.id,
    };
  } finally {
    await deleteCrawl(redis, started);
  }
}

/** A page. With instructions, its text is the passages that are nearest to them. */
function shown({ url, page }: CrawledPage, params: TavilyCrawlParams): Record<string, unknown> {
  const { title, content, chunks = [], images = [], finalUrl } = page;
  return {
    url,
    title,
    raw_content: params.instructions === '' ? content : chunks.map(({ text }) => text).join(GAP),
    ...partialField(page),
    ...(params.include_images && { images: images.map((image) => image.url) }),
    ...(params.include_favicon && { favicon: new URL('/favicon.ico', finalUrl).href }),
  };
}

/** Lists the addresses of a site, those nearest to the instructions first. */
export async function tavilyMap(context: RequestContext<TavilyMapParams>): Promise<unknown> {
  const { params, services, request, reply, ...requester } = context;
  const site = withScheme(params.url);
  const { links, failed, fetched } = await mapSite(
    {
      url: site,
      q: params.instructions,
      limit: params.limit,
      subdomains: choosesHosts(params),
      rules: rulesOf(params),
      withinMs: Math.max(1, params.timeout * 1_000 - REPLY_MS - reply.elapsedTime),
    },
    services,
    requester,
  );
  const credits = Number(fetched);
  request.charge?.settle(credits);
  const start = failed.find(({ url }) => url === site);
  if (links.length === 0 && start) throw unread(start.reason);
  return {
    base_url: params.url,
    results: links.map(({ url }) => url),
    response_time: secondsOf(reply),
    ...(params.include_usage && { usage: { credits } }),
    request_id: request.id,
  };
}

/** A site of which nothing can be read is no success: its client would take it for empty. */
function unread(reason: string): ApiError {
  return new ApiError(400, { url: [`No page could be read: ${reason}.`] });
}

const choosesHosts = ({ select_domains, exclude_domains }: TavilyMapParams) =>
  select_domains.length + exclude_domains.length > 0;

function rulesOf(params: TavilyMapParams): PatternRule[] {
  const rules: PatternRule[] = [
    { on: 'path', include: params.select_paths, exclude: params.exclude_paths },
    { on: 'host', include: params.select_domains, exclude: params.exclude_domains },
  ];
  return rules.filter(({ include, exclude }) => include.length + exclude.length > 0);
}
