import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import type { RequestRecord } from '../../../lib/requests/request-record.ts';
import { readUsageStatistics } from '../../../lib/statistics/read-usage.ts';
import { type Counts, OTHERS, rowOf } from '../../../lib/statistics/usage-counts.ts';
import { figuresOf, tableOf } from '../../../lib/statistics/usage-figures.ts';
import { spansOf, type UsagePeriodName, usagePeriods } from '../../../lib/statistics/usage-period.ts';
import { UsageStatistics } from '../../../lib/statistics/usage-statistics.ts';
import { runs } from '../../harness/fuzz.ts';
import { redisForSuite } from '../../harness/redis.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-18T14:25:00Z');
const redis = await redisForSuite();
const statistics = new UsageStatistics(redis);
beforeEach(() => redis.flushdb());

function record(over: Partial<RequestRecord> = {}): RequestRecord {
  return {
    id: 'r',
    at: NOW,
    ms: 100,
    account: 'ada',
    key: 'aaaaaaaa',
    labels: {},
    endpoint: 'web',
    status: 200,
    reason: null,
    cost: 1,
    cached: false,
    engines: [{ engine: 'engine_a', outcome: 'ok', ms: 80 }],
    trace: null,
    program: 'curl',
    ...over,
  };
}
const figures = async (period: UsagePeriodName, account: string | null = 'ada', now = NOW) =>
  figuresOf((await readUsageStatistics(redis, { account, period }, now)).total);

describe('what is counted', () => {
  it('says nothing of the time of what lasts as long as its client wants', async () => {
    await statistics.keep([
      record({ ms: 7_200_000, isUntimed: true }),
      record({ isUntimed: true, status: 503, ms: 9 }),
    ]);
    expect(await figures('24h')).toMatchObject({ requests: 2, searches: 2, errors: 1, p50: null, p95: null });
    await statistics.keep([record({ ms: 20 })]);
    expect((await figures('24h')).p95).toBeLessThan(30);
  });

  it('tells answers, refusals, failures and left clients apart, each by its reason', async () => {
    await statistics.keep([
      record(),
      record({ cached: true, engines: [{ engine: 'engine_a', outcome: 'cached', ms: 3 }] }),
      record({ status: 429, reason: 'burst', cost: 0, engines: [] }),
      record({ status: 429, reason: 'burst', cost: 0, engines: [] }),
      record({
        status: 503,
        reason: 'timeout',
        cost: 0,
        engines: [{ engine: 'engine_a', outcome: 'timeout', ms: 3_000 }],
      }),
      record({ status: 499, reason: 'client_left' }),
    ]);
    expect(await figures('24h')).toMatchObject({
      requests: 6,
      searches: 3,
      errors: 1,
      failures: { timeout: 1 },
      refusals: { burst: 2 },
      cachedShare: 0.5,
      calls: 3,
    });
  });

  it('has a request without an account only in the instance', async () => {
    await statistics.keep([record({ account: null, key: null, status: 401, reason: 'bad_key', cost: 0, engines: [] })]);
    expect((await figures('24h', null)).refusals).toEqual({ bad_key: 1 });
    expect(await redis.keys('{trib:statistics:*')).toEqual([]);
  });

  it('is told apart by key, label, endpoint and engine, and in the instance by account', async () => {
    await statistics.keep([
      record({ labels: { app: 'bot' } }),
      record({ key: null, endpoint: 'images' }),
      record({ account: 'bob', key: 'bbbbbbbb' }),
    ]);
    const { rows } = await readUsageStatistics(redis, { account: 'ada', period: '7d' }, NOW);
    expect([...rows.keys()].sort()).toEqual(
      ['endpoint:images', 'endpoint:web', 'engine:engine_a', 'key:', 'key:aaaaaaaa', 'label:app=bot', 'total'].sort(),
    );
    const instance = await readUsageStatistics(redis, { account: null, period: '7d' }, NOW);
    expect(tableOf(instance.rows, 'account').map(({ name, figures: of }) => [name, of.requests])).toEqual([
      ['ada', 2],
      ['bob', 1],
    ]);
  });

  it('prices the calls to each engine as they were when they were made', async () => {
    const engines = [
      { engine: 'engine_a', outcome: 'ok', ms: 80 },
      { engine: 'engine_b', outcome: 'ok', ms: 80 },
      { engine: 'engine_c', outcome: 'overloaded', ms: null },
    ];
    const keepAt = (price: number, currency: string) =>
      new UsageStatistics(
        redis,
        new Map([
          ['engine_a', { price, currency }],
          ['engine_c', { price: 9, currency }],
        ]),
      ).keep([record({ engines }), record({ engines })]);
    await keepAt(0.005, 'EUR');
    await keepAt(0.000_001, 'EUR');
    await keepAt(0.25, 'USD');
    await statistics.keep([record({ engines })]);
    const { total, rows } = await readUsageStatistics(redis, { account: 'ada', period: '24h' }, NOW);
    const costs = { EUR: 0.010_002, USD: 0.5 };
    expect(figuresOf(total)).toMatchObject({ calls: 14, costs });
    expect(tableOf(rows, 'engine').map(({ name, figures: of }) => [name, of.calls, of.costs])).toEqual([
      ['engine_a', 7, costs],
      ['engine_b', 7, {}],
      ['engine_c', 0, {}],
    ]);
  });

  it('reads the median and the 95th percentile within a tenth of what was measured', async () => {
    await statistics.keep(Array.from({ length: 100 }, (_, at) => record({ ms: at < 90 ? 100 : 2_000 })));
    const { p50, p95 } = await figures('24h');
    expect(Math.abs((p50 ?? 0) / 100 - 1)).toBeLessThan(0.1);
    expect(Math.abs((p95 ?? 0) / 2_000 - 1)).toBeLessThan(0.1);
  });
});

describe('bounds', () => {
  it('tell only so many of a kind apart, and count the rest together', async () => {
    const batch = Array.from({ length: 130 }, (_, at) => record({ labels: { user: `u${at}` } }));
    await statistics.keep(batch.slice(0, 70));
    await statistics.keep(batch.slice(70));
    const { rows } = await readUsageStatistics(redis, { account: 'ada', period: '24h' }, NOW);
    const labels = tableOf(rows, 'label');
    expect(labels).toHaveLength(51);
    expect(labels[0]).toMatchObject({ name: OTHERS, figures: { requests: 80 } });
    expect(labels.reduce((sum, { figures: of }) => sum + of.requests, 0)).toBe(130);
  });

  it('leave room in the numbers of the instance for what other accounts call theirs', async () => {
    const keyed = (at: number, account = 'ada') =>
      record({ account, key: `key${account}${at}`, labels: { user: `${account}${at}` } });
    await statistics.keep(Array.from({ length: 210 }, (_, at) => keyed(at)));
    await statistics.keep([keyed(1, 'bob'), record({ account: 'bob', key: 'keyada1', labels: { user: 'ada1' } })]);
    const instance = (only?: { kind: 'label' | 'key'; name: string }) =>
      readUsageStatistics(redis, { account: null, period: '24h', only }, NOW);
    const { rows } = await instance();
    for (const kind of ['label', 'key'] as const) {
      const table = tableOf(rows, kind);
      expect([kind, table.length, table[0]]).toMatchObject([kind, 102, { name: OTHERS, figures: { requests: 110 } }]);
      expect(table.reduce((sum, { figures: of }) => sum + of.requests, 0)).toBe(212);
    }
    expect(tableOf(rows, 'label').map(({ name }) => name)).toContain('user=bob1');
    // What two accounts call the same is one row.
    expect((await instance({ kind: 'label', name: 'user=ada1' })).total.get('requests')).toBe(2);
    expect((await instance({ kind: 'key', name: 'keybob1' })).total.get('requests')).toBe(1);
  });

  it('keep hours for a month and days for thirteen, from their last request on', async () => {
    await statistics.keep([record()]);
    const left = async (span: string) => (await redis.pttl(redisKeys.accountStatistics('ada', span))) / DAY;
    expect(await left('2026-11-18T14')).toBeGreaterThan(31);
    expect(await left('2026-11-18T14')).toBeLessThan(36);
    expect(await left('2026-11-18')).toBeGreaterThan(396);
    expect(await left('2026-11-18')).toBeLessThan(441);
  });

  it('names that hold what separates numbers do not break them', async () => {
    await statistics.keep([record({ endpoint: 'a b=9:c', reason: 'x=1 y', status: 500, labels: { a: 'b c=d' } })]);
    expect((await figures('24h')).failures).toEqual({ x_1_y: 1 });
    const { rows } = await readUsageStatistics(redis, { account: 'ada', period: '24h' }, NOW);
    expect(rows.get(rowOf('label', 'a=b c=d'))?.get('requests')).toBe(1);
  });
});

/** A plain model: every record is kept, and a period is what lies between two times. */
function modelOf(records: readonly RequestRecord[], from: number, until: number) {
  const within = records.filter(({ at }) => at >= from && at < until);
  const reasons = (of: (one: RequestRecord) => boolean) => {
    const counts: Record<string, number> = {};
    for (const one of within.filter(of)) counts[one.reason ?? ''] = (counts[one.reason ?? ''] ?? 0) + 1;
    return counts;
  };
  return {
    requests: within.length,
    searches: within.reduce((sum, { cost }) => sum + cost, 0),
    failures: reasons(({ status }) => status >= 500),
    refusals: reasons(({ status }) => status >= 400 && status < 499),
    calls: within.flatMap(({ engines }) => engines).filter(({ ms, outcome }) => ms !== null && outcome !== 'cached')
      .length,
  };
}
/** When a period began, by the calendar in UTC, and when the one before it did. */
function startOf(period: UsagePeriodName, now: number): number {
  const date = new Date(now);
  if (period === '24h') return Math.floor(now / HOUR) * HOUR - 23 * HOUR;
  if (period === '12m') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 11);
  return Math.floor(now / DAY) * DAY - ((period === '7d' ? 7 : 30) - 1) * DAY;
}

const outcome = fc.constantFrom('ok', 'cached', 'timeout', 'skipped');
const anyRecord = (now: number) =>
  fc
    .record({
      at: fc.integer({ min: now - 380 * DAY, max: now }),
      near: fc.integer({ min: 0, max: 60 * DAY }),
      isNear: fc.boolean(),
      status: fc.constantFrom(200, 200, 400, 429, 500, 503),
      reason: fc.constantFrom('burst', 'timeout'),
      cost: fc.nat(3),
      ms: fc.nat(200_000),
      key: fc.constantFrom('aaaaaaaa', 'bbbbbbbb', null),
      engines: fc.array(
        fc.record({ engine: fc.constantFrom('engine_a', 'engine_b'), outcome, ms: fc.constantFrom(null, 5, 900) }),
        { maxLength: 3 },
      ),
    })
    .map(({ near, isNear, ...one }) => record({ ...one, at: isNear ? now - near : one.at }));
const anyCase = fc
  .integer({ min: Date.UTC(2026, 1, 27), max: Date.UTC(2028, 2, 2) })
  .chain((now) =>
    fc.record({ now: fc.constant(now), records: fc.array(anyRecord(now), { minLength: 1, maxLength: 40 }) }),
  );

describe('any requests at any hours', () => {
  it('are in a period, and in the one before, exactly as in a list of all', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, fc.nat(5), async ({ now, records }, cuts) => {
        await redis.flushdb();
        // In batches of any sizes, some at once.
        const size = Math.ceil(records.length / (cuts + 1));
        const batches = Array.from({ length: cuts + 1 }, (_, at) => records.slice(at * size, (at + 1) * size));
        await Promise.all(batches.map((batch) => statistics.keep(batch)));
        for (const period of usagePeriods) {
          const { total, before, points, rows } = await readUsageStatistics(redis, { account: 'ada', period }, now);
          const from = startOf(period, now);
          expect(figuresOf(total)).toMatchObject(modelOf(records, from, now + 1));
          // Points, and rows of a kind, add up to the total: none is lost, none counted twice.
          expect(points.reduce((sum, { counts }) => sum + (counts.get('requests') ?? 0), 0)).toBe(
            total.get('requests') ?? 0,
          );
          const byKey = tableOf(rows, 'key');
          expect(byKey.reduce((sum, { figures: of }) => sum + of.requests, 0)).toBe(total.get('requests') ?? 0);
          const calls = tableOf(rows, 'engine').reduce((sum, { figures: of }) => sum + of.calls, 0);
          expect(calls).toBe(figuresOf(total).calls);
          if (before === null) continue;
          const length = period === '24h' ? DAY : period === '7d' ? 7 * DAY : 30 * DAY;
          const soFar = Math.floor(now / HOUR) * HOUR + HOUR - length;
          expect(figuresOf(before)).toMatchObject(modelOf(records, from - length, soFar));
        }
      }),
      { numRuns: runs(0.8) },
    );
  });

  it('are the same whatever order their batches come in', async () => {
    const flat = (rows: Map<string, Counts>) =>
      [...rows]
        .map(([row, counts]) => [row, [...counts].sort().join()])
        .sort((one, other) => ((one[0] ?? '') < (other[0] ?? '') ? -1 : 1));
    await fc.assert(
      fc.asyncProperty(anyCase, async ({ now, records }) => {
        await redis.flushdb();
        await statistics.keep(records);
        const once = flat((await readUsageStatistics(redis, { account: null, period: '12m' }, now)).rows);
        await redis.flushdb();
        for (const one of [...records].reverse()) await statistics.keep([one]);
        expect(flat((await readUsageStatistics(redis, { account: null, period: '12m' }, now)).rows)).toEqual(once);
      }),
      { numRuns: runs(0.3) },
    );
  });
});

describe('the points of a period', () => {
  it('have no gaps and end now, at any time of any year', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(2100, 0) }), fc.constantFrom(...usagePeriods), (now, period) => {
        const { points, step, before } = spansOf(period, now);
        expect(points).toHaveLength({ '24h': 24, '7d': 7, '30d': 30, '12m': 12 }[period]);
        expect(points[0]?.at).toBe(startOf(period, now));
        const spans = points.flatMap((point) => point.spans);
        expect(new Set([...spans, ...(before ?? [])]).size).toBe(spans.length + (before?.length ?? 0));
        expect(spans.at(-1)).toBe(new Date(now).toISOString().slice(0, step === 'hour' ? 13 : 10));
        // Every span is the next of the one before.
        const lengths = spans.slice(1).map((span, at) => timeOf(span) - timeOf(spans[at] ?? ''));
        expect(new Set(lengths)).toEqual(new Set([step === 'hour' ? HOUR : DAY]));
      }),
    );
  });
});

function timeOf(span: string): number {
  return Date.parse(span.length === 10 ? span : `${span}:00:00Z`);
}
