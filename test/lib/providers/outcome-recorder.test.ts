import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Failure } from '../../../lib/outcome.ts';
import { HealthView } from '../../../lib/providers/health-view.ts';
import { OutcomeRecorder } from '../../../lib/providers/outcome-recorder.ts';
import { readLatency } from '../../../lib/providers/statistics.ts';
import { changeHealth, healthOf, testErrors } from '../../harness/health.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
const PROVIDER = 'brave';
const failure = { code: 'upstream', reason: 'failed' } as const;
const { errors } = testErrors();

/** One process: a copy of the health, and what it records. */
class Process {
  readonly health = new HealthView(redis, redis, errors);
  readonly recorder = new OutcomeRecorder(redis, this.health, errors);

  async end(failed: Failure | null = null, account?: string): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 2));
    const now = this.health.clock.now();
    const by = account === undefined ? {} : { account };
    await this.recorder.record(PROVIDER, { failure: failed, startedAt: now - 1, endedAt: now, ...by });
  }
}

let here: Process;
beforeEach(async () => {
  await redis.flushdb();
  here = new Process();
});
afterEach(() => here.recorder.close());

async function callsRecorded(): Promise<number> {
  const minutes = (await readLatency(redis, [PROVIDER], Date.now())).get(PROVIDER) ?? [];
  return minutes.reduce((sum, { calls }) => sum + calls, 0);
}

describe('the outcomes of calls', () => {
  it('change the record at once when it is the first, and are written together after that', async () => {
    await here.end();
    expect(await healthOf(redis, PROVIDER)).toMatchObject({ state: 'up' });
    const before = await healthOf(redis, PROVIDER);
    for (let i = 0; i < 50; i++) await here.end();
    await here.recorder.close();
    expect(await callsRecorded()).toBe(51);
    const after = await healthOf(redis, PROVIDER);
    expect(after).toMatchObject({ state: 'up', failures: 0 });
    expect(after.lastOkAt).toBeGreaterThan(before.lastOkAt);
  });

  it('are recorded at once when they are failures, and ended by the next success', async () => {
    for (let i = 0; i < 5; i++) await here.end();
    await here.end(failure);
    expect(await healthOf(redis, PROVIDER)).toMatchObject({ failures: 1, lastError: 'failed' });
    await here.end();
    expect(await healthOf(redis, PROVIDER)).toMatchObject({ failures: 0, lastError: '' });
  });

  it('do not say that a provider hangs which has answered calls that began later', async () => {
    const late = { code: 'timeout', reason: 'late' } as const;
    const now = here.health.clock.now();
    const timedOut = { failure: late, startedAt: now, endedAt: now + 3_000 };
    await here.recorder.record(PROVIDER, { failure: null, startedAt: now + 1, endedAt: now + 2_990 });
    for (let i = 0; i < 5; i++) await here.recorder.record(PROVIDER, timedOut);
    expect(await healthOf(redis, PROVIDER)).toMatchObject({ failures: 0, openUntil: 0 });
    await here.recorder.close();
    expect(await callsRecorded()).toBe(1);
    // One that began with it, or later, may be the first of a row.
    for (let i = 1; i <= 3; i++) await here.recorder.record(PROVIDER, { ...timedOut, startedAt: now + i });
    expect(await healthOf(redis, PROVIDER)).toMatchObject({ state: 'down', failures: 3 });
  });

  it('count at once: a success between two refusals, in whatever process, keeps the provider', async () => {
    const refusal: Failure = { code: 'refused', reason: 'refused', perhapsByQuery: true };
    const there = new Process();
    await here.end();
    await here.end(refusal, 'ann');
    await there.health.refresh();
    await there.end();
    await here.end();
    await here.end(refusal, 'bob');
    expect(await healthOf(redis, PROVIDER)).toMatchObject({ state: 'up', openUntil: 0, refusedAccount: 'bob' });
    await there.end(refusal, 'ann');
    expect(await healthOf(redis, PROVIDER)).toMatchObject({ state: 'down' });
    await there.recorder.close();
  });

  it('count at once: also a success that came while the refusal before it was written', async () => {
    const refusal: Failure = { code: 'refused', reason: 'refused', perhapsByQuery: true };
    await here.end();
    const at = here.health.clock.now() + 1;
    const refused = { failure: refusal, startedAt: at, endedAt: at, account: 'ann' };
    const succeeded = { failure: null, startedAt: at, endedAt: at + 1 };
    await Promise.all([refused, succeeded].map((report) => here.recorder.record(PROVIDER, report)));
    await here.end(refusal, 'bob');
    expect(await healthOf(redis, PROVIDER)).toMatchObject({ state: 'up', openUntil: 0 });
  });

  it('count at once: a refusal right after the first success in a long time is one after a success', async () => {
    await here.end();
    await changeHealth(redis, PROVIDER, { lastOkAt: here.health.clock.now() - 3_600_000 });
    await here.health.refresh();
    const there = new Process();
    await there.health.refresh();
    await there.end();
    await here.end({ code: 'refused', reason: 'refused', perhapsByQuery: true }, 'ann');
    expect(await healthOf(redis, PROVIDER)).toMatchObject({ state: 'up', openUntil: 0 });
    await there.recorder.close();
  });

  it('of another process that are written after a failure, but came before it, do not undo it', async () => {
    const there = new Process();
    for (let i = 0; i < 3; i++) await there.end();
    for (let i = 0; i < 3; i++) await here.end(failure);
    await there.recorder.close();
    expect(await healthOf(redis, PROVIDER)).toMatchObject({ state: 'down', failures: 3 });
    expect((await healthOf(redis, PROVIDER)).openUntil).toBeGreaterThan(0);
  });
});
