import { createServer } from 'node:net';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../bin/redis.js';
import { eventually, TestProcess } from '../harness/processes.ts';
import { TestRedis } from '../harness/redis.ts';

const WARN = 40;

/** Starts web and worker alone, and ends them when each has come as far as the test wants. */
async function startBoth(
  env: Record<string, string>,
  farEnough: (process: TestProcess) => boolean | Promise<boolean>,
): Promise<TestProcess[]> {
  const settings = { HOST: '127.0.0.1', PORT: String(await freePort()), BRAVE_API_KEY: 'test-key', ...env };
  const processes = [
    new TestProcess('web', ['dist/api/server.js'], settings),
    new TestProcess('worker', ['dist/workers/main.js'], settings),
  ];
  try {
    const waits = processes.map((process) =>
      eventually(`${process.name} comes that far`, () => farEnough(process)).catch((error: Error) => {
        throw new Error(`${error.message}\n${process.output}`);
      }),
    );
    await Promise.all(waits);
  } finally {
    await Promise.all(processes.map((process) => process.stop('SIGKILL')));
  }
  return processes;
}

const warnings = (process: TestProcess) =>
  process.lines.filter(({ level }) => Number(level) >= WARN).map((line) => JSON.stringify(line));

describe('at their start web and worker warn', () => {
  let good: TestRedis;
  beforeAll(async () => {
    good = await TestRedis.start();
  });
  afterAll(() => good?.dispose());

  async function withRedis(extra: readonly string[], use: (url: string) => Promise<void>): Promise<void> {
    const redis = await TestRedis.start(extra);
    try {
      await use(redis.url);
    } finally {
      await redis.dispose();
    }
  }

  test('of a Redis that throws keys away and keeps nothing, in one line each', async () => {
    await withRedis(['--maxmemory-policy', 'allkeys-lru', '--appendonly', 'no'], async (url) => {
      const processes = await startBoth({ REDIS_URL: url }, (process) => warnings(process).length >= 2);
      for (const process of processes) {
        const said = warnings(process);
        expect(said.filter((text) => /maxmemory-policy is allkeys-lru.*noeviction/.test(text))).toHaveLength(1);
        expect(said.filter((text) => /Persistence is off.*appendonly/.test(text))).toHaveLength(1);
      }
    });
  });

  test('of the queues’ Redis as well', async () => {
    await withRedis(['--maxmemory-policy', 'volatile-lru'], async (url) => {
      const told = (process: TestProcess) => warnings(process).some((text) => /volatile-lru.*noeviction/.test(text));
      await startBoth({ REDIS_URL: good.url, QUEUE_REDIS_URL: url }, told);
    });
  });

  test('of a Redis that cannot be reached, with the reason and without the password', async () => {
    const url = `redis://:hunter2@127.0.0.1:${await freePort()}`;
    const told = (process: TestProcess) => warnings(process).some((text) => text.includes('ECONNREFUSED'));
    for (const { output } of await startBoth({ REDIS_URL: url }, told)) expect(output).not.toContain('hunter2');
  });

  test('of that once, and not at every try', async () => {
    let tries = 0;
    const server = createServer((socket) => {
      tries += 1;
      socket.destroy();
    });
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    try {
      // A worker has a connection for each of its providers: many tries may have been made before web has its first.
      const triesAtWarning = new Map<TestProcess, number>();
      const triedAgain = (process: TestProcess) => {
        if (warnings(process).length > 0 && !triesAtWarning.has(process)) triesAtWarning.set(process, tries);
        return tries >= (triesAtWarning.get(process) ?? Number.POSITIVE_INFINITY) + 60;
      };
      const processes = await startBoth({ REDIS_URL: `redis://127.0.0.1:${port}` }, triedAgain);
      for (const process of processes) {
        expect(warnings(process).length).toBeGreaterThanOrEqual(1);
        // At most one for each of its connections.
        expect(warnings(process).length).toBeLessThanOrEqual(3);
      }
    } finally {
      server.close();
    }
  });

  test('of nothing when all is well', async () => {
    const client = new Redis(good.url);
    try {
      await client.config('RESETSTAT');
      const looked = async () => {
        const calls = /^cmdstat_config\|get:calls=(\d+)/m.exec(await client.info('commandstats'))?.[1];
        return Number(calls ?? 0) >= 2;
      };
      const processes = await startBoth({ REDIS_URL: good.url }, looked);
      for (const process of processes) expect(warnings(process)).toEqual([]);
    } finally {
      client.disconnect();
    }
  });
});
