import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import type { Whose } from './read-requests.ts';
import { oldestAt } from './request-lists.ts';

const HOUR_MS = 3_600_000;

/**
 * How many requests failed for each reason within the age of the log, the most frequent reason first. All are counted, also
 * those that the log has left out.
 */
export async function countFailures(redis: Redis, whose: Whose): Promise<{ reason: string; count: number }[]> {
  const hashes =
    whose === 'all'
      ? [await redis.hgetall(redisKeys.requestTotals)]
      : await Promise.all(whose.map((account) => redis.hgetall(redisKeys.requestState(account))));
  const counts = new Map<string, number>();
  for (const fields of hashes) {
    const oldest = Math.floor(oldestAt(fields.age) / HOUR_MS);
    for (const [field, count] of Object.entries(fields)) {
      const [, hour, reason] = /^(\d+):(\w+)$/.exec(field) ?? [];
      if (reason !== undefined && Number(hour) >= oldest) counts.set(reason, (counts.get(reason) ?? 0) + Number(count));
    }
  }
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1));
}
