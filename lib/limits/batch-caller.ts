import { isoTime } from '../keys/key-record.ts';
import type { Scope } from '../keys/scopes.ts';
import type { StoredRules } from '../rules/stored-rules.ts';
import { searchesOf } from './cost.ts';
import { type LimitSource, ownLimits, withOwn } from './limits.ts';
import type { Rate } from './rate.ts';
import {
  type Caller,
  type CallerLimits,
  type Decision,
  type KeyOwner,
  LIMIT_OWNERS,
  labelsIn,
  type Standing,
  type Standings,
  type Whole,
} from './verdict.ts';

/** The caller of one request of a batch. Getters, because most requests do not use these fields. */
export class BatchCaller implements Caller {
  readonly prefix: string;
  readonly username: string;
  readonly keyName: string;
  readonly expiresAtMs: number | null;
  readonly searchesThisMonth: number;
  readonly rules: StoredRules[] | undefined;
  readonly monthlyLimit: number | null;
  readonly limits: () => CallerLimits;
  readonly #decision: Decision;
  readonly #isFirst: boolean;
  #labels: KeyOwner['labels'] | undefined;

  constructor(at: number, admittedSoFar: number, batch: Whole, limits: () => CallerLimits) {
    const { decision, prefix, cost, granted, own, rules } = batch;
    this.prefix = prefix;
    this.username = String(decision.username ?? '');
    this.keyName = String(decision.name ?? '');
    this.expiresAtMs = decision.expires_at === undefined ? null : Number(decision.expires_at);
    this.searchesThisMonth = Number(decision.searches ?? 0) + admittedSoFar * searchesOf(cost);
    this.rules = rules;
    this.monthlyLimit = own.monthly;
    this.limits = limits;
    this.#decision = decision;
    this.#isFirst = Math.min(at, granted) === 0;
  }

  get labels(): KeyOwner['labels'] {
    this.#labels ??= labelsIn(this.#decision);
    return this.#labels;
  }

  get createdAt(): string {
    return isoTime(this.#text('created_at'));
  }

  get expiresAt(): string {
    return isoTime(this.#text('expires_at'));
  }

  get lastUsedAt(): string {
    // If a request of this batch was admitted before this one, it is the previous use.
    return isoTime(this.#text(this.#isFirst ? 'last_used_at' : 'now'));
  }

  get scopes(): Scope[] {
    return this.#list('scopes') as Scope[];
  }

  get engines(): string[] {
    return this.#list('engines');
  }

  #text(name: string): string {
    return String(this.#decision[name] ?? '');
  }

  #list(name: string): string[] {
    return this.#text(name).split(',').filter(Boolean);
  }
}

/** The limits of the key of a batch, after so many of its requests. */
export function callerLimits(
  { decision, limits, cost, granted, own }: Whole,
  accountStanding: (name: 'burst' | 'sustained', rate: Rate | null) => Standing | null,
  standings: Standings,
  admittedSoFar: number,
): CallerLimits {
  const account = withOwn(limits.account ?? { burst: null, sustained: null, monthly: null }, {
    ...ownLimits(named(decision, 'account_own_')),
  });
  /** A limit of the key is the instance's unless the key has its own. One of the account binds if it leaves less. */
  const source = (name: string): LimitSource => (decision[`own_${name}`] ? 'key' : 'instance');
  const rate = (name: 'burst' | 'sustained') => {
    const [mine, shared] = [standings[name], accountStanding(name, account[name])];
    if (!mine) return null;
    if (shared && shared.remaining < mine.remaining)
      return { ...mine, left: shared.remaining, binds: 'account' as const };
    return { ...mine, left: mine.remaining, binds: source(name) };
  };
  const least = <T extends { left: number }>(all: readonly (T | null)[]): T | null =>
    all.reduce((best, one) => (one && (!best || one.left < best.left) ? one : best), null);
  const capped = (limit: number | null, used: number, binds: LimitSource) =>
    limit === null ? null : { limit, left: Math.max(0, limit - used), binds };
  const number = (name: string) => Number(decision[name] ?? 0);
  const later = granted - admittedSoFar;
  const counted = admittedSoFar * searchesOf(cost);
  return {
    burst: rate('burst'),
    sustained: rate('sustained'),
    monthly: least([
      capped(own.monthly, number('searches') + counted, source('monthly')),
      capped(account.monthly, number('account_searches') + counted, 'account'),
    ]),
    parallel: least(
      LIMIT_OWNERS.map((owner) =>
        capped(number(`${owner}_parallel`) || null, number(`${owner}_places`) - later, owner),
      ),
    ),
  };
}

/** The fields of a reply whose names begin so, without the beginning. */
export function named(decision: Decision, beginning: string): Decision {
  const names = ['burst', 'sustained', 'monthly', 'max_parallel'];
  return Object.fromEntries(names.map((name) => [name, decision[beginning + name] ?? '']));
}
