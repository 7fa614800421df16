import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { readRequests } from '../../../lib/requests/read-requests.ts';
import { RequestLog } from '../../../lib/requests/request-log.ts';
import { redisForSuite } from '../../harness/redis.ts';
import { NOTHING_KEPT, TestRedis } from '../../harness/test-redis.ts';
import { sampleRequest } from './sample-requests.ts';

const redis = await redisForSuite({ ownServer: true });

it('A Redis that is nearly full gets no more requests', async () => {
  /** Each process looks how full Redis is before it writes for the first time. */
  const write = () => new RequestLog(redis, { hours: 24, bytes: 20 * 1024 * 1024 }).keep([sampleRequest()]);
  const kept = async () => (await readRequests(redis, 'all', {}, { limit: 9 })).items.length;
  await redis.config('SET', 'maxmemory', '1gb');
  await write();
  expect(await kept()).toBe(1);
  const used = Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
  await redis.config('SET', 'maxmemory', String(Math.floor(used * 1.2)));
  await write();
  expect(await kept()).toBe(1);
});

it('A Redis that does not say how full it is gets them', async () => {
  const server = await TestRedis.start([...NOTHING_KEPT, '--rename-command', 'INFO', '']);
  const silent = new Redis(server.url, { enableReadyCheck: false });
  try {
    await new RequestLog(silent, { hours: 24, bytes: 20 * 1024 * 1024 }).keep([sampleRequest()]);
    expect((await readRequests(silent, 'all', {}, { limit: 9 })).items).toHaveLength(1);
  } finally {
    silent.disconnect();
    await server.dispose();
  }
});
