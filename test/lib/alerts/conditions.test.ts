import { describe, expect, it } from 'vitest';
import { endingKeys } from '../../../lib/alerts/conditions/ending-keys.ts';
import { failingEngines } from '../../../lib/alerts/conditions/failing-engines.ts';
import { fullRedis, missingWorkers } from '../../../lib/alerts/conditions/instance-conditions.ts';
import { spentBudgets } from '../../../lib/alerts/conditions/spent-budgets.ts';

const NOW = Date.UTC(2026, 10, 18);
const DAY = 86_400_000;

describe('an engine', () => {
  const engine = (more: object) => ({
    name: 'Brave',
    isSpent: false,
    health: { state: 'down', pausedUntil: 0, lastError: 'timed out' } as const,
    ...more,
  });
  const ids = (more: object) => failingEngines([engine(more)], NOW).map(({ id }) => id);

  it('fails if it is down', () => {
    expect(failingEngines([engine({})], NOW)).toMatchObject([{ subject: 'Brave', facts: { error: 'timed out' } }]);
  });

  it.each([
    ['it is up', { health: { state: 'up', pausedUntil: 0, lastError: '' } }],
    ['it is paused', { health: { state: 'down', pausedUntil: NOW + 1, lastError: '' } }],
    ['its budget is spent', { isSpent: true }],
  ])('does not fail if %s', (_why, more) => {
    expect(ids(more)).toEqual([]);
  });
});

describe('a budget', () => {
  const kinds = (used: number, limit: number | null = 100) =>
    spentBudgets([{ name: 'Brave', periods: { day: { limit, used }, month: { limit: null, used } } }]).map(
      ({ kind }) => kind,
    );

  it('alerts at four fifths, and when all is spent', () => {
    expect(kinds(79)).toEqual([]);
    expect(kinds(80)).toEqual(['budget_80']);
    expect(kinds(99)).toEqual(['budget_80']);
    expect(kinds(100)).toEqual(['budget_80', 'budget_100']);
    expect(kinds(100, null)).toEqual([]);
  });
});

describe('a key', () => {
  const count = (endsAt: number) => endingKeys([{ prefix: 'trib_abc', account: 'ada', endsAt }], NOW).length;

  it('alerts within 30 days of its end', () => {
    expect(count(NOW + 31 * DAY)).toBe(0);
    expect(count(NOW + 29 * DAY)).toBe(1);
    expect(count(NOW - 1)).toBe(0);
  });
});

describe('the instance', () => {
  it('misses workers if there is none', () => {
    expect(missingWorkers(0)).toHaveLength(1);
    expect(missingWorkers(1)).toEqual([]);
  });

  it('has a full Redis from three quarters on, until it has room again', () => {
    const count = (usedBytes: number, open: string[] = []) =>
      fullRedis([{ name: '', memory: { usedBytes, maxBytes: 100, nodes: 1 } }], new Set(open)).length;
    expect(count(74)).toBe(0);
    expect(count(75)).toBe(1);
    expect(count(74, ['redis_full:'])).toBe(1);
    expect(count(69, ['redis_full:'])).toBe(0);
    expect(fullRedis([{ name: '', memory: { usedBytes: 9, maxBytes: 0, nodes: 1 } }], new Set())).toEqual([]);
  });
});
