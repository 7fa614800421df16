import type { Redis } from '../redis/redis.ts';
import { scriptFile } from '../redis/redis-script.ts';
import type { Rate } from './rate.ts';

const entriesScript = scriptFile(new URL('./lua/take-entries.lua', import.meta.url), 1);

/** The log of a rate limit in Redis, and the rate that it limits; null means off. */
export interface RateLog {
  log: string;
  rate: Rate | null;
}

/** Takes an entry in each log that has a rate, or in none if one of them is full. Returns 0, or the seconds to wait. */
export async function takeEntries(redis: Redis, logs: readonly RateLog[]): Promise<number> {
  const limited = logs.flatMap(({ log, rate }) => (rate ? [{ log, rate }] : []));
  if (limited.length === 0) return 0;
  const waitMs = await entriesScript.run(
    redis,
    limited.map(({ log }) => log),
    limited.flatMap(({ rate }) => [rate.limit, rate.windowMs]),
  );
  return Math.ceil(Number(waitMs) / 1_000);
}
