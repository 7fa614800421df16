/** The periods that usage is shown for. */
export const usagePeriods = ['24h', '7d', '30d', '12m'] as const;
export type UsagePeriodName = (typeof usagePeriods)[number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The name of the hour (UTC) of a time: `2026-11-18T14`. */
export function hourOf(at: number): string {
  return new Date(at).toISOString().slice(0, 13);
}

/** The name of the day (UTC) of a time: `2026-11-18`. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** One point of a period, and the hours and days that it is made of. */
export interface UsagePoint {
  /** Its start, in milliseconds since the epoch. */
  at: number;
  spans: readonly string[];
}

/** The points of a period, and what it is compared with. */
export interface UsageSpans {
  step: 'hour' | 'day' | 'month';
  /** Oldest first; the last one is still going on. */
  points: readonly UsagePoint[];
  /** The spans of the period before, as far as this one has come; null if they are not kept. */
  before: readonly string[] | null;
}

/** The hours, days or months of a period that ends now. A period before ends at the same hour as this one. */
export function spansOf(period: UsagePeriodName, now: number): UsageSpans {
  if (period === '24h') {
    const hours = hoursUntil(now, 48);
    return {
      step: 'hour',
      points: hours.slice(24).map((at) => ({ at, spans: [hourOf(at)] })),
      before: hours.slice(0, 24).map(hourOf),
    };
  }
  if (period === '12m') return { step: 'month', points: monthsUntil(now, 12), before: null };
  const days = period === '7d' ? 7 : 30;
  const today = now - (now % DAY_MS);
  const points = Array.from({ length: days }, (_, index) => today - (days - 1 - index) * DAY_MS);
  const lastDayBefore = today - days * DAY_MS;
  const wholeDays = Array.from({ length: days - 1 }, (_, index) => dayOf(lastDayBefore - (days - 1 - index) * DAY_MS));
  const hours = Array.from({ length: Math.floor((now - today) / HOUR_MS) + 1 }, (_, hour) =>
    hourOf(lastDayBefore + hour * HOUR_MS),
  );
  return {
    step: 'day',
    points: points.map((at) => ({ at, spans: [dayOf(at)] })),
    before: [...wholeDays, ...hours],
  };
}

function hoursUntil(now: number, count: number): number[] {
  const current = now - (now % HOUR_MS);
  return Array.from({ length: count }, (_, index) => current - (count - 1 - index) * HOUR_MS);
}

function monthsUntil(now: number, count: number): UsagePoint[] {
  const date = new Date(now);
  return Array.from({ length: count }, (_, index) => {
    const month = date.getUTCMonth() - (count - 1 - index);
    const at = Date.UTC(date.getUTCFullYear(), month);
    const end = Math.min(Date.UTC(date.getUTCFullYear(), month + 1), now + 1);
    const days = Math.ceil((end - at) / DAY_MS);
    return { at, spans: Array.from({ length: days }, (_, day) => dayOf(at + day * DAY_MS)) };
  });
}
