import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ApiError, lineOf } from '../../lib/errors.ts';
import { NO_SEARCH, searchIn, searchInAll } from '../../lib/limits/cost.ts';
import { timingOf } from '../ask/timing.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import { MAX_PAGE, REQUIRED } from '../contract/params.ts';
import { askForSuggestions, firstSuggestions } from '../lookups/suggestions.ts';
import { headerOrPathOrBasic } from '../plugins/credentials.ts';
import { servedTabs, type TabName } from '../search/engines.ts';
import { answerWith } from '../search/search-reply.ts';
import type { Services } from '../services.ts';
import { addDialectRoute } from './dialect.ts';
import { isCut } from './long-query.ts';
import { addNotOffered } from './not-offered.ts';
import { searxngConfig } from './searxng-config.ts';
import { autocompleterParams, type SearxngParams, searxngParams, slotsNamed, tabsFor } from './searxng-params.ts';
import { emptyReply, searchTabs } from './searxng-search.ts';

/** A path with and without a key. Only the key in the path reaches clients of which nothing but the address can be set. */
const withKey = (path: string) => [`/compat/searxng${path}`, `/compat/searxng/:key${path}`];

/** SearXNG's JSON: searches, suggestions and the description of the instance. */
export function searxng(app: FastifyInstance, services: Services): void {
  // POST on every path, because it would otherwise take the last part of the path for a key.
  const common = { methods: ['GET' as const, 'POST' as const], credentials: headerOrPathOrBasic, errorBody };
  addDialectRoute(app, services, {
    ...common,
    urls: ['', '/search'].flatMap(withKey),
    params: searxngParams,
    cost: (params) => searchInAll(tabsOf(params, services)),
    handle: search,
  });
  addDialectRoute(app, services, {
    ...common,
    urls: withKey('/autocompleter'),
    params: autocompleterParams,
    cost: () => searchIn('suggest'),
    handle: autocomplete,
  });
  addDialectRoute(app, services, {
    ...common,
    urls: withKey('/config'),
    params: z.object({}),
    cost: () => NO_SEARCH,
    handle: async () => searxngConfig(services),
  });
  for (const url of withKey('/healthz')) {
    app.get(url, { schema: { hide: true } }, async (_request, reply) => reply.type('text/plain').send('OK'));
  }
  addNotOffered(app, services, withKey(''), common);
}

function tabsOf(params: SearxngParams, { providers }: Services): readonly TabName[] {
  return servedTabs(tabsFor(params), providers.roster.slots);
}

async function search(context: RequestContext<SearxngParams>): Promise<unknown> {
  const { params, services } = context;
  const { q, format = 'json', pageno: page = 1, language: lang, safesearch: safe, time_range: date } = params;
  if (format !== 'json') throw new ApiError(403, 'Only format=json is available.');
  if (page > MAX_PAGE) return emptyReply(q);
  const tabs = tabsOf(params, services);
  const tabParams = { q, page, lang, safe, date, engine: slotsNamed(params.engines, services.providers.roster.slots) };
  return answerWith(context, 'searxng', () => searchTabs(tabs, tabParams, context), isCut(context.request));
}

type Suggested = string[] | [q: string, texts: string[], descriptions: [], urls: []];

/** Suggestions in the format of browsers; scripts get the bare list, as from SearXNG. */
async function autocomplete(context: RequestContext<z.infer<typeof autocompleterParams>>): Promise<unknown> {
  const { params, services, request, reply } = context;
  const { q, language: lang } = params;
  const isBare = request.headers['x-requested-with'] === 'XMLHttpRequest';
  const format = isBare ? 'searxng-suggest-list' : 'searxng-suggest';
  const body = await answerWith(context, format, async () => {
    const answers = await askForSuggestions({ q, lang }, services.providers, context);
    const texts = firstSuggestions(answers, q);
    const suggested: Suggested = isBare ? texts : [q, texts, [], []];
    return { answers, timing: timingOf(answers), failure: null, body: suggested };
  });
  if (!isBare) reply.type('application/x-suggestions+json; charset=utf-8');
  return body;
}

/** One line, and a list without results for clients that read no status. When no engine answered, all fields of a reply. */
function errorBody(error: ApiError): Record<string, unknown> {
  const { detail: _, ...shape } = error.body;
  if (error.status === 503) return { results: [], ...shape, error: lineOf(error) };
  const isWithoutQuery = error.status === 400 && [error.body.q].flat().includes(REQUIRED);
  return { error: isWithoutQuery ? 'No query' : lineOf(error), results: [] };
}
