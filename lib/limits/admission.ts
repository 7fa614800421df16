import { timingSafeEqual } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { PresentedKey } from '../keys/key-format.ts';
import { isoTime } from '../keys/key-store.ts';
import { redisKeys } from '../redis-keys.ts';
import { defineScript } from '../redis-script.ts';
import type { Rate } from './rate.ts';
import { type Charge, type Countable, chargeFor, secondsUntilNextMonth, usagePeriod } from './usage.ts';

/** The limits of this deployment; null is off. */
export interface Limits {
  burst: Rate | null;
  sustained: Rate | null;
  monthly: number | null;
}

/** Where one limit stands after this request. */
export interface Standing extends Rate {
  remaining: number;
  /** Seconds until a place is free again; 0 when one is. */
  resetS: number;
}

/** Who is calling, once the key is known to be good. */
export interface Caller {
  prefix: string;
  username: string;
  keyName: string;
  createdAt: string;
  expiresAt: string;
  /** The use before this one; empty on the first. */
  lastUsedAt: string;
  searchesThisMonth: number;
}

export type Standings = { burst: Standing | null; sustained: Standing | null };

export type Admission =
  | { verdict: 'admitted'; caller: Caller; standings: Standings; charge: Charge | null }
  | { verdict: 'throttled'; caller: Caller; standings: Standings; waitS: number }
  | { verdict: 'month-used-up'; caller: Caller; standings: Standings; waitS: number }
  | { verdict: 'disabled' }
  | { verdict: 'unknown' };

/** Longer than any request takes, and than an outage after which its refund may still be due. */
const CHARGE_KEPT_MS = 300_000;

/**
 * One round trip decides everything: is the key known and alive, is its account enabled, is there a place under both
 * limits. It takes a place in both or in neither, and counts the search under the same breath, so that a month's cap
 * is exact whatever arrives at once; a search that then fails is refunded.
 *
 * A limit is an exact sliding log: a list of the times of admitted requests, oldest first, on Redis' own clock.
 * The account's names are built here because only the key's record says whose it is; they share the keys' hash tag.
 */
const admissionScript = defineScript(
  `
  local keyName, burstLog, sustainedLog, keyUsage, chargeKey = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
  local prefix, digest = ARGV[1], ARGV[2]
  local logs = {
    { key = burstLog, limit = tonumber(ARGV[3]), window = tonumber(ARGV[4]) },
    { key = sustainedLog, limit = tonumber(ARGV[5]), window = tonumber(ARGV[6]) },
  }
  local monthly, month, countsAs, charge = tonumber(ARGV[7]), ARGV[8], ARGV[9], ARGV[10] == '1'

  local record = redis.call('HMGET', keyName, 'digest', 'username', 'name', 'created_at', 'expires_at', 'revoked_at', 'last_used_at')
  -- Lua interns strings: this compares two pointers, whatever the strings hold. The web process compares once more.
  if record[1] ~= digest then return { 'unknown', record[1] or '' } end
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  if record[6] or (record[5] and tonumber(record[5]) <= now) then return { 'unknown', record[1] } end
  local username = record[2]
  if redis.call('HGET', prefix .. 'user:' .. username, 'disabled') == '1' then return { 'disabled', record[1] } end

  local wait = 0
  for _, log in ipairs(logs) do
    log.count = 0
    if log.limit > 0 then
      local oldest = redis.call('LINDEX', log.key, 0)
      while oldest and tonumber(oldest) <= now - log.window do
        redis.call('LPOP', log.key)
        oldest = redis.call('LINDEX', log.key, 0)
      end
      log.count = redis.call('LLEN', log.key)
      if log.count >= log.limit then
        -- After a limit was lowered, more than one entry must leave before a place is free.
        log.free = tonumber(redis.call('LINDEX', log.key, log.count - log.limit)) + log.window - now
        wait = math.max(wait, log.free)
      end
    end
  end

  local searches = tonumber(redis.call('HGET', keyUsage, 'total') or '0')
  local verdict = 'admitted'
  if wait > 0 then
    verdict = 'throttled'
  elseif monthly > 0 and countsAs ~= '' and searches >= monthly then
    verdict = 'month-used-up'
  else
    for _, log in ipairs(logs) do
      if log.limit > 0 then
        redis.call('RPUSH', log.key, now)
        redis.call('PEXPIRE', log.key, log.window)
        log.count = log.count + 1
        if log.count >= log.limit then
          log.free = tonumber(redis.call('LINDEX', log.key, log.count - log.limit)) + log.window - now
        end
      end
    end
    if charge then
      searches = searches + 1
      local accountUsage = prefix .. 'user-usage:' .. username .. ':' .. month
      for _, usage in ipairs({ keyUsage, accountUsage }) do
        if redis.call('HINCRBY', usage, 'total', 1) == 1 then redis.call('EXPIRE', usage, 34560000) end
        redis.call('HINCRBY', usage, countsAs, 1)
      end
      redis.call('SET', chargeKey, accountUsage, 'PX', ${CHARGE_KEPT_MS})
    end
    redis.call('HSET', keyName, 'last_used_at', now)
  end
  return {
    verdict, record[1], username, record[3] or '', record[4] or '', record[5] or '', record[7] or '', searches, wait,
    math.max(0, logs[1].limit - logs[1].count), logs[1].free or 0,
    math.max(0, logs[2].limit - logs[2].count), logs[2].free or 0,
  }`,
  5,
);

/** Asks for a place for one request, and counts it if it is let in. */
export async function admit(
  redis: Redis,
  key: PresentedKey,
  limits: Limits,
  request: Countable,
  now = new Date(),
): Promise<Admission> {
  const charge = chargeFor(key.prefix, request, now);
  const period = usagePeriod(now);
  const reply = (await admissionScript.run(
    redis,
    [
      redisKeys.apiKey(key.prefix),
      redisKeys.rateLog(key.prefix, 'burst'),
      redisKeys.rateLog(key.prefix, 'sustained'),
      redisKeys.keyUsage(key.prefix, period.month),
      redisKeys.charge(charge?.id ?? ''),
    ],
    [
      redisKeys.accountsPrefix,
      key.digest,
      limits.burst?.limit ?? 0,
      limits.burst?.windowMs ?? 0,
      limits.sustained?.limit ?? 0,
      limits.sustained?.windowMs ?? 0,
      limits.monthly ?? 0,
      period.month,
      request.countsAs === null ? '' : `${period.day}:${request.countsAs}`,
      charge ? 1 : 0,
    ],
  )) as (string | number)[];

  const [verdict, storedDigest] = reply as [string, string];
  // The same work for an unknown prefix as for a wrong secret.
  if (!sameDigest(storedDigest, key.digest) || verdict === 'unknown') return { verdict: 'unknown' };
  if (verdict === 'disabled') return { verdict: 'disabled' };

  const text = (index: number) => String(reply[index] ?? '');
  const number = (index: number) => Number(reply[index] ?? 0);
  const caller: Caller = {
    prefix: key.prefix,
    username: text(2),
    keyName: text(3),
    // Written out only where they are asked for: most requests do not care.
    get createdAt() {
      return isoTime(text(4));
    },
    get expiresAt() {
      return isoTime(text(5));
    },
    get lastUsedAt() {
      return isoTime(text(6));
    },
    searchesThisMonth: number(7),
  };
  const standing = (rate: Rate | null, remaining: number, freeMs: number): Standing | null =>
    rate && { ...rate, remaining, resetS: Math.ceil(freeMs / 1_000) };
  const standings: Standings = {
    burst: standing(limits.burst, number(9), number(10)),
    sustained: standing(limits.sustained, number(11), number(12)),
  };
  if (verdict === 'throttled') return { verdict, caller, standings, waitS: Math.max(1, Math.ceil(number(8) / 1_000)) };
  if (verdict === 'month-used-up') return { verdict, caller, standings, waitS: secondsUntilNextMonth(now) };
  return { verdict: 'admitted', caller, standings, charge };
}

function sameDigest(stored: string, presented: string): boolean {
  return timingSafeEqual(Buffer.from(stored.padEnd(64, '0').slice(0, 64)), Buffer.from(presented));
}
