import type { Redis } from '../redis/redis.ts';
import { readHashes } from '../redis/redis-hashes.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { rowOf } from './usage-counts.ts';
import { dayOf, hourOf } from './usage-period.ts';
import { DAYS_KEPT_MS, HOURS_KEPT_MS } from './usage-statistics.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Lives are given a tenth more, so that most uses of a record write none. */
const LONGEST = 1.1;
/** More at once would keep Redis from answering others. */
const AT_ONCE = 200;

/** The hours and days of which numbers may be stored, and the next ones, because clocks differ. */
export function keptSpans(now: number): string[] {
  const back = (ms: number, step: number) =>
    Array.from({ length: Math.ceil((ms * LONGEST) / step) + 2 }, (_, index) => now + step - index * step);
  return [...back(HOURS_KEPT_MS, HOUR_MS).map(hourOf), ...back(DAYS_KEPT_MS, DAY_MS).map(dayOf)];
}

/**
 * Deletes the numbers of an account, and its rows and those of its keys in the numbers of the instance. They stay part of
 * the instance's totals, which name nobody.
 */
export async function deleteAccountUsage(
  redis: Redis,
  username: string,
  keys: readonly string[],
  now = Date.now(),
): Promise<void> {
  const rows = [rowOf('account', username), ...keys.map((prefix) => rowOf('key', prefix))];
  const spans = keptSpans(now);
  for (let at = 0; at < spans.length; at += AT_ONCE) {
    const some = spans.slice(at, at + AT_ONCE);
    await redis.unlink(...some.map((span) => redisKeys.accountStatistics(username, span)));
    const pipeline = redis.pipeline();
    for (const span of some) pipeline.hdel(redisKeys.instanceStatistics(span), ...rows);
    for (const [error] of (await pipeline.exec()) ?? []) if (error) throw error;
  }
}

/** Reads all numbers of an account that are stored, some at a time, by the hour or day that they are of. */
export async function* accountUsage(
  redis: Redis,
  username: string,
  now: number,
): AsyncGenerator<{ of: string; numbers: Record<string, string> }> {
  const spans = keptSpans(now);
  for (let at = 0; at < spans.length; at += AT_ONCE) {
    const some = spans.slice(at, at + AT_ONCE);
    const hashes = await readHashes(
      redis,
      some.map((span) => redisKeys.accountStatistics(username, span)),
    );
    for (const [index, numbers] of hashes.entries()) {
      if (Object.keys(numbers).length > 0) yield { of: some[index] as string, numbers };
    }
  }
}
