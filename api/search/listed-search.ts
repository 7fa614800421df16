import { setImmediate as nextTurn } from 'node:timers/promises';
import { Deadline } from '../../lib/deadline.ts';
import type { ApiError } from '../../lib/errors.ts';
import { allCached, isSkipped, serverTiming } from '../ask/outcomes.ts';
import type { ResultList } from '../cache/list-cache.ts';
import { inOrder } from '../cache/reply-cache.ts';
import { ownAddress } from '../plugins/base-path.ts';
import { MAX_PAGE } from '../routes/params.ts';
import type { TabQuery } from '../routes/tab-params.ts';
import { answeredIn } from './detail.ts';
import { type EngineOutcome, pickSlots, providersOf, type TabName, withEngines } from './engines.ts';
import type { SearchContext } from './search-context.ts';
import type { Found } from './search-reply.ts';

/** A question to the engines about one of their pages, and what came of it. */
interface Asked {
  answers: EngineOutcome<unknown>[];
  /** The fields of the reply besides the envelope. */
  merged: { results: unknown[] };
  /** Whether an engine may have a next page. */
  hasMore: boolean;
  /** The error if no engine answered and there is no outdated answer either. */
  failure: ApiError | null;
  /** The age of outdated answers, if no engine answered. */
  staleMs: number | undefined;
}
/** Asks the engines for a page. Results that are listed are left out, and the others added to the names. */
type AskPage = (page: number, listed: Set<string>, leftMs: number) => Promise<Asked>;

/** How a list is read. */
interface ListOptions {
  withinMs: number;
  /** Whether addresses lose their tracking parameters. */
  stripTracking: boolean;
  /**
   * Whether the first page always begins the list anew, with what the engines' first pages have, however little that is:
   * nobody waits for their second pages before anything is shown.
   */
  begins: boolean;
}

/** A request reads at most so many pages of the engines: each is as many calls as a search without `limit`. */
const MAX_PAGES_AT_ONCE = 5;

/**
 * Searches in pages of `limit` results. The merged list is kept for a while, so that its pages are parts of one list; the
 * engines' further pages are appended when they are needed, without what is listed already.
 */
export async function listedSearch(
  tab: TabName,
  context: SearchContext<TabQuery & { limit: number }>,
  { withinMs, stripTracking, begins }: ListOptions,
  ask: AskPage,
): Promise<Found<object, EngineOutcome<unknown>>> {
  const { params, services, account } = context;
  const { page = 1, limit, extract: _, ...asked } = params;
  const question = [services.cacheScope(account), tab, stripTracking, inOrder(asked)];
  const kept = page === 1 && begins ? null : await services.listCache.read(question);
  // The first page is as new as the cache allows, and asks again engines that did not answer.
  const isNew = page === 1 && (!kept?.isComplete || services.config.cacheTtlS === 0);
  const endOf = (one: number, { firstLength }: ResultList) =>
    one === 0 ? 0 : (begins ? Math.min(limit, firstLength) : limit) + (one - 1) * limit;
  const isEnough = (list: ResultList) => list.results.length >= endOf(page, list);
  const { list, last, isAsked } = await readUntil(isEnough, isNew ? null : kept, Deadline.in(withinMs), ask);
  const results = list?.results.slice(endOf(page - 1, list), endOf(page, list)) ?? [];
  const failure = results.length === 0 ? (last?.failure ?? null) : null;
  const staleMs = last?.staleMs;
  if (list && last && !failure && staleMs === undefined) {
    const keep = () => services.listCache.write(question, list);
    // A program may ask for the next page at once. A person takes longer than Redis.
    if (begins) nextTurn().then(keep).catch(services.errors.unlessAway('keep a list of results'));
    else await keep();
  }
  const shown = last?.answers ?? cachedAnswers(list, context);
  const isEnd = page > 1 && results.length === 0;
  const more = page < MAX_PAGE && list !== null && (list.hasMore || list.results.length > endOf(page, list));
  const body = {
    query: params.q,
    tab,
    page,
    ...answeredIn(params.detail, shown, staleMs),
    ...(params.detail && { has_more: more, next: more ? nextAddress(tab, context) : null }),
    ...list?.fields,
    results,
  };
  const isLasting = list?.isComplete === true && !isEnd;
  return {
    answers: shown,
    timing: serverTiming(shown),
    failure,
    staleMs,
    body,
    isLasting,
    ...(isEnd && !isAsked && { searches: 0 }),
  };
}

/** Reads pages of the engines until the list is long enough or ends. `last` is the last page; `isAsked`: not only the cache. */
async function readUntil(
  isEnough: (list: ResultList) => boolean,
  kept: ResultList | null,
  deadline: Deadline,
  ask: AskPage,
): Promise<{ list: ResultList | null; last: Asked | null; isAsked: boolean }> {
  let [list, last]: [ResultList | null, Asked | null] = [kept, null];
  let isAsked = false;
  for (let asked = 0; asked < MAX_PAGES_AT_ONCE; asked++) {
    if (list && (isEnough(list) || !list.hasMore || deadline.leftMs() === 0)) break;
    const page = (list?.page ?? 0) + 1;
    const names = new Set(list?.names);
    last = await ask(page, names, deadline.leftMs());
    const { answers, failure, hasMore } = last;
    isAsked ||= answers.some((one) => !isSkipped(one) && !allCached([one]));
    if (failure) break;
    const { results, ...fields } = last.merged;
    list = {
      fields: list?.fields ?? fields,
      results: [...(list?.results ?? []), ...results],
      firstLength: list?.firstLength ?? results.length,
      names: [...names],
      page,
      // A page without anything new is taken for the end: some engines repeat their last one for ever.
      hasMore: results.length > 0 && hasMore,
      isComplete: (list?.isComplete ?? true) && answers.every((one) => one.outcome.ok || isSkipped(one)),
      answered: answers.flatMap(({ engine, outcome }) => (outcome.ok ? [engine.provider.id] : [])),
    };
  }
  return { list, last, isAsked };
}

/** The engines whose answers are in a list that was kept. */
function cachedAnswers(list: ResultList | null, { params, services }: SearchContext): EngineOutcome<unknown>[] {
  const slots = pickSlots(services.providers.roster.slots, params.engine ?? null);
  const answered = providersOf(slots).map(({ id }) => list?.answered.includes(id) ?? false);
  const cached = answered.map(() => ({ ok: true, value: null, ms: 0, cached: true }) as const);
  return withEngines(slots, cached).filter((_, at) => answered[at]);
}

/** The address of the next page, with all parameters of this one. */
function nextAddress(tab: TabName, { params, request, services }: SearchContext): string {
  const query = inOrder({ ...params, page: (params.page ?? 1) + 1 }).map(([name, value]) => [name, written(value)]);
  const base = ownAddress(request, services.config.publicUrl);
  return `${base}/api/v1/${tab}/?${new URLSearchParams(query as [string, string][])}`;
}

/** A parameter as it is written in an address. */
function written(value: unknown): string {
  if (value === null) return 'all';
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}
