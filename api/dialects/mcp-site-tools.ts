import { z } from 'zod';
import { type Crawl, ownCrawl } from '../../lib/crawl/read-crawl.ts';
import { Deadline } from '../../lib/deadline.ts';
import { ApiError } from '../../lib/errors.ts';
import { parseHttpUrl } from '../../lib/search/canonical-url.ts';
import { defineEndpoint, type RequestContext } from '../contract/endpoint.ts';
import { numberParam, wordsParam } from '../contract/page-params.ts';
import { awaitCrawl, pagesFrom } from '../crawl/await-crawl.ts';
import { startCrawl } from '../crawl/start-crawl.ts';
import { map } from '../endpoints/map.ts';
import { cutQuery } from './long-query.ts';
import { crawlText, linksText } from './mcp-text.ts';
import { plainTool, sameNames, type Tool } from './mcp-tool.ts';
import { renderingBy } from './page-reading.ts';

const MAX_PAGES = 200;
const DEFAULT_PAGES = 20;
const DEFAULT_CHARS = 5_000;
const MAX_CHARS = 50_000;
/** Pages of one answer: a model reads them all. */
const PAGES_AT_A_TIME = 10;
const REPLY_CHARS = 50_000;

const mapTool = plainTool(
  {
    name: 'map_site',
    title: 'List the pages of a site',
    description: 'Lists the URLs of a site, without reading them. With a query, the best come first.',
    args: z.object({
      url: z.string().describe('Where the site begins.'),
      query: z.string().transform(cutQuery).optional().describe('Words of wanted pages.'),
      limit: z.int().min(1).max(1_000).default(100).describe('Maximum.'),
      subdomains: z.boolean().default(false).describe('All hosts of its domain.'),
    }),
    params: { query: 'q', ...sameNames('url', 'limit', 'subdomains') },
    text: linksText,
  },
  map,
);

/** What of the endpoint's reply a model needs to know: it pays for the schema in each conversation. */
const mapReply = z.object({
  links: z.array(z.object({ url: z.string(), title: z.string() })),
  has_more: z.boolean(),
});

const crawlQuery = z
  .object({
    url: z.string().optional(),
    id: z.string().optional(),
    from: numberParam(0, 100_000, 'How many pages were read before.'),
    limit: numberParam(1, MAX_PAGES, 'Pages.'),
    max_chars: numberParam(1, MAX_CHARS, 'Of each page.'),
    query: wordsParam('A question.'),
  })
  .superRefine(({ url, id }, context) => {
    const problem = (message: string) => context.addIssue({ code: 'custom', path: ['url'], message });
    if ((url === undefined) === (id === undefined)) problem('Give url, or the id of a crawl to go on with.');
    else if (url !== undefined && parseHttpUrl(url) === null) problem('Use an http:// or https:// address.');
  });
type CrawlQuery = z.infer<typeof crawlQuery>;

const crawlReply = z.object({
  id: z.string(),
  state: z.string(),
  reason: z.string(),
  fetched: z.int(),
  failed: z.int(),
  next_from: z.int().nullable(),
  pages: z.array(z.object({ url: z.string(), title: z.string(), content: z.string() })),
});

/** A crawl for one who waits a little. It is no endpoint of the API, which has a request for each step. */
const crawlSite = defineEndpoint({
  name: 'crawl',
  path: '/api/v1/crawl/',
  // Its pages are paid for as they are fetched.
  searches: () => 0,
  summary: 'Crawl a site',
  description: 'Starts a crawl, or goes on with one, and returns its next pages.',
  query: crawlQuery,
  reply: crawlReply,
  example: {
    id: '',
    state: 'running',
    reason: '',
    fetched: 0,
    failed: 0,
    next_from: 0,
    pages: [],
  },
  async handle(context) {
    const { services, params, request } = context;
    if (request.notes) request.notes.isUntimed = true;
    const seals = await services.secret.loadAll();
    const crawl = params.id === undefined ? await begun(context) : await known(context, params.id);
    const from = params.from ?? 0;
    const now = await awaitCrawl(services, crawl, seals, {
      deadline: Deadline.in(services.config.extract.deadlineMs - context.reply.elapsedTime),
      signal: context.signal(),
      isEnough: ({ fetched }) => fetched - from >= PAGES_AT_A_TIME,
    });
    const pages = await pagesFrom(services, now, seals, { from, chars: REPLY_CHARS, most: PAGES_AT_A_TIME });
    const next = from + pages.length;
    return {
      id: now.id,
      state: now.state,
      reason: now.reason,
      fetched: now.fetched,
      failed: now.failed.total,
      next_from: now.state === 'running' || next < now.fetched ? next : null,
      pages: pages.map(({ url, page: { title, content, chunks } }) => ({
        url,
        title,
        content: chunks?.map(({ text }) => text).join('\n\n') ?? content,
      })),
    };
  },
});

function begun({ services, caller, params }: RequestContext<CrawlQuery>): Promise<Crawl> {
  const { url = '', limit = DEFAULT_PAGES, max_chars = DEFAULT_CHARS, query } = params;
  const most = Math.min(limit, services.config.crawl.maxPages);
  const render = renderingBy(services.config);
  return startCrawl(services, caller, { url, limit: most, max_chars, query, render });
}

async function known({ services, caller }: RequestContext<CrawlQuery>, id: string): Promise<Crawl> {
  const own = await ownCrawl(services, id, caller.username);
  if (own === null) throw new ApiError(404, 'There is no such crawl of this account.');
  return own.crawl;
}

const crawlTool: Tool = {
  ...plainTool(
    {
      name: 'crawl_site',
      title: 'Read the pages of a site',
      description:
        'Reads pages of one site, following its links. Answers within seconds with up to ten; while next_from is a ' +
        'number, call again with id and from=next_from.',
      args: z.object({
        url: z.string().optional().describe('Where to begin. Or give id.'),
        id: z.string().optional().describe('A crawl to go on with.'),
        from: z.int().min(0).optional().describe('next_from of the last answer.'),
        limit: z.int().min(1).max(MAX_PAGES).optional().describe(`Pages, ${DEFAULT_PAGES} by default.`),
        query: z
          .string()
          .transform(cutQuery)
          .optional()
          .describe('A question: returns the best passages of each page.'),
        max_chars: z.int().min(1).max(MAX_CHARS).optional().describe(`Of a page, ${DEFAULT_CHARS} by default.`),
      }),
      params: sameNames('url', 'id', 'from', 'limit', 'query', 'max_chars'),
      text: crawlText,
    },
    crawlSite,
  ),
  hasOwnDeadline: true,
  isOnlyTool: true,
};

/** The tools that look at a whole site. */
export const siteTools: readonly Tool[] = [{ ...mapTool, output: mapReply, hasOwnDeadline: true }, crawlTool];
