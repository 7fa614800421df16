import type { Redis } from 'ioredis';
import { redisKeys } from '../redis-keys.ts';
import { defineScript } from '../redis-script.ts';

/** The UTC month (`2026-11`) and day of the month (`15`) that a request is counted under. */
export interface UsagePeriod {
  month: string;
  day: string;
}

export function usagePeriod(now: Date): UsagePeriod {
  const iso = now.toISOString();
  return { month: iso.slice(0, 7), day: iso.slice(8, 10) };
}

export function secondsUntilNextMonth(now: Date): number {
  return Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1_000);
}

/** Counted searches of one month: in all, and by day and endpoint. */
export interface MonthUsage {
  month: string;
  searches: number;
  /** `2026-11-15` → endpoint → count. */
  days: Record<string, Record<string, number>>;
}

/** A month's hash has the field `total` and one field a day and endpoint, `15:web`. */
export async function readUsage(redis: Redis, owner: UsageOwner, month: string): Promise<MonthUsage> {
  const fields = await redis.hgetall(usageKey(owner, month));
  const usage: MonthUsage = { month, searches: Number(fields.total ?? 0), days: {} };
  for (const [field, count] of Object.entries(fields)) {
    const [day, endpoint] = field.split(':');
    if (day === undefined || endpoint === undefined || Number(count) === 0) continue;
    const date = `${month}-${day}`;
    usage.days[date] ??= {};
    usage.days[date][endpoint] = Number(count);
  }
  return usage;
}

/** Usage is kept for a key and for the account that owns it. */
export type UsageOwner = { key: string } | { username: string };

function usageKey(owner: UsageOwner, month: string): string {
  return 'key' in owner ? redisKeys.keyUsage(owner.key, month) : redisKeys.userUsage(owner.username, month);
}

const refundScript = defineScript(
  `
  for i = 1, 2 do
    redis.call('HINCRBY', KEYS[i], 'total', -1)
    redis.call('HINCRBY', KEYS[i], ARGV[1], -1)
  end`,
  2,
);

/** What the admission script counted for one request, so that it can be taken back. */
export interface Charge {
  prefix: string;
  username: string;
  endpoint: string;
  period: UsagePeriod;
}

/** Takes a counted search back: it did not end in a 200. */
export async function refund(redis: Redis, charge: Charge): Promise<void> {
  await refundScript.run(
    redis,
    [redisKeys.keyUsage(charge.prefix, charge.period.month), redisKeys.userUsage(charge.username, charge.period.month)],
    [`${charge.period.day}:${charge.endpoint}`],
  );
}
