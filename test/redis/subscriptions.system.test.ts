import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectForRequests, connectForSubscriptions } from '../../lib/redis/redis.ts';
import { listenTo } from '../../lib/redis/redis-channel.ts';
import { parseRedisServer } from '../../lib/redis/redis-server.ts';
import { eventually } from '../harness/processes.ts';
import { NOTHING_KEPT, TestRedis } from '../harness/test-redis.ts';

let server: TestRedis;
let admin: Redis;

beforeAll(async () => {
  server = await TestRedis.start(NOTHING_KEPT);
  admin = new Redis(server.url);
  await admin.acl('SETUSER', 'listener', 'on', '>a-password', '~*', '&*', '+@all');
});
afterAll(async () => {
  admin?.disconnect();
  await server?.dispose();
});

test('a subscription that Redis refuses after an outage is told, ends nothing, and works again once allowed', async () => {
  const address = parseRedisServer(server.url.replace('//', '//listener:a-password@'));
  const requests = connectForRequests(address, 'requests');
  const subscriber = connectForSubscriptions(address, 'subscriber', requests, 'news');
  const heard: string[] = [];
  const errors: string[] = [];
  let subscriptions = 0;
  const onSubscribed = () => {
    subscriptions += 1;
  };
  try {
    const onMessage = (message: Buffer) => heard.push(String(message));
    listenTo(subscriber, 'news', onMessage, (error) => errors.push(String(error)), { onSubscribed });
    await eventually('it listens', () => subscriptions === 1);
    await admin.acl('SETUSER', 'listener', 'resetchannels');
    await eventually('it is refused', () => errors.some((error) => error.includes('NOPERM')));
    await admin.acl('SETUSER', 'listener', '&*');
    await admin.client('KILL', 'USER', 'listener');
    await eventually('it listens again', () => subscriptions === 2);
    await admin.publish('news', 'one');
    await eventually('it hears', () => heard.length > 0);
    expect(heard).toEqual(['one']);
  } finally {
    subscriber.disconnect();
    requests.disconnect();
  }
});
