import { randomUUID } from 'node:crypto';
import { Dispatcher } from '../../jobs/dispatcher.ts';
import { Queues } from '../../jobs/queues.ts';
import { RedisSender } from '../../jobs/redis-sender.ts';
import { testProvider } from '../../jobs/test-call.ts';
import type { Config } from '../../lib/config/config.ts';
import { Deadline } from '../../lib/deadline.ts';
import { InstanceSecret } from '../../lib/instance-secret.ts';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import type { Outcome } from '../../lib/outcome.ts';
import type { InputOf, OperationName } from '../../lib/providers/adapter.ts';
import type { Provider } from '../../lib/providers/provider.ts';
import { connectForSubscriptions, type Redis, whenReady } from '../../lib/redis/redis.ts';
import { isSharded, subscribeTo } from '../../lib/redis/redis-channel.ts';
import type { RedisClock } from '../../lib/redis/redis-clock.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';

const DEADLINE_MS = 6_000;

/** What a call through the queue needs of the command line. */
export interface QueuedCallContext {
  config: Config;
  redis: Redis;
  queueRedis: Redis;
  clock: RedisClock;
  errors: ErrorReporter;
}

/** Calls a provider as a web process does: through the queue, and a worker with its own settings. Never rejects. */
export function callThroughQueue<Name extends OperationName>(
  provider: Provider,
  operation: Name,
  input: InputOf<Name>,
  context: QueuedCallContext,
): Promise<Outcome<unknown>> {
  return withDispatcher(context, async (dispatcher) => {
    const call = { provider, key: `doctor:${randomUUID()}`, cache: false };
    const request = { calls: [call], operation, input, requestId: call.key, account: 'doctor', onQueued: () => {} };
    const waiting = { deadline: Deadline.in(DEADLINE_MS), signal: new AbortController().signal };
    const [outcome] = await Promise.all(dispatcher.call({ ...request, ...waiting }));
    return outcome ?? { ok: false, failure: { code: 'internal', reason: 'no outcome' }, ms: 0 };
  });
}

/** Tests a provider as a web process does: see `test-call.ts`. Never rejects. */
export function testThroughQueue(provider: Provider, context: QueuedCallContext): Promise<Outcome<unknown>> {
  const tester = { account: 'doctor', requestId: `doctor:${randomUUID()}`, signal: new AbortController().signal };
  return withDispatcher(context, (dispatcher) => testProvider(dispatcher, provider, tester));
}

/** Makes a call through the queue, with connections that end with it. */
async function withDispatcher(
  { config, redis, queueRedis, clock, errors }: QueuedCallContext,
  call: (dispatcher: Dispatcher) => Promise<Outcome<unknown>>,
): Promise<Outcome<unknown>> {
  const channel = redisKeys.replyChannel(randomUUID());
  const subscriber = connectForSubscriptions(config.queueRedis, 'trib-cli-replies', queueRedis, channel);
  const queues = new Queues(queueRedis, errors);
  const sender = new RedisSender({
    queues,
    redis: queueRedis,
    subscriber,
    channel,
    cache: redis,
    clock,
    webs: { count: 1 },
    errors,
  });
  const secret = new InstanceSecret(redis, clock, config.instanceSecret, errors, config.previousInstanceSecret);
  const dispatcher = new Dispatcher({
    sender,
    secret,
    clock,
    workers: { count: 1, queues: 1, onDeath: () => {} },
    fanOutQueues: 1,
    maxPending: 1,
    errors,
  });
  try {
    await whenReady(subscriber);
    // A reply that is not heard would look like a worker that does not answer.
    await subscribeTo(subscriber, channel, isSharded(queueRedis));
    return await call(dispatcher);
  } catch (error) {
    return { ok: false, failure: { code: 'internal', reason: (error as Error).message }, ms: 0 };
  } finally {
    subscriber.disconnect();
  }
}
