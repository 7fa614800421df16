import { afterEach, expect, test } from 'vitest';
import { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { createLog } from '../../lib/log/log.ts';
import { connectForRequests, type Redis, whenReady } from '../../lib/redis/redis.ts';
import { parseRedisServer } from '../../lib/redis/redis-server.ts';
import { readRequests } from '../../lib/requests/read-requests.ts';
import { RecordBatches } from '../../lib/requests/record-batches.ts';
import { RequestLog } from '../../lib/requests/request-log.ts';
import type { RequestRecord } from '../../lib/requests/request-record.ts';
import { readUsageStatistics } from '../../lib/statistics/read-usage.ts';
import { figuresOf } from '../../lib/statistics/usage-figures.ts';
import { UsageStatistics } from '../../lib/statistics/usage-statistics.ts';
import { eventually } from '../harness/processes.ts';
import { TestRedis } from '../harness/redis.ts';
import { sentinelFaults } from '../harness/sentinel-faults.ts';
import { TestSentinels } from '../harness/sentinels.ts';
import { sampleRequest, sampleRequests } from '../lib/requests/sample-requests.ts';

/** The statistics and the log of requests while Redis fails. */

const SLOW = { timeout: 180_000 };
const ACCOUNTS = 40;

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A process that records requests, as far as these tests are about it. */
class Recorder {
  readonly redis: Redis;
  readonly batches: RecordBatches;
  readonly errors = new ErrorReporter(createLog('test', 'silent'));

  private constructor(redis: Redis) {
    this.redis = redis;
    const keepers = [new UsageStatistics(redis), new RequestLog(redis, { hours: 24, bytes: 1_000_000 })];
    this.batches = new RecordBatches(keepers, this.errors, () => {});
  }

  static async on(url: string): Promise<Recorder> {
    const redis = connectForRequests(parseRedisServer(url), 'test');
    await whenReady(redis);
    const recorder = new Recorder(redis);
    ends.push(
      () => redis.disconnect(),
      () => recorder.batches.close(),
    );
    return recorder;
  }

  /** The ids in the log, and how many requests were counted. */
  async found(account: string): Promise<{ ids: string[]; counted: number }> {
    await this.batches.flush();
    const { items } = await readRequests(this.redis, [account], {}, { limit: 1_000 });
    const { total } = await readUsageStatistics(this.redis, { account, period: '24h' });
    return { ids: items.map(({ id }) => id), counted: figuresOf(total).requests };
  }

  async keeps(record: RequestRecord): Promise<void> {
    await eventually(
      'a request is in the log and counted',
      async () => {
        this.batches.add(record);
        const { ids, counted } = await this.found(record.account as string);
        return ids.includes(record.id) && counted > 0;
      },
      60_000,
    );
  }
}

test('After a failover, requests are recorded again, and those before it are still there', SLOW, async () => {
  const sentinels = await TestSentinels.start();
  ends.push(() => sentinels.dispose());
  const recorder = await Recorder.on(sentinels.url);
  const before = sampleRequest({ account: 'before' });
  await recorder.keeps(before);
  const { counted } = await recorder.found('before');
  const { strike } = sentinelFaults(sentinels).ordered;
  await strike();
  await recorder.keeps(sampleRequest({ account: 'after' }));
  const found = await recorder.found('before');
  expect(found.ids).toContain(before.id);
  expect(found.counted).toBeGreaterThanOrEqual(counted);
  expect([...recorder.errors.counts]).toEqual([]);
});

test('A Redis that is killed while a batch is written has each request once or not at all', SLOW, async () => {
  const server = await TestRedis.start(['--appendonly', 'yes', '--appendfsync', 'always']);
  ends.push(() => server.dispose());
  const recorder = await Recorder.on(server.url);
  const records = Array.from({ length: ACCOUNTS }, (_, at) => sampleRequests(5, { account: `user-${at}` })).flat();
  for (const record of records) recorder.batches.add(record);
  // It is killed as soon as the first of the batch is there.
  await eventually('some of it is written', async () => (await recorder.redis.dbsize()) > 0);
  await server.kill();
  await server.start();
  await recorder.keeps(sampleRequest({ account: 'after' }));
  for (let at = 0; at < ACCOUNTS; at += 1) {
    const { ids, counted } = await recorder.found(`user-${at}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect([0, 5]).toContain(ids.length);
    expect([0, 5]).toContain(counted);
  }
  expect([...recorder.errors.counts]).toEqual([]);
});
