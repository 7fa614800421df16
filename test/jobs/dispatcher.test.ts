import { beforeEach, describe, expect, it } from 'vitest';
import { type CallRequest, Dispatcher } from '../../jobs/dispatcher.ts';
import type { FanOut } from '../../jobs/job.ts';
import type { JobReceiver, JobSender, NewJob, TakenJob } from '../../jobs/job-queue.ts';
import { readConfig } from '../../lib/config.ts';
import { Deadline } from '../../lib/deadline.ts';
import type { Provider } from '../../lib/providers/provider.ts';
import { buildRoster } from '../../lib/providers/roster.ts';
import { makeSeal } from '../../lib/seal.ts';
import { testErrors } from '../harness/health.ts';
import { MemoryQueue } from '../harness/memory-queue.ts';
import { eventually } from '../harness/processes.ts';

const roster = buildRoster(readConfig({ BRAVE_API_KEY: 'a', MOJEEK_API_KEY: 'b' }));
const [brave, mojeek] = ['brave', 'mojeek'].map((id) => roster.providers.get(id)) as [Provider, Provider];
const seal = makeSeal('a secret');
const INPUT = { q: 'linux', page: 1, lang: '', safe: true, date: null };

let queue: MemoryQueue;
let receiver: JobReceiver;
let taken: TakenJob<FanOut>[];
let reported: ReturnType<typeof testErrors>;

beforeEach(() => {
  queue = new MemoryQueue();
  receiver = queue.receiver();
  taken = [];
  reported = testErrors();
});

function work(): void {
  receiver.take('fan-out', { concurrency: 10, rate: null }, async (job) => {
    taken.push(job as (typeof taken)[number]);
    return { failed: false, summary: 'ok' };
  });
}

function dispatcher(sender: JobSender = queue.sender(), workers = { count: 1, queues: 1 }): Dispatcher {
  const clock = { now: () => performance.now() };
  const secret = { load: async () => seal, loadAll: async () => [seal] };
  const { errors } = reported;
  return new Dispatcher({ sender, secret, clock, workers, fanOutQueues: 3, maxPending: 1_000, errors });
}

/** A request for these providers, and whether it was told that it is queued. */
function request(providers: readonly Provider[], withinMs = 20_000) {
  const client = new AbortController();
  const asked: CallRequest<'web'> & { queued: number } = {
    operation: 'web',
    input: INPUT,
    calls: providers.map((provider) => ({ provider, key: `key of ${provider.id}`, cache: false })),
    requestId: 'request',
    account: 'ann',
    deadline: Deadline.in(withinMs),
    signal: client.signal,
    queued: 0,
    onQueued: () => {
      asked.queued += 1;
    },
  };
  return { asked, leave: () => client.abort() };
}

async function answer(provider: Provider, value: unknown): Promise<void> {
  const key = `key of ${provider.id}`;
  const job = await eventually('the call is taken', () =>
    taken.find(({ data }) => data.calls.some((c) => c.key === key)),
  );
  const output = seal.seal(JSON.stringify(value), key);
  receiver.reply(job, provider.id, { ok: true, key, waitedMs: 1, tookMs: 2, output }, false);
}

describe('the calls of a request', () => {
  it('are one job, and each outcome arrives with its reply', async () => {
    work();
    const [first, second] = dispatcher().call(request([brave, mojeek]).asked);
    await answer(mojeek, 'from mojeek');
    expect(await second).toMatchObject({ ok: true, value: 'from mojeek', cached: false });
    await answer(brave, 'from brave');
    expect(await first).toMatchObject({ ok: true, value: 'from brave' });
    expect(taken).toHaveLength(1);
  });

  it('are shared with equal ones of this process and of others, one by one', async () => {
    work();
    const [here, there] = [dispatcher(), dispatcher()];
    const asked = [
      ...here.call(request([brave, mojeek]).asked),
      ...here.call(request([brave]).asked),
      ...there.call(request([brave]).asked),
    ];
    await answer(brave, 'once');
    // The job goes on: Mojeek has not answered.
    for (const outcome of [asked[0], asked[2], asked[3]]) expect(await outcome).toMatchObject({ value: 'once' });
    await answer(mojeek, 'later');
    expect(await asked[1]).toMatchObject({ value: 'later' });
    expect(taken.flatMap(({ data }) => data.calls)).toHaveLength(2);
  });

  it('are the same call twice if two slots have the same engine', async () => {
    work();
    const asked = dispatcher().call(request([brave, brave]).asked);
    await answer(brave, 'both');
    for (const outcome of await Promise.all(asked)) expect(outcome).toMatchObject({ value: 'both' });
  });

  it('end at the deadline of each request, not of the one that began', async () => {
    work();
    const here = dispatcher();
    const [patient] = here.call(request([brave]).asked);
    const [hasty] = here.call(request([brave], 50).asked);
    expect(await hasty).toMatchObject({ ok: false, failure: { code: 'timeout' } });
    await answer(brave, 'in time');
    expect(await patient).toMatchObject({ ok: true });
  });
});

describe('a client that leaves', () => {
  it('before the job is added was never queued, and no upstream is called for it', async () => {
    const sender = queue.sender();
    let add: (() => void) | undefined;
    const late: JobSender = {
      ...sender,
      add: async (job: NewJob) => {
        await new Promise<void>((resolve) => {
          add = resolve;
        });
        return sender.add(job);
      },
    };
    const { asked, leave } = request([brave, mojeek]);
    const outcomes = dispatcher(late).call(asked);
    await eventually('it is about to be added', () => add !== undefined);
    leave();
    for (const outcome of await Promise.all(outcomes)) expect(outcome).toMatchObject({ failure: { code: 'expired' } });
    add?.();
    work();
    // A call that comes later is served, so the one before it was looked for.
    const [other] = dispatcher().call(request([brave]).asked);
    await answer(brave, 'hers');
    expect(await other).toMatchObject({ ok: true });
    expect(asked.queued).toBe(0);
    expect(taken).toHaveLength(1);
  });

  it('while its job waits takes it out of the queue; it was queued', async () => {
    const here = dispatcher();
    const { asked, leave } = request([brave, mojeek]);
    const outcomes = here.call(asked);
    await eventually('it is queued', () => asked.queued === 2);
    leave();
    await Promise.all(outcomes);
    work();
    const [other] = here.call(request([brave]).asked);
    await answer(brave, 'hers');
    expect(await other).toMatchObject({ ok: true });
    expect(taken.flatMap(({ data }) => data.calls.map(({ provider }) => provider))).toEqual(['brave']);
  });

  it('does not take the job from another request that waits for one of its calls', async () => {
    const here = dispatcher();
    const { asked, leave } = request([brave, mojeek]);
    void here.call(asked);
    const [other] = here.call(request([mojeek]).asked);
    await eventually('it is queued', () => asked.queued === 2);
    leave();
    work();
    await answer(mojeek, 'hers');
    expect(await other).toMatchObject({ value: 'hers' });
  });
});

describe('a failure', () => {
  it('to add a job is an outcome, and is logged with its error, the request and the provider', async () => {
    const sender = { ...queue.sender(), add: () => Promise.reject(new Error('NOPERM no permission for scripts')) };
    const outcomes = await Promise.all(dispatcher(sender).call(request([brave, mojeek]).asked));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ failure: { code: 'internal' } });
    expect(reported.output()).toMatch(/NOPERM.*queue a call/s);
    expect(reported.output()).toContain('"reqId":"request"');
    expect(reported.output()).toContain('"provider":"brave"');
    expect(Object.fromEntries(reported.errors.counts)).toEqual({ 'queue a call': 1 });
  });

  it('of Redis to answer is expected, and not logged', async () => {
    const sender = { ...queue.sender(), connected: false };
    const [outcome] = await Promise.all(dispatcher(sender).call(request([brave]).asked));
    expect(outcome).toMatchObject({ failure: { code: 'internal' } });
    expect(reported.output()).toBe('');
  });

  it('to read a reply is an outcome, and logged', async () => {
    work();
    const [outcome] = dispatcher().call(request([brave]).asked);
    const job = await eventually('it is taken', () => taken[0]);
    const reply = { ok: true as const, key: 'key of brave', waitedMs: 0, tookMs: 1, output: Buffer.from('not sealed') };
    receiver.reply(job, 'brave', reply, false);
    expect(await outcome).toMatchObject({ failure: { code: 'internal', reason: 'the reply could not be read' } });
    expect(reported.output()).toContain('open a reply');
  });
});
