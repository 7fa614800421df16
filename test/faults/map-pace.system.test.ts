import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { healthOf } from '../harness/health.ts';
import { eventually } from '../harness/processes.ts';
import { addWebs, startAfresh } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import type { Reply } from '../harness/test-system.ts';
import { Witness } from '../harness/witness.ts';

/** The stand-in that refuses whoever calls it less than a second after the call before. */
const PUBLIC = 'nominatim-public';
const QUEUE = 'nominatim-maps';
const STORM = 50;

let app: TestApp;
let witness: Witness;
/** The web applications without Photon; the first two have it. */
let alone: number[];
const WITH_PHOTON = [0, 1];

beforeAll(async () => {
  app = await TestApp.start({
    queue: 'redis',
    web: 2,
    workers: 2,
    ownRedis: true,
    env: (sandbox) => ({
      NOMINATIM_URL: `${sandbox}/${PUBLIC}`,
      NOMINATIM_RATE: '1/s',
      PHOTON_URL: `${sandbox}/photon`,
      REQUEST_DEADLINE_MS: '4000',
      API_THROTTLE_SUSTAINED: 'off',
    }),
  });
  alone = Object.values(await addWebs(app, { one: { PHOTON_URL: '' }, other: { PHOTON_URL: '' } }));
  witness = await Witness.of(app);
});
beforeEach(async () => {
  await startAfresh(app);
  // A turn that is taken shows that everybody is awake, and that nobody else's is still to come.
  await eventually('a map is answered', async () => (await ask('q=Berlin', 0)).status === 200);
  await startAfresh(app);
});
afterAll(() => app?.stop());

const ask = (params: string, web: number) => app.get(`/api/v1/maps/?${params}`, { web });

/** Fifty different questions at the same moment, forwards and backwards, shared among these web applications. */
function storm(webs: readonly number[]): Promise<Reply[]> {
  const [web = 0] = webs;
  return Promise.all(
    Array.from({ length: STORM }, (_, i) =>
      ask(i % 2 === 0 ? `q=${witness.secretWord}+${web}+${i}` : `lat=${i}&lon=${web}`, webs[i % webs.length] as number),
    ),
  );
}

/** Answered, or refused with the time to come back. */
function expectAnsweredOrRefused(replies: readonly Reply[]): void {
  for (const reply of replies) {
    if (reply.status === 200) continue;
    expect(reply.status, reply.text).toBe(503);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(reply.body).toEqual({ detail: expect.stringMatching(/\S/) });
  }
}

/** The times between the calls that the stand-in received. It refuses what comes within a second. */
async function pauses(): Promise<number[]> {
  const times = (await app.calls(PUBLIC)).map(({ at }) => at);
  return times.slice(1).map((at, before) => at - (times[before] ?? 0));
}

async function queued(): Promise<number> {
  const at = (list: string) => `${redisKeys.queuePrefix(QUEUE)}:${QUEUE}:${list}`;
  const lists = await Promise.all(['wait', 'active', 'paused'].map((list) => app.client.llen(at(list))));
  const sets = await Promise.all(['delayed', 'prioritized'].map((set) => app.client.zcard(at(set))));
  return [...lists, ...sets].reduce((sum, count) => sum + count, 0);
}

describe('fifty map requests at once, at one call a second', () => {
  test('are answered in turn or refused with the time to come back, and the next is served', async () => {
    const replies = await storm(alone);
    const answered = replies.filter(({ status }) => status === 200);
    // The turn of some comes; it cannot come for all.
    expect(answered.length).toBeGreaterThanOrEqual(2);
    expect(answered.length).toBeLessThan(STORM / 2);
    expectAnsweredOrRefused(replies);
    // Every call that was made was one in its turn: none was refused, or it would be suspended now.
    const calls = await app.calls(PUBLIC);
    expect(calls.length).toBeGreaterThanOrEqual(answered.length);
    const next = await ask('q=Hamburg', alone[0] as number);
    expect(next.status, next.text).toBe(200);
    expect(TestApp.outcomes(next)).toEqual({ nominatim: 'ok' });
    await eventually('the queue is empty', async () => (await queued()) === 0);
    expect(await healthOf(app.client, 'nominatim-maps')).toMatchObject({ state: 'up', failures: 0 });
  });

  test('are all answered where Photon steps in, beside others, and make no call that the geocoder refuses', async () => {
    const [replies, others] = await Promise.all([storm(WITH_PHOTON), storm(alone)]);
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: STORM }, () => 200));
    expectAnsweredOrRefused(others);
    const by = [...replies, ...others].map((reply) => TestApp.outcomes(reply));
    expect(by.filter(({ nominatim }) => nominatim === 'ok').length).toBeGreaterThanOrEqual(1);
    expect(by.filter(({ photon }) => photon === 'ok').length).toBeGreaterThan(STORM / 2);
    await eventually('the queue is empty', async () => (await queued()) === 0);
    expect(await healthOf(app.client, 'nominatim-maps')).toMatchObject({ state: 'up', failures: 0 });
    expect((await pauses()).filter((ms) => ms < 1_000)).toEqual([]);
  });
});

test('after all of that no process has exited, nothing has piled up and what was looked for is nowhere to be read', async () => {
  await witness.expectInvariants();
});
