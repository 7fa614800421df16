import { Redis } from 'ioredis';
import { beforeEach, describe, expect, it } from 'vitest';
import { Claims } from '../../jobs/claims.ts';
import { Queues } from '../../jobs/queues.ts';
import { RedisSender } from '../../jobs/redis-sender.ts';
import { connectForRequests, whenReady } from '../../lib/redis/redis.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { parseRedisServer } from '../../lib/redis/redis-server.ts';
import { testErrors } from '../harness/health.ts';
import { eventually } from '../harness/processes.ts';
import { redisForSuite } from '../harness/redis.ts';
import { TcpProxy } from '../harness/tcp-proxy.ts';

const redis = await redisForSuite();
const claims = new Claims(redis);
const TIMES = { forMs: 10_000, needMs: 5_000 };
const claim = async (id: string, channel: string, { times = TIMES, by = claims, lostJob = '' } = {}) =>
  (await by.claim('{q}', channel, { id, calls: ['call'], ...times, lostJob }))[0]?.jobId;

beforeEach(() => redis.flushdb());

describe('a call', () => {
  it('belongs to one of many jobs that come at once, and nobody is forgotten', async () => {
    const holders = await Promise.all(Array.from({ length: 50 }, (_, i) => claim(`job-${i}`, `web-${i}`)));
    const [holder = ''] = holders;
    expect(new Set(holders).size).toBe(1);
    expect(await claims.end('{q}', holder, 'call')).toHaveLength(50);
  });

  it('that ends while others come: each of them is told of its end, or makes it anew', async () => {
    for (let round = 0; round < 20; round++) {
      await redis.flushdb();
      expect(await claim('first', 'web-first')).toBe('first');
      const others = Array.from({ length: 20 }, (_, i) => `web-${i}`);
      const redises = [redis.duplicate(), redis.duplicate()];
      const joins = others.map(async (channel, i) => {
        const mine = new Claims(redises[i % 2] ?? redis);
        const holder = await claim(`job-${i}`, channel, { by: mine });
        return { channel, joined: holder === 'first' };
      });
      const told = await claims.end('{q}', 'first', 'call');
      const joined = (await Promise.all(joins)).flatMap((join) => (join.joined ? [join.channel] : []));
      expect(told).toEqual(expect.arrayContaining(joined));
      for (const other of redises) other.disconnect();
    }
  });

  it('that is made anew while the end of the one before is on its way: nobody who waits for it is forgotten', async () => {
    const proxy = await TcpProxy.to(redis.options.port);
    const worker = new Redis(proxy.url, { db: redis.options.db ?? 0 });
    const atWorker = new Claims(worker);
    // From here on, Redis has the script.
    await atWorker.end('{q}', 'none', 'none');
    await claim('first', 'web-first');
    await claim('other', 'web-other');
    proxy.holdReplies('waiters');
    const ended = atWorker.end('{q}', 'first', 'call');
    await eventually('Redis has told who waits', () => proxy.isHolding);
    expect(await claim('second', 'web-second')).toBe('second');
    expect(await claim('third', 'web-third')).toBe('second');
    proxy.letGo();
    await ended;
    expect(await claims.end('{q}', 'second', 'call')).toContain('web-third');
    worker.disconnect();
    await proxy.close();
  });

  it('whose claim was carried out but not heard is free again: nobody waits for a job that is never added', async () => {
    const proxy = await TcpProxy.to(redis.options.port);
    const db = redis.options.db ?? 0;
    const connection = connectForRequests(parseRedisServer(`${proxy.url}/${db}`), 'test');
    await whenReady(connection);
    const { errors } = testErrors();
    const options = {
      queues: new Queues(connection, errors),
      subscriber: redis,
      channel: 'web-1',
      cache: redis,
      errors,
    };
    const clock = { now: () => performance.now() };
    const others = { webs: { count: 2 } };
    const sender = new RedisSender({ ...options, ...others, clock, redis: connection });
    const call = { calls: ['call'], forMs: 60_000, needMs: 1_000 };
    // From here on, Redis has the scripts.
    await sender.claim({ id: 'warm-up', ...call, calls: ['another'] });
    await claims.end(redisKeys.callTag('another'), 'warm-up', 'another');
    proxy.holdReplies();
    await expect(sender.claim({ id: 'job-1', ...call })).rejects.toThrow('timed out');
    proxy.letGo();
    await eventually('another process may make it', async () => {
      const [holder] = await claims.claim(redisKeys.callTag('call'), 'web-2', { id: 'job-2', ...call });
      return holder?.jobId === 'job-2';
    });
    connection.disconnect();
    await proxy.close();
  });

  it('leaves nothing behind that lasts', async () => {
    await claim('job-1', 'web-1');
    await claim('job-2', 'web-2');
    await claims.leave('{q}', 'job-1', 'web-1');
    await claims.leave('{q}', 'job-1', 'web-2');
    for (const key of await redis.keys('*')) expect(await redis.pttl(key)).toBeGreaterThan(0);
  });
});
