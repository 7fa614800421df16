import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HostGate } from '../../lib/crawl/host-gate.ts';
import { connectForRequests } from '../../lib/redis/redis.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { parseRedisServer } from '../../lib/redis/redis-server.ts';
import { eventually } from '../harness/processes.ts';
import { TestRedis } from '../harness/redis.ts';

/** The gate of a host on a primary, and on its replica, which does not get the last writes before it takes its place. */
const SLOW = { timeout: 60_000 };
const GAP_MS = 5_000;
/** A request is sent so long after it was let through, at most. */
const SENT_WITHIN_MS = 12_000;

let primary: TestRedis;
let replica: TestRedis;
let old: Redis;
let next: Redis;
let host = '';

beforeAll(async () => {
  const quick = ['--repl-diskless-sync-delay', '0'];
  [primary, replica] = await Promise.all([TestRedis.start(quick), TestRedis.start(quick)]);
  old = new Redis(primary.url);
  next = new Redis(replica.url);
}, 60_000);
beforeEach(async () => {
  host = `host-${Math.random()}`;
  await next.replicaof('127.0.0.1', primary.port);
  await eventually('it has a copy', async () => (await next.info('replication')).includes('master_link_status:up'));
});
afterAll(async () => {
  old?.disconnect();
  next?.disconnect();
  await Promise.all([primary?.dispose(), replica?.dispose()]);
});

const gate = (redis: Redis) => new HostGate(redis, host, GAP_MS);
/** Makes the next request due now. */
const makeDue = (redis: Redis) => redis.hset(redisKeys.crawlGate(host), 'next', 0);

/** A first request, of which both servers know that it was made. From then on, the replica hears nothing. */
async function requestThatBothKnow(): Promise<void> {
  await gate(old).pass('known');
  await gate(old).begin('known');
  await makeDue(old);
  await eventually('the replica knows', async () => (await next.hget(redisKeys.crawlGate(host), 'next')) === '0');
  await next.replicaof('NO', 'ONE');
}

test(
  'a request that was let through just before a failover keeps its gap, though nobody knows of it',
  SLOW,
  async () => {
    await requestThatBothKnow();
    expect((await gate(old).pass('lost')).answer).toBe('pass');
    const { answer, waitMs } = await gate(next).pass('early');
    expect(answer).toBe('wait');
    // It may be sent at any time until then, and its gap begins when it is.
    expect(waitMs).toBeGreaterThan(SENT_WITHIN_MS + GAP_MS - 1_000);
    // From then on, all is as usual.
    await makeDue(next);
    expect((await gate(next).pass('later')).answer).toBe('pass');
  },
);

test('what is heard of requests from before a failover does not let one through earlier', SLOW, async () => {
  await gate(old).pass('held');
  await eventually('the replica knows', () => next.hexists(redisKeys.crawlGate(host), 'held'));
  await next.replicaof('NO', 'ONE');
  // The next one was let through on the old server when it had ended.
  await gate(next).begin('held');
  await gate(next).end('held', 'answered');
  expect((await gate(next).pass('early')).waitMs).toBeGreaterThan(SENT_WITHIN_MS + GAP_MS - 1_000);
  await gate(next).end('held', 'unused');
  expect((await gate(next).pass('early')).waitMs).toBeGreaterThan(SENT_WITHIN_MS);
});

test('a host that nobody knows waits if a connection was lost: it may have been asked just before', SLOW, async () => {
  await next.replicaof('NO', 'ONE');
  const redis = connectForRequests(parseRedisServer(replica.url), 'test');
  try {
    await eventually('it is connected', () => redis.ping());
    expect((await new HostGate(redis, `${host}-before`, GAP_MS).pass('first')).answer).toBe('pass');
    await next.call('CLIENT', 'KILL', 'TYPE', 'NORMAL', 'SKIPME', 'YES');
    await eventually('it is connected again', () => redis.ping());
    expect(await new HostGate(redis, host, GAP_MS).pass('first')).toMatchObject({ answer: 'wait' });
  } finally {
    redis.disconnect();
  }
});
