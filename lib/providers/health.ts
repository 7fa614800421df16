import type { Redis } from 'ioredis';
import type { Failure } from '../outcome.ts';
import { redisKeys } from '../redis-keys.ts';
import { defineScript } from '../redis-script.ts';
import { LATENCY_MINUTES } from './latency.ts';

/** The health of a provider, shared by all processes. The breaker and the status page read the same record. */
export interface Health {
  state: 'up' | 'down' | 'unknown';
  /** Number of consecutive failures. */
  failures: number;
  /** How often the breaker has opened since the last success. */
  opened: number;
  /**
   * Milliseconds since the epoch; 0 means closed. After that time, one trial call decides. A provider that is up may be
   * open too, because it asked for a pause.
   */
  openUntil: number;
  checkedAt: number;
  lastOkAt: number;
  lastError: string;
}

/** The health of a provider without a record. */
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
/** Most errors pass soon, so the first trial comes soon. Each trial that fails doubles the pause. */
const FIRST_PAUSE_MS = 1_500;
/** A provider that hangs costs its callers the whole timeout, so it is left alone for longer. */
const FIRST_PAUSE_AFTER_HANG_MS = 5_000;
const OPEN_MAX_MS = 600_000;
const REFUSED_MS = 180_000;
const RATE_LIMITED_DEFAULT_MS = 180_000;
/** Limits of the pause that a provider can request. */
const MIN_REQUESTED_MS = 1_000;
const MAX_REQUESTED_MS = 3_600_000;
/** If a trial has not reported by then, its process died, and another one may try. */
const TRIAL_LEASE_MS = 10_000;
const LAST_ERROR_MAX_CHARS = 300;
const FAILURES_KEPT = 200;
const FAILURES_KEPT_S = 3_600;

/** The state of a breaker; `half-open` lets one trial call through. */
export type Gate = 'closed' | 'open' | 'half-open';

/** The state of the breaker at a given time. */
export function gate(health: Health, now: number): Gate {
  if (health.openUntil === 0) return 'closed';
  return health.openUntil > now ? 'open' : 'half-open';
}

/** Classifies an outcome. A bad request of our own, or a call that was never made, says nothing about the provider. */
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
  local verdict, code, reason = ARGV[1], ARGV[2], ARGV[3]
  local requestedMs, firstPauseMs = tonumber(ARGV[4]), tonumber(ARGV[5])
  local calls, tookMs = tonumber(ARGV[6]), tonumber(ARGV[7])
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  if verdict == 'ok' or verdict == 'batch' then
    local was = redis.call('HMGET', KEYS[1], 'failures', 'open_until')
    local failures, openUntil = tonumber(was[1] or '0'), tonumber(was[2] or '0')
    -- A success may ask for a pause. Nothing failed then, so that other successes do not end it.
    local pausedUntil = failures == 0 and openUntil > now and openUntil or 0
    if requestedMs > 0 then pausedUntil = math.max(pausedUntil, now + requestedMs) end
    -- A batch of successes is older than a failure that was recorded before it, so it does not undo one.
    if verdict == 'ok' or failures == 0 then redis.call('HSET', KEYS[1], 'state', 'up', 'failures', 0, 'opened', 0,
      'open_until', pausedUntil, 'trial_until', 0, 'checked_at', now, 'last_ok_at', now, 'last_error', '') end
    if tookMs then
      -- A ring with one field per minute; each field is overwritten after an hour.
      local minute = math.floor(now / 60000)
      local slot = minute % ${LATENCY_MINUTES}
      local was, count, total = string.match(redis.call('HGET', KEYS[2], slot) or '', '^(%d+) (%d+) (%d+)$')
      local same = tonumber(was) == minute
      count, total = same and count + calls or calls, same and total + tookMs or tookMs
      redis.call('HSET', KEYS[2], slot, string.format('%d %d %d', minute, count, total))
      if not same then redis.call('EXPIRE', KEYS[2], ${(LATENCY_MINUTES + 1) * 60}) end
    end
  else
    redis.call('LPUSH', KEYS[3], code)
    redis.call('LTRIM', KEYS[3], 0, ${FAILURES_KEPT - 1})
    redis.call('EXPIRE', KEYS[3], ${FAILURES_KEPT_S})
  end
  if verdict == 'neutral' then
    redis.call('HSET', KEYS[1], 'trial_until', 0)
  elseif verdict ~= 'ok' and verdict ~= 'batch' then
    local failures = redis.call('HINCRBY', KEYS[1], 'failures', 1)
    local was = redis.call('HMGET', KEYS[1], 'open_until', 'opened')
    local openUntil, opened = tonumber(was[1] or '0'), tonumber(was[2] or '0')
    redis.call('HSET', KEYS[1], 'checked_at', now, 'last_error', reason, 'trial_until', 0)
    local down = failures >= ${FAILURES_TO_OPEN} or verdict == 'refused'
    if down then redis.call('HSET', KEYS[1], 'state', 'down') end
    -- A failed trial opens the breaker again, whatever opened it first.
    local openForMs = requestedMs
    if openForMs == 0 and (down or openUntil > 0) then
      openForMs = math.min(firstPauseMs * 2 ^ opened, ${OPEN_MAX_MS})
    end
    -- Calls in progress when the breaker opened may fail late; they do not open it again.
    if openForMs > 0 and openUntil <= now then
      redis.call('HSET', KEYS[1], 'opened', opened + 1, 'open_until', now + openForMs)
    elseif verdict ~= 'refused' and requestedMs > 0 and now + requestedMs > openUntil then
      redis.call('HSET', KEYS[1], 'open_until', now + requestedMs)
    end
  end
  return redis.call('HGETALL', KEYS[1])`,
  3,
);

/** Records several successes of a provider that was healthy, with their total duration. Returns the updated record. */
export function recordSuccesses(redis: Redis, provider: string, calls: number, totalMs: number): Promise<Health> {
  return record(redis, provider, ['batch', '', '', 0, 0, calls, Math.round(totalMs)]);
}

/**
 * Records the outcome of a call, and the duration of a success if given, in one round trip. Null is a success, after
 * which the provider may have asked for a pause. Returns the updated record.
 */
export function recordHealth(
  redis: Redis,
  provider: string,
  failure: Failure | null,
  tookMs?: number,
  pauseMs = 0,
): Promise<Health> {
  const verdict = verdictOf(failure);
  const requestedMs = verdict === 'refused' ? REFUSED_MS : requestedPauseMs(failure, pauseMs);
  const firstPauseMs = failure?.code === 'timeout' ? FIRST_PAUSE_AFTER_HANG_MS : FIRST_PAUSE_MS;
  const reason = (failure?.reason ?? '').slice(0, LAST_ERROR_MAX_CHARS);
  const took = tookMs === undefined ? '' : Math.max(0, Math.round(tookMs));
  return record(redis, provider, [verdict, failure?.code ?? '', reason, requestedMs, firstPauseMs, 1, took]);
}

/** How long the provider asks us to wait; 0 if it does not say, except at a rate limit. */
function requestedPauseMs(failure: Failure | null, pauseMs: number): number {
  const waitMs = failure?.retryAfterMs ?? pauseMs;
  if (failure?.code === 'rate_limited') return pauseOf(failure.retryAfterMs ?? RATE_LIMITED_DEFAULT_MS);
  return waitMs > 0 ? pauseOf(waitMs) : 0;
}

function pauseOf(waitMs: number): number {
  return Math.min(Math.max(MIN_REQUESTED_MS, waitMs), MAX_REQUESTED_MS);
}

async function record(redis: Redis, provider: string, args: readonly (string | number)[]): Promise<Health> {
  const keys = [redisKeys.providerHealth, redisKeys.providerLatency, redisKeys.providerFailures];
  const fields = await recordScript.run(
    redis,
    keys.map((keyOf) => keyOf(provider)),
    args,
  );
  return toHealth(pairs(fields as string[]));
}

/** How many of the provider's calls failed within the last hour, by code. Only the newest 200 are kept. */
export async function readFailures(redis: Redis, provider: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const code of await redis.lrange(redisKeys.providerFailures(provider), 0, -1)) {
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return counts;
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

/** Requests permission for a trial call while the breaker is half-open; only one process at a time gets it. */
export async function claimTrial(redis: Redis, provider: string): Promise<boolean> {
  return (await claimScript.run(redis, [redisKeys.providerHealth(provider)], [])) === 1;
}

/** Reads the records of several providers in one round trip. */
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
