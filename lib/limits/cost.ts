import { type Scope, scopesFor } from '../keys/scopes.ts';

/** What a request costs its caller. */
export interface Cost {
  /**
   * How many entries it takes in the log of each rate limit; all of a limit that is lower. With 0, no limit concerns the
   * request, and only its key is checked.
   */
  entries: number;
  /** The log of its burst limit, if that is not the one of searches. Only the burst limit concerns such a request. */
  log?: 'messages';
  /**
   * How many searches it counts as if it succeeds, by endpoint; empty if it is no search. A search that does not count,
   * such as one with bad parameters, has 0: like all searches, it is refused once the month is used up.
   */
  searches: Readonly<Record<string, number>>;
  /** It is part of another request of the same key, which has its place among those at a time. */
  isPart?: true;
  /** The endpoint of a request that is no search, if a key needs its scope. Those of searches follow from `searches`. */
  endpoint?: string;
}

/** The cost of a request that is limited, but is no search. */
export const NO_SEARCH: Cost = { entries: 1, searches: {} };

/** The cost of a message that calls no tool. Agents send several of them for each call. */
export const MESSAGE: Cost = { entries: 1, searches: {}, log: 'messages' };

/** How many times as many messages as searches are admitted. */
export const MESSAGES_PER_SEARCH = 10;

/** The cost of a request that only needs a valid key. */
export const KEY_CHECK: Cost = { entries: 0, searches: {} };

/** The cost of a search, which counts as one unless a number is given. It takes as many entries, so that limits mean searches. */
export function searchIn(endpoint: string, count = 1): Cost {
  return { entries: Math.max(1, count), searches: { [endpoint]: count } };
}

/** The cost of a request that searches several tabs at once: that of as many searches. */
export function searchInAll(tabs: readonly string[]): Cost {
  return { entries: tabs.length, searches: Object.fromEntries(tabs.map((tab) => [tab, 1])) };
}

/** The scopes that a key needs for a request of this cost. */
export function scopesOf({ searches, endpoint }: Cost): Scope[] {
  return scopesFor(endpoint === undefined ? Object.keys(searches) : [endpoint]);
}

/** How many searches a request counts as. */
export function searchesOf({ searches }: Pick<Cost, 'searches'>): number {
  return Object.values(searches).reduce((sum, count) => sum + count, 0);
}

/** Whether two requests cost the same. */
export function isSameCost(one: Cost, other: Cost): boolean {
  if (one.entries !== other.entries || one.log !== other.log) return false;
  if (one.isPart !== other.isPart || one.endpoint !== other.endpoint) return false;
  const endpoints = Object.keys(one.searches);
  if (endpoints.length !== Object.keys(other.searches).length) return false;
  return endpoints.every((endpoint) => one.searches[endpoint] === other.searches[endpoint]);
}
