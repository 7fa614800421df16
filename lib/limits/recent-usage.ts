import type { Redis } from '../redis/redis.ts';
import { readHashes } from '../redis/redis-hashes.ts';
import { type MonthUsage, monthUsage, type UsageOwner, usageKey } from './usage.ts';

const DAY_MS = 86_400_000;

/** Counted searches of the last days, including today. */
export interface RecentUsage {
  searchesThisMonth: number;
  /** Oldest first, without gaps. */
  days: { date: string; searches: number }[];
  /** Total of these days. */
  byEndpoint: Record<string, number>;
  /** Total of these days. */
  searches: number;
}

/**
 * Reads the last `count` days (UTC) of a key or an account. 30 days can span three months when one of them is February.
 */
export async function readRecentUsage(redis: Redis, owner: UsageOwner, now: Date, count = 30): Promise<RecentUsage> {
  const [usage] = await readAllRecentUsage(redis, [owner], now, count);
  return usage as RecentUsage;
}

/** Reads the last days of several keys or accounts in one round trip, in their order. */
export async function readAllRecentUsage(
  redis: Redis,
  owners: readonly UsageOwner[],
  now: Date,
  count = 30,
): Promise<RecentUsage[]> {
  const dates = Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
  const names = [...new Set(dates.map((date) => date.slice(0, 7)))];
  const hashes = await readHashes(
    redis,
    owners.flatMap((owner) => names.map((month) => usageKey(owner, month))),
  );
  return owners.map((_owner, row) =>
    recentUsage(
      dates,
      names.map((month, column) => monthUsage(month, hashes[row * names.length + column] ?? {})),
    ),
  );
}

function recentUsage(dates: readonly string[], months: readonly MonthUsage[]): RecentUsage {
  const byDate = Object.assign({}, ...months.map(({ days }) => days)) as MonthUsage['days'];

  const byEndpoint: Record<string, number> = {};
  const days = dates.map((date) => {
    const endpoints = Object.entries(byDate[date] ?? {});
    for (const [endpoint, searches] of endpoints) byEndpoint[endpoint] = (byEndpoint[endpoint] ?? 0) + searches;
    return { date, searches: endpoints.reduce((sum, [, searches]) => sum + searches, 0) };
  });
  return {
    searchesThisMonth: months.at(-1)?.searches ?? 0,
    days,
    byEndpoint,
    searches: days.reduce((sum, day) => sum + day.searches, 0),
  };
}
