import { pack, unpack } from 'msgpackr';
import { expect, it, onTestFinished } from 'vitest';
import { LeftJobs, LeftJobsAnnouncer } from '../../jobs/left-jobs.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { testErrors } from '../harness/health.ts';
import { eventually } from '../harness/processes.ts';
import { redisForSuite } from '../harness/redis.ts';

const redis = await redisForSuite();

/** What workers hear from now on, and each message. */
async function listen() {
  const { errors, output } = testErrors();
  const subscriber = redis.duplicate();
  onTestFinished(() => subscriber.disconnect());
  const left = new LeftJobs(subscriber, errors);
  await eventually('it listens', async () => {
    await redis.publish(redisKeys.leftJobsChannel, pack(['listening']));
    return left.has('listening');
  });
  const messages: unknown[] = [];
  subscriber.on('messageBuffer', (_, message) => messages.push(unpack(message)));
  return { left, messages, announcer: new LeftJobsAnnouncer(redis, errors), output };
}

it('are told to workers, those of a crowd that leaves at once in one message', async () => {
  const { left, messages, announcer } = await listen();
  for (const id of ['a', 'b', 'c']) announcer.announce(id);
  expect(left.has('a')).toBe(false);
  await eventually('it has heard', () => left.has('c'));
  expect(['a', 'b', 'c', 'd'].map((id) => left.has(id))).toEqual([true, true, true, false]);
  expect(messages.slice(-1)).toEqual([['a', 'b', 'c']]);
});

it('are told before the end of a turn that takes long', async () => {
  const { left, messages, announcer } = await listen();
  announcer.announce('first');
  const until = performance.now() + 20;
  while (performance.now() < until);
  announcer.announce('second');
  announcer.announce('third');
  await eventually('it has heard', () => left.has('third'));
  expect(messages.slice(-2)).toEqual([['first', 'second'], ['third']]);
});

it('are not guessed from a message that cannot be read: it is logged', async () => {
  const { left, output } = await listen();
  await redis.publish(redisKeys.leftJobsChannel, pack({ id: 'a' }));
  await eventually('it is logged', () => output().includes('read which jobs were left'));
  expect(left.has('a')).toBe(false);
});
