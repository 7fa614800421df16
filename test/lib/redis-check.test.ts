import { Redis } from 'ioredis';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { ensureRedis } from '../../bin/redis.js';
import { checkRedis, type RedisReport } from '../../lib/redis/redis-check.ts';
import { TestRedis } from '../harness/redis.ts';

const servers: TestRedis[] = [];
const clients: Redis[] = [];

async function start(...settings: string[]): Promise<Redis> {
  const server = await TestRedis.start(settings);
  const client = new Redis(server.url);
  servers.push(server);
  clients.push(client);
  return client;
}

const redis = await start();
const SOUND = { appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction', save: '' };
afterEach(() => set(SOUND));
afterAll(async () => {
  for (const client of clients) client.disconnect();
  for (const server of servers) await server.dispose();
});

async function set(settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) await redis.config('SET', name, value);
}

/** Checks a Redis with these settings. */
async function report(settings: Record<string, string> = {}): Promise<RedisReport> {
  await set(settings);
  return checkRedis(redis);
}

describe('the check of a Redis', () => {
  it('has no warning for an append-only file with immediate fsync and no eviction', async () => {
    expect(await report()).toEqual({ version: ensureRedis().version, warnings: [] });
  });

  it.each(['allkeys-lru', 'volatile-lru', 'volatile-ttl', 'allkeys-random'])(
    'warns of a Redis that may evict keys (%s)',
    async (policy) => {
      expect((await report({ 'maxmemory-policy': policy })).warnings).toEqual([
        `maxmemory-policy is ${policy}: Redis may evict keys, accounts and jobs. Set it to noeviction.`,
      ]);
    },
  );

  it.each(['everysec', 'no'])('warns of a Redis that may lose acknowledged writes (appendfsync %s)', async (fsync) => {
    const { warnings } = await report({ appendfsync: fsync });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(new RegExp(`^appendfsync is ${fsync}: .* Set it to always\\.$`));
  });

  it('warns of a Redis without persistence', async () => {
    const { warnings } = await report({ appendonly: 'no' });
    expect(warnings).toEqual([
      'Persistence is off: accounts and keys are lost when Redis stops. Set appendonly to yes.',
    ]);
  });

  it('warns of a Redis with snapshots only', async () => {
    const { warnings } = await report({ appendonly: 'no', save: '900 1' });
    expect(warnings).toEqual([
      'Redis only takes snapshots: a crash loses everything since the last one. Set appendonly to yes.',
    ]);
  });

  it('reports all problems at once', async () => {
    const { warnings } = await report({ 'maxmemory-policy': 'allkeys-lru', appendonly: 'no' });
    expect(warnings).toHaveLength(2);
    expect(warnings.join('\n')).toMatch(/maxmemory-policy.*\n.*appendonly/);
  });

  it('uses the visible information if CONFIG is unavailable', async () => {
    const hidden = await start('--rename-command', 'CONFIG', '', '--appendonly', 'no');
    const { warnings } = await checkRedis(hidden);
    expect(warnings).toEqual(['The append-only file is off, and whether Redis takes snapshots is unknown.']);
  });

  it('has no warning for a hidden appendfsync', async () => {
    const hidden = await start('--rename-command', 'CONFIG', '');
    expect((await checkRedis(hidden)).warnings).toEqual([]);
  });

  it('rejects with the reason if it cannot read anything', async () => {
    await redis.config('SET', 'requirepass', 'secret');
    const stranger = redis.duplicate({ maxRetriesPerRequest: 0 });
    stranger.on('error', () => {});
    await expect(checkRedis(stranger)).rejects.toThrow(/NOAUTH/);
    stranger.disconnect();
  });
});
