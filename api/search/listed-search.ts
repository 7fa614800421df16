import { setImmediate as nextTurn } from 'node:timers/promises';
import { Deadline } from '../../lib/deadline.ts';
import type { ApiError } from '../../lib/errors.ts';
import { allCached, isSkipped } from '../ask/outcomes.ts';
import type { Timing } from '../ask/timing.ts';
import type { ResultList } from '../cache/list-cache.ts';
import { inOrder } from '../cache/reply-cache.ts';
import { MAX_PAGE } from '../contract/params.ts';
import { ownAddress } from '../plugins/base-path.ts';
import { type EngineOutcome, pickSlots, providersOf, type TabName, withEngines } from './engines.ts';
import { type RuledList, type Rules, ruledList } from './rules.ts';
import type { SearchContext, Shown } from './search-context.ts';
import type { Found } from './search-reply.ts';

/** The fields of a tab's reply besides the envelope: a list of results, and what else is said of the search. */
export interface Results {
  results: unknown[];
}

/** The page of results that a reply shows. */
export interface Page<Fields>
  extends Pick<Found<Fields, EngineOutcome<unknown>>, 'answers' | 'isLasting' | 'searches'> {
  list: Fields;
  /** The error if no engine answered and there is no outdated answer either. */
  failure: ApiError | null;
  /** The age of outdated answers, if no engine answered. */
  staleMs: number | undefined;
  /** How many results rules have hidden in the list so far; undefined if none apply. */
  hidden?: number | undefined;
  /** What became of the reranker, for the `Server-Timing` header. */
  reranking?: Timing | undefined;
  /** Where a list of pages goes on, for the envelope. */
  more?: { has_more: boolean; next: string | null } | undefined;
}

/** A page of the engines. */
export interface Asked<Fields> extends Page<Fields> {
  /** Whether an engine may have a next one. */
  hasMore(): boolean;
}

/** Asks the engines for a page. Results that are listed are left out, and the others added to the names. */
type AskPage<Fields> = (page: number, listed: Set<string>, leftMs: number) => Promise<Asked<Fields>>;

/** A request reads at most so many pages of the engines: each is as many calls as a search without `limit`. */
const MAX_PAGES_AT_ONCE = 5;

/**
 * Searches in pages of `limit` results. The merged list is kept for a while, so that its pages are parts of one list; the
 * engines' further pages are appended when they are needed, without what is listed already.
 */
export async function pageOfList<Fields extends Results>(
  tab: TabName,
  context: SearchContext,
  limit: number,
  { stripTracking = context.services.config.stripTracking, begins = false, rules }: Shown & { rules: Rules | null },
  withinMs: number,
  ask: AskPage<Fields>,
): Promise<Page<Fields>> {
  const { params, services, account } = context;
  // The list is kept without rules: callers with different ones share it.
  const { page = 1, limit: _, extract: _extract, rules: _rules, ...asked } = params;
  const question = [services.cacheScope(account), tab, stripTracking, inOrder(asked)];
  const kept = page === 1 && begins ? null : await services.listCache.read(question);
  // The first page is as new as the cache allows, and asks again engines that did not answer.
  const isNew = page === 1 && (!kept?.isComplete || services.config.cacheTtlS === 0);
  const endOf = (one: number, { firstLength }: RuledList) =>
    one === 0 ? 0 : (begins ? Math.min(limit, firstLength) : limit) + (one - 1) * limit;
  const isEnough = (list: ResultList) => {
    const ruled = ruledList(list, rules);
    return ruled.results.length >= endOf(page, ruled);
  };
  const { list, last, isAsked } = await readUntil(isEnough, isNew ? null : kept, Deadline.in(withinMs), ask);
  const ruled = list && ruledList(list, rules);
  const results = ruled?.results.slice(endOf(page - 1, ruled), endOf(page, ruled)) ?? [];
  const failure = results.length === 0 ? (last?.failure ?? null) : null;
  const staleMs = last?.staleMs;
  if (list && last && !failure && staleMs === undefined) {
    const keep = () => services.listCache.write(question, list);
    // A program may ask for the next page at once. A person takes longer than Redis.
    if (begins) nextTurn().then(keep).catch(services.errors.unlessAway('keep a list of results'));
    else await keep();
  }
  const isEnd = page > 1 && results.length === 0;
  const more =
    page < MAX_PAGE && ruled !== null && (list?.hasMore || ruled.results.length > endOf(page, ruled)) === true;
  return {
    answers: last?.answers ?? cachedAnswers(list, context),
    failure,
    staleMs,
    // The list is of this tab, though it may come from Redis.
    list: { ...list?.fields, results } as Fields,
    hidden: ruled?.hidden,
    more: params.detail && { has_more: more, next: more ? nextAddress(tab, context) : null },
    isLasting: list?.isComplete === true && !isEnd && last?.isLasting !== false,
    reranking: last?.reranking,
    ...(isEnd && !isAsked && { searches: 0 }),
  };
}

/** Reads pages of the engines until the list is long enough or ends. `last` is the last page; `isAsked`: not only the cache. */
async function readUntil<Fields extends Results>(
  isEnough: (list: ResultList) => boolean,
  kept: ResultList | null,
  deadline: Deadline,
  ask: AskPage<Fields>,
): Promise<{ list: ResultList | null; last: Asked<Fields> | null; isAsked: boolean }> {
  let [list, last]: [ResultList | null, Asked<Fields> | null] = [kept, null];
  let isAsked = false;
  for (let asked = 0; asked < MAX_PAGES_AT_ONCE; asked++) {
    if (list && (isEnough(list) || !list.hasMore || deadline.leftMs() === 0)) break;
    const page = (list?.page ?? 0) + 1;
    const names = new Set(list?.names);
    last = await ask(page, names, deadline.leftMs());
    const { answers, failure } = last;
    isAsked ||= answers.some((one) => !isSkipped(one) && !allCached([one]));
    if (failure) break;
    const { results, ...fields } = last.list;
    list = {
      fields: list?.fields ?? fields,
      results: [...(list?.results ?? []), ...results],
      lengths: [...(list?.lengths ?? []), results.length],
      names: [...names],
      page,
      // A page without anything new is taken for the end: some engines repeat their last one for ever.
      hasMore: results.length > 0 && last.hasMore(),
      isComplete:
        (list?.isComplete ?? true) &&
        last.isLasting !== false &&
        answers.every((one) => one.outcome.ok || isSkipped(one)),
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
