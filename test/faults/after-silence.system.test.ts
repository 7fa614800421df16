import { setTimeout as pause } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { afterEach, expect, it } from 'vitest';
import { type Job, queueOptions } from '../../jobs/job.ts';
import type { Taking } from '../../jobs/job-queue.ts';
import { ManualTaking } from '../../jobs/manual-taking.ts';
import { connectForWaiting, MAX_BLOCK_S } from '../../lib/redis/redis.ts';
import { parseRedisServer } from '../../lib/redis/redis-server.ts';
import { testErrors } from '../harness/health.ts';
import { eventually } from '../harness/processes.ts';
import { freshDatabase } from '../harness/redis.ts';
import { TcpProxy } from '../harness/tcp-proxy.ts';

/**
 * A worker waits for a job for some seconds at a time. A job that is added just when such a wait ends must be found as
 * soon as any other. Many queues are silent at the same time, each for a little longer than the one before it.
 */
const QUEUES = 200;
const FROM_MS = MAX_BLOCK_S * 1_000 - 100;
const STEP_MS = 1;
/** Half the time that a search has for its engines: a wake-up that was lost takes as long as a wait. */
const SOON_MS = 2_000;

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Queues with one worker each, and how many jobs each worker has taken. */
async function silentQueues(count: number, workerUrl: string, url: string) {
  const redis = connectForWaiting(parseRedisServer(url), 'test');
  const workerRedis = connectForWaiting(parseRedisServer(workerUrl), 'test');
  ends.push(async () => [redis, workerRedis].map((connection) => connection.disconnect()));
  const { errors } = testErrors();
  const taken = Array.from({ length: count }, () => 0);
  const queues = taken.map(
    (_, at) => new Queue<Job>(`silent-${at}`, { connection: redis, ...queueOptions(`silent-${at}`) }),
  );
  const takings: Taking[] = queues.map(
    ({ name }, at) =>
      new ManualTaking(
        name,
        100,
        async () => {
          taken[at] = (taken[at] ?? 0) + 1;
          return { failed: false, summary: 'ok' };
        },
        workerRedis,
        errors,
      ),
  );
  ends.push(() => Promise.all(takings.map((taking) => taking.close())));
  const add = (at: number) => queues[at]?.add('job', { kind: 'probe', provider: 'none' }, { removeOnComplete: true });
  const isTaken = (jobs: number) => () => taken.every((of) => of >= jobs);
  await Promise.all(taken.map((_, at) => add(at)));
  await eventually('every queue is served', isTaken(1));
  return { add, taken, isTaken };
}

it('a job that comes when a wait for jobs ends is taken as soon as any other', { timeout: 60_000 }, async () => {
  const url = await freshDatabase();
  const { add, taken, isTaken } = await silentQueues(QUEUES, url, url);
  for (let round = 2; round <= 3; round++) {
    await Promise.all(taken.map((_, at) => pause(FROM_MS + at * STEP_MS).then(() => add(at))));
    await eventually('all are taken', isTaken(round), SOON_MS);
  }
});

it('also if the worker is 25 ms away from Redis', { timeout: 60_000 }, async () => {
  const url = new URL(await freshDatabase());
  const proxy = await TcpProxy.to(Number(url.port));
  ends.push(() => proxy.close());
  proxy.delayMs = 25;
  const through = new URL(url);
  through.port = String(proxy.port);
  const { add, taken, isTaken } = await silentQueues(30, through.href, url.href);
  await Promise.all(taken.map((_, at) => pause(FROM_MS + at * 4).then(() => add(at))));
  await eventually('all are taken', isTaken(2), SOON_MS);
  // Steady traffic.
  for (let job = 0; job < 10; job++) {
    await Promise.all(taken.map((_, at) => add(at)));
    await eventually('all are taken', isTaken(3 + job), SOON_MS);
  }
  expect(new Set(taken)).toEqual(new Set([12]));
});
