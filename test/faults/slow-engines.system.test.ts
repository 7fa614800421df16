import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Knobs } from '../../sandbox/knobs.ts';
import { eventually } from '../harness/processes.ts';
import { TcpProxy } from '../harness/tcp-proxy.ts';
import { TestApp } from '../harness/test-app.ts';
import type { Reply } from '../harness/test-system.ts';
import { Witness } from '../harness/witness.ts';

/** Longer than any test may take: a reply that waited for the deadline would never be seen. */
const LONG_DEADLINE_MS = 60_000;
/** Shorter than the three seconds that an engine has. */
const SHORT_DEADLINE_MS = 1_200;

/** The third web has the short deadline, too, and its way to Redis can be cut. */
const [LONG, SHORT, DEAF] = [0, 1, 2];

let app: TestApp;
let witness: Witness;
let proxy: TcpProxy;

beforeAll(async () => {
  const env = { CACHE_TTL_S: '0', REQUEST_DEADLINE_MS: String(LONG_DEADLINE_MS) };
  app = await TestApp.start({ queue: 'redis', env, ownRedis: true });
  proxy = await TcpProxy.to(app.redis.port);
  await app.addWeb({ REQUEST_DEADLINE_MS: String(SHORT_DEADLINE_MS) });
  await app.addWeb({ REQUEST_DEADLINE_MS: String(SHORT_DEADLINE_MS), REDIS_URL: proxy.url });
  witness = await Witness.of(app);
});
beforeEach(() => witness.startAfresh());
afterAll(async () => {
  await app?.stop();
  await proxy?.close();
});

const NEVER: Knobs = { mode: 'hang' };
const DRIPPING: Knobs = { mode: 'drip' };
/** After the three seconds that an engine has. */
const LATE: Knobs = { delayMs: 4_500 };

/**
 * The same question at the web with the short deadline and at the one with the long one, asked together. The reply that
 * comes first can only come because of the short deadline; the other one can only come because an engine has three seconds.
 */
async function askBoth(short = SHORT): Promise<{ atDeadline: Reply; atEngineTimeout: Reply }> {
  const order: number[] = [];
  const ask = async (web: number) => {
    const reply = await witness.search({ web });
    order.push(web);
    return reply;
  };
  const [atEngineTimeout, atDeadline] = await Promise.all([ask(LONG), ask(short)]);
  expect(order).toEqual([short, LONG]);
  return { atDeadline, atEngineTimeout };
}

describe('engines are slow', () => {
  test.each([
    ['that never answers', NEVER],
    ['that drips a byte now and then', DRIPPING],
    ['that answers after more than the three seconds an engine has', LATE],
  ])(
    'an engine %s costs its own result, not the request, and holds nobody up beyond the deadline',
    async (_, knobs) => {
      await app.knobs('brave', knobs);
      for (const reply of Object.values(await askBoth())) {
        expect(reply.status).toBe(200);
        expect(reply.body.engine).toEqual(['engine_b', 'engine_c']);
        expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'timeout', engine_b: 'ok', engine_c: 'ok' });
      }
      // One for each of the two searches: a call that was too slow is not made again.
      expect(await app.calls('brave')).toHaveLength(2);
      expect((await witness.status('engine_a')).last_error).toMatch(/time/);
    },
  );

  test('nobody answering in time is a 503 after the time an engine has, or at the deadline', async () => {
    await app.knobs('brave', NEVER);
    await app.knobs('mojeek', DRIPPING);
    await app.knobs('marginalia', LATE);
    for (const reply of Object.values(await askBoth())) {
      expect(reply.status).toBe(503);
      expect(reply.body).toEqual({ detail: 'No search engine answered.' });
      expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'timeout', engine_b: 'timeout', engine_c: 'timeout' });
    }
  });

  test('a web application that hears nothing from the workers answers at its deadline all the same', async () => {
    await witness.everyUpstream(NEVER);
    proxy.swallowReplies('trib-web-replies');
    const { atDeadline } = await askBoth(DEAF);
    proxy.swallowNothing();
    proxy.cut('trib-web-replies');
    expect(atDeadline.status).toBe(503);
    expect(TestApp.outcomes(atDeadline)).toEqual({ engine_a: 'timeout', engine_b: 'timeout', engine_c: 'timeout' });
  });

  test('there is no retry when too little time is left for one', async () => {
    const outcome = await eventually('the connection is reset before the deadline', async () => {
      await witness.startAfresh();
      await app.knobs('brave', { delayMs: SHORT_DEADLINE_MS - 500, mode: 'reset' });
      const seen = TestApp.outcomes(await witness.search({ web: SHORT })).engine_a;
      // On a busy machine the deadline may come first, which proves nothing.
      return seen !== 'timeout' && seen;
    });
    expect(outcome).toBe('error');
    expect(await app.calls('brave')).toHaveLength(1);
  });

  test('an engine that is slow but in time is part of the answer', async () => {
    await app.knobs('brave', { delayMs: 700 });
    const reply = await witness.search();
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' });
  });
});

describe('every engine fails', () => {
  test('nobody answering correctly is a 503 at once', async () => {
    await witness.everyUpstream({ status: 500 });
    const reply = await witness.search();
    expect(reply.status).toBe(503);
    expect(reply.body).toEqual({ detail: 'No search engine answered.' });
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'error', engine_b: 'error', engine_c: 'error' });
  });

  test('the only engine asked for failing is a 503, although others would have answered', async () => {
    await app.knobs('brave', { status: 500 });
    const reply = await witness.search({ engine: 'engine_a' });
    expect(reply.status).toBe(503);
    expect(reply.body).toEqual({ detail: 'No search engine answered.' });
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'error' });
  });

  test('engines that ask for patience set Retry-After to the shortest wait', async () => {
    await app.knobs('brave', { status: 429, headers: { 'retry-after': '90' } });
    await app.knobs('mojeek', { status: 429, headers: { 'retry-after': '30' } });
    await app.knobs('marginalia', { status: 429, headers: { 'retry-after': '60' } });
    const first = await witness.search();
    expect(first.status).toBe(503);
    expect(Number(first.headers.get('retry-after'))).toBe(30);
    expect(TestApp.outcomes(first)).toEqual({
      engine_a: 'rate_limited',
      engine_b: 'rate_limited',
      engine_c: 'rate_limited',
    });
  });
});

test('after all of that no process has exited, nothing has piled up and usage is the number of 200s', async () => {
  await witness.expectInvariants();
});
