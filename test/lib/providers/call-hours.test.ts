import { beforeEach, describe, expect, it } from 'vitest';
import type { FailureCode } from '../../../lib/outcome.ts';
import { CallBatch, ERRORS_KEPT } from '../../../lib/providers/call-batch.ts';
import { HOURS_KEPT, readErrors, readHours, summaryOf } from '../../../lib/providers/call-hours.ts';
import { recordStatistics } from '../../../lib/providers/statistics.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { lostFields } from '../../../lib/statistics/lost-fields.ts';
import { presentFields } from '../../../lib/statistics/reply-fields.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
beforeEach(async () => {
  await redis.flushdb();
});

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 18, 19, 42, 7);

interface Made {
  ms?: number;
  code?: FailureCode;
  fields?: ReadonlySet<string>;
  request?: string;
}

/** Writes calls that end at a time, as one process does in a second. */
async function write(at: number, ...calls: Made[]): Promise<void> {
  const batch = new CallBatch();
  for (const { ms = 100, code, fields, request } of calls) {
    const failure = code ? { code, reason: `it was ${code}` } : null;
    batch.add({ failure, startedAt: at - ms, endedAt: at }, { requestId: request, fields });
  }
  await recordStatistics(redis, 'brave', batch, at);
}

const day = () => readHours(redis, 'brave', NOW, 24);

describe('the calls to a provider by the hour', () => {
  it('add up what processes write: successes, failures by code, and durations', async () => {
    await write(NOW - HOUR_MS, { ms: 100 }, { ms: 120 }, { code: 'timeout' });
    await write(NOW, { ms: 800 }, { code: 'timeout' });
    await write(NOW, { code: 'upstream' }, { code: 'expired' });
    const hours = await day();
    expect(hours).toHaveLength(24);
    expect(hours.at(-1)).toMatchObject({ at: Date.UTC(2026, 10, 18, 19), ok: 1 });
    expect(Object.fromEntries(hours.at(-1)?.failed ?? [])).toEqual({ timeout: 1, upstream: 1, expired: 1 });
    expect(hours.at(-2)).toMatchObject({ at: Date.UTC(2026, 10, 18, 18), ok: 2 });
    const summary = summaryOf(hours);
    // A call that nobody waited for any more is no failed call.
    expect(summary).toMatchObject({ ok: 3, calls: 6, successRate: 0.5 });
    expect(summary.p50).toBeGreaterThan(100);
    expect(summary.p50).toBeLessThan(140);
    expect(summary.p95).toBeGreaterThan(700);
  });

  it('are none before the first call', async () => {
    expect(summaryOf(await day())).toEqual({
      ok: 0,
      failed: new Map(),
      calls: 0,
      successRate: null,
      p50: null,
      p95: null,
    });
  });

  it('are kept for seven days, and end then', async () => {
    await write(NOW, { ms: 1 }, { code: 'upstream' });
    for (const key of [redisKeys.providerHour('brave', '2026-11-18T19'), redisKeys.providerErrors('brave')]) {
      expect(await redis.ttl(key)).toBeGreaterThan(HOURS_KEPT * 3_600 - 60);
      expect(await redis.ttl(key)).toBeLessThanOrEqual(8 * 86_400);
    }
  });

  it('take little of Redis, however many calls an hour has', async () => {
    const results = [
      { title: 'a', url: 'b', description: 'c', date: 'd', thumbnail: 'e', sitelinks: [{ title: 'f' }] },
    ];
    const fields = new Set([...presentFields('web', { results }), ...presentFields('news', { results })]);
    for (let at = 0; at < 60; at++) {
      const calls = Array.from({ length: 100 }, (_, nth) => ({ ms: 50 + at * nth, fields }));
      await write(NOW + at, ...calls, { code: 'timeout' }, { code: 'upstream' });
    }
    const bytes = Number(await redis.memory('USAGE', redisKeys.providerHour('brave', '2026-11-18T19')));
    expect(bytes).toBeLessThan(2_500);
  });
});

describe('the last errors of a provider', () => {
  it('are twenty, the newest first, with their time and the request that was made', async () => {
    for (let at = 0; at < 30; at++) await write(NOW + at, { code: 'timeout', request: `request-${at}` });
    const errors = await readErrors(redis, 'brave');
    expect(errors).toHaveLength(ERRORS_KEPT);
    expect(errors[0]).toEqual({ at: NOW + 29, code: 'timeout', reason: 'it was timeout', request: 'request-29' });
    expect(await readErrors(redis, 'brave', 1)).toEqual(errors.slice(0, 1));
  });

  it('say that a probe was for no request, and are cut short', async () => {
    const batch = new CallBatch();
    batch.add({ failure: { code: 'upstream', reason: 'x'.repeat(1_000) }, startedAt: NOW, endedAt: NOW }, {});
    await recordStatistics(redis, 'brave', batch, NOW);
    const [error] = await readErrors(redis, 'brave');
    expect(error?.request).toBeNull();
    expect(error?.reason.length).toBeLessThan(200);
  });

  it('of one second are in the order of their calls', async () => {
    await write(NOW, { code: 'timeout', request: 'first' }, { code: 'upstream', request: 'second' });
    expect((await readErrors(redis, 'brave')).map(({ request }) => request)).toEqual(['second', 'first']);
  });
});

describe('a service whose answers have changed', () => {
  const full = presentFields('web', { results: [{ title: 'a', date: 'b' }] });
  const undated = presentFields('web', { results: [{ title: 'a' }] });
  const replies = (count: number, fields: ReadonlySet<string>) => Array.from({ length: count }, () => ({ fields }));

  it('is found by the field that it has no more, with the minute of the last reply that had it', async () => {
    await write(NOW - 5 * HOUR_MS, ...replies(60, full));
    expect(lostFields(await readHours(redis, 'brave', NOW, HOURS_KEPT))).toEqual([]);
    await write(NOW - 2 * HOUR_MS, ...replies(3, full));
    await write(NOW, ...replies(12, undated));
    const since = Math.floor((NOW - 2 * HOUR_MS) / 60_000) * 60_000;
    expect(lostFields(await readHours(redis, 'brave', NOW, HOURS_KEPT))).toEqual([
      { field: 'web.results.date', since },
    ]);
    await write(NOW, ...replies(12, full));
    expect(lostFields(await readHours(redis, 'brave', NOW, HOURS_KEPT))).toEqual([]);
  });
});
