import type { Redis } from '../redis/redis.ts';
import { readHashes } from '../redis/redis-hashes.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { type Cost, searchesOf } from './cost.ts';

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

/** Reads the same month of several owners in one round trip, in their order. */
export async function readMonths(redis: Redis, owners: readonly UsageOwner[], month: string): Promise<MonthUsage[]> {
  const hashes = await readHashes(
    redis,
    owners.map((owner) => usageKey(owner, month)),
  );
  return hashes.map((fields) => monthUsage(month, fields));
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

/** How many requests of a key were refused in a month, because of its scopes and because of its addresses. */
export async function readRefusals(
  redis: Redis,
  prefix: string,
  month: string,
): Promise<{ scope: number; address: number }> {
  const [scope, address] = await redis.hmget(redisKeys.keyUsage(prefix, month), 'refused_scope', 'refused_address');
  return { scope: Number(scope ?? 0), address: Number(address ?? 0) };
}

/** Usage is counted per key, per person (on the search page and in the playground) and per account. */
export type UsageOwner = { key: string } | { person: string } | { username: string };

/** The name in Redis of an owner's usage in a month. */
export function usageKey(owner: UsageOwner, month: string): string {
  if ('key' in owner) return redisKeys.keyUsage(owner.key, month);
  return 'person' in owner ? redisKeys.personUsage(owner.person, month) : redisKeys.userUsage(owner.username, month);
}

const refundScript = scriptFile(new URL('./lua/refund.lua', import.meta.url), 2);

/** The searches that a request was counted as. They can be refunded once, however often the refund is retried. */
export interface Charge {
  id: string;
  /** Who searched; the account is charged as well. */
  owner: UsageOwner;
  /** How many searches, by endpoint. */
  searches: Cost['searches'];
  period: UsagePeriod;
}

/** The charge for an admitted request; null if it does not count. */
export function chargeFor(owner: UsageOwner, cost: Cost, id: string, now: Date): Charge | null {
  return searchesOf(cost) > 0 ? { id, owner, searches: cost.searches, period: usagePeriod(now) } : null;
}

/** What is left of a charge without so many of its searches; null if nothing is. */
export function reducedBy(charge: Charge, searches: number): Charge | null {
  let left = searches;
  const rest: Record<string, number> = {};
  for (const [endpoint, count] of Object.entries(charge.searches)) {
    const kept = Math.min(count, left);
    left -= kept;
    if (count > kept) rest[endpoint] = count - kept;
  }
  return Object.keys(rest).length > 0 ? { ...charge, searches: rest } : null;
}

/** The searches of a request by their field in the usage of a month: `15:web` → 1. */
export function usageFields(searches: Cost['searches'], { day }: UsagePeriod): Record<string, number> {
  return Object.fromEntries(Object.entries(searches).map(([endpoint, count]) => [`${day}:${endpoint}`, count]));
}

/** Refunds charges in one step. Those that were never counted or are already refunded are left as they are. */
export async function refund(redis: Redis, charges: readonly Charge[]): Promise<void> {
  await refundScript.run(
    redis,
    charges.flatMap(({ id, owner, period }) => [usageKey(owner, period.month), redisKeys.charge(id)]),
    charges.map(({ searches, period }) => JSON.stringify(usageFields(searches, period))),
  );
}
