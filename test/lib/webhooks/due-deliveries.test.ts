import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { type Settlement, settle, type TakenDelivery, takeDue } from '../../../lib/webhooks/due-deliveries.ts';
import { enqueueDelivery, sendAgain } from '../../../lib/webhooks/enqueue-delivery.ts';
import { runs } from '../../harness/fuzz.ts';
import { redisForSuite } from '../../harness/redis.ts';
import { heldBytes, testSecret } from '../../harness/webhooks.ts';

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
  | { do: 'wait' }
  /** Somebody sends again what has ended. */
  | { do: 'again'; which: number }
  /** Redis deletes what has ended, because it is old. */
  | { do: 'expire'; which: number };

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
  { weight: 1, arbitrary: fc.record({ do: fc.constant('again' as const), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const), which: fc.nat(9) }) },
);

const settlements: Record<'delivered' | 'failed' | 'retry', Settlement> = {
  delivered: { state: 'delivered', status: 200 },
  failed: { state: 'failed', status: 410, error: 'gone', isTry: true },
  retry: { state: 'waiting', inMs: FOR_A_WHILE, status: 500, error: 'failed', isTry: true },
};

/** Some events are too large to be kept once they were sent: these are noise, which does not get smaller. */
const dataOf = (waiting: ReadonlyMap<string, string[]>) =>
  [...waiting.values()].flat().length % 3 === 1 ? { noise: randomBytes(60_000).toString('base64') } : {};

/** Redis has deleted a delivery, and somebody enqueues the next one, which notices it. */
async function expire(id: string): Promise<void> {
  await redis.del(redisKeys.webhookDelivery(id));
  await redis.zadd(redisKeys.webhookEnds, 'XX', 1, id);
  const known = { endpoint: 'wh_c', stream: 'crawl:a', type: 'x.y', data: {}, id: 'msg_never', sequence: 1_000_000 };
  expect(await enqueueDelivery(redis, testSecret, known)).toBe('early');
}

test('each stream has one delivery on its way, in order, none is lost whoever dies, and what all hold is counted', {
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
      const ended: { id: string; stream: string }[] = [];

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
        else {
          queue.shift();
          ended.push(one);
        }
        expect(await settle(redis, one, settlements[how])).toBe(how !== 'retry' && queue.length > 0);
      };
      const wait = async () => {
        for (const stream of resting) await redis.zadd(redisKeys.webhookDue, 'XX', 0, stream);
        resting.clear();
      };

      for (const next of steps) {
        if (next.do === 'enqueue') {
          const stream = STREAMS[next.stream] as string;
          const made = await enqueueDelivery(redis, testSecret, {
            endpoint: 'wh_c',
            stream,
            type: 'x.y',
            data: dataOf(waiting),
          });
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
        } else if (next.do === 'again') {
          const one = ended.splice(next.which, 1)[0];
          if (one && (await sendAgain(redis, one))) waiting.get(one.stream)?.push(one.id);
        } else if (next.do === 'expire') {
          const one = ended.splice(next.which, 1)[0];
          if (one) await expire(one.id);
        } else {
          await wait();
        }
        const { counted, stored } = await heldBytes(redis);
        expect(counted).toBe(stored);
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
    { numRuns: runs(1.2) },
  );
});
