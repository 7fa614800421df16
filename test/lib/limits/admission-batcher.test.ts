import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { generateKey, type PresentedKey, parseKey } from '../../../lib/keys/key-format.ts';
import { admit } from '../../../lib/limits/admission.ts';
import { AdmissionBatcher } from '../../../lib/limits/admission-batcher.ts';
import { type Cost, NO_SEARCH, searchIn } from '../../../lib/limits/cost.ts';
import type { Limits } from '../../../lib/limits/limits.ts';
import { readUsage, refund } from '../../../lib/limits/usage.ts';
import type { Admission } from '../../../lib/limits/verdict.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { createKey, createUser } from '../../harness/as-tester.ts';
import { runs } from '../../harness/fuzz.ts';
import { redisForSuite } from '../../harness/redis.ts';

const DAY = 86_400_000;
const NOW = new Date('2026-11-15T12:00:00Z');
const search = searchIn('web');
const off: Limits = { burst: null, sustained: null, monthly: null };

const redis = await redisForSuite({ ownServer: true });

beforeEach(async () => {
  await redis.flushdb();
  await createUser(redis, 'ada');
});

async function issue(): Promise<PresentedKey> {
  const key = parseKey((await createKey(redis, 'ada')).key);
  if (!key) throw new Error('a key of our own was refused');
  return key;
}

/** The reply to a caller, without the parts that differ between keys and milliseconds. */
function told(admission: Admission): unknown {
  if (!('standings' in admission)) return admission.verdict;
  const { verdict, standings, caller } = admission;
  const remaining = [standings.burst?.remaining, standings.sustained?.remaining];
  const waits = [standings.burst, standings.sustained].map((standing) => (standing?.resetS ?? 0) > 0);
  return { verdict, remaining, waits, searches: caller.searchesThisMonth, used: caller.lastUsedAt !== '' };
}

const evalshas = async () => Number(/cmdstat_evalsha:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0);

describe('concurrent requests', () => {
  it('get the same result as one after the other', async () => {
    const limit = (most: number) => fc.option(fc.integer({ min: 1, max: most }));
    const requests = fc.constantFrom<Cost>(
      search,
      searchIn('images'),
      searchIn('web', 0),
      NO_SEARCH,
      { entries: 3, searches: { web: 2, images: 1 } },
      { entries: 2, searches: { web: 0 } },
    );
    await fc.assert(
      fc.asyncProperty(
        limit(8),
        limit(8),
        limit(6),
        requests,
        fc.nat(4),
        fc.integer({ min: 1, max: 12 }),
        async (burst, sustained, monthly, request, before, count) => {
          const limits: Limits = {
            burst: burst === null ? null : { limit: burst, windowMs: DAY },
            sustained: sustained === null ? null : { limit: sustained, windowMs: 2 * DAY },
            monthly,
          };
          const [alone, together] = [await issue(), await issue()];
          for (let i = 0; i < before; i++)
            for (const key of [alone, together]) await admit(redis, key, limits, search, NOW);
          const expected: Admission[] = [];
          for (let i = 0; i < count; i++) expected.push(await admit(redis, alone, limits, request, NOW));
          const admissions = new AdmissionBatcher(redis, limits);
          const got = await Promise.all(Array.from({ length: count }, () => admissions.admit(together, request, NOW)));
          expect(got.map(told)).toEqual(expected.map(told));
          const left = async ({ prefix }: PresentedKey) => [
            await redis.llen(redisKeys.rateLog(prefix, 'burst')),
            await redis.llen(redisKeys.rateLog(prefix, 'sustained')),
            await readUsage(redis, { key: prefix }, '2026-11'),
          ];
          expect(await left(together)).toEqual(await left(alone));
        },
      ),
      { numRuns: runs() },
    );
  });

  it('need one script call, however many there are', async () => {
    const key = await issue();
    const admissions = new AdmissionBatcher(redis, off);
    await admissions.admit(key, search);
    const before = await evalshas();
    await Promise.all(Array.from({ length: 40 }, () => admissions.admit(key, search)));
    expect((await evalshas()) - before).toBe(1);
  });

  it('are split into several script calls if there are very many, and all get a result', async () => {
    const key = await issue();
    const admissions = new AdmissionBatcher(redis, { ...off, burst: { limit: 120, windowMs: DAY } });
    const got = await Promise.all(Array.from({ length: 130 }, () => admissions.admit(key, search, NOW)));
    expect(got.filter(({ verdict }) => verdict === 'admitted')).toHaveLength(120);
    expect(got.filter(({ verdict }) => verdict === 'throttled')).toHaveLength(10);
    expect((await readUsage(redis, { key: key.prefix }, '2026-11')).searches).toBe(120);
  });

  it('each have their own charge, which is refunded once', async () => {
    const key = await issue();
    const admissions = new AdmissionBatcher(redis, off);
    const got = await Promise.all(Array.from({ length: 5 }, () => admissions.admit(key, search, NOW)));
    for (const admission of got.slice(0, 2)) {
      if (admission.verdict !== 'admitted' || !admission.charge) throw new Error('not charged');
      await refund(redis, [admission.charge]);
      await refund(redis, [admission.charge]);
    }
    expect((await readUsage(redis, { key: key.prefix }, '2026-11')).searches).toBe(3);
    expect((await readUsage(redis, { username: 'ada' }, '2026-11')).searches).toBe(3);
  });

  it('are separate by key, endpoint and day, and a bad key does not affect the others', async () => {
    const [one, two] = [await issue(), await issue()];
    const forged = { prefix: one.prefix, digest: generateKey().digest };
    const admissions = new AdmissionBatcher(redis, off);
    const got = await Promise.all([
      admissions.admit(one, search, NOW),
      admissions.admit(forged, search, NOW),
      admissions.admit(two, search, NOW),
      admissions.admit(one, searchIn('news'), NOW),
      admissions.admit(one, search, new Date('2026-11-16T00:00:00Z')),
    ]);
    expect(got.map(({ verdict }) => verdict)).toEqual(['admitted', 'unknown', 'admitted', 'admitted', 'admitted']);
    expect((await readUsage(redis, { key: one.prefix }, '2026-11')).days).toEqual({
      '2026-11-15': { web: 1, news: 1 },
      '2026-11-16': { web: 1 },
    });
  });

  it('all fail if Redis is unavailable', async () => {
    const gone = redis.duplicate({ maxRetriesPerRequest: 0, enableOfflineQueue: false, lazyConnect: true });
    gone.on('error', () => {});
    const admissions = new AdmissionBatcher(gone, off);
    const key = await issue();
    const got = await Promise.allSettled([admissions.admit(key, search), admissions.admit(key, search)]);
    expect(got.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    gone.disconnect();
  });
});
