import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallsInFlight } from '../../jobs/calls-in-flight.ts';
import { type CallRequest, type CallTarget, InFlightCall } from '../../jobs/in-flight-call.ts';
import { readConfig } from '../../lib/config/config.ts';
import { Deadline } from '../../lib/deadline.ts';
import type { Provider } from '../../lib/providers/provider.ts';
import { buildRoster } from '../../lib/providers/roster.ts';

const roster = buildRoster(readConfig({ BRAVE_API_KEY: 'a' }));
const brave = roster.providers.get('brave') as Provider;
const pages = roster.pages as Provider;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function request(withinMs: number, operation: CallRequest['operation'] = 'web'): CallRequest {
  const { signal } = new AbortController();
  const deadline = Deadline.in(withinMs);
  return { operation, input: {} as never, calls: [], requestId: '', account: '', deadline, signal, onQueued: () => {} };
}

const target = (provider = brave): CallTarget => ({ provider, key: 'k', cache: true });

/** A call whose reply never comes. */
function lost(withinMs: number, provider = brave, operation: CallRequest['operation'] = 'web') {
  const calls = new CallsInFlight();
  const first = request(withinMs, operation);
  const call = new InFlightCall(target(provider), first, (ended) => calls.delete(ended));
  calls.add(call);
  return { calls, call, first: call.join(first) };
}

describe('a call whose reply is lost', () => {
  it('ends with its job, however many came after, and the next request starts afresh', async () => {
    const { calls, call, first } = lost(6_000);
    call.queued('job', true, 6_000);
    const replies = [first];
    // As a popular query is asked: every half second, for ever.
    for (let at = 0; calls.size > 0 && at < 100; at++) {
      const next = calls.find(target(), request(6_000));
      if (next) replies.push(next.join(request(6_000)));
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(calls.size).toBe(0);
    expect(calls.find(target(), request(6_000))).toBeUndefined();
    const reasons = (await Promise.all(replies)).map((reply) => (reply.ok ? '' : reply.failure.reason));
    expect(new Set(reasons)).toEqual(new Set(['no answer in time', 'the reply was lost']));
    expect(replies.length).toBeGreaterThan(3);
  });

  it('ends so at the process that joined it as well', async () => {
    const { calls, call, first } = lost(60_000);
    call.queued('job of another process', false, 2_000);
    await vi.advanceTimersByTimeAsync(3_001);
    expect(await first).toMatchObject({ failure: { code: 'internal', reason: 'the reply was lost' } });
    expect(calls.size).toBe(0);
  });

  it('is waited for until its new end if its job was added again', async () => {
    const { calls, call, first } = lost(6_000);
    call.queued('job', true, 6_000);
    const joined = call.join(request(8_000));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(call.restart(2_000)).toBe(true);
    call.queued('another', true, 6_000);
    await vi.advanceTimersByTimeAsync(5_500);
    expect(calls.size).toBe(1);
    call.hear({ ok: true, key: 'k', waitedMs: 0, tookMs: 1, output: Buffer.from('') });
    expect(await first).toMatchObject({ ok: false });
    expect(await joined).toMatchObject({ ok: true });
  });
});

describe('a request', () => {
  it('joins a search while an engine could still answer in the time of its job', async () => {
    const { calls } = lost(6_000);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(calls.find(target(), request(6_000))).toBeDefined();
    await vi.advanceTimersByTimeAsync(600);
    expect(calls.find(target(), request(6_000))).toBeUndefined();
    expect(calls.find(target(), request(1_000))).toBeDefined();
  });

  it('joins the reading of a page only if that has nearly as much time', async () => {
    const { calls } = lost(1_000, pages, 'read');
    expect(calls.find(target(), request(30_000, 'read'))).toBeUndefined();
    expect(calls.find(target(), request(1_050, 'read'))).toBeDefined();
  });
});

describe('a failure', () => {
  it('of the job of the call ends it, even if it came before the call knew its job; that of another job does not', async () => {
    const { calls, call, first } = lost(6_000);
    const failed = { ok: false as const, key: 'k', waitedMs: 0, tookMs: null };
    calls.hear({ ...failed, job: 'other', failure: { code: 'timeout', reason: 'not ours' } });
    calls.hear({ ...failed, job: 'own', failure: { code: 'timeout', reason: 'ours' } });
    expect(calls.size).toBe(1);
    call.queued('own', true, 6_000);
    expect(await first).toMatchObject({ failure: { reason: 'ours' } });
  });

  it('of a worker of the previous version does not say its job, and ends the call', async () => {
    const { calls, call, first } = lost(6_000);
    call.queued('own', true, 6_000);
    const failure = { code: 'upstream' as const, reason: 'broken' };
    calls.hear({ ok: false, key: 'k', waitedMs: 0, tookMs: 1, failure });
    expect(await first).toMatchObject({ failure: { reason: 'broken' } });
  });
});
