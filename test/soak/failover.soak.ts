import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { FAN_OUT_QUEUE } from '../../jobs/job.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { clusterFaults } from '../harness/cluster-faults.ts';
import { FailoverWatch, type Fault, type FaultReport } from '../harness/failover.ts';
import { TestCluster } from '../harness/redis-cluster.ts';
import { sentinelFaults } from '../harness/sentinel-faults.ts';
import { TestSentinels } from '../harness/sentinels.ts';

const { SOAK_MINUTES: MINUTES, SOAK_EVERY_S: EVERY_S } = z
  .object({ SOAK_MINUTES: z.coerce.number().positive(), SOAK_EVERY_S: z.coerce.number().positive() })
  .parse(process.env);

const COLUMNS = ['redis', 'fault', 'primary s', 'whole s', '200', '503', 'other', 'slowest s', 'acknowledged', 'lost'];
const WIDTHS = [9, 12, 10, 8, 6, 6, 6, 10, 13, 5];

const row = (cells: readonly (string | number)[]) =>
  console.log(cells.map((cell, at) => String(cell).padStart(WIDTHS[at] ?? 0)).join(' '));

function print(redis: string, { kind, primaryS, wholeS, slowestMs, ...report }: FaultReport): void {
  const { served, refused, problems, acknowledged, lost } = report;
  const times = [primaryS, wholeS].map((seconds) => seconds.toFixed(1));
  const counts = [served, refused, problems.length, (slowestMs / 1_000).toFixed(1), acknowledged, lost.length];
  row([redis, kind, ...times, ...counts]);
  for (const line of [...problems, ...lost]) console.log(`  ${line}`);
}

/** Faults of changing kinds, one every so many seconds; what was acknowledged is looked up after each, and all at the end. */
async function soak(name: string, url: string, faults: readonly Fault[]): Promise<FaultReport[]> {
  const watch = await FailoverWatch.start(url);
  const reports: FaultReport[] = [];
  try {
    const endsAt = performance.now() + MINUTES * 60_000;
    for (let next = performance.now(); next < endsAt; next += EVERY_S * 1_000) {
      await pause(Math.max(next - performance.now(), 0));
      const report = await watch.endure(faults[reports.length % faults.length] as Fault);
      reports.push(report);
      print(name, report);
    }
    const lost = await watch.lost();
    console.log(`${name}: of ${watch.entries.length} acknowledged changes, ${lost.length} are lost`);
    expect(lost).toEqual([]);
  } finally {
    await watch.stop();
  }
  return reports;
}

describe.concurrent('failovers, with searches and changes that go on', () => {
  row(COLUMNS);

  test('Sentinel', async () => {
    const redis = await TestSentinels.start();
    try {
      const { killed, ordered, frozen } = sentinelFaults(redis);
      for (const { problems, lost } of await soak('sentinel', redis.url, [killed, ordered, frozen]))
        expect({ problems, lost }).toEqual({ problems: [], lost: [] });
    } finally {
      await redis.dispose();
    }
  });

  test('cluster', async () => {
    const redis = await TestCluster.start({ replicas: 1 });
    try {
      const [accounts, queue] = [redisKeys.users, redisKeys.queuePrefix(FAN_OUT_QUEUE)].map((key) =>
        clusterFaults(redis, key),
      ) as [ReturnType<typeof clusterFaults>, ReturnType<typeof clusterFaults>];
      const faults = [accounts.killed, queue.ordered, accounts.frozen, queue.killed, accounts.ordered, queue.frozen];
      for (const { problems, lost } of await soak('cluster', redis.url, faults))
        expect({ problems, lost }).toEqual({ problems: [], lost: [] });
    } finally {
      await redis.dispose();
    }
  });
});
