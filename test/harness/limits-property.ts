import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { readConfig } from '../../lib/config/config.ts';
import { connectForWaiting, type Redis } from '../../lib/redis/redis.ts';
import { runs, seeded } from './fuzz.ts';
import type { ModelLimits } from './limits-model.ts';
import { type Action, KEYS, LimitsRun, PROCESSES } from './limits-run.ts';
import { freshDatabase } from './redis.ts';

const rate = fc.record({ limit: fc.integer({ min: 1, max: 8 }), seconds: fc.constantFrom(60, 3_600) });
const some = { nil: undefined, freq: 2 };
const off = fc.constant('off' as const);
const limits = fc.record({
  burst: fc.option(fc.oneof(rate, off), some),
  sustained: fc.option(fc.oneof(rate, off), some),
  monthly: fc.option(fc.oneof(fc.integer({ min: 1, max: 12 }), off), some),
  max_parallel: fc.option(fc.integer({ min: 1, max: 4 }), some),
}) as fc.Arbitrary<ModelLimits>;
const cost = fc.record({ entries: fc.integer({ min: 1, max: 3 }), searches: fc.constantFrom(1, 1, 2, 0, undefined) });
const [key, at] = [fc.integer({ min: 0, max: KEYS - 1 }), fc.nat(PROCESSES - 1)];
const action = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('call'), key, at, cost }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('crowd'), key, count: fc.integer({ min: 2, max: 12 }), cost }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('end'), which: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund'), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('die'), at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass'), seconds: fc.constantFrom(30, 61, 3_601) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('limit'), owner: fc.nat(KEYS), limits }) },
);
/** Tests that admission decides as the model does, whatever several processes do at once. */
export function testLimitsAgainstModel(): void {
  let connections: Redis[] = [];
  beforeAll(async () => {
    const { redis } = readConfig({ REDIS_URL: await freshDatabase() });
    // They wait for Redis however long it takes: a busy machine is no failure.
    connections = Array.from({ length: PROCESSES }, (_, index) => connectForWaiting(redis, `test-${index}`));
  });
  afterAll(() => {
    for (const connection of connections) connection.disconnect();
  });

  let accounts = 0;
  test('limits and places are what a plain model says, for several processes at once', {
    timeout: 60_000,
  }, async () => {
    const property = fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 50 }), async (actions) => {
      const run = await new LimitsRun(connections, `p${++accounts}`).start();
      try {
        for (const one of actions as Action[]) await run.run(one);
        await run.check();
      } finally {
        run.stop();
      }
    });
    await fc.assert(property, { numRuns: runs(0.8), ...seeded });
  });
}
