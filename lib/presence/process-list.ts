import { z } from 'zod';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { clockProblem, whyUnreadable } from './problems.ts';
import { ALIVE_FOR_MS, type ProcessKind, WEBS, WORKERS } from './process-kind.ts';
import type { ProcessRecord, WebRecord, WorkerRecord } from './process-record.ts';

const workerCallsSchema = z.array(z.tuple([z.string(), z.number(), z.number()]));

/** The calls of a worker process: for each provider, how many are in progress and how many wait for a permit. */
export type WorkerCalls = z.infer<typeof workerCallsSchema>;

/** A process that is alive, for people. */
export interface ListedProcess extends ProcessRecord {
  kind: ProcessKind['name'];
  /** Its last beat, by the clock of Redis. */
  seenAt: number;
  /** Calls in progress. For a web process: those that its requests wait for. */
  running: number;
  /** Calls that wait in a worker process for a permit. */
  waiting: number;
  /** What is wrong with it; empty if all is well. */
  problems: readonly string[];
}

/** The processes of a kind that are alive, with the time of their last beat, for somebody who looks once. */
export async function processesNow<Record extends ProcessRecord>(
  kind: ProcessKind<Record>,
  redis: Redis,
  now: number,
): Promise<(Record & { seenAt: number })[]> {
  const entries = await redis.zrangebyscore(kind.list, now, '+inf', 'WITHSCORES');
  return entries.flatMap((entry, at) => {
    if (at % 2 === 1) return [];
    const record = kind.read(entry);
    return [{ ...record, seenAt: Number(entries[at + 1]) - ALIVE_FOR_MS }];
  });
}

/** The calls that worker processes report. */
export async function reportedCalls(redis: Redis, workers: readonly ProcessRecord[]): Promise<WorkerCalls[]> {
  return await Promise.all(
    workers.map(async (worker) => workerCallsSchema.parse((await readLoad(redis, WORKERS, worker)) ?? [])),
  );
}

/** All processes that are alive: web before worker processes, and the oldest of each kind first. */
export async function listProcesses(redis: Redis, now: number): Promise<ListedProcess[]> {
  const [webs, workers] = await Promise.all([processesNow(WEBS, redis, now), processesNow(WORKERS, redis, now)]);
  const [pending, calls] = await Promise.all([
    Promise.all(webs.map(async (web) => z.number().parse((await readLoad(redis, WEBS, web)) ?? 0))),
    reportedCalls(redis, workers),
  ]);
  const sum = (of: WorkerCalls | undefined, which: 1 | 2) => (of ?? []).reduce((all, one) => all + one[which], 0);
  return [
    ...webs.map((web, at) => listed('web', web, pending[at] ?? 0, 0, [])).sort(byAge),
    ...workers
      .map((worker, at) => listed('worker', worker, sum(calls[at], 1), sum(calls[at], 2), jobProblems(worker, webs)))
      .sort(byAge),
  ];
}

function listed(
  kind: ListedProcess['kind'],
  { seenAt, ...record }: ProcessRecord & { seenAt: number },
  running: number,
  waiting: number,
  jobs: readonly string[],
): ListedProcess {
  const { process, host, version, startedAt, wire, skewMs } = record;
  const clock = clockProblem(skewMs);
  const problems = [...jobs, ...(clock === null ? [] : [clock])];
  return { kind, process, host, version, startedAt, wire, skewMs, seenAt, running, waiting, problems };
}

/** Why a worker cannot read the jobs of some web processes, each reason once. */
function jobProblems(worker: WorkerRecord, webs: readonly WebRecord[]): string[] {
  const reasons = webs.flatMap((web) => whyUnreadable(worker, web) ?? []);
  return [...new Set(reasons)].map((reason) => `cannot read jobs: ${reason}`);
}

function byAge(one: ProcessRecord, other: ProcessRecord): number {
  return (one.startedAt ?? 0) - (other.startedAt ?? 0) || (one.process < other.process ? -1 : 1);
}

async function readLoad(redis: Redis, { list }: ProcessKind, { process }: ProcessRecord): Promise<unknown> {
  const text = await redis.get(redisKeys.processLoad(list, process));
  return text === null ? null : JSON.parse(text);
}
