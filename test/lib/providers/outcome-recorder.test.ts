import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HealthView } from '../../../lib/providers/health-view.ts';
import { OutcomeRecorder } from '../../../lib/providers/outcome-recorder.ts';
import { readLatency } from '../../../lib/providers/statistics.ts';
import { healthOf, testErrors } from '../../harness/health.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
const PROVIDER = 'brave';
const failure = { code: 'upstream', reason: 'failed' } as const;
const { errors } = testErrors();

/** One process: a copy of the health, and what it records. */
class Process {
  readonly health = new HealthView(redis, redis, errors);
  readonly recorder = new OutcomeRecorder(redis, this.health, errors);

  async end(failed: typeof failure | null = null): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 2));
    const now = this.health.clock.now();
    await this.recorder.record(PROVIDER, { failure: failed, startedAt: now - 1, endedAt: now });
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

  it('of another process that are written after a failure, but came before it, do not undo it', async () => {
    const there = new Process();
    for (let i = 0; i < 3; i++) await there.end();
    for (let i = 0; i < 3; i++) await here.end(failure);
    await there.recorder.close();
    expect(await healthOf(redis, PROVIDER)).toMatchObject({ state: 'down', failures: 3 });
    expect((await healthOf(redis, PROVIDER)).openUntil).toBeGreaterThan(0);
  });
});
