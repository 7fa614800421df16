import { type Freshness, freshnesses, type SearchInput } from './query.ts';

const DAYS = { d: 1, w: 7, m: 31, y: 365 } as const;

/**
 * The first day (`2026-01-31`) that a date filter includes, for engines without a relative filter. It is a whole day, so
 * that equal searches make equal requests all day.
 */
export function firstDay(date: Freshness, now: Date): string {
  return new Date(now.getTime() - DAYS[date] * 86_400_000).toISOString().slice(0, 10);
}

/** The first and the last day of a search, for engines that take days; absent where there is no such limit. */
export function daysOf({ date, from, to }: SearchInput, now: Date): { from?: string; to?: string } {
  const first = from ?? (date ? firstDay(date, now) : undefined);
  return { ...(first && { from: first }), ...(to && { to }) };
}

/** Older than any page. */
const FIRST_DAY = '1990-01-01';

/** The days of a search, for engines whose ranges have both ends; null if it names none. */
export function spanOf({ from, to }: SearchInput, now: Date): { from: string; to: string } | null {
  if (from === undefined && to === undefined) return null;
  return { from: from ?? FIRST_DAY, to: to ?? now.toISOString().slice(0, 10) };
}

/** The day after, for engines that search before a day. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

/** The shortest date filter that includes this many days; null if none does. */
export function freshnessFor(days: number): Freshness | null {
  return freshnesses.find((freshness) => DAYS[freshness] >= days) ?? null;
}
