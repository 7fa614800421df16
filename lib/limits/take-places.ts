import type { Redis } from 'ioredis';
import { defineScript } from '../redis-script.ts';
import type { Rate } from './rate.ts';
import { SLIDING_LOG } from './sliding-log.ts';

/** Takes a place in every log or in none. Returns the milliseconds to wait, or 0 if a place was taken. */
const placesScript = defineScript(
  `
  local call = redis.call
  local time = call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
${SLIDING_LOG}
  local longest = 0
  for at, log in ipairs(KEYS) do
    local limit, window = tonumber(ARGV[at * 2 - 1]), tonumber(ARGV[at * 2])
    longest = math.max(longest, wait(log, limit, window, count(log, window)))
  end
  if longest > 0 then return longest end
  for at, log in ipairs(KEYS) do
    call('RPUSH', log, string.format('%.0f', now))
    call('PEXPIRE', log, ARGV[at * 2])
  end
  return 0`,
  1,
);

/** A log of admitted requests in Redis, and the rate that it limits; null means off. */
export interface RateLog {
  log: string;
  rate: Rate | null;
}

/** Takes a place in each log that has a rate, or in none if one of them is full. Returns 0, or the seconds to wait. */
export async function takePlaces(redis: Redis, logs: readonly RateLog[]): Promise<number> {
  const limited = logs.flatMap(({ log, rate }) => (rate ? [{ log, rate }] : []));
  if (limited.length === 0) return 0;
  const waitMs = await placesScript.run(
    redis,
    limited.map(({ log }) => log),
    limited.flatMap(({ rate }) => [rate.limit, rate.windowMs]),
  );
  return Math.ceil(Number(waitMs) / 1_000);
}
