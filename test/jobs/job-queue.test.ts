import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FanOut } from '../../jobs/job.ts';
import type { TakenJob, Taking } from '../../jobs/job-queue.ts';
import type { Reply } from '../../jobs/reply.ts';
import { WIRE_VERSION } from '../../lib/wire-version.ts';
import { eventually } from '../harness/processes.ts';
import {
  CALL_OF_OTHER,
  CALL_OF_SEARCH,
  type QueueUnderTest,
  queueInMemory,
  queueInRedis,
} from './queues-under-test.ts';

type FanOutJob = TakenJob & { data: FanOut };

const QUEUE = 'fan-out';
const EMPTY: FanOut = {
  kind: 'fan-out',
  v: WIRE_VERSION,
  requestId: 'request',
  account: 'ann',
  replyTo: '',
  shared: true,
  addedAt: 0,
  deadlineAt: 0,
  operation: 'web',
  input: '',
  calls: [],
};
const ANSWER = { ok: true, v: WIRE_VERSION, waitedMs: 1, tookMs: 2 } as const;
const CALL = { provider: 'brave', key: CALL_OF_SEARCH, cache: false };
const left = (id: string) => ({ id, queue: QUEUE, calls: [CALL.key], isOwn: true, shared: true });

/** What every implementation of a job queue promises. */
describe.each([
  ['a queue in memory', queueInMemory],
  ['a queue in Redis', queueInRedis],
])('%s', (_, start) => {
  let queue: QueueUnderTest;
  let takings: Taking[];
  let heard: [Reply[], Reply[], Reply[]];
  let taken: FanOutJob[];
  let end: (() => void)[];
  let isOver: boolean;

  beforeEach(async () => {
    queue = await start();
    [takings, heard, taken, end, isOver] = [[], [[], [], []], [], [], false];
    for (const [at, sender] of queue.senders.entries()) {
      sender.listen({ onReply: (reply) => heard[at]?.push(reply), awaited: () => [] });
    }
    await queue.ready();
  });
  afterEach(async () => {
    isOver = true;
    for (const one of end) one();
    await Promise.all(takings.map((taking) => taking.close()));
    await queue.close();
  });

  /** Takes jobs, which stay in progress until the test ends. */
  function work(concurrency = 10, from = QUEUE): void {
    const taking = queue.receiver.take(from, { concurrency, rate: null }, async (job) => {
      taken.push(job as FanOutJob);
      if (!isOver) await new Promise<void>((resolve) => end.push(resolve));
      return { failed: false, summary: 'ok' };
    });
    takings.push(taking);
  }

  const claim = async (
    web: 0 | 1 | 2,
    id: string,
    calls: readonly string[],
    { forMs = 10_000, needMs = 0, lostJob = '' } = {},
  ) => (await queue.senders[web].claim({ id, calls, forMs, needMs, lostJob })).holders.map(({ jobId }) => jobId);

  /** Claims calls and adds a job for those that no other makes. Returns who makes each. */
  const add = async (
    web: 0 | 1,
    id: string,
    calls: readonly string[],
    priority = 0,
    { to = QUEUE, ...times }: { to?: string; forMs?: number; needMs?: number; lostJob?: string } = {},
  ) => {
    const holders = await claim(web, id, calls, times);
    const own = calls.filter((_, at) => holders[at] === id);
    const sender = queue.senders[web];
    const made = own.map((key) => ({ provider: 'brave', key, cache: false }));
    const data = { ...EMPTY, requestId: id, replyTo: sender.channel, calls: made };
    if (own.length > 0) await sender.add({ id, queue: to, priority, data });
    return holders;
  };
  const reply = (job: FanOutJob, key: string) =>
    queue.receiver.reply(job, 'brave', { ...ANSWER, key, output: Buffer.from(key) }, 'stored');
  const keysHeard = (web: 0 | 1) => heard[web].map(({ key }) => key);
  const untilTaken = async (count: number) => {
    await eventually(`${count} jobs are taken`, () => taken.length >= count);
    expect(taken).toHaveLength(count);
    return taken as [FanOutJob, ...FanOutJob[]];
  };

  it('brings a job to the worker, and its replies back one by one', async () => {
    work();
    expect(await add(0, 'a', ['{trib:cache:s}:k1', '{trib:cache:s}:k2'])).toEqual(['a', 'a']);
    const [job] = await untilTaken(1);
    expect(job.data.calls.map(({ key }) => key)).toEqual(['{trib:cache:s}:k1', '{trib:cache:s}:k2']);
    reply(job, '{trib:cache:s}:k2');
    await eventually('the first reply is there', () => keysHeard(0).length === 1);
    reply(job, '{trib:cache:s}:k1');
    await eventually('the second reply is there', () => keysHeard(0).length === 2);
    expect(keysHeard(0)).toEqual(['{trib:cache:s}:k2', '{trib:cache:s}:k1']);
    expect(heard[0][0]).toEqual({
      ...ANSWER,
      key: '{trib:cache:s}:k2',
      output: Buffer.from('{trib:cache:s}:k2'),
      job: 'a',
    });
    expect(heard[1]).toEqual([]);
  });

  it('makes a call once for two processes, whatever else each of them asks, and replies to both at once', async () => {
    work();
    expect(await add(0, 'a', ['{trib:cache:s}:k1', '{trib:cache:s}:k2', '{trib:cache:s}:k3'])).toEqual(['a', 'a', 'a']);
    expect(await add(1, 'b', ['{trib:cache:s}:k2', '{trib:cache:s}:k4'])).toEqual(['a', 'b']);
    expect(await add(1, 'c', ['{trib:cache:s}:k3'])).toEqual(['a']);
    const [first, second] = await untilTaken(2);
    expect(second?.data.calls.map(({ key }) => key)).toEqual(['{trib:cache:s}:k4']);
    // The rest of the job is still in progress.
    reply(first, '{trib:cache:s}:k2');
    await eventually(
      'both have it',
      () => keysHeard(0).includes('{trib:cache:s}:k2') && keysHeard(1).includes('{trib:cache:s}:k2'),
    );
    expect([keysHeard(0), keysHeard(1)]).toEqual([['{trib:cache:s}:k2'], ['{trib:cache:s}:k2']]);
  });

  it('makes a call once for two processes that use different queues', async () => {
    expect(await add(0, 'a', ['{trib:cache:s}:k1', '{trib:cache:s}:k2'], 0, { to: 'fan-out.2' })).toEqual(['a', 'a']);
    expect(await add(1, 'b', ['{trib:cache:s}:k2', '{trib:cache:s}:k3'], 0, { to: 'fan-out.3' })).toEqual(['a', 'b']);
    work(10, 'fan-out.2');
    const [job] = await untilTaken(1);
    reply(job, '{trib:cache:s}:k2');
    await eventually(
      'both have it',
      () => keysHeard(0).includes('{trib:cache:s}:k2') && keysHeard(1).includes('{trib:cache:s}:k2'),
    );
    work(10, 'fan-out.3');
    const other = (await untilTaken(2))[1];
    expect(other?.data.calls.map(({ key }) => key)).toEqual(['{trib:cache:s}:k3']);
  });

  it('is a new call once the reply has been sent', async () => {
    work();
    await add(0, 'a', ['{trib:cache:s}:k1', '{trib:cache:s}:k2']);
    const [job] = await untilTaken(1);
    reply(job, '{trib:cache:s}:k1');
    await eventually('it is there', () => keysHeard(0).length === 1);
    await eventually('it may be claimed again', async () => (await add(1, 'b', ['{trib:cache:s}:k1']))[0] === 'b');
    expect(await add(1, 'c', ['{trib:cache:s}:k2'])).toEqual(['a']);
  });

  it('removes a job that nobody waits for, and not one that another process waits for', async () => {
    await add(0, 'a', ['{trib:cache:s}:k1']);
    await add(0, 'b', ['{trib:cache:s}:k2']);
    await add(1, 'c', ['{trib:cache:s}:k2']);
    await queue.senders[0].leave(left('a'));
    await queue.senders[0].leave(left('b'));
    work();
    const [job] = await untilTaken(1);
    expect(job.id).toBe('b');
    await eventually('the worker has heard', () => queue.receiver.isAbandoned('a'));
    expect(queue.receiver.isAbandoned('b')).toBe(false);
    await queue.senders[1].leave(left('b'));
    await eventually('the worker has heard', () => queue.receiver.isAbandoned('b'));
  });

  it('removes a job of which other processes do not know at once', async () => {
    await queue.senders[0].add({
      id: 'a',
      queue: QUEUE,
      priority: 0,
      data: { ...EMPTY, shared: false, calls: [CALL] },
    });
    expect(await queue.senders[0].leave({ ...left('a'), shared: false })).toBe(true);
    await eventually('the worker has heard', () => queue.receiver.isAbandoned('a'));
    await add(0, 'b', [CALL_OF_SEARCH]);
    work();
    const [job] = await untilTaken(1);
    expect(job.id).toBe('b');
  });

  it('removes a job of two searches only if nobody waits for either', async () => {
    const other = CALL_OF_OTHER;
    const both = { id: 'a', queue: QUEUE, calls: [CALL.key, other], isOwn: true, shared: true };
    for (const key of both.calls) await claim(0, 'a', [key]);
    expect(await claim(1, 'b', [other])).toEqual(['a']);
    expect(await queue.senders[0].leave(both)).toBe(false);
    expect(queue.receiver.isAbandoned('a')).toBe(false);
    expect(await queue.senders[1].leave({ ...both, calls: [other], isOwn: false })).toBe(true);
    await eventually('the worker has heard', () => queue.receiver.isAbandoned('a'));
  });

  it('keeps a job of two searches for who waits for one, when those leave who knew of both or of the other', async () => {
    const other = CALL_OF_OTHER;
    const both = { id: 'a', queue: QUEUE, calls: [CALL.key, other], isOwn: true, shared: true };
    for (const key of both.calls) await claim(0, 'a', [key]);
    const made = [CALL, { ...CALL, key: other }];
    const [{ channel }] = queue.senders;
    const [data, more] = [{ ...EMPTY, replyTo: channel, calls: made.slice(0, 1) }, made.slice(1)];
    await queue.senders[0].add({ ...both, priority: 0, data: { ...data, more: [{ ...EMPTY, calls: more }] } });
    expect(await claim(1, 'b', [other])).toEqual(['a']);
    expect(await claim(2, 'c', [CALL.key])).toEqual(['a']);
    expect(await queue.senders[0].leave(both)).toBe(false);
    expect(await queue.senders[1].leave({ ...both, calls: [other], isOwn: false })).toBe(false);
    work();
    const [job] = await untilTaken(1);
    expect([job.id, queue.receiver.isAbandoned('a')]).toEqual(['a', false]);
    reply(job, CALL.key);
    await eventually('who stayed has the reply', () => heard[2].length === 1);
    expect(await queue.senders[2].leave({ ...both, calls: [CALL.key], isOwn: false })).toBe(true);
    await eventually('the worker has heard', () => queue.receiver.isAbandoned('a'));
  });

  it('does not let anybody join a job that was left', async () => {
    await add(0, 'a', ['{trib:cache:s}:k1']);
    await queue.senders[0].leave(left('a'));
    expect(await add(1, 'b', ['{trib:cache:s}:k1'])).toEqual(['b']);
    work();
    const [job] = await untilTaken(1);
    expect(job.id).toBe('b');
  });

  it('serves jobs in the order of arrival, those of a lower priority last', async () => {
    await add(0, 'late', ['{trib:cache:s}:k1'], 2);
    await add(0, 'first', ['{trib:cache:s}:k2']);
    await add(0, 'soon', ['{trib:cache:s}:k3'], 1);
    await add(0, 'second', ['{trib:cache:s}:k4']);
    work();
    await untilTaken(4);
    expect(taken.map(({ id }) => id)).toEqual(['first', 'second', 'soon', 'late']);
  });

  it('runs no more jobs at a time than it may, and goes on when one ends', async () => {
    work(2);
    for (const id of ['a', 'b', 'c', 'd', 'e']) await add(0, id, [id]);
    await untilTaken(2);
    end[0]?.();
    await untilTaken(3);
    end[1]?.();
    end[2]?.();
    await untilTaken(5);
  });

  it('takes a hundred jobs that wait, each once', async () => {
    // One after the other: on a busy machine, Redis may take longer for all of them than a command may take.
    for (let at = 0; at < 100; at++) await add(0, `job-${at}`, [`k-${at}`]);
    work(1_000);
    await untilTaken(100);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(100);
  });

  it('finishes the jobs in progress before it closes, and takes no other', async () => {
    work();
    await add(0, 'a', ['{trib:cache:s}:k1']);
    const [job] = await untilTaken(1);
    let closed = false;
    const closing = takings
      .pop()
      ?.close()
      .then(() => {
        closed = true;
      });
    await add(0, 'b', ['{trib:cache:s}:k2']);
    expect(closed).toBe(false);
    reply(job, '{trib:cache:s}:k1');
    end[0]?.();
    await closing;
    await queue.receiver.settled();
    await eventually('the reply is there', () => keysHeard(0).includes('{trib:cache:s}:k1'));
    expect(taken).toHaveLength(1);
  });

  it('lets a call be claimed again when its time is over, because its worker may have died', async () => {
    work();
    const before = performance.now();
    await add(0, 'a', ['{trib:cache:s}:k1'], 0, { forMs: 200 });
    await untilTaken(1);
    await eventually('the claim is over', async () => (await claim(1, 'c', ['{trib:cache:s}:k1']))[0] === 'c');
    // Redis counts whole milliseconds.
    expect(performance.now() - before).toBeGreaterThan(195);
  });

  it('leaves a call to another job only if that one runs long enough', async () => {
    const [k1, k2] = ['{trib:cache:s}:k1', '{trib:cache:s}:k2'];
    await add(0, 'short', [k1], 0, { forMs: 1_000 });
    await add(0, 'long', [k2], 0, { forMs: 600_000 });
    expect(await add(1, 'b', [k1, k2], 0, { forMs: 600_000, needMs: 20_000 })).toEqual(['b', 'long']);
    // The new claim is the longer one.
    expect(await add(0, 'c', [k1], 0, { needMs: 20_000 })).toEqual(['b']);
  });

  it('does not leave a call to a job that is known to be lost, and to its successor', async () => {
    await add(0, 'a', ['{trib:cache:s}:k1']);
    expect(await add(1, 'b', ['{trib:cache:s}:k1'])).toEqual(['a']);
    expect(await add(1, 'c', ['{trib:cache:s}:k1'], 0, { lostJob: 'a' })).toEqual(['c']);
    expect(await add(0, 'd', ['{trib:cache:s}:k1'], 0, { lostJob: 'a' })).toEqual(['c']);
  });

  it('knows which jobs a worker had taken', async () => {
    work(1);
    await add(0, 'a', ['{trib:cache:s}:k1']);
    await untilTaken(1);
    await add(0, 'b', ['{trib:cache:s}:k2']);
    const jobs = ['a', 'b', 'gone'].map((id) => ({ id, queue: QUEUE }));
    const takers = takings.map(({ id }) => id);
    expect(await queue.senders[0].takenBy(takers, jobs)).toEqual([{ id: 'a', queue: QUEUE }]);
    expect(await queue.senders[1].takenBy(['another'], jobs)).toEqual([]);
  });

  it('carries copies: what either side changes afterwards reaches nobody', async () => {
    work();
    const sender = queue.senders[0];
    const data: FanOut = {
      ...EMPTY,
      replyTo: sender.channel,
      calls: [{ provider: 'brave', key: '{trib:cache:s}:k1', cache: false }],
    };
    await sender.add({ id: 'a', queue: QUEUE, priority: 0, data });
    data.operation = 'news';
    const [job] = await untilTaken(1);
    expect(job.data.operation).toBe('web');
    const output = Buffer.from('as sent');
    queue.receiver.reply(job, 'brave', { ...ANSWER, key: '{trib:cache:s}:k1', output }, 'stored');
    await queue.receiver.settled();
    output.fill('x');
    await eventually('the reply is there', () => heard[0].length === 1);
    expect(heard[0][0]).toMatchObject({ output: Buffer.from('as sent') });
  });

  it('goes on after a job that its worker could not run', async () => {
    const ran: string[] = [];
    const taking = queue.receiver.take(QUEUE, { concurrency: 1, rate: null }, async ({ id }) => {
      ran.push(id);
      if (id === 'a') throw new Error('This worker has a bug.');
      return { failed: false, summary: 'ok' };
    });
    takings.push(taking);
    await add(0, 'a', ['{trib:cache:s}:k1']);
    await add(0, 'b', ['{trib:cache:s}:k2']);
    await eventually('the second job is run', () => ran.length === 2);
    expect(ran).toEqual(['a', 'b']);
  });

  it('starts no more jobs in a window than the rate allows, whatever the number of workers', async () => {
    const to = 'a-paced-queue';
    const startedAt: number[] = [];
    const rate = { limit: 1, windowMs: 300 };
    for (let worker = 0; worker < 2; worker++) {
      const taking = queue.receiver.take(to, { concurrency: 5, rate }, async () => {
        startedAt.push(performance.now());
        return { failed: false, summary: 'ok' };
      });
      takings.push(taking);
    }
    for (const id of ['a', 'b', 'c']) await add(0, id, [id], 0, { to });
    await eventually('all are run', () => startedAt.length === 3);
    const gaps = startedAt.slice(1).map((at, index) => at - (startedAt[index] ?? 0));
    // A timer may be a little early.
    expect(gaps.filter((gap) => gap < rate.windowMs - 5)).toEqual([]);
  });
});
