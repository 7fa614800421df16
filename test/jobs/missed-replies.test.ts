import { expect, onTestFinished, test } from 'vitest';
import type { AwaitedCall } from '../../jobs/job-queue.ts';
import { Queues } from '../../jobs/queues.ts';
import { RedisSender } from '../../jobs/redis-sender.ts';
import { readConfig } from '../../lib/config/config.ts';
import type { Provider } from '../../lib/providers/provider.ts';
import { buildRoster } from '../../lib/providers/roster.ts';
import { connectForRequests, connectForSubscriptions } from '../../lib/redis/redis.ts';
import { parseRedisServer } from '../../lib/redis/redis-server.ts';
import { stamp } from '../../lib/stamped.ts';
import { testErrors } from '../harness/health.ts';
import { eventually } from '../harness/processes.ts';
import { freshDatabase } from '../harness/redis.ts';

const brave = buildRoster(readConfig({ BRAVE_API_KEY: 'a' })).providers.get('brave') as Provider;
/** A call that was made a second ago. */
const call = (key: string): AwaitedCall => ({
  target: { key, provider: brave, cache: true },
  jobId: '',
  startedAt: performance.now() - 1_000,
});

test('a reply that was missed is looked for in the cache, but not one that was there before the call', async () => {
  const server = parseRedisServer(await freshDatabase());
  const redis = connectForRequests(server, 'test');
  const subscriber = connectForSubscriptions(server, 'test', redis, 'replies');
  onTestFinished(() => {
    for (const connection of [redis, subscriber]) connection.disconnect();
  });
  const { errors } = testErrors();
  const now = 1_790_000_000_000;
  const queues = new Queues(redis, errors);
  const clock = { now: () => now };
  const sender = new RedisSender({
    queues,
    redis,
    subscriber,
    channel: 'replies',
    cache: redis,
    clock,
    webs: { count: 1 },
    errors,
  });
  await eventually('Redis is connected', () => redis.status === 'ready');
  await redis.set('old', stamp({ at: now - 60_000, bytes: Buffer.from('outdated') }));
  await redis.set('new', stamp({ at: now - 999, bytes: Buffer.from('answer') }));
  const heard: string[] = [];
  sender.listen({
    onReply: (reply) => heard.push(`${reply.key}: ${reply.ok ? reply.output.toString() : 'failed'}`),
    awaited: () => [call('old'), call('new')],
  });
  // Both are read in this order, when it has subscribed.
  await eventually('the new one is found', () => heard.length > 0);
  expect(heard).toEqual(['new: answer']);
});
