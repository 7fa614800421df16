import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HealthView } from '../../lib/providers/health-view.ts';
import { readLatency } from '../../lib/providers/latency.ts';
import { OutcomeRecorder } from '../../workers/outcome-recorder.ts';
import { redisForSuite } from '../harness/redis.ts';

const redis = await redisForSuite();
const PROVIDER = 'brave';
const failure = { code: 'upstream', reason: 'failed' } as const;

let health: HealthView;
let recorder: OutcomeRecorder;

beforeEach(async () => {
  await redis.flushdb();
  health = new HealthView(redis, [PROVIDER]);
  recorder = new OutcomeRecorder(redis, health);
});
afterEach(() => recorder.close());

const success = (tookMs = 10) => recorder.record(PROVIDER, null, tookMs);
const stored = () => redis.hgetall(`{trib:health:${PROVIDER}}`);

async function callsRecorded(): Promise<number> {
  const minutes = (await readLatency(redis, [PROVIDER])).get(PROVIDER) ?? [];
  return minutes.reduce((sum, { calls }) => sum + calls, 0);
}

describe('the outcomes of calls', () => {
  it('are recorded together while all is well, except the first', async () => {
    await success();
    await success();
    const written = await callsRecorded();
    for (let i = 0; i < 50; i++) await success();
    expect(await callsRecorded()).toBe(written);
    await recorder.close();
    expect(await callsRecorded()).toBe(52);
    expect(await stored()).toMatchObject({ state: 'up', failures: '0' });
  });

  it('are recorded at once when they are failures, after the successes before them', async () => {
    for (let i = 0; i < 5; i++) await success();
    await recorder.record(PROVIDER, failure, 10);
    expect(await stored()).toMatchObject({ failures: '1', last_error: 'failed' });
    await success();
    expect(await stored()).toMatchObject({ failures: '0', last_error: '' });
  });

  it('of another process that were batched before a failure do not undo it', async () => {
    const other = new OutcomeRecorder(redis, new HealthView(redis, [PROVIDER]));
    for (let i = 0; i < 3; i++) await other.record(PROVIDER, null, 10);
    for (let i = 0; i < 3; i++) await recorder.record(PROVIDER, failure, 10);
    await other.close();
    expect(await stored()).toMatchObject({ state: 'down', failures: '3' });
    expect(Number((await stored()).open_until)).toBeGreaterThan(0);
  });
});
