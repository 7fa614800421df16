import type { Redis } from 'ioredis';
import { redisKeys } from '../redis-keys.ts';
import { defineScript } from '../redis-script.ts';
import type { Limits } from './admission.ts';
import { SLIDING_LOG } from './sliding-log.ts';

/** Takes a place in both logs or in neither. Returns the milliseconds to wait, or 0 if a place was taken. */
const personScript = defineScript(
  `
  local call = redis.call
  local time = call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
${SLIDING_LOG}
  local longest = 0
  for at = 1, 2 do
    local limit, window = tonumber(ARGV[at * 2 - 1]), tonumber(ARGV[at * 2])
    if limit > 0 then longest = math.max(longest, wait(KEYS[at], limit, window, count(KEYS[at], window))) end
  end
  if longest > 0 then return longest end
  for at = 1, 2 do
    if ARGV[at * 2 - 1] ~= '0' then
      call('RPUSH', KEYS[at], string.format('%.0f', now))
      call('PEXPIRE', KEYS[at], ARGV[at * 2])
    end
  end
  return 0`,
  2,
);

/**
 * Admits a search by a signed-in person on the search page. The limits are as large as those of a key, but belong to
 * the account. Returns 0, or the seconds to wait.
 */
export async function admitPerson(
  redis: Redis,
  username: string,
  { burst, sustained }: Pick<Limits, 'burst' | 'sustained'>,
): Promise<number> {
  if (!burst && !sustained) return 0;
  const waitMs = await personScript.run(
    redis,
    [redisKeys.userRateLog(username, 'burst'), redisKeys.userRateLog(username, 'sustained')],
    [burst?.limit ?? 0, burst?.windowMs ?? 0, sustained?.limit ?? 0, sustained?.windowMs ?? 0],
  );
  return Math.ceil(Number(waitMs) / 1_000);
}
