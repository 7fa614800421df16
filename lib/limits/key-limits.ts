import type { Account } from '../accounts/account-store.ts';
import type { KeyRecord } from '../keys/key-record.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { type LimitSource, type Limits, type OwnerLimits, type OwnLimits, withOwn } from './limits.ts';
import { readStandings } from './standings.ts';
import { usageKey, usagePeriod } from './usage.ts';
import type { Standing } from './verdict.ts';

/** The names of the limits, as the API and the forms call them. */
export const limitNames = ['burst', 'sustained', 'monthly', 'max_parallel'] as const;
export type LimitName = (typeof limitNames)[number];

/** What a limit leaves now. The windows of a rate are in milliseconds; the other limits have none. */
export interface LimitState {
  limit: number;
  windowMs: number | null;
  left: number;
  /** Seconds until a request is free; 0 if one is free now, or if nobody knows. */
  resetS: number;
}

/** The state of each limit of a key or of an account; null means off. */
export type LimitStates = Record<LimitName, LimitState | null>;

/** The state of each limit that holds for a key, with whose limit leaves the least. Null if nobody limits it. */
export type BindingLimits = Record<LimitName, (LimitState & { binds: LimitSource }) | null>;

/** The owner of limits: a key, or an account with all of its keys. */
type Owner = { key: string } | { account: string };

/** Reads what limits leave, without counting a request. */
async function readStates(
  redis: Redis,
  owner: Owner,
  limits: OwnerLimits,
  { maxParallel }: OwnLimits,
  now: Date,
): Promise<LimitStates> {
  const [usage, places] =
    'key' in owner
      ? [usageKey(owner, usagePeriod(now).month), redisKeys.keyPlaces(owner.key)]
      : [usageKey({ username: owner.account }, usagePeriod(now).month), redisKeys.accountPlaces(owner.account)];
  const [standings, searches, underWay] = await Promise.all([
    readStandings(redis, owner, limits),
    redis.hget(usage, 'total'),
    maxParallel === undefined ? 0 : redis.zcount(places, `(${now.getTime()}`, '+inf'),
  ]);
  const rate = (standing: Standing | null) =>
    standing && {
      limit: standing.limit,
      windowMs: standing.windowMs,
      left: standing.remaining,
      resetS: standing.resetS,
    };
  const counted = (limit: number | null | undefined, used: number) =>
    typeof limit === 'number' ? { limit, windowMs: null, left: Math.max(0, limit - used), resetS: 0 } : null;
  return {
    burst: rate(standings.burst),
    sustained: rate(standings.sustained),
    monthly: counted(limits.monthly, Number(searches ?? 0)),
    max_parallel: counted(maxParallel, underWay),
  };
}

/** What the limits of an account leave all of its keys together. */
export function readAccountLimits(
  redis: Redis,
  { username, limits }: Pick<Account, 'username' | 'limits'>,
  { account }: Required<Limits>,
  now: Date,
): Promise<LimitStates> {
  return readStates(redis, { account: username }, withOwn(account, limits), limits, now);
}

/** What all limits leave a key, and whose leaves the least. */
export async function readKeyLimits(
  redis: Redis,
  key: Pick<KeyRecord, 'prefix' | 'limits'>,
  account: Pick<Account, 'username' | 'limits'>,
  limits: Required<Limits>,
  now: Date,
): Promise<BindingLimits> {
  const [ofKey, ofAccount] = await Promise.all([
    readStates(redis, { key: key.prefix }, withOwn(limits, key.limits), key.limits, now),
    readAccountLimits(redis, account, limits, now),
  ]);
  const own = { ...key.limits, max_parallel: key.limits.maxParallel };
  const binding = (name: LimitName) => {
    const [mine, shared] = [ofKey[name], ofAccount[name]];
    if (shared && (!mine || shared.left < mine.left)) return { ...shared, binds: 'account' as const };
    return mine && { ...mine, binds: own[name] === undefined ? ('instance' as const) : ('key' as const) };
  };
  return {
    burst: binding('burst'),
    sustained: binding('sustained'),
    monthly: binding('monthly'),
    max_parallel: binding('max_parallel'),
  };
}
