import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ApiError, lineOf } from '../../lib/errors.ts';
import { NO_SEARCH, searchIn } from '../../lib/limits/cost.ts';
import type { ReadPage } from '../../lib/pages/read-operation.ts';
import { RenderedReply } from '../cache/reply-cache.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import { refuseErrorPage } from '../contract/extracted-page.ts';
import { type PageResult, readingCost, withReading } from '../lookups/pages.ts';
import { anyHeader } from '../plugins/credentials.ts';
import { answerWith } from '../search/search-reply.ts';
import type { Services } from '../services.ts';
import { addDialectRoute, type DialectRoute } from './dialect.ts';
import { contentsOf, readingOf } from './exa-contents.ts';
import {
  type ExaContents,
  type ExaContentsParams,
  type ExaParams,
  exaContentsParams,
  exaParams,
  wholeText,
} from './exa-params.ts';
import { exaSearch, pagesWanted, tabOf } from './exa-search.ts';
import { addNotOffered } from './not-offered.ts';
import { costOfReading, readFor } from './page-reading.ts';

/** What Exa offered until May 2026. */
const RETIRED = ['research', 'research/v1'];

const TAGS: Readonly<Record<number, string>> = {
  400: 'INVALID_REQUEST_BODY',
  401: 'INVALID_API_KEY',
  403: 'ACCESS_DENIED',
  410: 'RESEARCH_RETIRED',
  429: 'RATE_LIMIT_EXCEEDED',
  501: 'FEATURE_DISABLED',
};

const common: Pick<DialectRoute<z.ZodObject>, 'methods' | 'credentials' | 'errorBody'> = {
  methods: ['POST'],
  credentials: anyHeader,
  errorBody: (error, { id }) => ({ requestId: id, error: lineOf(error), tag: TAGS[error.status] ?? 'ERROR' }),
};

/** Exa's search and contents. */
export function exa(app: FastifyInstance, services: Services): void {
  addDialectRoute(app, services, {
    ...common,
    urls: ['/compat/exa/search'],
    params: exaParams,
    cost: (params) => withReading(searchIn(tabOf(params)), pagesWanted(params)),
    handle: search,
  });
  addDialectRoute(app, services, {
    ...common,
    urls: ['/compat/exa/contents'],
    params: exaContentsParams,
    cost: (params) => costOfReading(urlsOf(params).length, services.config),
    handle: contents,
  });
  addDialectRoute(app, services, {
    ...common,
    urls: RETIRED.map((name) => `/compat/exa/${name}`),
    params: z.object({}),
    cost: () => NO_SEARCH,
    async handle() {
      throw new ApiError(410, 'Exa has retired research. Search, and read the pages.');
    },
  });
  addNotOffered(app, services, ['/compat/exa'], common);
}

async function search(context: RequestContext<ExaParams>): Promise<unknown> {
  const { request } = context;
  const found = await answerWith(context, 'exa', () => exaSearch(context));
  const own = { requestId: request.id, warnings: warningsOf(request.body) };
  return found instanceof RenderedReply ? found.with(own) : { ...found, ...own };
}

/** What a search takes here, and what it needs not to be told that it has no effect. */
const KNOWN = new Set([...Object.keys(exaParams.shape), 'type']);

/** The fields of a request that had no effect. */
function warningsOf(body: unknown): string[] {
  const given = Object.entries((body ?? {}) as object).filter(([, value]) => value !== null && value !== undefined);
  return given.filter(([name]) => !KNOWN.has(name)).map(([name]) => `${name.slice(0, 40)} has no effect here.`);
}

function urlsOf({ urls, ids }: ExaContentsParams): string[] {
  return urls ?? ids ?? [];
}

/** Reads pages. Their text is wanted if nothing else is. */
async function contents(context: RequestContext<ExaContentsParams>): Promise<unknown> {
  const { params, request } = context;
  const wanted = params.highlights ? params : { ...params, text: params.text ?? wholeText };
  const read = (await readFor(context, urlsOf(params), readingOf(wanted, ''))).map(refuseErrorPage);
  const results = read.flatMap((result) => ('page' in result ? [pageOf(result.url, result.page, wanted)] : []));
  request.charge?.settle(readingCost(read));
  return { requestId: request.id, results, statuses: read.map(statusOf) };
}

function pageOf(url: string, page: ReadPage, wanted: ExaContents): object {
  const { title, author, published, description } = page;
  return {
    id: url,
    title,
    url,
    ...(published && { publishedDate: published }),
    ...(author && { author }),
    ...contentsOf(wanted, page, description),
  };
}

function statusOf(result: PageResult): object {
  if ('page' in result) return { id: result.url, status: 'success', source: result.page.cached ? 'cached' : 'crawled' };
  return { id: result.url, status: 'error', error: { tag: 'SOURCE_NOT_AVAILABLE', message: result.reason } };
}
