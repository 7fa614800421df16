import type { Queue } from 'bullmq';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FAN_OUT_QUEUE } from '../../jobs/job.ts';
import { createUser } from '../harness/as-tester.ts';
import { healthOf } from '../harness/health.ts';
import { HeldUpstreams } from '../harness/held-upstreams.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';
import type { Reply } from '../harness/test-system.ts';
import { Witness } from '../harness/witness.ts';

const UPSTREAMS = ['brave', 'mojeek', 'marginalia'];
const ALL_OK = { engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' };

async function failuresOf(app: TestApp): Promise<number[]> {
  return Promise.all(UPSTREAMS.map(async (id) => (await healthOf(app.client, id)).failures));
}

describe('two web and two worker processes', () => {
  let app: TestApp;
  let witness: Witness;

  beforeAll(async () => {
    const env = { BRAVE_MAX_CONCURRENT: '2', REQUEST_DEADLINE_MS: '60000' };
    app = await TestApp.start({ queue: 'redis', web: 2, workers: 2, ownRedis: true, env });
    witness = await Witness.of(app);
    await app.untilWebsMeet();
  });
  beforeEach(() => witness.startAfresh());
  afterAll(() => app?.stop());

  test('make one call per engine for forty identical searches, each its own for the first ones', async () => {
    const q = witness.query();
    const queue = app.webs[0]?.running.services.queues.get(FAN_OUT_QUEUE) ?? expect.fail();
    for (const most of [2, 1]) {
      await queue.pause();
      const before = (await witness.usage()).searches;
      const searches = Promise.all(Array.from({ length: 40 }, (_, i) => witness.search({ q, web: i % 2 })));
      await eventually('all of them are under way', async () => (await witness.usage()).searches === before + 40);
      await queue.resume();
      for (const reply of await searches) expect(TestApp.outcomes(reply)).toEqual(ALL_OK);
      for (const upstream of UPSTREAMS) expect(await witness.callsFor(upstream, q)).toBeLessThanOrEqual(most);
      await app.reset();
    }
  });

  test('keep a limit of calls at once together', async () => {
    await app.hold('brave');
    const searches = Promise.all(Array.from({ length: 6 }, (_, i) => witness.search({ web: i % 2 })));
    await eventually('the others have answered all', async () => (await app.calls('mojeek')).length === 6);
    await eventually('both places are taken', async () => (await app.calls('brave')).length === 2);
    await app.knobs('brave', { delayMs: 20 });
    for (const reply of await searches) expect(TestApp.outcomes(reply)).toEqual(ALL_OK);
    expect(await app.calls('brave')).toHaveLength(6);
    expect(await app.client.zcard('{trib:health:brave}:calls')).toBe(0);
  });

  test('after all of that nothing has piled up and usage is exact', async () => {
    await witness.expectInvariants();
  });
});

describe('one place per engine', () => {
  let app: TestApp;
  let witness: Witness;
  let upstreams: HeldUpstreams;
  /** The web process with a deadline that no test reaches. */
  let patient: number;

  beforeAll(async () => {
    upstreams = await HeldUpstreams.start();
    app = await TestApp.start({
      queue: 'redis',
      ownRedis: true,
      env: (sandbox) => ({
        ...upstreams.settings(sandbox),
        CACHE_TTL_S: '0',
        ENGINE_A_CONCURRENCY: '1',
        ENGINE_B_CONCURRENCY: '1',
        ENGINE_C_CONCURRENCY: '1',
      }),
    });
    patient = app.urls.indexOf(await app.addWeb({ REQUEST_DEADLINE_MS: '60000' }));
    witness = await Witness.of(app);
  });
  beforeEach(() => witness.startAfresh());
  afterEach(() => {
    app.redis.thaw();
    upstreams.letGo();
  });
  afterAll(async () => {
    await app?.stop();
    await upstreams?.close();
  });

  const jobs = () => app.jobs('wait', 'active');
  /** The jobs that wait, next one first. */
  const waitingIn = async (queue: Queue) => [...(await queue.getWaiting()), ...(await queue.getPrioritized())];

  test('forty clients that leave while they wait cost no upstream call, and count if they were queued', async () => {
    await eventually('no job is left', async () => (await jobs()) === 0);
    const places = await Promise.all(UPSTREAMS.map((upstream) => app.takePermits(upstream)));
    const queries = Array.from({ length: 40 }, () => witness.query());
    const abandoned = await app.countLeftJobs();
    const clients = await Promise.all(queries.map((q) => witness.send(q, patient)));
    const queue = app.webs[patient]?.running.services.queues.get(FAN_OUT_QUEUE) ?? expect.fail();
    const queued = async () => [...(await waitingIn(queue)), ...(await queue.getActive())];
    await eventually('each waits or is refused', async () => {
      // A job may still end after its search was refused, so the two are not just added up.
      const ids = new Set<unknown>([
        ...witness.endings(clients).keys(),
        ...(await queued()).map(({ data }) => data.requestId),
      ]);
      return clients.every(({ requestId }) => ids.has(requestId));
    });
    expect(await jobs()).toBeGreaterThan(3);
    const left = await witness.leave(...clients);
    // So are those of searches that were refused meanwhile.
    await eventually('their jobs are abandoned', () => abandoned() >= left);
    for (const release of places) release();
    await eventually('no job is left', async () => (await jobs()) === 0);
    witness.counted += left;
    expect((await witness.search()).status).toBe(200);
    expect((await witness.usage()).searches).toBe(witness.counted);
    for (const upstream of UPSTREAMS) expect(await witness.callsFor(upstream, ...queries)).toBe(0);
  });

  test('forty clients that leave before their searches are queued cost no upstream call and do not count', async () => {
    const queries = Array.from({ length: 40 }, () => witness.query());
    // A search asks Redis for admission and for cached answers before it is queued.
    app.redis.freeze();
    const clients = await Promise.all(queries.map((q) => witness.send(q)));
    // On a slow machine, some have been refused by then.
    await witness.leave(...clients);
    app.redis.thaw();
    await witness.untilEveryEngineAnswers();
    await eventually('they are refunded', async () => (await witness.usage()).searches === witness.counted);
    for (const upstream of UPSTREAMS) expect(await witness.callsFor(upstream, ...queries)).toBe(0);
  });

  test('a client that leaves when some engines have answered costs no call to the one that it still waits for', async () => {
    await eventually('no job is left', async () => (await jobs()) === 0);
    const release = await app.takePermits('brave');
    const q = witness.query();
    const abandoned = await app.countLeftJobs();
    const client = await witness.send(q, patient);
    await witness.untilAsked(q, ['mojeek', 'marginalia']);
    await eventually('it waits for the last one', () => app.callsWaiting('brave') === 1);
    witness.counted += await witness.leave(client);
    await eventually('its job is left', () => abandoned() === 1);
    release();
    await eventually('no job is left', async () => (await jobs()) === 0);
    expect(await witness.callsFor('brave', q)).toBe(0);
    expect((await witness.usage()).searches).toBe(witness.counted);
  });

  test('what cannot be served in time is refused while the admitted still wait', { timeout: 120_000 }, async () => {
    const places = await Promise.all(UPSTREAMS.map((upstream) => app.takePermits(upstream)));
    const replies: Reply[] = [];
    const searches: Promise<unknown>[] = [];
    await eventually(
      'the excess is refused',
      () => {
        const search = async () => replies.push(await witness.search({ web: patient }));
        searches.push(search(), search());
        return replies.length >= 20;
      },
      50_000,
    );
    for (const reply of replies) {
      expect(reply.status).toBe(503);
      expect(reply.body).toEqual({ detail: 'Too many searches are under way.' });
      expect(new Set(Object.values(TestApp.outcomes(reply)))).toEqual(new Set(['overloaded']));
    }
    for (const release of places) release();
    await Promise.all(searches);
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await failuresOf(app)).toEqual([0, 0, 0]);
  });

  test('an account does not wait for all that another has sent before', async () => {
    await createUser(app.client, 'neighbour');
    const neighbour = await Witness.of(app, 'neighbour');
    const release = await app.takePermits('brave');
    const greedy = Array.from({ length: 10 }, () => witness.search({ engine: 'engine_a', web: patient }));
    await eventually('the greedy account waits', () => app.callsWaiting('brave') === 10);
    const q = neighbour.query();
    const late = neighbour.search({ q, engine: 'engine_a', web: patient });
    await eventually('so does its neighbour', () => app.callsWaiting('brave') === 11);
    release();
    for (const reply of await Promise.all([...greedy, late])) expect(reply.status).toBe(200);
    const order = (await app.calls('brave')).map(({ query }) => query.q === q);
    expect(order.indexOf(true), 'one came first').toBe(1);
  });

  /** Calls to the engines other than the first that were answered. */
  async function answered(): Promise<number> {
    const { text } = await app.get('/metrics');
    const counts = text.matchAll(/^tributary_upstream_calls_total\{provider="(?!brave)\w+",outcome="ok"\} (\d+)/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  }

  test('in the queue, the first search of an account comes before the many that another sent earlier', async () => {
    const { queues } = app.webs[patient]?.running.services ?? expect.fail();
    const queue = queues.get(FAN_OUT_QUEUE);
    await queue.pause();
    const many = Array.from({ length: 30 }, () => witness.search({ web: patient }));
    await eventually('all of them wait', async () => (await waitingIn(queue)).length === 30);
    await createUser(app.client, 'late');
    const one = (await Witness.of(app, 'late')).search({ web: patient });
    const order = await eventually('the neighbour waits as well', async () => {
      const waiting = await waitingIn(queue);
      return waiting.length === 31 && waiting.map((job) => job.data.account);
    });
    expect(order.indexOf('late')).toBeLessThan(10);
    await queue.resume();
    for (const reply of [...(await Promise.all(many)), await one]) expect(reply.status).toBe(200);
  });

  test('an engine whose places are taken is left out, and the others answer', async () => {
    upstreams.hold('brave');
    const waiting: Promise<unknown>[] = Array.from({ length: 60 }, () => witness.search({ engine: 'engine_a' }));
    await eventually('calls wait', () => app.callsWaiting('brave') > 3);
    const replies: Reply[] = [];
    const leftOut = (reply: Reply) => {
      const { engine_a, ...others } = TestApp.outcomes(reply);
      return engine_a === 'overloaded' && Object.values(others).every((outcome) => outcome === 'ok');
    };
    // Those that are admitted wait for the engine. Before long, one is not. The others must have answered one before the
    // next is sent: if calls to every engine had to wait, all would be refused together. On a slow machine, some are.
    const reply = await eventually('the engine is left out', async () => {
      const [before, ended] = [await answered(), replies.length];
      waiting.push(witness.search().then((found) => replies.push(found)));
      await eventually('the others have answered', async () => {
        return replies.length > ended || (await answered()) >= before + 2;
      });
      return replies.find(leftOut);
    });
    expect(reply.status).toBe(200);
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'overloaded', engine_b: 'ok', engine_c: 'ok' });
    upstreams.letGo();
    await Promise.all(waiting);
  });

  test('an engine is not blamed for a call that had to wait for its place', async () => {
    // A call that starts after the second one has less than the three seconds that an engine has.
    await witness.everyUpstream({ delayMs: 2_200 });
    const replies = await Promise.all(Array.from({ length: 6 }, () => witness.search()));
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    expect(replies.some((reply) => Object.values(TestApp.outcomes(reply)).some((outcome) => outcome !== 'ok'))).toBe(
      true,
    );
    await witness.everyUpstream({});
    await eventually('no job is left', async () => (await app.jobs('wait', 'active')) === 0);
    expect(await failuresOf(app)).toEqual([0, 0, 0]);
    expect(TestApp.outcomes(await witness.search())).toEqual(ALL_OK);
  });

  test('an engine that failed is asked again soon', async () => {
    await app.knobs('brave', { status: 500 });
    await eventually('it is suspended', async () => {
      return TestApp.outcomes(await witness.search()).engine_a === 'suspended';
    });
    await app.knobs('brave', {});
    // Nobody resets anything: the pause itself is short.
    await eventually('it answers again', async () => TestApp.outcomes(await witness.search()).engine_a === 'ok');
  });

  test('after all of that nothing has piled up and usage is exact', async () => {
    await witness.expectInvariants();
  });
});
