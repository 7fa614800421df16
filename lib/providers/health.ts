import type { Redis } from 'ioredis';
import type { Failure } from '../outcome.ts';
import { redisKeys } from '../redis-keys.ts';
import { defineScript } from '../redis-script.ts';
import { LATENCY_MINUTES } from './latency.ts';

/** What all processes together know of a provider; the breaker and the status page read this one record. */
export interface Health {
  state: 'up' | 'down' | 'unknown';
  /** In a row. */
  failures: number;
  /** How often the breaker has opened since the last success. */
  opened: number;
  /** Milliseconds since the epoch; 0 = closed. Once past, one trial decides. */
  openUntil: number;
  checkedAt: number;
  lastOkAt: number;
  lastError: string;
}

export const unknownHealth: Health = {
  state: 'unknown',
  failures: 0,
  opened: 0,
  openUntil: 0,
  checkedAt: 0,
  lastOkAt: 0,
  lastError: '',
};

const FAILURES_TO_OPEN = 3;
const OPEN_STEP_MS = 30_000;
const OPEN_MAX_MS = 600_000;
const REFUSED_MS = 180_000;
const RATE_LIMITED_DEFAULT_MS = 180_000;
const RATE_LIMITED_MAX_MS = 3_600_000;
/** A trial that has not reported by then died with its process; another may try. */
const TRIAL_LEASE_MS = 10_000;
const LAST_ERROR_MAX_CHARS = 300;

/** How a breaker stands: `half-open` lets one trial through. */
export type Gate = 'closed' | 'open' | 'half-open';

export function gate(health: Health, now = Date.now()): Gate {
  if (health.openUntil === 0) return 'closed';
  return health.openUntil > now ? 'open' : 'half-open';
}

/** Failures that say something about the provider. Our own bad request, or a call never made, moves nothing. */
function verdictOf(failure: Failure | null): 'ok' | 'failed' | 'refused' | 'rate_limited' | 'neutral' {
  switch (failure?.code) {
    case undefined:
      return 'ok';
    case 'timeout':
    case 'upstream':
      return 'failed';
    case 'refused':
    case 'rate_limited':
      return failure.code;
    default:
      return 'neutral';
  }
}

const recordScript = defineScript(
  `
  local verdict, reason, openForMs, tookMs = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  if verdict == 'ok' then
    redis.call('HSET', KEYS[1], 'state', 'up', 'failures', 0, 'opened', 0, 'open_until', 0, 'trial_until', 0,
      'checked_at', now, 'last_ok_at', now, 'last_error', '')
    if tookMs then
      -- A ring of one field a minute, each overwritten an hour later.
      local minute = math.floor(now / 60000)
      local slot = minute % ${LATENCY_MINUTES}
      local was, count, total = string.match(redis.call('HGET', KEYS[2], slot) or '', '^(%d+) (%d+) (%d+)$')
      local same = tonumber(was) == minute
      count, total = same and count + 1 or 1, same and total + tookMs or tookMs
      redis.call('HSET', KEYS[2], slot, string.format('%d %d %d', minute, count, total))
      if not same then redis.call('EXPIRE', KEYS[2], ${(LATENCY_MINUTES + 1) * 60}) end
    end
  elseif verdict == 'neutral' then
    redis.call('HSET', KEYS[1], 'trial_until', 0)
  else
    local failures = redis.call('HINCRBY', KEYS[1], 'failures', 1)
    local was = redis.call('HMGET', KEYS[1], 'open_until', 'opened')
    local openUntil, opened = tonumber(was[1] or '0'), tonumber(was[2] or '0')
    redis.call('HSET', KEYS[1], 'checked_at', now, 'last_error', reason, 'trial_until', 0)
    local down = failures >= ${FAILURES_TO_OPEN} or verdict == 'refused'
    if down then redis.call('HSET', KEYS[1], 'state', 'down') end
    -- A trial that fails opens it again, whatever opened it first.
    if openForMs == 0 and (down or openUntil > 0) then openForMs = math.min(${OPEN_STEP_MS} * (opened + 1), ${OPEN_MAX_MS}) end
    -- Calls that were under way when the breaker opened fail late; they do not open it again.
    if openForMs > 0 and openUntil <= now then
      redis.call('HSET', KEYS[1], 'opened', opened + 1, 'open_until', now + openForMs)
    elseif verdict == 'rate_limited' and now + openForMs > openUntil then
      redis.call('HSET', KEYS[1], 'open_until', now + openForMs)
    end
  end
  return redis.call('HGETALL', KEYS[1])`,
  2,
);

/**
 * Records what became of a real call; null is a success. How long a success took is kept too, where it is given, in the
 * same round trip. Returns the record as it stands now.
 */
export async function recordHealth(
  redis: Redis,
  provider: string,
  failure: Failure | null,
  tookMs?: number,
): Promise<Health> {
  const verdict = verdictOf(failure);
  const openForMs =
    verdict === 'refused'
      ? REFUSED_MS
      : verdict === 'rate_limited'
        ? Math.min(Math.max(1_000, failure?.retryAfterMs ?? RATE_LIMITED_DEFAULT_MS), RATE_LIMITED_MAX_MS)
        : 0;
  const reason = (failure?.reason ?? '').slice(0, LAST_ERROR_MAX_CHARS);
  const keys = [redisKeys.providerHealth(provider), redisKeys.providerLatency(provider)];
  const took = tookMs === undefined ? '' : Math.max(0, Math.round(tookMs));
  const fields = await recordScript.run(redis, keys, [verdict, reason, openForMs, took]);
  return toHealth(pairs(fields as string[]));
}

const claimScript = defineScript(
  `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local record = redis.call('HMGET', KEYS[1], 'open_until', 'trial_until')
  local openUntil, trialUntil = tonumber(record[1] or '0'), tonumber(record[2] or '0')
  if openUntil == 0 then return 1 end
  if openUntil > now or trialUntil > now then return 0 end
  redis.call('HSET', KEYS[1], 'trial_until', now + ${TRIAL_LEASE_MS})
  return 1`,
  1,
);

/** Asks for leave to call a provider whose breaker is not closed: one process at a time gets it, once the pause is over. */
export async function claimTrial(redis: Redis, provider: string): Promise<boolean> {
  return (await claimScript.run(redis, [redisKeys.providerHealth(provider)], [])) === 1;
}

/** The records of several providers in one round trip. */
export async function readHealth(redis: Redis, providers: readonly string[]): Promise<Map<string, Health>> {
  const records = await Promise.all(providers.map((provider) => redis.hgetall(redisKeys.providerHealth(provider))));
  return new Map(providers.map((provider, index) => [provider, toHealth(records[index] ?? {})]));
}

function toHealth(fields: Readonly<Record<string, string>>): Health {
  const state = fields.state;
  return {
    state: state === 'up' || state === 'down' ? state : 'unknown',
    failures: Number(fields.failures ?? 0),
    opened: Number(fields.opened ?? 0),
    openUntil: Number(fields.open_until ?? 0),
    checkedAt: Number(fields.checked_at ?? 0),
    lastOkAt: Number(fields.last_ok_at ?? 0),
    lastError: fields.last_error ?? '',
  };
}

function pairs(flat: readonly string[]): Record<string, string> {
  const record: Record<string, string> = {};
  for (let i = 0; i + 1 < flat.length; i += 2) record[flat[i] as string] = flat[i + 1] as string;
  return record;
}
