import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectForRequests, isRedisAway } from '../../lib/redis/redis.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { parseRedisServer } from '../../lib/redis/redis-server.ts';
import { eventually } from '../harness/processes.ts';
import { TestRedis } from '../harness/redis.ts';
import { TcpProxy } from '../harness/tcp-proxy.ts';
import { TestApp } from '../harness/test-app.ts';
import { type PageReply, Visitor } from '../harness/visitor.ts';

/** A second Redis starts, and starts again. */
const SLOW = { timeout: 120_000 };
const SHOWN = /trib_\w+\.\w+/;

let app: TestApp;
/** Leads to the primary. */
let proxy: TcpProxy;
let replica: TestRedis;
let there: Redis;
/** The same person at a web process that waits for no replica, and at one that waits for one. */
let hasty: Visitor;
let patient: Visitor;

beforeAll(async () => {
  app = await TestApp.start({ web: 0, workers: 0, ownRedis: true });
  proxy = await TcpProxy.to(app.redis.port);
  app.env.REDIS_URL = proxy.url;
  replica = await TestRedis.start(['--repl-diskless-sync-delay', '0']);
  there = new Redis(replica.url, { retryStrategy: () => 50 });
  there.on('error', () => {});
  await there.replicaof('127.0.0.1', app.redis.port);
  await eventually('it has a copy', async () => (await there.info('replication')).includes('master_link_status:up'));
  await app.addWeb();
  await app.addWeb({ REDIS_WAIT_REPLICAS: '1' });
  hasty = await Visitor.signedIn(app, 'hasty', { web: 0 });
  patient = await Visitor.signedIn(app, 'patient', { web: 1, admin: true });
}, 120_000);
afterAll(async () => {
  await app?.stop();
  await proxy?.close();
  there?.disconnect();
  await replica?.dispose();
});

const newKey = (visitor: Visitor): Promise<PageReply> =>
  visitor.post('/settings/api-keys', { name: 'of a test', expires: '' });
const keyIn = ({ text }: PageReply) => SHOWN.exec(text)?.[0] ?? '';

test('a key that a replica has not confirmed is not shown, and one that is shown without is lost', SLOW, async () => {
  const confirmed = await newKey(patient);
  expect(keyIn(confirmed)).toMatch(SHOWN);
  replica.freeze();
  const refused = await newKey(patient);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(refused.text).toContain('This may not have been saved');
  expect(refused.text).not.toMatch(SHOWN);
  // Nor is anything of others shown before the entry that says who has read it is safe.
  expect((await patient.get('/admin/requests')).status).toBe(503);
  const unconfirmed = await newKey(hasty);
  expect(unconfirmed.status).toBe(200);

  await app.redis.kill();
  // What has reached its machine, but not itself, is lost with it.
  await replica.kill();
  await replica.start();
  await eventually('it is a primary', async () => (await there.info('replication')).includes('role:master'));
  proxy.targetPort = replica.port;
  const statusOf = async (key: string) => {
    const reply = await eventually('it is served', async () => {
      const answer = await app.get('/api/v1/key/', { key });
      return answer.status !== 503 && answer;
    });
    return reply.status;
  };
  expect(await statusOf(keyIn(confirmed))).toBe(200);
  expect(await statusOf(keyIn(unconfirmed))).toBe(401);
  // The entry is as safe as the key.
  const log = JSON.stringify(await there.xrange(redisKeys.audit, '-', '+'));
  expect(log).toContain(keyIn(confirmed).split('.')[0]);
  expect(log).not.toContain(keyIn(unconfirmed).split('.')[0]);
});

test('a primary that became a replica before it could confirm a write counts as away', SLOW, async () => {
  await there.replicaof('127.0.0.1', app.redis.port);
  const redis = connectForRequests(parseRedisServer(replica.url), 'test', 1);
  try {
    await new Promise((resolve) => redis.once('ready', resolve));
    // A script that writes nothing runs on a replica, too, and nobody knows what a script writes.
    const error = await redis.eval('return 1', 0).catch((reason: Error) => reason);
    expect(error).toMatchObject({ message: expect.stringContaining('became a replica') });
    expect(isRedisAway(error)).toBe(true);
  } finally {
    redis.disconnect();
  }
});
