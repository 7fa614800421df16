import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { PresentedKey } from '../keys/key-format.ts';
import { isoTime } from '../keys/key-store.ts';
import { redisKeys } from '../redis-keys.ts';
import { admissionScript } from './admission-script.ts';
import type { Rate } from './rate.ts';
import { type Charge, type Countable, chargeFor, secondsUntilNextMonth, usagePeriod } from './usage.ts';

/** The limits of one owner, a key or an account; null means off. */
export interface OwnerLimits {
  burst: Rate | null;
  sustained: Rate | null;
  monthly: number | null;
}

/** The limits of this deployment: those of each key, and those of all keys of an account together (off if absent). */
export interface Limits extends OwnerLimits {
  account?: OwnerLimits;
}

/** Whose limit refused a request: the key's own, or the one that all keys of the account share. */
export type LimitOwner = 'key' | 'account';

/** The state of one rate limit after this request. */
export interface Standing extends Rate {
  remaining: number;
  /** Seconds until the next request is allowed; 0 if one is allowed now. */
  resetS: number;
}

/** The caller, once the key is verified. */
export interface Caller {
  prefix: string;
  username: string;
  keyName: string;
  createdAt: string;
  expiresAt: string;
  /** Time of the previous request; empty on the first. */
  lastUsedAt: string;
  searchesThisMonth: number;
}

/** The state of both rate limits; null means off. */
export type Standings = { burst: Standing | null; sustained: Standing | null };

/** The decision on one request. */
export type Admission =
  | { verdict: 'admitted'; caller: Caller; standings: Standings; charge: Charge | null }
  | { verdict: 'throttled'; by: LimitOwner; caller: Caller; standings: Standings; waitS: number }
  | { verdict: 'month-used-up'; by: LimitOwner; caller: Caller; standings: Standings; waitS: number }
  | { verdict: 'disabled' }
  | { verdict: 'unknown' };

/** Admits or refuses one request, and counts it if it is admitted. */
export async function admit(
  redis: Redis,
  key: PresentedKey,
  limits: Limits,
  request: Countable,
  now = new Date(),
): Promise<Admission> {
  const [admission] = await admitTogether(redis, key, limits, request, [request.id ?? randomUUID()], now);
  return admission as Admission;
}

/** Decides on a batch of requests of one key and endpoint, in order, as if each had been sent alone. */
export async function admitTogether(
  redis: Redis,
  key: PresentedKey,
  limits: Limits,
  { countsAs, valid }: Countable,
  ids: readonly string[],
  now: Date,
): Promise<Admission[]> {
  const charges = ids.map((id) => chargeFor(key.prefix, { countsAs, valid, id }, now));
  const period = usagePeriod(now);
  const reply = (await admissionScript.run(
    redis,
    [
      redisKeys.apiKey(key.prefix),
      redisKeys.rateLog(key.prefix, 'burst'),
      redisKeys.rateLog(key.prefix, 'sustained'),
      redisKeys.keyUsage(key.prefix, period.month),
      ...charges.flatMap((charge) => (charge ? [redisKeys.charge(charge.id)] : [])),
    ],
    [
      redisKeys.accountsPrefix,
      key.digest,
      period.month,
      countsAs === null ? '' : `${period.day}:${countsAs}`,
      ids.length,
      limits.monthly ?? 0,
      limits.account?.monthly ?? 0,
      ...[limits.burst, limits.sustained, limits.account?.burst, limits.account?.sustained].flatMap((rate) => [
        rate?.limit ?? 0,
        rate?.windowMs ?? 0,
      ]),
    ],
  )) as (string | number)[];

  const [found, storedDigest] = reply as [string, string];
  // An unknown prefix takes the same work as a wrong secret.
  if (!sameDigest(storedDigest, key.digest) || found === 'unknown') return ids.map(() => ({ verdict: 'unknown' }));
  if (found === 'disabled') return ids.map(() => ({ verdict: 'disabled' }));
  return charges.map((charge, at) => verdictOn(at, charge, reply, key.prefix, limits, now));
}

/** Derives the decision for the request at this position from the script's reply. */
function verdictOn(
  at: number,
  charge: Charge | null,
  reply: readonly (string | number)[],
  prefix: string,
  limits: Limits,
  now: Date,
): Admission {
  const text = (index: number) => String(reply[index] ?? '');
  const number = (index: number) => Number(reply[index] ?? 0);
  const granted = number(9);
  const after = Math.min(at + 1, granted);
  const caller: Caller = {
    prefix,
    username: text(2),
    keyName: text(3),
    // Getters, because most requests do not use these fields.
    get createdAt() {
      return isoTime(text(4));
    },
    get expiresAt() {
      return isoTime(text(5));
    },
    get lastUsedAt() {
      // If a request of this batch was admitted before this one, it is the previous use.
      return isoTime(text(Math.min(at, granted) === 0 ? 6 : 7));
    },
    searchesThisMonth: number(8) + (charge ? after : 0),
  };
  const standing = (rate: Rate | null, taken: number, freeMs: number): Standing | null => {
    if (!rate) return null;
    const remaining = Math.max(0, rate.limit - (taken - granted + after));
    return { limit: rate.limit, windowMs: rate.windowMs, remaining, resetS: remaining ? 0 : Math.ceil(freeMs / 1_000) };
  };
  const standings: Standings = {
    burst: standing(limits.burst, number(10), number(11)),
    sustained: standing(limits.sustained, number(12), number(13)),
  };
  if (at < granted) return { verdict: 'admitted', caller, standings, charge };
  const [keyWaitMs, accountWaitMs] = [Math.max(number(11), number(13)), Math.max(number(15), number(17))];
  const waitMs = Math.max(keyWaitMs, accountWaitMs);
  if (waitMs > 0) {
    const by = accountWaitMs > keyWaitMs ? 'account' : 'key';
    return { verdict: 'throttled', by, caller, standings, waitS: Math.max(1, Math.ceil(waitMs / 1_000)) };
  }
  const by = limits.monthly !== null && caller.searchesThisMonth >= limits.monthly ? 'key' : 'account';
  return { verdict: 'month-used-up', by, caller, standings, waitS: secondsUntilNextMonth(now) };
}

function sameDigest(stored: string, presented: string): boolean {
  return timingSafeEqual(Buffer.from(stored.padEnd(64, '0').slice(0, 64)), Buffer.from(presented));
}
