import { afterAll, beforeAll, expect, test } from 'vitest';
import { FailoverWatch } from '../harness/failover.ts';
import { sentinelFaults } from '../harness/sentinel-faults.ts';
import { TestSentinels } from '../harness/sentinels.ts';

/** Starts of real processes, and failovers, take long on a busy machine. */
const SLOW = { timeout: 180_000 };

let redis: TestSentinels;
let watch: FailoverWatch;
let faults: ReturnType<typeof sentinelFaults>;

beforeAll(async () => {
  redis = await TestSentinels.start();
  watch = await FailoverWatch.start(redis.url);
  faults = sentinelFaults(redis);
}, 180_000);
afterAll(async () => {
  await watch?.stop();
  await redis?.dispose();
});

test.each([
  'ordered',
  'killed',
  'frozen',
  'demoted',
  'splitBrain',
  // The last, because it stays with two Sentinels.
  'sentinelDead',
] as const)('%s: only 200 and honest 503, whole again, and nothing acknowledged is lost', SLOW, async (name) => {
  const report = await watch.endure(faults[name]);
  expect(report).toEqual({ problems: [], lost: [] });
});

test('of all that was acknowledged since the first of these faults, nothing is lost', SLOW, async () => {
  expect(await watch.lost()).toEqual([]);
});
