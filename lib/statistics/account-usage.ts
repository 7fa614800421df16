import type { Redis } from '../redis/redis.ts';
import { readHashes } from '../redis/redis-hashes.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { rowOf, rowsOfAccount } from './usage-counts.ts';
import { dayOf, hourOf } from './usage-period.ts';
import { DAYS_KEPT_MS, HOURS_KEPT_MS } from './usage-statistics.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Lives are given a tenth more, so that most uses of a record write none. */
const LONGEST = 1.1;
/** More at once would keep Redis from answering others. */
const AT_ONCE = 200;
/** Hashes of the instance have up to a thousand rows each. */
const LARGE_AT_ONCE = 20;

const forgetScript = scriptFile(new URL('./lua/forget-rows.lua', import.meta.url), 1);

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
  // Earlier releases wrote keys without their account.
  const unowned = keys.map((prefix) => rowOf('key', prefix));
  const beginnings = rowsOfAccount(username);
  // How many rows it has of each kind.
  const numbers = beginnings.map((start) => `#${start.slice(0, -1)}`);
  const named = [rowOf('account', username), ...numbers, ...unowned];
  const spans = keptSpans(now);
  for (let at = 0; at < spans.length; at += AT_ONCE) {
    const some = spans.slice(at, at + AT_ONCE);
    await redis.unlink(...some.map((span) => redisKeys.accountStatistics(username, span)));
    for (let from = 0; from < some.length; from += LARGE_AT_ONCE) {
      const names = some.slice(from, from + LARGE_AT_ONCE).map(redisKeys.instanceStatistics);
      await forgetScript.run(redis, names, [named.length, ...named, ...beginnings]);
    }
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
