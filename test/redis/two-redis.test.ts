import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis-keys.ts';
import { Deployment, fromAllEngines } from '../harness/deployment.ts';
import { eventually } from '../harness/processes.ts';
import { TestRedis } from '../harness/redis.ts';

describe('queues in a Redis of their own (QUEUE_REDIS_URL)', () => {
  let main: TestRedis;
  let queues: TestRedis;
  let mainClient: Redis;
  let queueClient: Redis;
  let deployment: Deployment;
  beforeAll(async () => {
    [main, queues] = await Promise.all([TestRedis.start(), TestRedis.start()]);
    mainClient = new Redis(main.url);
    queueClient = new Redis(queues.url, { retryStrategy: () => 50 });
    queueClient.on('error', () => {});
    deployment = await Deployment.start({ REDIS_URL: main.url, QUEUE_REDIS_URL: queues.url });
  });
  afterAll(async () => {
    await deployment?.stop();
    mainClient?.disconnect();
    queueClient?.disconnect();
    await Promise.all([main?.dispose(), queues?.dispose()]);
  });

  const searches = async () =>
    ((await deployment.get('/api/v1/key/')).body as { usage: { searches: number } }).usage.searches;

  test('a search works', async () => {
    expect(await deployment.search('two redis')).toMatchObject(fromAllEngines);
  });

  test('accounts, cache and health lie in the one, queues and workers in the other', async () => {
    const kinds = async (client: Redis) =>
      [...new Set((await client.keys('*')).map((key) => /^\{?(trib:[a-z-]+)/.exec(key)?.[1] ?? key))].sort();
    // What it writes to see whether it can is kept for a few seconds.
    expect((await deployment.get('/readyz')).status).toBe(200);
    expect(await kinds(mainClient)).toEqual([
      'trib:accounts',
      'trib:cache',
      'trib:health',
      'trib:secret',
      'trib:write-check',
    ]);
    expect(await kinds(queueClient)).toEqual(['trib:queue', 'trib:reply', 'trib:workers']);
  });

  test('replies come through the queues’ Redis', async () => {
    const channel = redisKeys.replyChannel('*');
    expect(await queueClient.pubsub('CHANNELS', channel)).toHaveLength(1);
    expect(await mainClient.pubsub('CHANNELS', channel)).toEqual([]);
  });

  test('doctor looks at both', async () => {
    const { stdout, code } = await deployment.operator.run('doctor');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ok +redis: /m);
    expect(stdout).toMatch(/^ok +queue redis: /m);
    expect(stdout).toMatch(/^ok +workers: 1 running$/m);
  });

  describe('with the queues’ Redis gone', () => {
    let before = 0;
    beforeAll(async () => {
      before = await searches();
      await queues.kill();
    });

    test('a search is a 503 within seconds, and does not count', async () => {
      const reply = await deployment.search('while it is away');
      expect(reply).toMatchObject({ status: 503, body: { detail: expect.any(String) } });
      expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(reply.ms).toBeLessThan(2_000);
      await eventually('the failed search is taken back', async () => (await searches()) === before);
    });

    test('what does not need it still works: root, key, status and what is cached', async () => {
      expect((await deployment.get('/api/v1/')).body).toMatchObject({ web: `${deployment.url}/api/v1/web/` });
      expect(await deployment.get('/api/v1/key/')).toMatchObject({ status: 200, body: { username: 'tester' } });
      expect((await deployment.get('/api/v1/status/')).status).toBe(200);
      expect(await deployment.search('two redis')).toMatchObject(fromAllEngines);
    });

    test('readiness says which of the two is away', async () => {
      const { status, body } = await deployment.get('/readyz');
      expect(status).toBe(503);
      expect(body.reasons).toEqual([expect.stringMatching(/queue/i)]);
    });

    test('doctor says which of the two is away', async () => {
      const { stdout, code } = await deployment.operator.run('doctor');
      expect(code).toBe(1);
      expect(stdout).toMatch(/^ok +redis: /m);
      expect(stdout).toMatch(/^fail +queue redis: cannot be reached/m);
    });

    test('accounts and keys can still be administered', async () => {
      expect(await deployment.operator.json('user list')).toMatchObject([{ username: 'tester' }]);
    });

    test('no process has ended, and searches work again once it is back', async () => {
      await queues.start();
      await eventually('a search works', async () => (await deployment.search(`back ${Math.random()}`)).status === 200);
      expect(deployment.web.running && deployment.worker.running).toBe(true);
      expect(deployment.output).not.toMatch(/unhandled/i);
    });
  });
});
