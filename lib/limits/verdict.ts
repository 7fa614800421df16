import { isoTime } from '../keys/key-record.ts';
import type { Scope } from '../keys/scopes.ts';
import { type StoredRules, storedRules } from '../rules/stored-rules.ts';
import { type Cost, searchesOf } from './cost.ts';
import { type LimitSource, type Limits, type OwnerLimits, ownLimits, withOwn } from './limits.ts';
import type { Rate } from './rate.ts';
import { type Charge, secondsUntilNextMonth } from './usage.ts';

/** Whose limit refused a request: the key's own, or the one that all keys of the account share. */
export type LimitOwner = 'key' | 'account';

const LIMIT_OWNERS = ['key', 'account'] as const;

/** The state of one rate limit after this request. */
export interface Standing extends Rate {
  remaining: number;
  /** Seconds until an entry is free; 0 if one is free now. */
  resetS: number;
}

/** The state of both rate limits; null means off. */
export type Standings = { burst: Standing | null; sustained: Standing | null };

/** The account of a key, and the labels that it has given it. */
export interface KeyOwner {
  username: string;
  labels: Readonly<Record<string, string>>;
}

/** The caller, once the key is verified. */
export interface Caller extends KeyOwner {
  prefix: string;
  keyName: string;
  createdAt: string;
  expiresAt: string;
  /** The same, in milliseconds since the epoch; null for never. */
  expiresAtMs: number | null;
  /** Time of the previous request; empty on the first. */
  lastUsedAt: string;
  searchesThisMonth: number;
  /** What the key may do; empty for everything but `manage`. */
  scopes: readonly Scope[];
  /** The engines that it may use; empty for all. */
  engines: readonly string[];
  /** The lists of rules for sites of the key and of its account; undefined if neither has one. */
  rules?: readonly StoredRules[] | undefined;
  /** How many searches the key may make a month; null if that is not limited. */
  monthlyLimit: number | null;
  /** What each limit is after this request, and whose it is. */
  limits(): CallerLimits;
}

/**
 * The limits of a key. `binds`: whose limit leaves the fewest requests, and `left`, how many those are. Null means that the
 * key has no such limit.
 */
export interface CallerLimits {
  burst: (Standing & { left: number; binds: LimitSource }) | null;
  sustained: (Standing & { left: number; binds: LimitSource }) | null;
  monthly: { limit: number; left: number; binds: LimitSource } | null;
  parallel: { limit: number; left: number; binds: LimitSource } | null;
}

/** The decision on one request. `placedIn`: whose limited number of requests at a time it is one of; its end must be told, see `places.ts`. */
export type Admission =
  | { verdict: 'admitted'; caller: Caller; standings: Standings; charge: Charge | null; placedIn: LimitOwner[] }
  | {
      verdict: 'throttled';
      by: LimitOwner;
      rate: 'burst' | 'sustained';
      caller: Caller;
      standings: Standings;
      waitS: number;
    }
  | { verdict: 'too-many-at-once'; by: LimitOwner; caller: Caller; standings: Standings; waitS: number }
  | { verdict: 'month-used-up'; by: LimitOwner; caller: Caller; standings: Standings; waitS: number }
  | { verdict: 'outside-scope'; owner: KeyOwner; scope: Scope }
  | { verdict: 'outside-addresses'; owner: KeyOwner }
  | { verdict: 'switched-off'; owner: KeyOwner }
  | { verdict: 'disabled'; owner: KeyOwner }
  | { verdict: 'unknown' };

/** The script's reply. */
export type Decision = Readonly<Record<string, string | number>>;

/** What the verdicts on a batch follow from. `limits` are the instance's that concern its requests. */
export interface Batch {
  decision: Decision;
  prefix: string;
  limits: Limits;
  cost: Cost;
  now: Date;
}

/** What holds for all requests of a batch, and is worked out once. */
interface Whole extends Batch {
  granted: number;
  /** The limits of the key: its own, or the instance's. */
  own: OwnerLimits;
  placedIn: LimitOwner[];
  rules: StoredRules[] | undefined;
}

/** A request may be tried again when another of the same key has ended; nobody knows when that is. */
const PLACE_WAIT_S = 1;

/** The verdicts on the requests of a batch, in their order. */
export function verdictsOn(charges: readonly (Charge | null)[], batch: Batch): Admission[] {
  const { decision, limits, prefix } = batch;
  const whole: Whole = {
    ...batch,
    granted: Number(decision.granted ?? 0),
    own: withOwn(limits, ownLimits(named(decision, 'own_'))),
    placedIn: LIMIT_OWNERS.filter((owner) => Number(decision[`${owner}_parallel`] ?? 0) > 0),
    rules: rulesIn(decision, prefix),
  };
  return charges.map((charge, at) => verdictOn(at, charge, whole));
}

/** The verdict on the request at this position of a batch. */
function verdictOn(at: number, charge: Charge | null, batch: Whole): Admission {
  const { decision, granted, own, placedIn, cost, now } = batch;
  const number = (name: string) => Number(decision[name] ?? 0);
  const isAdmitted = at < granted;
  const admittedSoFar = isAdmitted ? at + 1 : granted;
  const standing = (name: 'burst' | 'sustained', rate: Rate | null, log: string): Standing | null => {
    // Headers tell of the limits of searches alone.
    if (!rate || cost.log) return null;
    const later = (granted - admittedSoFar) * Math.min(cost.entries, rate.limit);
    const remaining = Math.max(0, rate.limit - number(`${log}${name}_taken`) + later);
    const resetS = remaining ? 0 : Math.ceil(number(`${log}${name}_free_ms`) / 1_000);
    // Field by field, because Node 20 is slow to add fields to what it has spread.
    return { limit: rate.limit, windowMs: rate.windowMs, remaining, resetS };
  };
  const standings: Standings = {
    burst: standing('burst', own.burst, ''),
    sustained: standing('sustained', own.sustained, ''),
  };
  const caller = new BatchCaller(at, admittedSoFar, batch, () =>
    callerLimits(batch, (name, rate) => standing(name, rate, 'account_'), standings, admittedSoFar),
  );
  if (isAdmitted) return { verdict: 'admitted', caller, standings, charge, placedIn };
  const keyWaitMs = Math.max(number('burst_wait_ms'), number('sustained_wait_ms'));
  const accountWaitMs = Math.max(number('account_burst_wait_ms'), number('account_sustained_wait_ms'));
  const waitMs = Math.max(keyWaitMs, accountWaitMs);
  if (waitMs > 0) {
    const by = accountWaitMs > keyWaitMs ? 'account' : 'key';
    // The limit that keeps the caller waiting longest.
    const burstMs = Math.max(number('burst_wait_ms'), number('account_burst_wait_ms'));
    const rate = burstMs === waitMs ? 'burst' : 'sustained';
    return { verdict: 'throttled', by, rate, caller, standings, waitS: Math.max(1, Math.ceil(waitMs / 1_000)) };
  }
  for (const by of placedIn) {
    if (number(`${by}_places`) >= number(`${by}_parallel`)) {
      return { verdict: 'too-many-at-once', by, caller, standings, waitS: PLACE_WAIT_S };
    }
  }
  const needed = caller.searchesThisMonth + Math.max(1, searchesOf(cost));
  const by = own.monthly !== null && needed > own.monthly ? 'key' : 'account';
  return { verdict: 'month-used-up', by, caller, standings, waitS: secondsUntilNextMonth(now) };
}

/** The fields of a reply whose names begin so, without the beginning. */
function named(decision: Decision, beginning: string): Decision {
  const names = ['burst', 'sustained', 'monthly', 'max_parallel'];
  return Object.fromEntries(names.map((name) => [name, decision[beginning + name] ?? '']));
}

/** The caller of one request of a batch. Getters, because most requests do not use these fields. */
class BatchCaller implements Caller {
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

const NO_LABELS: KeyOwner['labels'] = {};

/** The labels of a key; most have none. */
export function labelsIn({ labels }: Decision): KeyOwner['labels'] {
  return labels ? (JSON.parse(String(labels)) as Record<string, string>) : NO_LABELS;
}

/** The lists of rules of a key and its account; undefined without any, as most have none. */
function rulesIn(decision: Decision, prefix: string): StoredRules[] | undefined {
  const { username, rules = '', account_rules = '' } = decision;
  if (rules === '' && account_rules === '') return undefined;
  return storedRules(
    { key: prefix, account: String(username) },
    { key: String(rules), account: String(account_rules) },
  );
}

function callerLimits(
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
