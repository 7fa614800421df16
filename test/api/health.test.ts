import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis-keys.ts';
import { eventually } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await Stack.start({ workers: 0 });
});
afterAll(() => stack?.stop());

const health = () => stack.get('/healthz', { key: '' });
const readiness = () => stack.get('/readyz', { key: '' });
const untilReady = () => eventually('it is ready', async () => (await readiness()).status === 200);

/** Waits until it is not ready, and returns the reasons it gives. */
const untilNotReady = (reason: RegExp) =>
  eventually(`it is not ready: ${reason}`, async () => {
    const reply = await readiness();
    return reply.status === 503 && reason.test(JSON.stringify(reply.body.reasons)) && reply;
  });

describe('without a worker', () => {
  test('the process is alive but not ready, and says why', async () => {
    expect((await health()).status).toBe(200);
    expect((await health()).body).toEqual({ status: 'ok' });
    const reply = await untilNotReady(/^\["No worker process is running\."\]$/);
    expect(reply.body).toEqual({ status: 'unavailable', reasons: ['No worker process is running.'] });
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('a search is refused at once, with a hint when to come back', async () => {
    const reply = await stack.search('linux');
    expect(reply.status).toBe(503);
    expect(reply.body).toEqual({ detail: expect.stringMatching(/\S/) });
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(reply.ms).toBeLessThan(2_000);
  });
});

describe('with a worker', () => {
  test('it is ready within moments, and searches are answered', async () => {
    stack.addWorker();
    await untilReady();
    expect((await readiness()).body).toEqual({ status: 'ready' });
    await eventually('a search is answered', async () => (await stack.search('linux')).status === 200);
  });

  test('neither check needs a key, minds one, or costs one anything', async () => {
    const usage = async () => (await stack.get('/api/v1/key/')).body;
    const before = await usage();
    for (const path of ['/healthz', '/readyz', '/healthz/', '/readyz/']) {
      for (const key of ['', 'nonsense', stack.key]) expect((await stack.get(path, { key })).status).toBe(200);
      expect((await stack.get(path, { key: '', method: 'HEAD' })).status).toBe(200);
    }
    const after = await usage();
    expect(after.limits.sustained.remaining).toBe(before.limits.sustained.remaining - 1);
    expect(after.usage.searches).toBe(before.usage.searches);
  });

  test('it is not ready once the last worker was stopped, and ready again with the next', async () => {
    const second = stack.addWorker();
    await eventually('two workers vouch to be alive', async () => (await stack.client.zcard(redisKeys.workers)) === 2);
    await stack.workers[0]?.stop();
    expect((await readiness()).status).toBe(200);
    expect(await second.stop()).toBe(0);
    await untilNotReady(/No worker process is running/);
    stack.addWorker();
    await untilReady();
  });

  test('it is not ready once the last worker was killed', async () => {
    await stack.workers.at(-1)?.stop('SIGKILL');
    await untilNotReady(/No worker process is running/);
    stack.addWorker();
    await untilReady();
  });
});

describe('with Redis in trouble', () => {
  test('dead: alive but not ready, and ready again by itself when it is back', async () => {
    const pid = stack.webs[0]?.pid;
    await stack.redis.kill();
    const reply = await untilNotReady(/Redis/);
    expect(reply.ms).toBeLessThan(3_000);
    expect(reply.text).not.toContain(String(stack.redis.port));
    expect((await health()).body).toEqual({ status: 'ok' });
    await stack.redis.start();
    await untilReady();
    expect(stack.webs[0]?.running).toBe(true);
    expect(stack.webs[0]?.pid).toBe(pid);
  });

  test('frozen: alive but not ready, and ready again by itself when it is back', async () => {
    stack.redis.freeze();
    try {
      const reply = await untilNotReady(/Redis/);
      expect(reply.ms).toBeLessThan(5_000);
      expect((await health()).body).toEqual({ status: 'ok' });
    } finally {
      stack.redis.thaw();
    }
    await untilReady();
  });

  test('out of memory: alive but not ready, says why, and heals by itself', async () => {
    await stack.client.config('SET', 'maxmemory', '1');
    try {
      await untilNotReady(/memory/i);
      expect((await health()).body).toEqual({ status: 'ok' });
    } finally {
      await stack.client.config('SET', 'maxmemory', '0');
    }
    await untilReady();
    await eventually('a search is answered', async () => (await stack.search('debian')).status === 200);
  });
});
