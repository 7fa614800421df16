import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiError, lineOf } from '../../lib/errors.ts';
import { NO_SEARCH, searchIn, searchInAll } from '../../lib/limits/cost.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import { withReading } from '../lookups/pages.ts';
import { anyHeader, type Credentials } from '../plugins/credentials.ts';
import { servedTabs, type TabName } from '../search/engines.ts';
import { answerWith } from '../search/search-reply.ts';
import type { Services } from '../services.ts';
import { braveContext, braveContextParams, pagesOf } from './brave-context.ts';
import { type BraveParams, braveParams, partsOf } from './brave-params.ts';
import { braveSearch } from './brave-search.ts';
import { addDialectRoute } from './dialect.ts';
import { addNotOffered } from './not-offered.ts';

/** Brave's clients have a header of their own. */
const credentials: Credentials = {
  ...anyHeader,
  read(request) {
    const token = request.headers['x-subscription-token'];
    return anyHeader.read(request) ?? (typeof token === 'string' && token !== '' ? token : undefined);
  },
};

/** The kinds of search, with the results of each by default and at most. */
const KINDS: Readonly<Record<TabName, readonly [number, number]>> = {
  web: [20, 20],
  news: [20, 50],
  videos: [20, 50],
  images: [50, 200],
};

const CODES: Readonly<Record<number, string>> = {
  400: 'VALIDATION',
  401: 'SUBSCRIPTION_TOKEN_INVALID',
  403: 'SUBSCRIPTION_DISABLED',
  422: 'VALIDATION',
  503: 'UNAVAILABLE',
};
/** A longer wait is a quota: after `RATE_LIMITED`, clients sleep as long as they are told to. */
const LONGEST_RATE_WAIT_S = 60;

/** Brave's search of the web, news, videos and images, and its context for language models. */
export function brave(app: FastifyInstance, services: Services): void {
  for (const kind of Object.keys(KINDS) as TabName[]) {
    const tabsOf = (params: BraveParams) =>
      kind === 'web' ? servedTabs(partsOf(params), services.providers.roster.slots) : [kind];
    addDialectRoute(app, services, {
      methods: ['GET'],
      urls: [`/compat/brave/res/v1/${kind}/search`],
      params: braveParams(...KINDS[kind]),
      credentials,
      cost(params) {
        const tabs = tabsOf(params);
        return tabs.length === 0 ? NO_SEARCH : searchInAll(tabs);
      },
      errorBody,
      handle: (context) => search(context, kind, tabsOf(context.params)),
    });
  }
  addDialectRoute(app, services, {
    methods: ['GET', 'POST'],
    urls: ['/compat/brave/res/v1/llm/context'],
    params: braveContextParams,
    credentials,
    cost: (params) => withReading(searchIn('context'), pagesOf(params)),
    errorBody,
    invalidStatus: 422,
    handle: braveContext,
  });
  addNotOffered(app, services, ['/compat/brave'], { credentials, errorBody });
}

/** A filter that leaves nothing to search for is answered without a search: clients then ask without it. */
async function search(context: RequestContext<BraveParams>, kind: TabName, tabs: readonly TabName[]): Promise<unknown> {
  if (tabs.length === 0) return { type: 'search', query: { original: context.params.q } };
  return answerWith(context, `brave-${kind}`, () => braveSearch(context, kind, tabs));
}

function errorBody(error: ApiError, { id }: FastifyRequest): unknown {
  const { status } = error;
  const detail = { id, status, code: codeOf(error), detail: lineOf(error), meta: {} };
  return { type: 'ErrorResponse', error: detail, time: Math.floor(Date.now() / 1_000) };
}

function codeOf({ status, headers }: ApiError): string {
  if (status !== 429) return CODES[status] ?? 'ERROR';
  return Number(headers['retry-after']) > LONGEST_RATE_WAIT_S ? 'QUOTA_LIMITED' : 'RATE_LIMITED';
}
