import { beforeEach, describe, expect, it } from 'vitest';
import { WorkerPresence } from '../../../jobs/worker-presence.ts';
import { Heartbeat } from '../../../lib/presence/heartbeat.ts';
import { WORKERS } from '../../../lib/presence/process-kind.ts';
import { redisKeys } from '../../../lib/redis-keys.ts';
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
}

let [atWorker, atWeb] = [new KnownClock(), new KnownClock()];
beforeEach(async () => {
  await redis.flushdb();
  [atWorker, atWeb] = [new KnownClock(), new KnownClock()];
});

async function startWorker(): Promise<Heartbeat> {
  const heartbeat = new Heartbeat({ kind: WORKERS, redis, clock: atWorker, entry: async () => 'worker', errors });
  heartbeat.start();
  await eventually('it is announced', async () => (await redis.zcard(redisKeys.workers)) === 1);
  return heartbeat;
}

const presence = () => new WorkerPresence({ redis, subscriber: redis, clock: atWeb, errors });
const lastBeat = async () => (await redis.zrange(redisKeys.workers, '0', '-1', 'WITHSCORES'))[1];

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
});

describe('a worker that is gone without a word', () => {
  it('is not alive after some seconds, also if the clock of Redis was set back', async () => {
    await redis.zadd(redisKeys.workers, atWorker.now() + 3_000, 'gone');
    const workers = presence();
    expect(await countOf(workers)).toBe(1);
    atWeb.offMs = -HOUR_MS;
    await eventually('it does not count', async () => (await countOf(workers)) === 0);
  });

  it('is not alive for a process that has just begun to look', async () => {
    await redis.zadd(redisKeys.workers, atWorker.now() - 1, 'gone');
    expect(await countOf(presence())).toBe(0);
  });
});
