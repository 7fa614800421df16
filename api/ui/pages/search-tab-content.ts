import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import type { Session } from '../../../lib/accounts/session-store.ts';
import type { ApiError } from '../../../lib/errors.ts';
import type { TabQuery } from '../../contract/tab-params.ts';
import type { InstantRequester } from '../../instant/instant-answer.ts';
import type { EngineOutcome } from '../../search/engines.ts';
import type { Progress } from '../../search/search.ts';
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
  /** Renders what is around the content. `note` says what is awaited if that takes long. */
  prepare(note: () => VNode): void;
  /** Sends what is above the content. Called once it is certain that there will be some. */
  begin(): void;
  /** Shows what is known of the content while some engines are still asked; absent if the visitor waits for all. */
  show?: ((state: VNode) => void) | undefined;
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
function searchedIn({ q, params: { show: _, ruled: _ruled, ...params } }: SearchAddress): TabQuery {
  return { q, ...params, detail: 'full' };
}

/** A search tab, as far as pages need it. */
export interface PagedTab<Body> {
  find(
    context: SearchContext,
    progress: Progress | undefined,
    shown: Shown,
  ): Promise<Found<Body, EngineOutcome<unknown>>>;
}

/** What is shown of a page while it comes. */
interface Coming extends Progress {
  /** Says what is awaited while there is nothing else to show. */
  note(): VNode;
}

/** Finds a page of results that repeats none of the pages before. The first one is shown as it comes. */
export async function findPage<Body extends { results: unknown[] }>(
  { find }: PagedTab<Body>,
  context: TabContext,
  limit: number,
  coming: Coming,
): Promise<Found<Body, EngineOutcome<unknown>>> {
  const params = { ...searchedIn(context.address), limit };
  const isFirst = (params.page ?? 1) === 1;
  const shown = context.address.params.show === 'hidden' ? { ...onPage, unruled: true } : onPage;
  const finding = find({ ...context, params }, isFirst ? coming : undefined, shown);
  // In the next turn of the event loop, the questions to Redis are on their way.
  const preparing = isFirst && nextTurn().then(() => context.prepare(() => coming.note()));
  const [found] = await Promise.all([finding, preparing, context.admitted]);
  if (context.request.notes) context.request.notes.engines = found.timing.engines;
  // A page after the last one is no search.
  if (found.searches === 0) context.request.charge?.refund();
  return found;
}
