import { setTimeout as pause } from 'node:timers/promises';
import v8 from 'node:v8';
import { Queue } from 'bullmq';
import { afterEach, describe, expect, test } from 'vitest';
import { FAN_OUT_QUEUE } from '../../jobs/job.ts';
import { LeavingClient } from '../harness/leaving-client.ts';
import { eventually } from '../harness/processes.ts';
import { searchesOf } from '../harness/searching.ts';
import { TcpProxy } from '../harness/tcp-proxy.ts';
import { TestApp, type TestAppOptions } from '../harness/test-app.ts';
import type { Reply } from '../harness/test-system.ts';

/** What a caller or an operator sees of the way of a call, whatever it is made of. */
const DEADLINE_S = 20;
const ENV = { CACHE_TTL_S: '0', REQUEST_DEADLINE_MS: String(DEADLINE_S * 1_000) };

let app: TestApp;
let proxy: TcpProxy | undefined;

afterEach(async () => {
  await app?.stop();
  await proxy?.close();
  proxy = undefined;
});

async function start(options: TestAppOptions = {}): Promise<void> {
  app = await TestApp.start({ queue: 'redis', ownRedis: true, ...options, env: { ...ENV, ...options.env } });
  await app.untilWebsMeet();
}

/** The outcome of one engine alone. */
const askBrave = (q: string, web = 0) => app.get(`/api/v1/web/?q=${q}&engine=engine_a`, { web });

describe('a crowd', () => {
  // Twice as many as have permits. More would keep Redis waiting on a busy machine, which is another fault.
  const CONNECTIONS = 20;
  const SEARCHES_EACH = 5;
  /** Longer than any window in which a rate is measured. */
  const SILENCE_MS = 5_000;

  test('that comes after a silence is served', async () => {
    // The calls of the crowd have to wait for permits, but so few times in a row, and with so much time, that a pause of
    // the machine does not look like an engine that is too slow for all of them.
    const few = { ENGINE_A_CONCURRENCY: '10', ENGINE_B_CONCURRENCY: '10', ENGINE_C_CONCURRENCY: '10' };
    await start({ env: { ...few, REQUEST_DEADLINE_MS: '60000' } });
    for (const upstream of ['brave', 'mojeek', 'marginalia']) await app.knobs(upstream, { delayMs: 100 });
    expect((await app.search('before the silence')).status).toBe(200);
    await pause(SILENCE_MS);
    const refused: Reply[] = [];
    const connection = async (_: unknown, at: number) => {
      for (let i = 0; i < SEARCHES_EACH; i++) {
        const reply = await app.search(`crowd ${at} ${i}`);
        if (reply.status !== 200) refused.push(reply);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    expect(refused.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).toEqual([]);
  });

  test('that is the first after a start is refused as soon as the calls in progress show that it must wait too long', async () => {
    const CROWD = 60;
    await start({ env: { ENGINE_A_CONCURRENCY: '1' } });
    await app.hold('brave');
    const replies: Reply[] = [];
    const search = async (_: unknown, i: number) => replies.push(await askBrave(`first-${i}`));
    const searches = Promise.allSettled(Array.from({ length: CROWD }, search));
    // Half of the deadline: no call has been answered by then.
    const half = (DEADLINE_S / 2) * 1_000;
    await eventually('most of it is refused', () => replies.length >= CROWD / 2, half);
    expect(replies.map((reply) => TestApp.outcomes(reply).engine_a)).toEqual(replies.map(() => 'overloaded'));
    for (const { headers } of replies) expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(DEADLINE_S);
    await app.healUpstreams();
    await searches;
  });

  test('that waits in the queue is taken together, not by one round trip to Redis each', async () => {
    const WAITING = 64;
    // Nobody has to wait for a permit, nor for longer than a busy machine needs to take all of them.
    const all = String(WAITING);
    const wide = { ENGINE_A_CONCURRENCY: all, ENGINE_B_CONCURRENCY: all, ENGINE_C_CONCURRENCY: all };
    await start({ workers: 0, env: { ...wide, REQUEST_DEADLINE_MS: '60000' } });
    proxy = await TcpProxy.to(app.redis.port);
    app.addWorker({ REDIS_URL: proxy.url });
    await app.untilSearching(0);
    expect((await app.search('warm up')).status).toBe(200);
    const queue = app.webs[0]?.running.services.queues.get(FAN_OUT_QUEUE) ?? expect.fail();
    await queue.pause();
    const searches = Promise.all(Array.from({ length: WAITING }, (_, i) => app.search(`waits ${i}`)));
    await eventually('all of them wait', async () => (await app.jobs('wait')) === WAITING);
    // No job ends before all are taken.
    await app.hold('brave');
    const before = proxy.writes('trib-worker-queue');
    await queue.resume();
    await eventually('all of them are taken', async () => (await app.jobs('active')) === WAITING);
    expect(proxy.writes('trib-worker-queue') - before).toBeLessThan(WAITING / 2);
    await app.healUpstreams();
    const refused = (await searches).filter(({ status }) => status !== 200);
    expect(refused.map((reply) => ({ status: reply.status, ...TestApp.outcomes(reply) }))).toEqual([]);
  });
});

describe('a client', () => {
  test('that leaves before its search is in the queue does not pay for it', async () => {
    await start({ web: 0 });
    proxy = await TcpProxy.to(app.redis.port);
    await app.addWeb({ REDIS_URL: proxy.url });
    expect((await app.search('warm up')).status).toBe(200);
    const paid = async () => (await searchesOf(app, app.key)) - 1;
    // The search is admitted, and what it sends to the queue is lost.
    proxy.swallowCommands('trib-web-queue');
    const client = await LeavingClient.send(`${app.urls[0]}/api/v1/web/?q=leaves`, app.key);
    await eventually('it is admitted', async () => (await paid()) === 1);
    await eventually('it is sent to the queue', () => proxy?.swallowedCommands.includes('fan-out'));
    client.leave();
    await eventually('it is refunded', async () => (await paid()) === 0);
    proxy.swallowNothing();
    proxy.cut();
  });
});

describe('an error of Redis that is no outage', () => {
  test('is logged with the request by the web process and by the worker, and counted', async () => {
    await start({ workers: 0, web: 0 });
    await app.client.call('ACL', 'SETUSER', 'limited', 'on', '>word', '~*', '&*', '+@all', '-@scripting');
    const env = { QUEUE_REDIS_URL: app.redis.url.replace('//', '//limited:word@') };
    app.addWorker(env);
    await app.addWeb(env);
    const [web, worker] = [app.webs[0] ?? expect.fail(), app.workers[0] ?? expect.fail()];
    const reply = await app.search('without scripts');
    expect(reply.status).toBe(503);
    const errors = (output: string) => output.split('\n').filter((line) => line.includes('NOPERM'));
    await eventually('the web process says why', () =>
      errors(web.output).some((line) => JSON.parse(line).reqId === reply.headers.get('x-request-id')),
    );
    await eventually('so does the worker', () => errors(worker.output).length > 0);
    expect((await app.get('/metrics')).text).toMatch(/^tributary_internal_errors_total\{.*\} [1-9]/m);
  });
});

describe('a worker', () => {
  test('has as many queues after two reconnections as before', async () => {
    await start({ workers: 0, web: 0 });
    proxy = await TcpProxy.to(app.redis.port);
    app.addWorker({ REDIS_URL: proxy.url, PROBE_INTERVAL_S: '600' });
    const schedules = async () => (await app.keys('{trib:queue:*:repeat')).length;
    const count = () => v8.queryObjects(Queue, { format: 'count' });
    await eventually('probes are scheduled', schedules);
    const before = count();
    for (let i = 0; i < 2; i++) {
      proxy.refuse('trib-worker');
      await app.client.flushdb();
      proxy.admit();
      await eventually('probes are scheduled again', schedules);
    }
    expect(count()).toBeLessThanOrEqual(before);
  });

  test('that closes sends its last replies to every process that waits', async () => {
    await start({ web: 2 });
    for (let round = 0; round < 2; round++) {
      await askBrave(`last-words-${round}`, 0);
      await app.reset();
      await app.hold('brave');
      const searches = [0, 1].map((web) => askBrave(`last-words-${round}`, web));
      await eventually('both wait for one call', async () => {
        const keys = await app.keys('{trib:*:waiters:*');
        return (await Promise.all(keys.map((key) => app.client.scard(key)))).some((waiting) => waiting > 1);
      });
      await eventually('the engine is asked', async () => (await app.calls('brave')).length === 1);
      const closed = app.workers.at(-1)?.stop();
      await app.healUpstreams();
      for (const reply of await Promise.all(searches)) expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'ok' });
      await closed;
      app.addWorker();
      for (const web of [0, 1]) await app.untilSearching(web);
    }
  });
});
