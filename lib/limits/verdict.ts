import type { Scope } from '../keys/scopes.ts';
import type { StoredRules } from '../rules/stored-rules.ts';
import type { Cost } from './cost.ts';
import type { LimitSource, Limits, OwnerLimits } from './limits.ts';
import type { Rate } from './rate.ts';
import type { Charge } from './usage.ts';

/** Whose limit refused a request: the key's own, or the one that all keys of the account share. */
export type LimitOwner = 'key' | 'account';

export const LIMIT_OWNERS = ['key', 'account'] as const;

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
export interface Whole extends Batch {
  granted: number;
  /** The limits of the key: its own, or the instance's. */
  own: OwnerLimits;
  placedIn: LimitOwner[];
  rules: StoredRules[] | undefined;
}

const NO_LABELS: KeyOwner['labels'] = {};

/** The labels of a key; most have none. */
export function labelsIn({ labels }: Decision): KeyOwner['labels'] {
  return labels ? (JSON.parse(String(labels)) as Record<string, string>) : NO_LABELS;
}
