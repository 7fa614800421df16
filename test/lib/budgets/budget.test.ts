import { describe, expect, it } from 'vitest';
import {
  type Budget,
  budgetText,
  endOf,
  fieldOf,
  nameOf,
  parseBudget,
  reached,
  spentUntil,
} from '../../../lib/budgets/budget.ts';
import { budgetStatus, emptyUntil } from '../../../lib/budgets/budget-status.ts';

const NOW = Date.UTC(2026, 10, 18, 12);
const DAY_MS = 86_400_000;
const budget = (of: Partial<Budget>): Budget => ({ day: null, month: null, price: null, currency: 'EUR', ...of });

describe('a budget', () => {
  it.each([
    ['2000/month', { day: null, month: 2_000 }],
    ['100/day', { day: 100, month: null }],
    [' 100/day , 2000/Month', { day: 100, month: 2_000 }],
    ['0/day', { day: 0, month: null }],
  ])('is written as %j', (text, limits) => {
    expect(parseBudget(text)).toEqual(limits);
    expect(parseBudget(budgetText(budget(limits)))).toEqual(limits);
  });

  it.each(['', '100', '100/hour', '-1/day', '1.5/day', '5/day,6/day', '5/day,', '1e3/month'])('is not %j', (text) => {
    expect(() => parseBudget(text)).toThrow(/is not a budget/);
  });

  it('has days and months that end in UTC', () => {
    expect([nameOf('day', NOW), nameOf('month', NOW)]).toEqual(['2026-11-18', '2026-11']);
    const end = (period: 'day' | 'month', now: number) => new Date(endOf(period, now)).toISOString().slice(0, 16);
    expect(end('day', Date.UTC(2026, 11, 31, 23, 59))).toBe('2027-01-01T00:00');
    expect(end('month', Date.UTC(2026, 11, 31, 23, 59))).toBe('2027-01-01T00:00');
    expect(end('month', Date.UTC(2028, 1, 29))).toBe('2028-03-01T00:00');
  });

  it('is spent until the last of its periods ends of which nothing is left', () => {
    const both = budget({ day: 10, month: 20 });
    expect(spentUntil(both, { day: 9, month: 19 }, NOW)).toBe(0);
    expect(spentUntil(both, { day: 10, month: 19 }, NOW)).toBe(endOf('day', NOW));
    expect(spentUntil(both, { day: 10, month: 20 }, NOW)).toBe(endOf('month', NOW));
    expect(spentUntil(budget({}), { day: 1e9, month: 1e9 }, NOW)).toBe(0);
  });

  it('tells of four fifths and of all of it once, however many units one call takes', () => {
    const told = (used: number, units: number) =>
      reached(budget({ month: 10 }), { day: used, month: used }, units).map(({ percent }) => percent);
    expect([7, 8, 9, 10].map((used) => told(used, 1))).toEqual([[], [80], [], [100]]);
    expect(told(10, 5)).toEqual([80, 100]);
    expect(told(10, 0)).toEqual([]);
  });
});

describe('the status of a budget', () => {
  const days = (...used: (number | null)[]) =>
    Object.fromEntries(
      used.flatMap((units, at) => (units === null ? [] : [[fieldOf('day', NOW - (at + 1) * DAY_MS), String(units)]])),
    );

  it('has what is used, left and paid', () => {
    const status = budgetStatus(budget({ month: 2_000, price: 5 }), { 'd2026-11-18': '7', 'm2026-11': '123' }, NOW);
    expect(status).toEqual({
      day: { limit: null, used: 7, left: null, spent_on: null, cost: 0.035 },
      month: { limit: 2_000, used: 123, left: 1_877, spent_on: null, cost: 0.615 },
      currency: 'EUR',
    });
  });

  it('says by the last seven days on which day nothing will be left, if that is before the end', () => {
    const spentOn = (left: number, units: Record<string, string>) =>
      budgetStatus(budget({ month: 1_000 }), { 'm2026-11': String(1_000 - left), ...units }, NOW).month.spent_on;
    expect(spentOn(100, days(20, 20, 20, 20, 20, 20, 20, 500))).toBe('2026-11-23');
    // Since the first call, two days ago: 10 a day.
    expect(spentOn(100, days(null, 20))).toBe('2026-11-28');
    expect(spentOn(200, days(null, 20))).toBeNull();
    expect(spentOn(100, {})).toBeNull();
    expect(spentOn(0, {})).toBe('2026-11-18');
  });

  it('says until when nothing is left', () => {
    const status = budgetStatus(budget({ day: 5, month: 9 }), { 'd2026-11-18': '5', 'm2026-11': '8' }, NOW);
    expect(emptyUntil(status, NOW)).toBe(endOf('day', NOW));
  });
});
