import { beforeEach, describe, expect, it } from 'vitest';
import { InstanceSecret } from '../../lib/instance-secret.ts';
import { connectForRequests, type Redis } from '../../lib/redis/redis.ts';
import { RedisClock } from '../../lib/redis/redis-clock.ts';
import { parseRedisServer } from '../../lib/redis/redis-server.ts';
import { makeSeal } from '../../lib/seal.ts';
import { testErrors } from '../harness/health.ts';
import { redisForSuite } from '../harness/redis.ts';

const redis = await redisForSuite();
const { errors } = testErrors();
const secretOf = (client: Redis, configured?: string) =>
  new InstanceSecret(client, new RedisClock(client), configured, errors);

describe('the instance’s secret', () => {
  beforeEach(async () => {
    await redis.flushdb();
  });

  it('is shared by all processes on one Redis', async () => {
    const [one, two] = [secretOf(redis), secretOf(redis)];
    expect((await two.load()).open((await one.load()).seal('text', 'here'), 'here')).toBe('text');
  });

  it('is shared by all processes that start at the same moment', async () => {
    const seals = await Promise.all(Array.from({ length: 20 }, () => secretOf(redis)).map((secret) => secret.load()));
    expect(new Set(seals.map((one) => one.fingerprint('text'))).size).toBe(1);
  });

  it('differs between Redis servers', async () => {
    const first = (await secretOf(redis).load()).fingerprint('text');
    await redis.flushdb();
    expect((await secretOf(redis).load()).fingerprint('text')).not.toBe(first);
  });

  it('is stored in Redis, so that it outlives every process', async () => {
    const sealed = (await secretOf(redis).load()).seal('text', 'here');
    for (const name of await redis.keys('*')) expect(await redis.pttl(name)).toBe(-1);
    expect((await secretOf(redis).load()).open(sealed, 'here')).toBe('text');
  });

  it('is used unchanged and stored nowhere if it is configured', async () => {
    const configured = await secretOf(redis, 'a configured secret').load();
    expect(configured.open(makeSeal('a configured secret').seal('text', 'here'), 'here')).toBe('text');
    expect(await redis.keys('*')).toEqual([]);
  });

  it('needs no Redis if it is configured', async () => {
    const nowhere = connectForRequests(parseRedisServer('redis://127.0.0.1:1'), 'test');
    try {
      const configured = await secretOf(nowhere, 'a configured secret').load();
      expect(configured.open(configured.seal('text', 'here'), 'here')).toBe('text');
      await expect(secretOf(nowhere).load()).rejects.toThrow();
    } finally {
      nowhere.disconnect();
    }
  });

  it('is fetched once Redis is available again', async () => {
    const client = connectForRequests(
      parseRedisServer(`redis://127.0.0.1:${redis.options.port}/${redis.options.db}`),
      'test',
    );
    try {
      const secret = secretOf(client);
      await expect(secret.load()).rejects.toThrow();
      await new Promise<void>((resolve) => client.once('ready', () => resolve()));
      expect((await secret.load()).fingerprint('text')).toBe((await secretOf(redis).load()).fingerprint('text'));
    } finally {
      client.disconnect();
    }
  });
});
