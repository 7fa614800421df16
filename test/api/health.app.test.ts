import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasAnswers, warmAnswers } from '../../api/instant/answers.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { VERSION } from '../../lib/version.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  // An immediate refusal does not wait for the deadline, which is longer than the timeout of a test.
  app = await TestApp.start({ ownRedis: true, workers: 0, env: { REQUEST_DEADLINE_MS: '60000' } });
});
afterAll(() => app?.stop());

const health = () => app.get('/healthz', { key: '' });
const readiness = () => app.get('/readyz', { key: '' });
const untilReady = () => eventually('it is ready', async () => (await readiness()).status === 200);

/** Waits until the process is not ready, and returns its reasons. */
const untilNotReady = (reason: RegExp) =>
  eventually(`it is not ready: ${reason}`, async () => {
    const reply = await readiness();
    return reply.status === 503 && reason.test(JSON.stringify(reply.body.reasons)) && reply;
  });

describe('without a worker', () => {
  test('the process is live but not ready, and gives the reason', async () => {
    expect((await health()).status).toBe(200);
    expect((await health()).body).toEqual({ status: 'ok', version: VERSION });
    const reply = await untilNotReady(/^\["No worker process is running\."\]$/);
    expect(reply.body).toEqual({ status: 'unavailable', reasons: ['No worker process is running.'] });
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('a search is refused immediately, with a Retry-After', async () => {
    const reply = await app.search('linux');
    expect(reply.status).toBe(503);
    expect(reply.body).toEqual({ detail: expect.stringMatching(/\S/) });
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('with a worker', () => {
  test('the process soon becomes ready, and searches succeed', async () => {
    app.addWorker();
    await untilReady();
    expect((await readiness()).body).toEqual({ status: 'ready' });
    // The first question of any kind does not wait for the tables of answers.
    expect(hasAnswers()).toBe(true);
    expect(await Promise.race([warmAnswers().then(() => 'read'), setImmediate('not read yet')])).toBe('read');
    await eventually('a search is answered', async () => (await app.search('linux')).status === 200);
  });

  test('neither check requires a key, rejects a bad one or charges for one', async () => {
    const usage = async () => (await app.get('/api/v1/key/')).body;
    const before = await usage();
    for (const path of ['/healthz', '/readyz', '/healthz/', '/readyz/']) {
      for (const key of ['', 'nonsense', app.key]) expect((await app.get(path, { key })).status).toBe(200);
      expect((await app.get(path, { key: '', method: 'HEAD' })).status).toBe(200);
    }
    const after = await usage();
    expect(after.limits.sustained.remaining).toBe(before.limits.sustained.remaining - 1);
    expect(after.usage.searches).toBe(before.usage.searches);
  });

  test('the process is not ready after the last worker stops, and ready again with the next', async () => {
    const second = app.addWorker();
    await eventually('two workers vouch to be alive', async () => (await app.client.zcard(redisKeys.workers)) === 2);
    await app.workers[0]?.stop();
    expect((await readiness()).body).toEqual({ status: 'ready' });
    await second.stop();
    await untilNotReady(/No worker process is running/);
    app.addWorker();
    await untilReady();
  });
});

test('readiness is checked at most once a second, however often it is asked', async () => {
  const writes = async () => Number(/cmdstat_set:calls=(\d+)/.exec(await app.client.info('commandstats'))?.[1]);
  const before = await writes();
  await Promise.all(Array.from({ length: 300 }, readiness));
  expect((await writes()) - before).toBeLessThan(100);
});

describe('with Redis in trouble', () => {
  test('out of memory: the process is live but not ready, gives the reason, and recovers on its own', async () => {
    await app.client.config('SET', 'maxmemory', '1');
    try {
      await untilNotReady(/memory/i);
      expect((await health()).body).toEqual({ status: 'ok', version: VERSION });
    } finally {
      await app.client.config('SET', 'maxmemory', '0');
    }
    await untilReady();
    await eventually('a search is answered', async () => (await app.search('debian')).status === 200);
  });
});
