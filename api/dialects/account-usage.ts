import type { RequestContext } from '../contract/endpoint.ts';

/** What a caller used this month. */
export interface AccountUsage {
  searches: number;
  /** The limit of the key; null if there is none. */
  limit: number | null;
  /** The limit that leaves the key the fewest searches: its own, or that of its account. Null if there is none. */
  plan: { limit: number; left: number } | null;
  /** The first moment of the month, and of the next one. */
  from: Date;
  until: Date;
}

/** The usage of the caller as `/api/v1/key/` reports it. Admission provides it, so it needs no further call to Redis. */
export function accountUsage({ caller, services }: RequestContext<unknown>): AccountUsage {
  const now = services.health.clock.today();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return {
    searches: caller.searchesThisMonth,
    limit: caller.monthlyLimit,
    plan: caller.limits().monthly,
    from: new Date(Date.UTC(year, month)),
    until: new Date(Date.UTC(year, month + 1)),
  };
}
