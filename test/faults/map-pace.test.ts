import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis-keys.ts';
import { eventually } from '../harness/processes.ts';
import { addWebs, untilSearching } from '../harness/searching.ts';
import { startAfresh, startServing } from '../harness/serving.ts';
import { type Reply, Stack } from '../harness/stack.ts';

/** The stand-in that refuses whoever calls it less than a second after the call before. */
const PUBLIC = 'nominatim-public';
const QUEUE = 'nominatim-maps';
const DEADLINE_MS = 4_000;
const STORM = 50;

let stack: Stack;
/** Web processes without Photon, and with it. */
let withPhoton: number[];
const WITHOUT = [0, 1];

beforeAll(async () => {
  stack = await startServing(
    (sandbox) => ({
      NOMINATIM_URL: `${sandbox}/${PUBLIC}`,
      NOMINATIM_RATE: '1/s',
      REQUEST_DEADLINE_MS: String(DEADLINE_MS),
      PROBE_INTERVAL_S: '0',
      API_THROTTLE_SUSTAINED: 'off',
    }),
    { web: 2, workers: 0 + 2 },
  );
});
afterAll(() => stack?.stop());
