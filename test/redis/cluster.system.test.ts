import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fanOutNames } from '../../jobs/job.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { Deployment, fromAllEngines } from '../harness/deployment.ts';
import { testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';
import { TestRedis } from '../harness/redis.ts';
import { TestApp } from '../harness/test-app.ts';

/** Starts and commands of real processes take long on a busy machine. */
const SLOW = { timeout: 180_000 };

// One node owns every slot, so an ordinary client reaches everything, yet each command or script whose keys lie in
// different slots is refused, as in any cluster.

/** Where a Redis Cluster places a key: CRC16 (XMODEM) of the part in braces, else of the whole, modulo 16384. */
function slotOf(key: string): number {
  const tag = /\{([^}]+)\}/.exec(key)?.[1] ?? key;
  let crc = 0;
  for (const byte of Buffer.from(tag)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc % 16_384;
}

describe('on a Redis Cluster', SLOW, () => {
  let redis: TestRedis;
  let client: Redis;
  let deployment: Deployment;
  let said = '';
  let monitor: Redis;
  /** The names that each script was given and went on to use. */
  const scripts: string[][] = [];
  beforeAll(async () => {
    redis = await TestRedis.start(['--cluster-enabled', 'yes', '--cluster-port', String(await testPort())]);
    client = new Redis(redis.url);
    client.on('error', () => {});
    await client.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    await eventually('the cluster is up', async () => /cluster_state:ok/.test(String(await client.cluster('INFO'))));
    monitor = await client.monitor();
    monitor.on('error', () => {});
    monitor.on('monitor', (_time: string, [command = '', ...args]: string[], source: string) => {
      // Channels are no keys: every node of a cluster passes messages on.
      const names = args.filter((arg) => /^\{?trib:/.test(arg) && !arg.startsWith(redisKeys.replyChannel('')));
      // Redis reports a script first, then what it does.
      if (/^eval/i.test(command)) scripts.push(names);
      else if (source === 'lua') scripts.at(-1)?.push(...names);
    });
    deployment = await Deployment.start({ REDIS_URL: redis.url, FAN_OUT_QUEUES: '3' });
  });
  afterAll(async () => {
    await deployment?.stop();
    monitor?.disconnect();
    client?.disconnect();
    await redis?.dispose();
  });

  test('two keys of different slots are refused here, or this file would prove nothing', async () => {
    // As a script of somebody else's: the harness would not let the command through.
    client.defineCommand('scattered', { numberOfKeys: 0, lua: "return redis.call('MGET', 'one', 'two')" });
    const scattered = (client as Redis & { scattered(): Promise<unknown> }).scattered();
    await expect(scattered).rejects.toThrow('non local key');
    await client.config('RESETSTAT');
  });

  test('a search works, and is then answered from the cache', async () => {
    const outcomes = (headers: Headers) => headers.get('server-timing')?.match(/desc="\w+"/g);
    const first = await deployment.search('cluster');
    expect(first).toMatchObject(fromAllEngines);
    expect(outcomes(first.headers)).toEqual(Array(3).fill('desc="ok"'));
    const second = await deployment.search('cluster');
    expect(second.body).toEqual(first.body);
    expect(outcomes(second.headers)).toEqual(Array(3).fill('desc="cached"'));
  });

  test('a search that fails is taken back from the usage count', async () => {
    const searches = async () =>
      ((await deployment.get('/api/v1/key/')).body as { usage: { searches: number } }).usage.searches;
    const before = await searches();
    await deployment.knobs('brave', { status: 500, times: 1 });
    expect((await deployment.get('/api/v1/web/?q=broken&engine=engine_a')).status).toBe(503);
    await eventually('the failed search is taken back', async () => (await searches()) === before);
  });

  test('limits are kept: the request over the limit gets a 429', async () => {
    const app = await TestApp.start({ queue: 'redis', web: 0, workers: 0 });
    try {
      await app.addWeb({ ...deployment.env, API_THROTTLE_BURST: '2/min', API_MONTHLY_LIMIT: '100000' });
      await app.untilSearching(0);
      const key = (await deployment.operator.works('key create tester --name limited')).trim();
      const ask = () => app.search('limits', { key });
      expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 429]);
    } finally {
      await app.stop();
      said += app.webs[0]?.output ?? '';
    }
  });

  test('key and status answer', async () => {
    expect(await deployment.get('/api/v1/key/')).toMatchObject({
      status: 200,
      body: { username: 'tester', usage: { searches: expect.any(Number) } },
    });
    const { status, body } = await deployment.get('/api/v1/status/');
    expect(status).toBe(200);
    const states = (body.providers as { slug: string; state: string }[]).map(({ slug, state }) => `${slug} ${state}`);
    expect(states).toEqual(expect.arrayContaining(['engine_b up', 'engine_c up']));
  });

  test('other tabs, suggestions and cards answer, fetched and from the cache', async () => {
    for (const path of [
      'images/?q=paris',
      'images/similar/?q=berlin',
      'news/?q=berlin',
      'suggest/?q=node',
      'cards/?q=paris',
    ]) {
      for (let i = 0; i < 2; i++) expect((await deployment.get(`/api/v1/${path}`)).status, path).toBe(200);
    }
  });

  test('the whole command line works', async () => {
    const { operator } = deployment;
    await operator.works('user create other --admin --password-stdin', { input: 'long enough by far' });
    await operator.works('user password other --password-stdin', { input: 'longer than that' });
    const key = (await operator.works('key create other --name second --expires 2099-01-31')).trim();
    const prefix = key.split('.')[0] ?? '';
    expect(await operator.json('key list')).toContainEqual(expect.objectContaining({ prefix, state: 'active' }));
    await operator.works(`key revoke ${prefix}`);
    expect(await operator.json('key list --user other')).toMatchObject([{ prefix, state: 'revoked' }]);
    await operator.works('user disable other');
    await operator.works('user enable other');
    expect(await operator.json('user list')).toMatchObject([{ username: 'other' }, { username: 'tester' }]);
    expect((await operator.json('status')).providers.length).toBeGreaterThan(3);
    expect(await operator.works('doctor')).toMatch(/^ok +workers: 1 running$/m);
  });

  test('Redis has refused no command for its slots, and nobody has spoken of it', async () => {
    expect(said + deployment.output).not.toMatch(/CROSSSLOT|same slot|MOVED|CLUSTERDOWN/);
    expect(await client.info('errorstats')).not.toMatch(/errorstat_(CROSSSLOT|MOVED|CLUSTERDOWN)/);
  });

  test('no script has touched keys of two slots, declared or not', () => {
    // Redis lets an EVAL get away with keys that it did not declare; a cluster of several nodes would not have them.
    expect(scripts.length).toBeGreaterThan(20);
    const scattered = scripts.filter((names) => new Set(names.map(slotOf)).size > 1);
    expect(scattered).toEqual([]);
    // Both ours and BullMQ's were seen, inside as well as from outside.
    for (const part of [redisKeys.apiKey(''), redisKeys.user('tester'), redisKeys.queuePrefix('fan-out')]) {
      expect(scripts.flat().some((name) => name.startsWith(part))).toBe(true);
    }
  });
});

describe('names in Redis', SLOW, () => {
  const slots = (keys: readonly string[]) => new Set(keys.map(slotOf)).size;

  test('the slot function is the real one', () => {
    // From the Redis Cluster specification: CRC16 of "123456789" is 0x31C3.
    expect(slotOf('123456789')).toBe(0x31c3 % 16_384);
    expect(slotOf('{user1000}.following')).toBe(slotOf('{user1000}.followers'));
    expect(slotOf('foo')).toBe(12_182);
  });

  test('everything about accounts, keys, limits and usage shares one slot', () => {
    const accounts = [
      redisKeys.users,
      redisKeys.user('ada'),
      redisKeys.userKeys('grace'),
      redisKeys.userUsage('ada', '2026-11'),
      redisKeys.apiKey('1a2B3c4D'),
      redisKeys.keyUsage('5e6F7g8H', '2026-12'),
      redisKeys.rateLog('1a2B3c4D', 'burst'),
      redisKeys.rateLog('1a2B3c4D', 'sustained'),
      // What the admission script builds for itself.
      `${redisKeys.accountsPrefix}user:ada`,
      `${redisKeys.accountsPrefix}user-usage:ada:2026-11`,
      `${redisKeys.accountsPrefix}account-rate:ada:burst`,
    ];
    expect(slots(accounts)).toBe(1);
    expect(redisKeys.user('ada')).toBe(`${redisKeys.accountsPrefix}user:ada`);
    expect(redisKeys.userUsage('ada', '2026-11')).toBe(`${redisKeys.accountsPrefix}user-usage:ada:2026-11`);
    expect(redisKeys.accountRateLog('ada', 'burst')).toBe(`${redisKeys.accountsPrefix}account-rate:ada:burst`);
  });

  test('the slices of one search share a slot, and searches are spread over many', () => {
    const slices = ['brave.1', 'mojeek.2', 'marginalia.3'].map((provider) => redisKeys.cacheSlice('s1', provider));
    expect(slots(slices)).toBe(1);
    const searches = Array.from({ length: 50 }, (_, i) => redisKeys.cacheSlice(`search-${i}`, 'brave'));
    expect(slots(searches)).toBeGreaterThan(40);
  });

  test('everything about the claims of a search shares a slot', () => {
    const claims = ['brave.1', 'mojeek.2'].flatMap((provider) => {
      const call = redisKeys.cacheSlice('s1', provider);
      const tag = redisKeys.callTag(call);
      return [redisKeys.jobClaim(tag, call), `${redisKeys.jobWaiters(tag)}a`, `${redisKeys.jobAbandoned(tag)}a`];
    });
    expect(slots(claims)).toBe(1);
  });

  test('each queue has a tag of its own, which all of its keys share', () => {
    const queues = [...fanOutNames(8), 'nominatim-maps'];
    expect(slots(queues.map((queue) => redisKeys.queuePrefix(queue)))).toBe(queues.length);
    for (const name of queues) {
      const queue = `${redisKeys.queuePrefix(name)}:${name}`;
      expect(slots(['wait', 'active', 'events', 'meta', 'id', 'stalled', '17'].map((part) => `${queue}:${part}`))).toBe(
        1,
      );
    }
  });
});
