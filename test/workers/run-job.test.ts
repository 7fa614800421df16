import { beforeEach, describe, expect, it } from 'vitest';
import { type FanOut, sealInput } from '../../jobs/job.ts';
import type { TakenJob } from '../../jobs/job-queue.ts';
import type { Reply } from '../../jobs/reply.ts';
import { fieldOf } from '../../lib/budgets/budget.ts';
import { readConfig } from '../../lib/config/config.ts';
import { Deadline } from '../../lib/deadline.ts';
import { InstanceSecret } from '../../lib/instance-secret.ts';
import { createLog } from '../../lib/log/log.ts';
import { readErrors, readHours } from '../../lib/providers/call-hours.ts';
import { HealthView } from '../../lib/providers/health-view.ts';
import { OutcomeRecorder } from '../../lib/providers/outcome-recorder.ts';
import { pauseFields, pauseProvider, providerNamed } from '../../lib/providers/pause-by-hand.ts';
import type { Provider } from '../../lib/providers/provider.ts';
import { buildRoster } from '../../lib/providers/roster.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { ReplySample } from '../../lib/statistics/reply-sample.ts';
import { WIRE_VERSION } from '../../lib/wire-version.ts';
import { CacheLife } from '../../workers/cache-life.ts';
import { KeptLists } from '../../workers/kept-lists.ts';
import { AllPermits, type Permit } from '../../workers/permits.ts';
import { probe } from '../../workers/probe-provider.ts';
import { purseOf } from '../../workers/purses.ts';
import { runJob } from '../../workers/run-job.ts';
import { UpstreamHttp } from '../../workers/upstream-http.ts';
import type { WorkerServices } from '../../workers/worker-services.ts';
import { OPERATOR } from '../harness/as-tester.ts';
import { changeHealth, healthOf, testErrors } from '../harness/health.ts';
import { eventually } from '../harness/processes.ts';
import { redisForSuite } from '../harness/redis.ts';

const redis = await redisForSuite();
let services: WorkerServices;
let replies: Reply[];
let reported: ReturnType<typeof testErrors>;

beforeEach(async () => {
  await redis.flushdb();
  replies = [];
  reported = testErrors();
  const { errors } = reported;
  const health = new HealthView(redis, redis, errors);
  services = {
    roster: buildRoster(readConfig({ BRAVE_API_KEY: 'key' })),
    permits: new AllPermits(redis, errors, () => undefined),
    redis,
    cacheLife: new CacheLife(redis, 300, new KeptLists(redis, health.clock, 300), errors),
    secret: new InstanceSecret(redis, health.clock, 'a secret of at least some length', errors),
    health,
    outcomes: new OutcomeRecorder(redis, health, errors),
    replySample: new ReplySample(),
    receiver: {
      take: () => ({ id: 'taker', close: async () => {} }),
      reply: (_job, _provider, reply) => void replies.push(reply),
      isAbandoned: () => false,
      settled: async () => {},
    },
    http: new UpstreamHttp(),
    own: {},
    log: createLog('test', 'fatal'),
    errors,
    probeIntervalS: 0,
  };
});

const job = (changes: Partial<FanOut> = {}): TakenJob<FanOut> => ({
  id: 'job',
  queue: 'fan-out',
  data: {
    kind: 'fan-out',
    v: WIRE_VERSION,
    requestId: 'request',
    account: 'ann',
    replyTo: 'web',
    shared: false,
    addedAt: services.health.clock.now(),
    deadlineAt: services.health.clock.now() + 5_000,
    operation: 'web',
    input: 'not sealed by this instance',
    calls: [{ provider: 'brave', key: 'key', cache: false }],
    ...changes,
  },
});

const input = async () =>
  sealInput(await services.secret.load(), { q: 'x', page: 1, lang: '', safe: true, date: null }, 'job');

/** Returns a function that counts the requests to providers. */
function countSent(): () => number {
  let sent = 0;
  services.http.fetch = async () => {
    sent += 1;
    throw new Error('nobody answers');
  };
  return () => sent;
}

describe('a job whose requesters have left', () => {
  it('asks nobody, although there are permits', async () => {
    const sent = countSent();
    services.receiver.isAbandoned = () => true;
    expect(await runJob(job({ input: await input() }), services)).toEqual({ failed: true, summary: 'brave: expired' });
    expect(sent()).toBe(0);
  });

  it('asks nobody if they left while another had the permit, and the news comes in the turn in which that ends', async () => {
    const sent = countSent();
    const brave = services.roster.providers.get('brave') as Provider;
    const permits = services.permits.of({ ...brave, concurrency: 1 });
    const other = (await permits.take('other', Deadline.in(5_000))) as Permit;
    const heard = new Set<string>();
    services.receiver.isAbandoned = (id) => heard.has(id);
    const run = runJob(job({ input: await input() }), services);
    await eventually('it waits', () => permits.waiting === 1);
    other.release(1);
    // What Redis sends is read after what the event loop does now.
    setImmediate(() => heard.add('job'));
    expect(await run).toEqual({ failed: true, summary: 'brave: expired' });
    expect(sent()).toBe(0);
  });
});

describe('a provider with a budget', () => {
  beforeEach(() => {
    const budgeted = { BRAVE_API_KEY: 'key', BRAVE_BUDGET: '5/month', WIKIPEDIA_BUDGET: '1/day' };
    const { health, errors, log } = services;
    services.roster = buildRoster(readConfig(budgeted));
    services.permits = new AllPermits(redis, errors, (provider) => purseOf(provider, { redis, health, log, errors }));
  });
  const used = async (id: string) =>
    Number((await redis.hget(redisKeys.providerSpent(id), fieldOf('month', services.health.clock.now()))) ?? 0);

  it('has its unit back if the call was never sent', async () => {
    await runJob(job(), services);
    expect(replies).toMatchObject([{ failure: { reason: 'the job could not be read' } }]);
    await eventually('it is back', async () => (await used('brave')) === 0);
  });

  it('is probed with a unit, and not without', async () => {
    let sent = 0;
    services.http.fetch = async () => {
      sent += 1;
      throw new Error('refused');
    };
    const probed = [...services.roster.providers.values()].find(({ budget, adapter }) => budget && adapter.probe);
    expect(probed?.adapter.slug).toBe('wikipedia');
    for (const _ of [1, 2]) await probe(probed as Provider, services);
    expect(sent).toBe(1);
    expect(await used(probed?.limitedAs ?? '')).toBe(1);
  });
});

describe('a job that cannot be read', () => {
  it('is answered, logged with its request, and leaves the trial of its engine to others', async () => {
    await changeHealth(redis, 'brave', { state: 'down', openUntil: 1, openedAt: 1 });
    await services.health.refresh();
    expect(services.health.gate('brave')).toBe('half-open');
    expect(await runJob(job(), services)).toEqual({ failed: true, summary: 'brave: internal' });
    expect(replies).toMatchObject([{ ok: false, failure: { code: 'internal', reason: 'the job could not be read' } }]);
    expect((await healthOf(redis, 'brave')).trialUntil).toBe(0);
    expect(reported.output()).toContain('open the input of a job');
    expect(reported.output()).toContain('"reqId":"request"');
  });

  it('because it is no job at all fails with a line in the log', async () => {
    expect(await runJob({ id: 'x', queue: 'fan-out', data: { kind: 'odd' } as never }, services)).toEqual({
      failed: true,
      summary: expect.stringMatching(/^unreadable/),
    });
    expect(reported.output()).toContain('read a job');
  });

  it('because a field is missing is answered at once, in its version', async () => {
    const { id, queue, data } = job();
    const { account, ...others } = data;
    const reason = expect.stringMatching(/^unreadable/);
    expect(await runJob({ id, queue, data: others as FanOut }, services)).toEqual({ failed: true, summary: reason });
    expect(replies).toMatchObject([{ ok: false, v: WIRE_VERSION, key: 'key', failure: { code: 'internal', reason } }]);
    expect(reported.output()).toContain('account');
  });

  it.each([undefined, 0])('because 0.1.0 wrote it, in version %s, is refused at once', async (v) => {
    const reason = expect.stringMatching(new RegExp(`in version 0.* ${WIRE_VERSION}$`));
    expect(await runJob(job({ v }), services)).toEqual({ failed: true, summary: reason });
    expect(replies).toMatchObject([{ ok: false, key: 'key', failure: { code: 'internal', reason } }]);
  });

  it('because it is in a later version is refused at once, and the reply tells both versions', async () => {
    const { id, queue, data } = job({ v: WIRE_VERSION + 1 });
    const { input, ...others } = data;
    const reason = expect.stringMatching(new RegExp(`version ${WIRE_VERSION + 1}.* ${WIRE_VERSION}$`));
    expect(await runJob({ id, queue, data: others as FanOut }, services)).toEqual({ failed: true, summary: reason });
    expect(replies).toMatchObject([{ ok: false, v: WIRE_VERSION, key: 'key', failure: { code: 'internal', reason } }]);
    expect(reported.output()).toContain('read a job');
  });
});

it('a job is answered in its version', async () => {
  await runJob(job(), services);
  expect(replies).toMatchObject([{ v: WIRE_VERSION }]);
});

describe('a provider that an administrator has paused', () => {
  /** A provider that answers, and how often it was asked. */
  const sealed = async (changes: Partial<FanOut> = {}) =>
    job({
      input: sealInput(await services.secret.load(), { q: 'x', page: 1, lang: '', safe: false, date: null }, 'job'),
      ...changes,
    });
  let asked: number;
  beforeEach(async () => {
    asked = 0;
    const answer = { status: 200, headers: {}, body: JSON.stringify({ query: {}, web: { results: [] } }) };
    services.http.fetch = async () => {
      asked += 1;
      return answer;
    };
    const brave = providerNamed(services.roster, 'engine_a');
    await pauseProvider(redis, OPERATOR, brave, pauseFields.parse({}), services.health.clock.now());
    await services.health.refresh();
  });

  it('is not called by a job that was queued before', async () => {
    await runJob(await sealed(), services);
    expect(replies).toMatchObject([{ ok: false, failure: { code: 'suspended' } }]);
    expect(asked).toBe(0);
  });

  it('is called by a test, which is recorded like any call', async () => {
    await runJob(await sealed({ isTest: true }), services);
    expect(replies).toMatchObject([{ ok: true }]);
    expect(asked).toBe(1);
  });

  it('is called by no test while it asks for a pause itself', async () => {
    await changeHealth(redis, 'brave', { pausedUntil: services.health.clock.now() + 60_000 });
    await services.health.refresh();
    await runJob(await sealed({ isTest: true }), services);
    expect(replies).toMatchObject([{ ok: false, failure: { code: 'suspended' } }]);
    expect(asked).toBe(0);
  });

  it('is not probed', async () => {
    const [provider] = services.roster.providers.values();
    const how = { request: () => ({ url: 'http://127.0.0.1/', headers: {} }), parse: () => {} };
    const probed = { ...(provider as Provider), adapter: { ...(provider as Provider).adapter, probe: how } };
    expect(await probe(probed, services)).toBeNull();
    expect(asked).toBe(0);
  });
});

it('a call that was made leaves its request with its error, and the fields of its reply', async () => {
  const input = sealInput(await services.secret.load(), { q: 'x', page: 1, lang: '', safe: false, date: null }, 'job');
  services.http.fetch = async () => ({ status: 500, headers: {}, body: '' });
  await runJob(job({ input }), services);
  const result = { title: 'One', url: 'https://one.example/', description: 'Text' };
  const body = JSON.stringify({ query: {}, web: { results: [result] } });
  services.http.fetch = async () => ({ status: 200, headers: {}, body });
  await runJob(job({ input }), services);
  await services.outcomes.close();
  expect(await readErrors(redis, 'brave')).toMatchObject([{ code: 'upstream', request: 'request' }]);
  const [hour] = await readHours(redis, 'brave', services.health.clock.now(), 1);
  expect(hour?.ok).toBe(1);
  expect([...(hour?.fields.keys() ?? [])]).toEqual(expect.arrayContaining(['web', 'web.results', 'web.results.title']));
  expect(hour?.fields.has('web.results.date')).toBe(false);
});
