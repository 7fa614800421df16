import { describe, expect, it } from 'vitest';
import { endingKeys } from '../../../lib/alerts/conditions/ending-keys.ts';
import { failingEngines, type WatchedEngine } from '../../../lib/alerts/conditions/failing-engines.ts';
import { fullRedis, missingWorkers } from '../../../lib/alerts/conditions/instance-conditions.ts';
import { spentBudgets } from '../../../lib/alerts/conditions/spent-budgets.ts';
import type { Provider } from '../../../lib/providers/provider.ts';

const NOW = Date.UTC(2026, 10, 18);
const DAY = 86_400_000;

const provider = { group: 'web' } as Provider;
const brave = { slug: 'engine_a', name: 'Brave', provider };

describe('an engine', () => {
  const down = { state: 'down', failures: 3, pausedUntil: 0, lastError: 'no answer in 3000 ms' } as const;
  const up = { ...down, state: 'up', failures: 0, lastError: '' } as const;
  const quiet = { answered: 0, failed: 0, failedJustNow: false };
  const engine: WatchedEngine = {
    ...brave,
    ...{ isPaused: false, isSpent: false, health: down, recent: quiet },
    lastFailure: { code: 'timeout', reason: 'no answer in 3000 ms' },
  };
  const count = (more: Partial<WatchedEngine>) => failingEngines([{ ...engine, ...more }], NOW).length;

  it('fails if it is down', () => {
    expect(failingEngines([engine], NOW)).toMatchObject([
      { id: 'engine_failing:engine_a', subject: 'engine_a', facts: { name: 'Brave', group: 'web', code: 'timeout' } },
    ]);
  });

  it.each<[string, Partial<WatchedEngine>]>([
    ['asks to wait with each failure', { health: { ...down, pausedUntil: NOW + 1 } }],
    ['fails as often as it answers', { health: up, recent: { answered: 3, failed: 3, failedJustNow: true } }],
  ])('fails if it %s', (_why, more) => {
    expect(count(more)).toBe(1);
  });

  it.each<[string, Partial<WatchedEngine>]>([
    ['it is up', { health: up }],
    ['it asked for a pause with an answer', { health: { ...up, pausedUntil: NOW + 1 } }],
    ['somebody has paused it', { isPaused: true }],
    ['its budget is spent', { isSpent: true }],
    ['it answers more often', { health: up, recent: { answered: 4, failed: 3, failedJustNow: true } }],
    ['it failed only twice', { health: up, recent: { answered: 0, failed: 2, failedJustNow: true } }],
    ['it has failed no more for minutes', { health: up, recent: { answered: 1, failed: 5, failedJustNow: false } }],
  ])('does not fail if %s', (_why, more) => {
    expect(count(more)).toBe(0);
  });
});

describe('a budget', () => {
  const kinds = (used: number, limit: number | null = 100) =>
    spentBudgets([{ ...brave, periods: { day: { limit, used }, month: { limit: null, used } } }]).map(
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
  const count = (endsAt: number) => endingKeys([{ prefix: 'trib_abc', account: 'ada', endsAt }], new Set(), NOW).length;

  it('alerts within 30 days of its end', () => {
    expect(count(NOW + 31 * DAY)).toBe(0);
    expect(count(NOW + 29 * DAY)).toBe(1);
    expect(count(NOW - 1)).toBe(0);
  });

  it('does not alert if it was made for less than an hour, as for a program that fetches its tokens', () => {
    expect(count(NOW + DAY / 24)).toBe(0);
    const ending = { prefix: 'trib_abc', account: 'ada', endsAt: NOW + 1 };
    expect(endingKeys([ending], new Set(['key_ends:trib_abc']), NOW)).toHaveLength(1);
  });

  it('alerts beside one other of its account at most that was not known before', () => {
    const key = (prefix: string, days: number, account = 'ada') => ({ prefix, account, endsAt: NOW + days * DAY });
    const keys = [key('c', 3), key('a', 1), key('b', 2), key('d', 4, 'bob')];
    const looks = [[], ['a', 'd'], ['b', 'c', 'd']].map((open) =>
      endingKeys(keys, new Set(open.map((prefix) => `key_ends:${prefix}`)), NOW).map(({ subject }) => subject),
    );
    expect(looks).toEqual([
      ['a', 'd'],
      ['a', 'b', 'd'],
      ['a', 'b', 'c', 'd'],
    ]);
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
