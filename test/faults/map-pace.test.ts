import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis-keys.ts';
import { eventually } from '../harness/processes.ts';
import { addWebs, startAfresh, untilSearching } from '../harness/searching.ts';
import { startServing } from '../harness/serving.ts';
import { Stack } from '../harness/stack.ts';
import type { Reply } from '../harness/test-system.ts';
import { Witness } from '../harness/witness.ts';

/** The stand-in that refuses whoever calls it less than a second after the call before. */
const PUBLIC = 'nominatim-public';
const QUEUE = 'nominatim-maps';
const STORM = 50;

let stack: Stack;
let witness: Witness;
/** The web processes without Photon; the first two have it. */
let alone: number[];
const WITH_PHOTON = [0, 1];

beforeAll(async () => {
  stack = await startServing(
    (sandbox) => ({
      NOMINATIM_URL: `${sandbox}/${PUBLIC}`,
      NOMINATIM_RATE: '1/s',
      PHOTON_URL: `${sandbox}/photon`,
      REQUEST_DEADLINE_MS: '4000',
      PROBE_INTERVAL_S: '0',
      API_THROTTLE_SUSTAINED: 'off',
    }),
    { web: 2, workers: 2 },
  );
  alone = Object.values(await addWebs(stack, { one: { PHOTON_URL: '' }, other: { PHOTON_URL: '' } }));
  for (const web of alone) await untilSearching(stack, web);
  witness = await Witness.of(stack);
});
beforeEach(async () => {
  await startAfresh(stack);
  // A turn that is taken shows that everybody is awake, and that nobody else's is still to come.
  await eventually('a map is answered', async () => (await ask('q=Berlin', 0)).status === 200);
  await startAfresh(stack);
});
afterAll(() => stack?.stop());

const ask = (params: string, web: number) => stack.get(`/api/v1/maps/?${params}`, { web });

/** Fifty different questions at the same moment, forwards and backwards, shared among web processes. */
function storm(webs: readonly number[]): Promise<Reply[]> {
  return Promise.all(
    Array.from({ length: STORM }, (_, i) =>
      ask(i % 2 === 0 ? `q=${witness.secretWord}+${i}` : `lat=${i}&lon=${i}`, webs[i % webs.length] as number),
    ),
  );
}

/** Calls that the stand-in has refused since it was started, as it tells itself when it refuses one more. */
async function refusals(): Promise<number> {
  const headers = { 'user-agent': 'map-pace.test' };
  const page = await eventually('it refuses a call', async () => {
    const reply = await fetch(`${stack.sandboxUrl}/${PUBLIC}/status`, { headers });
    return reply.status === 429 && reply.text();
  });
  return Number(/Refused so far: (\d+)/.exec(page)?.[1]);
}

async function queued(): Promise<number> {
  const at = (list: string) => `${redisKeys.queuePrefix(QUEUE)}:${QUEUE}:${list}`;
  const lists = await Promise.all(['wait', 'active', 'paused'].map((list) => stack.client.llen(at(list))));
  const sets = await Promise.all(['delayed', 'prioritized'].map((set) => stack.client.zcard(at(set))));
  return [...lists, ...sets].reduce((sum, count) => sum + count, 0);
}

describe('fifty map requests at once, at one call a second', () => {
  test('are answered in turn or refused with the time to come back, and the next is served', async () => {
    const replies = await storm(alone);
    const answered = replies.filter(({ status }) => status === 200);
    // The turn of some comes; it cannot come for all.
    expect(answered.length).toBeGreaterThanOrEqual(2);
    expect(answered.length).toBeLessThan(STORM / 2);
    for (const reply of replies) {
      if (reply.status === 200) continue;
      expect(reply.status, reply.text).toBe(503);
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(reply.body).toEqual({ detail: expect.stringMatching(/\S/) });
    }
    // Every call that was made was one in its turn: none was refused, or it would be suspended now.
    const calls = await stack.calls(PUBLIC);
    expect(calls.length).toBeGreaterThanOrEqual(answered.length);
    const next = await ask('q=Hamburg', alone[0] as number);
    expect(next.status, next.text).toBe(200);
    expect(Stack.outcomes(next)).toEqual({ nominatim: 'ok' });
    await eventually('the queue is empty', async () => (await queued()) === 0);
    expect(await stack.client.hgetall('{trib:health:nominatim-maps}')).toMatchObject({ state: 'up', failures: '0' });
  });

  test('are all answered where Photon steps in', async () => {
    const replies = await storm(WITH_PHOTON);
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: STORM }, () => 200));
    const by = replies.map((reply) => Stack.outcomes(reply));
    expect(by.filter(({ nominatim }) => nominatim === 'ok').length).toBeGreaterThanOrEqual(1);
    expect(by.filter(({ photon }) => photon === 'ok').length).toBeGreaterThan(STORM / 2);
    await eventually('the queue is empty', async () => (await queued()) === 0);
    expect(await stack.client.hgetall('{trib:health:nominatim-maps}')).toMatchObject({ state: 'up', failures: '0' });
  });

  test('never make a call that the geocoder refuses', async () => {
    await storm([...alone, ...WITH_PHOTON]);
    await eventually('the queue is empty', async () => (await queued()) === 0);
    // Only the one by which this test asks.
    expect(await refusals()).toBe(1);
  });
});

test('after all of that no process has exited, nothing has piled up and what was looked for is nowhere to be read', async () => {
  await witness.expectInvariants();
});
