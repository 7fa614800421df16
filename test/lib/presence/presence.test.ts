import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { BEAT_MS } from '../../../lib/beats.ts';
import { Heartbeat } from '../../../lib/presence/heartbeat.ts';
import { jobWriter, whyUnreadable } from '../../../lib/presence/problems.ts';
import { ALIVE_FOR_MS, WORKERS } from '../../../lib/presence/process-kind.ts';
import { listProcesses } from '../../../lib/presence/process-list.ts';
import { readWorker } from '../../../lib/presence/process-record.ts';
import { WorkerPresence } from '../../../lib/presence/worker-presence.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { VERSION } from '../../../lib/version.ts';
import { WIRE_VERSION } from '../../../lib/wire-version.ts';
import { testErrors } from '../../harness/health.ts';
import { eventually } from '../../harness/processes.ts';
import { redisForSuite } from '../../harness/redis.ts';

const HOUR_MS = 3_600_000;
const redis = await redisForSuite();
const { errors } = testErrors();

/** The clock of Redis, as one process knows it. */
class KnownClock {
  offMs = 0;
  readonly now = () => performance.now() + performance.timeOrigin + this.offMs;
  readonly read = async () => {};
  readonly skewMs = () => -this.offMs;
}

let [atWorker, atWeb] = [new KnownClock(), new KnownClock()];
beforeEach(async () => {
  await redis.flushdb();
  warnings = [];
  [atWorker, atWeb] = [new KnownClock(), new KnownClock()];
});

async function startWorker(options: { load?(): unknown } = {}): Promise<Heartbeat> {
  const says = async () => ({ secrets: ['one', 'two'] });
  const heartbeat = new Heartbeat({ kind: WORKERS, redis, clock: atWorker, says, errors, ...options });
  heartbeat.start();
  await eventually('it is announced', async () => (await redis.zcard(redisKeys.workers)) === 1);
  return heartbeat;
}

let warnings: string[] = [];
const presence = (secret = '') =>
  new WorkerPresence({
    redis,
    subscriber: redis.duplicate(),
    clock: atWeb,
    errors,
    writer: async () => jobWriter(secret),
    log: { warn: (_about: unknown, text: string) => void warnings.push(text) } as never,
  });
const lastBeat = async () => (await redis.zrange(redisKeys.workers, '0', '-1', 'WITHSCORES'))[1];
const entry = (process: string) =>
  JSON.stringify({ process, host: 'here', version: VERSION, startedAt: 1, secrets: [] });

async function countOf(workers: WorkerPresence): Promise<number> {
  await workers.look();
  return workers.count;
}

describe('a worker that announces itself', () => {
  it.each([HOUR_MS, -HOUR_MS])(
    'is alive while the clock of Redis is set by %i ms, whoever hears of it first',
    async (byMs) => {
      const heartbeat = await startWorker();
      for (const clock of [atWorker, atWeb]) {
        const workers = presence();
        expect(await countOf(workers)).toBe(1);
        clock.offMs = byMs;
        const before = await lastBeat();
        await eventually('it announces itself again', async () => (await lastBeat()) !== before);
        expect(await countOf(workers)).toBe(1);
        for (const known of [atWorker, atWeb]) known.offMs = byMs;
        byMs += byMs;
      }
      await heartbeat.stop();
      expect(await countOf(presence())).toBe(0);
    },
  );

  it('is counted by a process that has just begun to look', async () => {
    const heartbeat = await startWorker();
    expect(await countOf(presence())).toBe(1);
    await heartbeat.stop();
  });

  it('says what it knows, and is listed with what it does while it does anything', async () => {
    let calls: unknown = [['brave', 2, 1]];
    const heartbeat = await startWorker({ load: () => calls });
    expect(await countOf(presence('two'))).toBe(1);
    const listed = async () => (await listProcesses(redis, atWeb.now()))[0];
    expect(await listed()).toMatchObject({ kind: 'worker', version: VERSION, running: 2, waiting: 1 });
    calls = null;
    await eventually('it is at rest', async () => (await listed())?.running === 0);
    await heartbeat.stop();
    expect(await listed()).toBeUndefined();
  });

  it('does not count, but is named once, if it cannot read the jobs of those that look', async () => {
    const heartbeat = await startWorker();
    const workers = presence('three');
    for (const _ of [1, 2]) expect(await countOf(workers)).toBe(0);
    expect(workers.all).toHaveLength(1);
    expect(warnings).toEqual([expect.stringMatching(/^The worker \S{8} .* a different INSTANCE_SECRET\.$/)]);
    await heartbeat.stop();
    const wire = WIRE_VERSION + 1;
    expect(whyUnreadable({ wire: WIRE_VERSION, secrets: [] }, { wire, secret: '' })).toContain(`not version ${wire}`);
    expect(whyUnreadable({ wire, secrets: [] }, { wire: WIRE_VERSION, secret: '' })).toBeNull();
  });

  it('says by how much its clock is off, and says it anew only if that changes', async () => {
    atWorker.offMs = -3 * HOUR_MS;
    const heartbeat = await startWorker();
    const entries = () => redis.zrange(redisKeys.workers, '0', '-1');
    const [first] = await entries();
    expect(readWorker(first ?? '').skewMs).toBe(3 * HOUR_MS);
    atWorker.offMs += 500;
    const before = await lastBeat();
    await eventually('it announces itself again', async () => (await lastBeat()) !== before);
    expect(await entries()).toEqual([first]);
    await heartbeat.stop();
  });

  it('is not taken for dead by a process that was held up itself', async () => {
    const workers = presence();
    await redis.zadd(redisKeys.workers, atWorker.now() + ALIVE_FOR_MS, entry('held up'));
    expect(await countOf(workers)).toBe(1);
    const dueAt = performance.now() + BEAT_MS;
    await pause(ALIVE_FOR_MS);
    await workers.look(dueAt);
    expect(workers.count).toBe(1);
    expect(await countOf(workers)).toBe(0);
  });

  it('is not taken for dead either if the process that was held up is asked to look before its beat', async () => {
    const workers = presence();
    const deaths: string[] = [];
    workers.onDeath(({ process }) => deaths.push(process));
    workers.start();
    await redis.zadd(redisKeys.workers, atWorker.now() + ALIVE_FOR_MS, entry('held up'));
    expect(await countOf(workers)).toBe(1);
    // Nothing runs meanwhile, the beat of this process included.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ALIVE_FOR_MS);
    await workers.look();
    expect(deaths).toEqual([]);
    workers.stop();
  });
});

describe('a worker that is gone without a word', () => {
  it('is not alive after some seconds, also if the clock of Redis was set back', async () => {
    await redis.zadd(redisKeys.workers, atWorker.now() + ALIVE_FOR_MS, entry('gone'));
    const workers = presence();
    expect(await countOf(workers)).toBe(1);
    atWeb.offMs = -HOUR_MS;
    await eventually('it does not count', async () => (await countOf(workers)) === 0);
  });

  it('is seen by a process that looks by itself', async () => {
    expect(ALIVE_FOR_MS).toBeLessThan(2_000);
    await redis.zadd(redisKeys.workers, atWorker.now() + ALIVE_FOR_MS, entry('gone'));
    const workers = presence();
    workers.start();
    await eventually('it is seen', () => workers.count === 1);
    await eventually('it is missed', () => workers.count === 0);
    workers.stop();
  });

  it('is not alive for a process that has just begun to look', async () => {
    await redis.zadd(redisKeys.workers, atWorker.now() - 1, entry('gone'));
    expect(await countOf(presence())).toBe(0);
  });
});

describe('a process', () => {
  it('that dies is reported with what it said of itself, and one that leaves is not', async () => {
    const web = presence();
    const dead: string[][] = [];
    web.onDeath(({ secrets }) => dead.push([...secrets]));
    const worker = await startWorker();
    await web.look();
    await worker.stop();
    await web.look();
    expect(web.count).toBe(0);
    expect(dead).toEqual([]);
    await redis.zadd(redisKeys.workers, atWorker.now() + ALIVE_FOR_MS, entry('killed'));
    await web.look();
    expect(web.count).toBe(1);
    await eventually('its death is seen', async () => {
      await web.look();
      return dead.length > 0;
    });
    await web.look();
    expect(dead).toHaveLength(1);
  });

  it('that has left listens to its connection no more', async () => {
    const before = redis.listenerCount('ready');
    const web = presence();
    const worker = await startWorker();
    web.start();
    expect(redis.listenerCount('ready')).toBeGreaterThan(before);
    web.stop();
    await worker.stop();
    expect(redis.listenerCount('ready')).toBe(before);
  });
});
