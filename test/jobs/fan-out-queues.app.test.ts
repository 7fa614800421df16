import { afterEach, describe, expect, test } from 'vitest';
import { FanOutQueues, idEnding, queueOfJob } from '../../jobs/fan-out-queues.ts';
import { FAN_OUT_QUEUE, fanOutNames } from '../../jobs/job.ts';
import { Heartbeat } from '../../lib/presence/heartbeat.ts';
import { WORKERS } from '../../lib/presence/process-kind.ts';
import { RedisClock } from '../../lib/redis/redis-clock.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { testErrors } from '../harness/health.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';
import { Visitor } from '../harness/visitor.ts';

describe('the fan-out queues', () => {
  test('take turns, and one whose jobs do not end gets no more until the others have as many', () => {
    const queues = new FanOutQueues();
    const [one, two, three] = fanOutNames(3) as [string, string, string];
    expect([queues.begin(3), queues.begin(3), queues.begin(3)]).toEqual([one, two, three]);
    for (let round = 0; round < 5; round++) {
      for (const queue of [one, three]) queues.end(queue);
      expect([queues.begin(3), queues.begin(3)].sort()).toEqual([one, three]);
    }
    expect(queues.begin(1)).toBe(one);
  });

  test('are told by the id of a job; a queue of a provider is not', () => {
    for (const queue of fanOutNames(12)) expect(queueOfJob(FAN_OUT_QUEUE, `a-1${idEnding(queue)}`)).toBe(queue);
    expect(queueOfJob('nominatim', 'a-1')).toBe('nominatim');
  });
});

describe('with three fan-out queues', () => {
  let app: TestApp | undefined;
  afterEach(() => app?.stop());
  const THREE = { FAN_OUT_QUEUES: '3' };

  /** How many jobs wait in each queue. */
  const waiting = () =>
    Promise.all(
      fanOutNames(3).map(async (name) => (await app?.client.llen(`${redisKeys.queuePrefix(name)}:${name}:wait`)) ?? 0),
    );

  test('a web process uses those that a worker takes, and no search is lost when workers come and go', async () => {
    app = await TestApp.start({ queue: 'redis', workers: 0, env: { REQUEST_DEADLINE_MS: '20000' } });
    const few = app.addWorker();
    await app.addWeb(THREE);
    const web = app.webs.length - 1;
    const search = async (queries: readonly string[]) =>
      (await Promise.all(queries.map((q) => app?.search(q, { web })))).map((reply) => reply?.status);
    expect(await search(['one', 'two', 'three'])).toEqual([200, 200, 200]);
    const { workers } = app.webs[web]?.running.services ?? {};
    expect(workers?.queues).toBe(1);
    app.addWorker(THREE);
    await eventually('the web process sees it', () => workers?.queues === 3);
    expect(await search(['four', 'five', 'six', 'seven'])).toEqual([200, 200, 200, 200]);
    await few.stop();
    expect(await search(['eight', 'nine', 'ten'])).toEqual([200, 200, 200]);
    expect(await waiting()).toEqual([0, 0, 0]);
  });

  test('two web processes share a call whose jobs are in different queues', async () => {
    app = await TestApp.start({ queue: 'redis', web: 2, env: { ...THREE, REQUEST_DEADLINE_MS: '20000' } });
    await app.untilWebsMeet();
    await app.askBefore('/api/v1/web/?q=both&engine=engine_a');
    await app.hold('brave');
    // The first search of each process goes to the first queue, so the second process has one before.
    await app.get('/api/v1/web/?q=before&engine=engine_b', { web: 1 });
    const replies = [0, 1].map((web) => app?.get('/api/v1/web/?q=both&engine=engine_a', { web }));
    await eventually('both wait for it', async () => {
      const keys = (await app?.keys('{trib:*:waiters:*')) ?? [];
      return (await Promise.all(keys.map((key) => app?.client.scard(key)))).includes(2);
    });
    await app.knobs('brave', {});
    for (const reply of replies) expect((await reply)?.status).toBe(200);
    expect(await app.calls('brave')).toHaveLength(1);
  });

  test('jobs that wait in any of them are spread, counted on the providers page and shown by the dashboard', async () => {
    app = await TestApp.start({ queue: 'redis', workers: 0, env: { ...THREE, REQUEST_DEADLINE_MS: '20000' } });
    const clock = new RedisClock(app.client);
    const { errors } = testErrors();
    const idle = new Heartbeat({ kind: WORKERS, redis: app.client, clock, says: async () => ({ queues: 3 }), errors });
    idle.start();
    await app.untilSearching(0);
    const root = await Visitor.signedIn(app, 'root', { admin: true });
    const replies = ['a', 'b', 'c'].map((q) => app?.get(`/api/v1/web/?q=${q}&engine=engine_a`));
    await eventually('each queue has one', async () => (await waiting()).every((count) => count === 1));
    const { text } = await root.get('/admin/processes');
    expect(text).toContain('0 running, 3 waiting');
    expect((await root.get('/admin/queues/api/queues')).text).toContain('"fan-out.3"');
    app.addWorker();
    for (const reply of replies) expect((await reply)?.status).toBe(200);
    await idle.stop();
  });
});
