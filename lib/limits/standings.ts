import type { Redis } from 'ioredis';
import { redisKeys } from '../redis-keys.ts';
import { defineScript } from '../redis-script.ts';
import type { Limits, Standing, Standings } from './admission.ts';
import type { Rate } from './rate.ts';

/** Reads the state of a rate limit log without changing it. A binary search skips expired entries at its head. */
const standingScript = defineScript(
  `
  local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local length = redis.call('LLEN', KEYS[1])
  local low, high = 0, length
  while low < high do
    local middle = math.floor((low + high) / 2)
    if tonumber(redis.call('LINDEX', KEYS[1], middle)) <= now - window then low = middle + 1 else high = middle end
  end
  local count = length - low
  if count < limit then return { limit - count, 0 } end
  return { 0, tonumber(redis.call('LINDEX', KEYS[1], length - limit)) + window - now }`,
  1,
);

/** The owner of the limits: a key, or a person on the search page. */
type Owner = { key: string } | { username: string };

/** Reads the state of both rate limits without counting a request. */
export async function readStandings(redis: Redis, owner: Owner, limits: Limits): Promise<Standings> {
  const read = async (name: 'burst' | 'sustained', rate: Rate | null): Promise<Standing | null> => {
    if (!rate) return null;
    const log = 'key' in owner ? redisKeys.rateLog(owner.key, name) : redisKeys.userRateLog(owner.username, name);
    const reply = await standingScript.run(redis, [log], [rate.limit, rate.windowMs]);
    const [remaining = 0, freeMs = 0] = reply as number[];
    return { ...rate, remaining, resetS: Math.ceil(freeMs / 1_000) };
  };
  const [burst, sustained] = await Promise.all([read('burst', limits.burst), read('sustained', limits.sustained)]);
  return { burst, sustained };
}
