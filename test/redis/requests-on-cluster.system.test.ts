import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectForRequests, type Redis, whenReady } from '../../lib/redis/redis.ts';
import { parseRedisServer } from '../../lib/redis/redis-server.ts';
import { countFailures } from '../../lib/requests/count-failures.ts';
import { forgetRequests } from '../../lib/requests/forget-requests.ts';
import { findRequest, readRequests } from '../../lib/requests/read-requests.ts';
import { RequestLog } from '../../lib/requests/request-log.ts';
import { readUsageStatistics } from '../../lib/statistics/read-usage.ts';
import { figuresOf } from '../../lib/statistics/usage-figures.ts';
import { UsageStatistics } from '../../lib/statistics/usage-statistics.ts';
import { TestCluster } from '../harness/redis-cluster.ts';
import { sampleRequests } from '../lib/requests/sample-requests.ts';

let cluster: TestCluster;
let redis: Redis;
beforeAll(async () => {
  cluster = await TestCluster.start({});
  redis = connectForRequests(parseRedisServer(cluster.url), 'test');
  await whenReady(redis);
}, 180_000);
afterAll(async () => {
  redis?.disconnect();
  await cluster?.dispose();
});

test('The logs of requests of several accounts are on several nodes of a cluster, and read together', async () => {
  const records = sampleRequests(60, { reason: 'burst', status: 429 }).map((record, at) => ({
    ...record,
    account: `user-${at % 12}`,
  }));
  const log = new RequestLog(redis, { hours: 24, bytes: 1_000_000 });
  for (let at = 0; at < records.length; at += 15) await log.keep(records.slice(at, at + 15));
  const expected = records.map(({ id }) => id).reverse();
  const { items } = await readRequests(redis, 'all', {}, { limit: 100 });
  expect(items.map(({ id }) => id)).toEqual(expected);
  expect((await findRequest(redis, 'all', expected[7] as string))?.id).toBe(expected[7]);
  expect(await countFailures(redis, ['user-1', 'user-2'])).toEqual([{ reason: 'burst', count: 10 }]);
  await forgetRequests(redis, 'user-1');
  expect((await readRequests(redis, ['user-1'], {}, { limit: 100 })).items).toEqual([]);
  expect((await readRequests(redis, 'all', {}, { limit: 100 })).items).toHaveLength(55);
});

test('The statistics of several accounts are on several nodes of a cluster, and add up to those of the instance', async () => {
  const statistics = new UsageStatistics(redis);
  const records = sampleRequests(60).map((record, at) => ({ ...record, at: Date.now(), account: `user-${at % 12}` }));
  await statistics.keep(records.slice(0, 30));
  await statistics.keep(records.slice(30));
  const counted = async (account: string | null) =>
    figuresOf((await readUsageStatistics(redis, { account, period: '24h' })).total).requests;
  for (let at = 0; at < 12; at += 1) expect(await counted(`user-${at}`)).toBe(5);
  expect(await counted(null)).toBe(60);
});
