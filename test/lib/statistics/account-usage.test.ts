import { beforeEach, describe, expect, it } from 'vitest';
import { deleteAccount } from '../../../lib/accounts/delete-account.ts';
import { exportAccount } from '../../../lib/accounts/export-account.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import type { RequestRecord } from '../../../lib/requests/request-record.ts';
import { keptSpans } from '../../../lib/statistics/account-usage.ts';
import { spansOf, usagePeriods } from '../../../lib/statistics/usage-period.ts';
import { UsageStatistics } from '../../../lib/statistics/usage-statistics.ts';
import { createKey, createUser, TESTER } from '../../harness/as-tester.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
beforeEach(() => redis.flushdb());

const request = (account: string, key: string, daysAgo = 0): RequestRecord => ({
  ...{ id: 'r', at: Date.now() - daysAgo * 86_400_000, ms: 5, account, key, endpoint: 'web', status: 200 },
  ...{ labels: { name: `${account} Doe` } },
  ...{ reason: null, cost: 1, cached: false, engines: [], trace: null, program: null },
});

async function used(): Promise<{ ada: string; bob: string }> {
  await createUser(redis, 'ada');
  await createUser(redis, 'bob');
  const [ada, bob] = [await createKey(redis, 'ada'), await createKey(redis, 'bob')];
  const days = [0, 0, 3, 20];
  await new UsageStatistics(redis).keep([
    ...days.map((ago) => request('ada', ada.prefix, ago)),
    ...days.map((ago) => request('bob', bob.prefix, ago)),
    // A key that was forgotten before.
    request('ada', 'forgot1a'),
    request('bob', 'forgot1b'),
  ]);
  return { ada: ada.prefix, bob: bob.prefix };
}

describe('the statistics of an account', () => {
  it('go with it, but for the totals of the instance, and those of others stay', async () => {
    const keys = await used();
    await deleteAccount(redis, TESTER, 'ada', { keepsAdministrator: false, keepsOwners: false });
    const names = await redis.keys('{trib:statistics*');
    expect(names.filter((name) => name.includes('ada'))).toEqual([]);
    expect(names.filter((name) => name.startsWith('{trib:statistics:bob}')).length).toBeGreaterThan(5);
    for (const name of names.filter((one) => one.startsWith(redisKeys.instanceStatistics('')))) {
      const hash = await redis.hgetall(name);
      const [ofBob = '', total = ''] = [hash['account:bob'], hash.total];
      const left = Object.keys(hash).filter((row) => /\bada\b|forgot1a/.test(row) || row.endsWith(keys.ada));
      expect([name, left]).toEqual([name, []]);
      expect(Object.keys(hash).join()).toContain('bob Doe');
      expect(Number(/requests=(\d+)/.exec(total)?.[1])).toBe(2 * Number(/requests=(\d+)/.exec(ofBob)?.[1]));
    }
  });

  it('are part of its export', async () => {
    await used();
    let text = '';
    for await (const part of exportAccount(redis, 'ada')) text += part;
    const { usage } = JSON.parse(text) as { usage: { of: string; numbers: Record<string, string> }[] };
    const today = new Date().toISOString().slice(0, 10);
    expect(usage.find(({ of }) => of === today)?.numbers.total).toContain('requests=3');
    expect(usage.map(({ of }) => of.length).sort()).toEqual([10, 10, 10, 13, 13, 13]);
  });

  it('are looked for in every hour and day that a page shows', () => {
    for (const now of [Date.now(), Date.UTC(2028, 1, 29, 23, 59), Date.UTC(2027, 0, 1)]) {
      const kept = new Set(keptSpans(now));
      for (const period of usagePeriods) {
        const { points, before } = spansOf(period, now);
        expect([...points.flatMap(({ spans }) => spans), ...(before ?? [])].filter((span) => !kept.has(span))).toEqual(
          [],
        );
      }
    }
  });
});
