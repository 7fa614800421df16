import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '../harness/as-tester.ts';
import { Operator } from '../harness/command-line.ts';
import { testPort } from '../harness/ports.ts';
import { TestRedis } from '../harness/redis.ts';

let redis: TestRedis;
let client: Redis;
let operator: Operator;
beforeAll(async () => {
  redis = await TestRedis.start();
  client = new Redis(redis.url);
  client.on('error', () => {});
  await createUser(client, 'grace');
  operator = new Operator({ REDIS_URL: redis.url });
});
afterAll(async () => {
  client?.disconnect();
  await redis?.dispose();
});

describe('when Redis is not there', () => {
  const COMMANDS = ['user create x', 'user list', 'key create x', 'key list', 'key revoke trib_00000000', 'status'];

  test.concurrent.each(COMMANDS)('"%s" says so in a sentence, and ends', async (line) => {
    const env = { REDIS_URL: `redis://:hunter2@127.0.0.1:${await testPort()}/3` };
    const message = await operator.refused(line, { env, asProcess: line === 'user list' });
    expect(message).toMatch(/^Redis cannot be reached \(REDIS_URL\): .*ECONNREFUSED.*\n$/);
    expect(message).not.toContain('hunter2');
  });

  test('a Redis that is frozen is given up while it still is', async () => {
    const frozen = await TestRedis.start();
    try {
      frozen.freeze();
      const [list, doctor] = await Promise.all([
        operator.run('user list', { env: { REDIS_URL: frozen.url }, asProcess: true }),
        operator.run('doctor', { env: { REDIS_URL: frozen.url }, asProcess: true }),
      ]);
      expect(list).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^Redis cannot be reached/) });
      expect(doctor).toMatchObject({ code: 1, stdout: expect.stringMatching(/^fail +redis: cannot be reached/m) });
    } finally {
      await frozen.dispose();
    }
  });

  test('a Redis that refuses our password is told apart, and the password is not shown', async () => {
    const locked = await TestRedis.start();
    const admin = new Redis(locked.url);
    admin.on('error', () => {});
    await admin.config('SET', 'requirepass', 'the-right-one');
    try {
      const url = (password: string) => `redis://${password}@127.0.0.1:${locked.port}`;
      expect(await operator.works('user list --json', { env: { REDIS_URL: url(':the-right-one') } })).toBe('[]\n');
      const tries = [':hunter2', 'someone:hunter2', ''].map(async (password) => {
        const env = { REDIS_URL: url(password).replace('//@', '//') };
        const message = await operator.refused('user list', { env });
        expect(message).toMatch(/^Redis cannot be reached.*(WRONGPASS|NOAUTH)/);
        expect(message).not.toMatch(/hunter2|the-right-one/);
      });
      await Promise.all(tries);
    } finally {
      admin.disconnect();
      await locked.dispose();
    }
  });

  test('a password that Redis does not ask for is not shown either', async () => {
    const result = await operator.run('user list --json', {
      env: { REDIS_URL: `redis://:hunter2@127.0.0.1:${redis.port}` },
      // The Redis client has something to say about it, by itself.
      asProcess: true,
    });
    expect(result.code).toBe(0);
    expect(JSON.parse(result.stdout)).toContainEqual(expect.objectContaining({ username: 'grace' }));
    expect(result.stdout + result.stderr).not.toContain('hunter2');
  });

  test('a password whose per cent sign was not encoded is a setting that cannot be right, not a crash', async () => {
    const message = await operator.refused('user list', { env: { REDIS_URL: 'redis://:hunter2%zz@127.0.0.1:1' } });
    expect(message).toMatch(/^REDIS_URL: \S+/m);
    expect(message).not.toContain('hunter2');
  });

  test('a Redis that cannot write says why', async () => {
    await client.config('SET', 'min-replicas-to-write', '1');
    try {
      expect(await operator.refused('user create unwritten')).toMatch(/NOREPLICAS/);
    } finally {
      await client.config('SET', 'min-replicas-to-write', '0');
    }
  });
});
