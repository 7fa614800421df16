import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { redisKeys } from '../redis-keys.ts';
import { defineScript } from '../redis-script.ts';

/** The UTC month (`2026-11`) and day (`15`) that a request is counted under. */
export interface UsagePeriod {
  month: string;
  day: string;
}

const DAY_MS = 86_400_000;
let today = { number: Number.NaN, period: { month: '', day: '' } };

/** The usage period at a given time. It is cached for the day, because every request needs it. */
export function usagePeriod(now: Date): UsagePeriod {
  const number = Math.floor(now.getTime() / DAY_MS);
  if (number !== today.number) {
    const iso = now.toISOString();
    today = { number, period: { month: iso.slice(0, 7), day: iso.slice(8, 10) } };
  }
  return today.period;
}

/** Seconds until the next UTC month begins. */
export function secondsUntilNextMonth(now: Date): number {
  return Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1_000);
}

/** Counted searches of one month: the total, and counts by day and endpoint. */
export interface MonthUsage {
  month: string;
  searches: number;
  /** `2026-11-15` → endpoint → count. */
  days: Record<string, Record<string, number>>;
}

/** Reads the usage of a month. Its hash has the field `total` and one field per day and endpoint, such as `15:web`. */
export async function readUsage(redis: Redis, owner: UsageOwner, month: string): Promise<MonthUsage> {
  return monthUsage(month, await redis.hgetall(usageKey(owner, month)));
}

/** The usage in the fields of a stored month. */
export function monthUsage(month: string, fields: Readonly<Record<string, string>>): MonthUsage {
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

/** Usage is counted per key and per account. */
export type UsageOwner = { key: string } | { username: string };

/** The name in Redis of an owner's usage in a month. */
export function usageKey(owner: UsageOwner, month: string): string {
  return 'key' in owner ? redisKeys.keyUsage(owner.key, month) : redisKeys.userUsage(owner.username, month);
}

const refundScript = defineScript(
  `
  local accountUsage = redis.call('GETDEL', KEYS[2])
  if not accountUsage then return 0 end
  for _, usage in ipairs({ KEYS[1], accountUsage }) do
    redis.call('HINCRBY', usage, 'total', -1)
    redis.call('HINCRBY', usage, ARGV[1], -1)
  end
  return 1`,
  2,
);

/** A counted search. It can be refunded once, however often the refund is retried. */
export interface Charge {
  id: string;
  prefix: string;
  endpoint: string;
  period: UsagePeriod;
}

/** The properties of a request that decide whether it counts as a search. */
export interface Countable {
  /** The endpoint that it is counted under; null if it never counts. */
  countsAs: string | null;
  /** Whether its parameters are valid. An invalid request takes a place under the rate limits but is not counted. */
  valid: boolean;
  /** Identifies its charge. */
  id?: string;
}

/** The charge for an admitted request; null if it is not counted. */
export function chargeFor(prefix: string, { countsAs, valid, id }: Countable, now: Date): Charge | null {
  if (countsAs === null || !valid) return null;
  return { id: id ?? randomUUID(), prefix, endpoint: countsAs, period: usagePeriod(now) };
}

/** Refunds a search that did not end in a 200. Has no effect if it was never counted or is already refunded. */
export async function refund(redis: Redis, charge: Charge): Promise<void> {
  await refundScript.run(
    redis,
    [redisKeys.keyUsage(charge.prefix, charge.period.month), redisKeys.charge(charge.id)],
    [`${charge.period.day}:${charge.endpoint}`],
  );
}
