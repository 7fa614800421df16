import { Redis } from 'ioredis';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { ensureRedis } from '../../bin/redis.js';
import { checkRedis, type RedisReport } from '../../lib/redis-check.ts';
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

/** Looks at a Redis with these settings. */
async function report(settings: Record<string, string> = {}): Promise<RedisReport> {
  await set(settings);
  return checkRedis(redis);
}

describe('looking at a Redis', () => {
  it('finds nothing to say of one with an append-only file written at once and no eviction', async () => {
    expect(await report()).toEqual({ version: ensureRedis().version, warnings: [] });
  });

  it.each(['allkeys-lru', 'volatile-lru', 'volatile-ttl', 'allkeys-random'])(
    'warns of one that may throw away keys (%s)',
    async (policy) => {
      expect((await report({ 'maxmemory-policy': policy })).warnings).toEqual([
        `maxmemory-policy is ${policy}: Redis may throw away keys, accounts and jobs. Set it to noeviction.`,
      ]);
    },
  );

  it.each(['everysec', 'no'])('warns of one that may lose what it has acknowledged (appendfsync %s)', async (fsync) => {
    const { warnings } = await report({ appendfsync: fsync });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(new RegExp(`^appendfsync is ${fsync}: .* Set it to always\\.$`));
  });

  it('warns of one that keeps nothing', async () => {
    const { warnings } = await report({ appendonly: 'no' });
    expect(warnings).toEqual([
      'Persistence is off: accounts and keys are lost when Redis stops. Set appendonly to yes.',
    ]);
  });

  it('warns of one that only takes snapshots', async () => {
    const { warnings } = await report({ appendonly: 'no', save: '900 1' });
    expect(warnings).toEqual([
      'Only snapshots are taken: a crash loses what came after the last one. Set appendonly to yes.',
    ]);
  });

  it('tells everything that is wrong at once', async () => {
    const { warnings } = await report({ 'maxmemory-policy': 'allkeys-lru', appendonly: 'no' });
    expect(warnings).toHaveLength(2);
    expect(warnings.join('\n')).toMatch(/maxmemory-policy.*\n.*appendonly/);
  });

  it('does with what it can see where the settings are hidden', async () => {
    const hidden = await start('--rename-command', 'CONFIG', '', '--appendonly', 'no');
    const { warnings } = await checkRedis(hidden);
    expect(warnings).toEqual(['The append-only file is off; whether snapshots are taken cannot be seen from here.']);
  });

  it('has nothing to say of a hidden appendfsync', async () => {
    const hidden = await start('--rename-command', 'CONFIG', '');
    expect((await checkRedis(hidden)).warnings).toEqual([]);
  });

  it('lets the reason through where it cannot look at all', async () => {
    await redis.config('SET', 'requirepass', 'secret');
    const stranger = redis.duplicate({ maxRetriesPerRequest: 0 });
    stranger.on('error', () => {});
    await expect(checkRedis(stranger)).rejects.toThrow(/NOAUTH/);
    stranger.disconnect();
  });
});
