import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';
import { TestRedis } from '../harness/redis.ts';
import { TcpProxy } from '../harness/tcp-proxy.ts';
import { TestApp } from '../harness/test-app.ts';
import type { LogReader } from '../harness/test-system.ts';

const WARN = 40;

const warnings = ({ lines }: LogReader) =>
  lines.filter(({ level }) => Number(level) >= WARN).map((line) => JSON.stringify(line));

describe('at their start web and worker warn', () => {
  let app: TestApp;
  let redis: TestRedis;
  beforeAll(async () => {
    // BullMQ has its own word to say about some of these, once for each queue.
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    app = await TestApp.start({ queue: 'redis', web: 0, workers: 0 });
  });
  afterEach(async () => {
    await Promise.all([...app.webs.splice(0), ...app.workers.splice(0)].map((part) => part.stop()));
    await redis.dispose();
  });
  afterAll(async () => {
    await app?.stop();
    vi.restoreAllMocks();
  });

  /** Starts web and worker with these settings, and waits until each has come as far as the test wants. */
  async function startBoth(
    env: Record<string, string>,
    farEnough: (part: LogReader) => boolean | Promise<boolean>,
  ): Promise<readonly LogReader[]> {
    await app.addWeb(env);
    app.addWorker(env);
    const both = [...app.webs, ...app.workers];
    await Promise.all(both.map((part) => eventually('it comes that far', () => farEnough(part))));
    return both;
  }

  test('of a Redis that throws keys away and keeps nothing, in one line each', async () => {
    redis = await TestRedis.start(['--maxmemory-policy', 'allkeys-lru', '--appendonly', 'no']);
    for (const part of await startBoth({ REDIS_URL: redis.url }, (one) => warnings(one).length >= 2)) {
      const said = warnings(part);
      expect(said.filter((text) => /maxmemory-policy is allkeys-lru.*noeviction/.test(text))).toHaveLength(1);
      expect(said.filter((text) => /Persistence is off.*appendonly/.test(text))).toHaveLength(1);
    }
  });

  test('of the queues’ Redis as well', async () => {
    redis = await TestRedis.start(['--maxmemory-policy', 'volatile-lru']);
    const told = (part: LogReader) => warnings(part).some((text) => /volatile-lru.*noeviction/.test(text));
    await startBoth({ QUEUE_REDIS_URL: redis.url }, told);
  });

  test('of a Redis that cannot be reached, with the reason and without the password', async () => {
    redis = await TestRedis.start();
    await redis.kill();
    const told = (part: LogReader) => warnings(part).some((text) => text.includes('ECONNREFUSED'));
    const both = await startBoth({ REDIS_URL: redis.url.replace('//', '//:hunter2@') }, told);
    for (const { output } of both) expect(output).not.toContain('hunter2');
    // A worker cannot end without it.
    await redis.start();
  });

  test('of that once, and not at every try', async () => {
    redis = await TestRedis.start();
    const proxy = await TcpProxy.to(await testPort());
    try {
      // A worker has a connection for each of its providers: many tries may have been made before web has its first.
      const triesAtWarning = new Map<LogReader, number>();
      const triedAgain = (part: LogReader) => {
        if (warnings(part).length > 0 && !triesAtWarning.has(part)) triesAtWarning.set(part, proxy.attempts);
        return proxy.attempts >= (triesAtWarning.get(part) ?? Number.POSITIVE_INFINITY) + 60;
      };
      for (const part of await startBoth({ REDIS_URL: proxy.url }, triedAgain)) {
        expect(warnings(part).length).toBeGreaterThanOrEqual(1);
        // At most one for each of its connections.
        expect(warnings(part).length).toBeLessThanOrEqual(3);
      }
      proxy.targetPort = redis.port;
      await Promise.all([...app.webs, ...app.workers].map((part) => part.stop()));
    } finally {
      await proxy.close();
    }
  });

  test.each([
    ['in production', { NODE_ENV: 'production' }],
    ['open to other machines', { HOST: '0.0.0.0' }],
  ])('%s, of a secret that lies in Redis beside what it seals, once and not if it is set', async (_where, env) => {
    redis = await TestRedis.start();
    const told = (part: LogReader) => warnings(part).filter((text) => /Set INSTANCE_SECRET/.test(text));
    const settings = { REDIS_URL: redis.url, ...env };
    for (const part of await startBoth(settings, (one) => told(one).length > 0)) expect(told(part)).toHaveLength(1);
    await Promise.all([...app.webs.splice(0), ...app.workers.splice(0)].map((part) => part.stop()));
    const started = ({ output }: LogReader) => output.includes(' started"');
    for (const part of await startBoth({ ...settings, INSTANCE_SECRET: 'of this deployment' }, started)) {
      expect(told(part)).toEqual([]);
    }
  });

  test('of nothing when all is well', async () => {
    redis = await TestRedis.start();
    const client = new Redis(redis.url);
    client.on('error', () => {});
    try {
      const looked = async () => {
        const calls = /^cmdstat_config\|get:calls=(\d+)/m.exec(await client.info('commandstats'))?.[1];
        return Number(calls ?? 0) >= 2;
      };
      for (const part of await startBoth({ REDIS_URL: redis.url }, looked)) expect(warnings(part)).toEqual([]);
    } finally {
      client.disconnect();
    }
  });
});
