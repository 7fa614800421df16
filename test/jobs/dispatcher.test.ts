import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Dispatcher } from '../../jobs/dispatcher.ts';
import type { CallRequest } from '../../jobs/in-flight-call.ts';
import { callsOf, type FanOut, inputName, openInput } from '../../jobs/job.ts';
import type { JobReceiver, JobSender, NewClaim, TakenJob, Taking } from '../../jobs/job-queue.ts';
import { JointStart } from '../../jobs/joint-start.ts';
import { failedReply } from '../../jobs/reply.ts';
import { readConfig } from '../../lib/config/config.ts';
import { Deadline } from '../../lib/deadline.ts';
import type { FailureCode } from '../../lib/outcome.ts';
import type { WorkerRecord } from '../../lib/presence/process-record.ts';
import type { Provider } from '../../lib/providers/provider.ts';
import { buildRoster } from '../../lib/providers/roster.ts';
import { makeSeal } from '../../lib/seal.ts';
import { WIRE_VERSION } from '../../lib/wire-version.ts';
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
let taking: Taking;
/** Tells the dispatcher that was made last that a worker has died. */
let die: (worker: WorkerRecord) => void;
let reported: ReturnType<typeof testErrors>;

beforeEach(() => {
  queue = new MemoryQueue();
  receiver = queue.receiver();
  taken = [];
  reported = testErrors();
});

function work(): void {
  taking = receiver.take('fan-out', { concurrency: 10, rate: null }, async (job) => {
    taken.push(job as (typeof taken)[number]);
    await new Promise(() => {});
    return { failed: false, summary: 'ok' };
  });
}

function dispatcher(
  sender: JobSender = queue.sender(),
  workers = { count: 1, queues: 1 },
  maxPending = 1_000,
): Dispatcher {
  const clock = { now: () => performance.now() };
  const secret = { load: async () => seal, loadAll: async () => [seal] as const };
  const { errors } = reported;
  const onDeath = (listener: typeof die) => {
    die = listener;
  };
  return new Dispatcher({
    sender,
    secret,
    clock,
    workers: { ...workers, onDeath },
    fanOutQueues: 3,
    maxPending,
    errors,
  });
}

/** A request for these providers, and whether it was told that it is queued. */
function request(providers: readonly Provider[], withinMs = 20_000) {
  const client = new AbortController();
  const asked: CallRequest<'web'> & { queued: number } = {
    operation: 'web',
    input: INPUT,
    calls: providers.map((provider) => ({ provider, key: `key of ${provider.id}`, cache: true })),
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

/** Answers the latest call to a provider that was taken; `at` is which job of them, if it matters. */
async function answer(provider: Provider, value: unknown, at = -1): Promise<void> {
  const key = `key of ${provider.id}`;
  const job = await eventually('the call is taken', () =>
    taken.filter(({ data }) => callsOf(data).some((c) => c.key === key)).at(at),
  );
  const output = seal.seal(JSON.stringify(value), key);
  receiver.reply(job, provider.id, { ok: true, v: WIRE_VERSION, key, waitedMs: 1, tookMs: 2, output }, 'stored');
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

describe('calls that wait for a permit', () => {
  afterEach(() => vi.useRealTimers());

  it('are looked at until none waits, and by one timer', async () => {
    work();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const here = dispatcher();
    const crowd = () => {
      const { asked, leave } = request(Array<Provider>(brave.concurrency + 2).fill(brave));
      const calls = asked.calls.map((call, at) => ({ ...call, key: `key ${at}` }));
      return { outcomes: here.call({ ...asked, calls }), leave };
    };
    for (let times = 0; times < 2; times++) {
      const { outcomes, leave } = crowd();
      expect(vi.getTimerCount()).toBe(1);
      vi.advanceTimersByTime(1_000);
      expect(vi.getTimerCount()).toBe(1);
      leave();
      await Promise.all(outcomes);
      vi.advanceTimersByTime(1_000);
      expect(vi.getTimerCount()).toBe(0);
    }
  });
});

/** Another worker tells those who wait that a call failed. */
function fail(job: TakenJob<FanOut>, { id }: Provider, code: FailureCode): void {
  receiver.reply(job, id, failedReply(`key of ${id}`, { code, reason: 'for a test' }), 'stored');
}

describe('a request with more time', () => {
  it('does not wait for the job of one with less, whose failure is not its own', async () => {
    work();
    const here = dispatcher();
    const [hasty] = here.call(request([brave], 1_000).asked);
    const [patient] = here.call(request([brave]).asked);
    const [other] = dispatcher().call(request([brave]).asked);
    const jobs = await eventually('two jobs are taken', () => (taken.length === 2 ? taken : null));
    fail(jobs[0] as TakenJob<FanOut>, brave, 'expired');
    expect(await hasty).toMatchObject({ failure: { code: 'expired' } });
    await answer(brave, 'in time', 1);
    for (const outcome of [patient, other]) expect(await outcome).toMatchObject({ value: 'in time' });
    expect(here.pending).toBe(0);
  });

  it('takes the answer of that job if it comes', async () => {
    work();
    const here = dispatcher();
    const asked = [...here.call(request([brave], 1_000).asked), ...here.call(request([brave]).asked)];
    await eventually('two jobs are taken', () => taken.length === 2);
    await answer(brave, 'soon', 0);
    for (const outcome of asked) expect(await outcome).toMatchObject({ value: 'soon' });
  });
});

describe('an answer that may not be cached', () => {
  it('is only for those who wait for its job: it may say that the time of that was too short', async () => {
    work();
    const here = dispatcher();
    const of = (asked: CallRequest<'web'>) => ({
      ...asked,
      calls: asked.calls.map((call) => ({ ...call, cache: false })),
    });
    const [hasty] = here.call(of(request([brave], 1_000).asked));
    const [patient] = here.call(of(request([brave]).asked));
    await eventually('two jobs are taken', () => taken.length === 2);
    await answer(brave, 'not read in time', 0);
    expect(await hasty).toMatchObject({ value: 'not read in time' });
    await answer(brave, 'read', 1);
    expect(await patient).toMatchObject({ value: 'read' });
  });
});

describe('questions that start together', () => {
  const lookup = (provider: Provider, withinMs?: number): CallRequest<'suggest'> => ({
    ...request([provider], withinMs).asked,
    operation: 'suggest',
    input: { q: 'linux', lang: '', safe: true },
  });

  it('are one job, in which each has its own operation, input and time, and is answered for itself', async () => {
    work();
    const here = dispatcher();
    const together = new JointStart();
    const [results] = here.call(request([brave]).asked, together);
    const [beside] = here.call(lookup(mojeek, 800), together);
    const [job] = await eventually('it is taken', () => (taken.length > 0 ? taken : null));
    const { operation, deadlineAt, addedAt, input, more = [] } = (job as TakenJob<FanOut>).data;
    expect([operation, more.map((question) => question.operation)]).toEqual(['web', ['suggest']]);
    expect(deadlineAt - addedAt).toBeGreaterThan(800);
    expect((more[0]?.deadlineAt ?? 0) - addedAt).toBeLessThanOrEqual(800);
    const { id } = job as TakenJob<FanOut>;
    expect(openInput([seal], input, id).input).toEqual(INPUT);
    expect(openInput([seal], more[0]?.input ?? '', inputName(id, 1)).input).toEqual({
      q: 'linux',
      lang: '',
      safe: true,
    });
    await answer(brave, 'results');
    expect(await results).toMatchObject({ value: 'results' });
    await answer(mojeek, 'beside');
    expect(await beside).toMatchObject({ value: 'beside' });
    expect(taken).toHaveLength(1);
  });

  it('are two jobs if both ask the same provider', async () => {
    work();
    const here = dispatcher();
    const together = new JointStart();
    here.call(request([brave]).asked, together);
    const other = { ...lookup(brave), calls: [{ provider: brave, key: 'another key', cache: true }] };
    here.call(other, together);
    await eventually('both are taken', () => taken.length === 2);
  });

  it('are asked again when their worker dies, each with its own operation', async () => {
    work();
    const here = dispatcher();
    const together = new JointStart();
    const [results] = here.call(request([brave]).asked, together);
    const [beside] = here.call(lookup(mojeek), together);
    await eventually('it is taken', () => taken.length === 1);
    die({ takers: [taking.id] } as WorkerRecord);
    const [, again] = await eventually('it is taken again', () => (taken.length === 2 ? taken : null));
    expect([again?.data.operation, again?.data.more?.[0]?.operation]).toEqual(['web', 'suggest']);
    await answer(brave, 'results');
    await answer(mojeek, 'beside');
    expect(await Promise.all([results, beside])).toMatchObject([{ value: 'results' }, { value: 'beside' }]);
  });
});

describe('a worker that dies', () => {
  const record = () => ({ takers: [taking.id] }) as WorkerRecord;

  it('leaves its jobs to another, for every process that waits; their late failure harms nobody', async () => {
    work();
    const asked = dispatcher().call(request([brave, mojeek]).asked);
    const dieHere = die;
    await eventually('it is taken', () => taken.length === 1);
    asked.push(...dispatcher().call(request([mojeek]).asked));
    await answer(brave, 'before');
    await asked[0];
    for (const tell of [dieHere, die]) tell(record());
    const [first, second] = await eventually('it is taken again', () => (taken.length === 2 ? taken : null));
    fail(first as TakenJob<FanOut>, mojeek, 'internal');
    expect(second?.data.calls.map(({ provider }) => provider)).toEqual(['mojeek']);
    await answer(mojeek, 'after');
    expect(await Promise.all(asked)).toMatchObject([{ value: 'before' }, { value: 'after' }, { value: 'after' }]);
  });

  it('for the second time ends the call, and so does a death that leaves too little time', async () => {
    work();
    const here = dispatcher();
    const [patient] = here.call(request([brave]).asked);
    const [hasty] = here.call(request([mojeek], 1_900).asked);
    await eventually('both are taken', () => taken.length === 2);
    die(record());
    expect(await hasty).toMatchObject({ failure: { code: 'internal', reason: 'its worker process died' } });
    await eventually('the other is taken again', () => taken.length === 3);
    die(record());
    expect(await patient).toMatchObject({ failure: { code: 'internal', reason: 'its worker process died' } });
    expect(here.pending).toBe(0);
  });
});

describe('a job that is lost and not added again', () => {
  it('is joined by nobody any more', async () => {
    work();
    const here = dispatcher();
    const [hasty] = here.call(request([brave], 1_900).asked);
    await eventually('it is taken', () => taken.length === 1);
    die({ takers: [taking.id] } as WorkerRecord);
    expect(await hasty).toMatchObject({ failure: { reason: 'its worker process died' } });
    // At another process, with so little time that it could join.
    const [next] = dispatcher().call(request([brave], 1_000).asked);
    await eventually('it is made anew', () => taken.length === 2);
    await answer(brave, 'made anew');
    expect(await next).toMatchObject({ value: 'made anew' });
  });
});

describe('a job whose calls were answered by another', () => {
  it('leaves its queue, or its worker asks nobody', async () => {
    work();
    const here = dispatcher();
    const asked = [...here.call(request([brave], 1_000).asked), ...here.call(request([brave]).asked)];
    const [, second] = await eventually('two jobs are taken', () => (taken.length === 2 ? taken : null));
    await answer(brave, 'soon', 0);
    await Promise.all(asked);
    await eventually('nobody waits for the other', () => receiver.isAbandoned(String(second?.id)));
  });
});

describe('a client that leaves', () => {
  it('before the job is added was never queued, and no upstream is called for it', async () => {
    const sender = queue.sender();
    let add: (() => void) | undefined;
    const late: JobSender = {
      ...sender,
      claim: async (claim: NewClaim) => {
        await new Promise<void>((resolve) => {
          add = resolve;
        });
        return sender.claim(claim);
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
  it('to add a job fails its own calls, not those that another process makes', async () => {
    work();
    const sender = queue.sender();
    const [, there] = [
      dispatcher().call(request([mojeek]).asked),
      dispatcher({ ...sender, add: () => Promise.reject(new Error('no room')) }),
    ];
    await eventually('it is taken', () => taken.length === 1);
    const [own, joined] = there.call(request([brave, mojeek]).asked);
    expect(await own).toMatchObject({ failure: { code: 'internal' } });
    await answer(mojeek, 'hers');
    expect(await joined).toMatchObject({ value: 'hers' });
  });

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
    const reply = {
      ok: true as const,
      v: WIRE_VERSION,
      key: 'key of brave',
      waitedMs: 0,
      tookMs: 1,
      output: Buffer.from('not sealed'),
    };
    receiver.reply(job, 'brave', reply, 'stored');
    expect(await outcome).toMatchObject({ failure: { code: 'internal', reason: 'the reply could not be read' } });
    expect(reported.output()).toContain('open a reply');
  });
});
