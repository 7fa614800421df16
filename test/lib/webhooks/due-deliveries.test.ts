import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { type Settlement, settle, type TakenDelivery, takeDue } from '../../../lib/webhooks/due-deliveries.ts';
import { enqueueDelivery } from '../../../lib/webhooks/enqueue-delivery.ts';
import { redisForSuite } from '../../harness/redis.ts';
import { testSecret } from '../../harness/webhooks.ts';

/** The queue of deliveries against a model of it: any number of workers, any of which may die at any moment. */
const redis = await redisForSuite();

const STREAMS = ['crawl:a', 'crawl:b', 'wh_c'];
const FOR_A_WHILE = 600_000;

type Step =
  | { do: 'enqueue'; stream: number }
  | { do: 'take'; most: number }
  /** Of a delivery that somebody has, or has lost. */
  | { do: 'settle'; which: number; how: 'delivered' | 'failed' | 'retry' }
  /** The worker that has it dies, and its lease ends. */
  | { do: 'die'; which: number }
  /** The time of the next try has come, in all streams where nobody is at work. */
  | { do: 'wait' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('enqueue' as const), stream: fc.nat(STREAMS.length - 1) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('take' as const), most: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      which: fc.nat(5),
      how: fc.constantFrom('delivered' as const, 'failed' as const, 'retry' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('die' as const), which: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
);

const settlements: Record<'delivered' | 'failed' | 'retry', Settlement> = {
  delivered: { state: 'delivered', status: 200 },
  failed: { state: 'failed', status: 410, error: 'gone', isTry: true },
  retry: { state: 'waiting', inMs: FOR_A_WHILE, status: 500, error: 'failed', isTry: true },
};

test('each stream has one delivery on its way, in order, and none is lost whoever dies', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      await redis.flushdb();
      /** What waits in each stream, in order. */
      const waiting = new Map<string, string[]>(STREAMS.map((stream) => [stream, []]));
      /** What live workers have; and what they had when their lease ended. */
      const held: TakenDelivery[] = [];
      const lost: TakenDelivery[] = [];
      /** Streams whose first delivery waits for its next try. */
      const resting = new Set<string>();

      const take = async (most: number) => {
        const taken = await takeDue(redis, most, FOR_A_WHILE);
        const free = STREAMS.filter(
          (stream) => waiting.get(stream)?.length && !resting.has(stream) && !held.some((one) => one.stream === stream),
        );
        expect(taken).toHaveLength(Math.min(most, free.length));
        for (const one of taken) {
          expect(free).toContain(one.stream);
          expect(one.id).toBe(waiting.get(one.stream)?.[0]);
        }
        held.push(...taken);
      };
      const settleOne = async (one: TakenDelivery, how: 'delivered' | 'failed' | 'retry') => {
        const queue = waiting.get(one.stream) as string[];
        if (how === 'retry') resting.add(one.stream);
        else queue.shift();
        expect(await settle(redis, one, settlements[how])).toBe(how !== 'retry' && queue.length > 0);
      };
      const wait = async () => {
        for (const stream of resting) await redis.zadd(redisKeys.webhookDue, 'XX', 0, stream);
        resting.clear();
      };

      for (const next of steps) {
        if (next.do === 'enqueue') {
          const stream = STREAMS[next.stream] as string;
          const made = await enqueueDelivery(redis, testSecret, { endpoint: 'wh_c', stream, type: 'x.y', data: {} });
          waiting.get(stream)?.push((made as { id: string }).id);
        } else if (next.do === 'take') {
          await take(next.most);
        } else if (next.do === 'settle') {
          const one = held.splice(next.which, 1)[0];
          if (one) await settleOne(one, next.how);
          // A worker that was only slow wakes up after another one has got its delivery.
          else if (lost[next.which])
            expect(await settle(redis, lost[next.which] as TakenDelivery, settlements[next.how])).toBeNull();
        } else if (next.do === 'die') {
          const one = held.splice(next.which, 1)[0];
          if (!one) continue;
          await redis.zadd(redisKeys.webhookDue, 'XX', 0, one.stream);
          // Until somebody else takes it, its own word would still count.
          await take(STREAMS.length);
          lost.push(one);
        } else {
          await wait();
        }
      }

      // Whatever has happened, one worker that goes on delivers all that is left, and then nothing is due.
      for (const one of held) await redis.zadd(redisKeys.webhookDue, 'XX', 0, one.stream);
      held.length = 0;
      await wait();
      for (;;) {
        await take(STREAMS.length);
        if (held.length === 0) break;
        for (const one of held.splice(0)) await settleOne(one, 'delivered');
      }
      expect([...waiting.values()].flat()).toEqual([]);
      expect(await redis.exists(redisKeys.webhookDue)).toBe(0);
    }),
    { numRuns: 60 },
  );
});
