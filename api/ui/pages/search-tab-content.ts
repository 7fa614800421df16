import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import type { Session } from '../../../lib/accounts/session-store.ts';
import type { ApiError } from '../../../lib/errors.ts';
import type { TabQuery } from '../../contract/tab-params.ts';
import type { InstantRequester } from '../../instant/instant-answer.ts';
import type { EngineOutcome } from '../../search/engines.ts';
import type { OnProgress } from '../../search/search.ts';
import type { SearchContext, Shown } from '../../search/search-context.ts';
import type { Found } from '../../search/search-reply.ts';
import type { Services } from '../../services.ts';
import type { Language } from '../preferences.ts';
import type { SearchAddress } from '../search-address.ts';

/** What a tab of the search page receives: the search, the requester and the display settings. */
export interface TabContext extends InstantRequester {
  request: FastifyRequest;
  services: Services;
  address: SearchAddress;
  session: Session;
  pictures: boolean;
  /** Renders what is around the content. */
  prepare(): void;
  /** Sends what is above the content. Called once it is certain that there will be some. */
  begin(): void;
  /** Shows what is known of the content while some engines are still asked; absent if the visitor waits for all. */
  show?: ((state: () => VNode | null) => void) | undefined;
  /** The visitor's time zone; UTC if undefined. */
  tz: string | undefined;
  /** The language of the page. */
  language: Language;
}

/** The content of a tab, and a problem to show with it. */
export interface TabContent {
  content: VNode | null;
  problem: ApiError | null;
  /** Whether it is the same for a while, as far as it comes from the cache. */
  isLasting?: boolean;
}

/** How results are shown on the page. */
const onPage: Shown = { stripTracking: true, stale: true, begins: true };

/** What the page searches for, with the details that it shows. */
function searchedIn({ q, params }: SearchAddress): TabQuery {
  return { q, ...params, detail: 'full' };
}

/**
 * Begins the page when the first engine has answered, because a first page then has no other status than 200, and shows
 * the results of the engines that have. Without any, there is nothing to show yet.
 */
function showing<Result>(
  { begin, show }: Pick<TabContext, 'begin' | 'show'>,
  view: (results: Result[]) => VNode,
): OnProgress {
  return ({ outcome }, merged) => {
    if (!merged) return;
    // If all else is in the cache as well, the whole page follows at once.
    if (outcome.ok && outcome.cached) void turns(TURNS_OF_CACHED).then(begin);
    else begin();
    show?.(() => {
      const { results = [] } = merged() as { results?: Result[] };
      return results.length > 0 ? view(results) : null;
    });
  };
}

/** In how many turns of the event loop a page is complete that is in the cache. */
const TURNS_OF_CACHED = 4;

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

/** A search tab, as far as pages need it. */
export interface PagedTab<Body> {
  find(
    context: SearchContext,
    onProgress: OnProgress | undefined,
    shown: Shown,
  ): Promise<Found<Body, EngineOutcome<unknown>>>;
}

/** Finds a page of results that repeats none of the pages before. `view` shows those of the first engines. */
export async function findPage<Result, Body extends { results: Result[] }>(
  { find }: PagedTab<Body>,
  context: TabContext,
  limit: number,
  view: (results: Result[]) => VNode,
): Promise<Found<Body, EngineOutcome<unknown>>> {
  const params = { ...searchedIn(context.address), limit };
  const isFirst = (params.page ?? 1) === 1;
  const finding = find({ ...context, params }, isFirst ? showing(context, view) : undefined, onPage);
  // In the next turn of the event loop, the questions to Redis are on their way.
  const preparing = isFirst && nextTurn().then(context.prepare);
  const [found] = await Promise.all([finding, preparing, context.admitted]);
  // A page after the last one is no search.
  if (found.searches === 0) context.request.charge?.refund();
  return found;
}
