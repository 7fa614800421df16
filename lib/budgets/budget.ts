/** What a service may be asked for: units a day and a month, by the UTC calendar. */
export interface Budget {
  day: number | null;
  month: number | null;
  /** How much 1,000 units cost; null if that is not known. */
  price: number | null;
  currency: string;
}

/** The periods that a budget may be for. */
export const periods = ['day', 'month'] as const;
export type Period = (typeof periods)[number];

/** The units that were taken in a period so far. */
export type Used = Record<Period, number>;

const PERIOD = /^(\d{1,9})\/(day|month)$/;

/** Parses `2000/month`, or `100/day,2000/month`. Throws an error with a message for the operator on anything else. */
export function parseBudget(text: string): Record<Period, number | null> {
  const parts = text
    .toLowerCase()
    .split(',')
    .map((part) => PERIOD.exec(part.trim()));
  const limits = new Map(parts.map((match) => [match?.[2], Number(match?.[1])]));
  if (parts.some((match) => match === null) || limits.size < parts.length) {
    throw new Error(`"${text}" is not a budget: write N/day, N/month, or both with a comma`);
  }
  return { day: limits.get('day') ?? null, month: limits.get('month') ?? null };
}

/** What tells a budget from the one that the operator set before. */
export function budgetText({ day, month }: Budget): string {
  return [day === null ? [] : `${day}/day`, month === null ? [] : `${month}/month`].flat().join(',');
}

/** The day or the month of a time: 2026-11-18, 2026-11. */
export function nameOf(period: Period, now: number): string {
  return new Date(now).toISOString().slice(0, period === 'day' ? 10 : 7);
}

/** The field in which the units of a period are counted: a letter and its name. */
export function fieldOf(period: Period, now: number): string {
  return `${period[0]}${nameOf(period, now)}`;
}

/** When the day or the month of a time ends. */
export function endOf(period: Period, now: number): number {
  const at = new Date(now);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  return period === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1);
}

/** Until when a service must not be asked, because nothing is left; 0 if something is. */
export function spentUntil(budget: Budget, used: Used, now: number): number {
  const spent = periods.filter((period) => used[period] >= (budget[period] ?? Number.POSITIVE_INFINITY));
  return Math.max(0, ...spent.map((period) => endOf(period, now)));
}

/** Shares of a budget of which the log tells once. */
const TOLD_AT = [80, 100] as const;

/** The shares of its budget, in percent, that the last units made a period reach. */
export function reached(budget: Budget, used: Used, units: number): { period: Period; percent: number }[] {
  return periods.flatMap((period) => {
    const limit = budget[period];
    if (limit === null) return [];
    const isReached = (percent: number, by: number) => by * 100 >= limit * percent;
    return TOLD_AT.filter(
      (percent) => isReached(percent, used[period]) && !isReached(percent, used[period] - units),
    ).map((percent) => ({ period, percent }));
  });
}
