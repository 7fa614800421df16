import { once } from 'node:events';
import type { Cluster } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAN_OUT_QUEUE } from '../../jobs/job.ts';
import { connectForRequests, connectForSubscriptions } from '../../lib/redis/redis.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { parseRedisServer } from '../../lib/redis/redis-server.ts';
import { clusterFaults } from '../harness/cluster-faults.ts';
import { FailoverWatch } from '../harness/failover.ts';
import { eventually } from '../harness/processes.ts';
import { TestCluster } from '../harness/redis-cluster.ts';

/** Starts of real processes, and failovers, take long on a busy machine. */
const SLOW = { timeout: 180_000 };

let cluster: TestCluster;
let watch: FailoverWatch;

beforeAll(async () => {
  cluster = await TestCluster.start({ replicas: 1 });
  watch = await FailoverWatch.start(cluster.url);
}, 180_000);
afterAll(async () => {
  await watch?.stop();
  await cluster?.dispose();
});

const [ACCOUNTS, QUEUE] = [redisKeys.users, redisKeys.queuePrefix(FAN_OUT_QUEUE)];

test.each([
  ['ordered', ACCOUNTS],
  ['ordered', QUEUE],
  ['killed', ACCOUNTS],
  ['killed', QUEUE],
  ['frozen', ACCOUNTS],
  ['frozen', QUEUE],
  ['splitBrain', ACCOUNTS],
  ['returns', QUEUE],
  ['moved', ACCOUNTS],
  ['moved', QUEUE],
] as const)('%s %s: only 200 and honest 503, whole again, nothing acknowledged is lost', SLOW, async (name, key) => {
  const report = await watch.endure(clusterFaults(cluster, key)[name]);
  expect(report).toEqual({ problems: [], lost: [] });
});

test('of all that was acknowledged since the first of these faults, nothing is lost', SLOW, async () => {
  expect(await watch.lost()).toEqual([]);
});

test('a write that reaches the wrong node is confirmed by the replica of the right one', SLOW, async () => {
  const redis = connectForRequests(parseRedisServer(cluster.url), 'test', 1) as Cluster;
  try {
    await once(redis, 'ready');
    const { ordered } = clusterFaults(cluster, ACCOUNTS);
    const slot = Number(await cluster.primaries[0]?.client.cluster('KEYSLOT', ACCOUNTS));
    const before = await cluster.ownerOf(slot);
    const old = `127.0.0.1:${before?.redis.port}`;
    await ordered.strike();
    await ordered.mend();
    await eventually('another node has the slot', async () => (await cluster.ownerOf(slot)) !== before);
    await eventually('it is connected to the new one', () => redis.set(`${ACCOUNTS}:test`, '0'));
    // To a node that it does not know, it would not go: it would choose another.
    const knowsOld = () => redis.nodes('all').some(({ options }) => options.port === before?.redis.port);
    await eventually('it is connected to the old one, too', knowsOld);
    redis.slots[slot] = [old];
    expect(await redis.set(`${ACCOUNTS}:test`, '1')).toBe('OK');
    expect(redis.slots[slot]?.[0]).not.toBe(old);
  } finally {
    redis.disconnect();
  }
});

test('a subscriber leaves a node that hangs once another has its channel', SLOW, async () => {
  const server = parseRedisServer(cluster.url);
  const redis = connectForRequests(server, 'test');
  const subscriber = connectForSubscriptions(server, 'test', redis, 'channel-of-a-test');
  try {
    await once(subscriber, 'ready');
    await subscriber.ssubscribe('channel-of-a-test');
    const before = subscriber.options.port;
    const { frozen } = clusterFaults(cluster, 'channel-of-a-test');
    await frozen.strike();
    // Long before it would give up on a connection that says nothing.
    await eventually(
      'it is elsewhere',
      () => subscriber.options.port !== before && subscriber.status === 'ready',
      7_000,
    );
    await frozen.mend();
  } finally {
    subscriber.disconnect();
    redis.disconnect();
  }
});
