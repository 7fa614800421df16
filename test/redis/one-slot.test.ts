import { describe, expect, test } from 'vitest';
import { defineScript } from '../../lib/redis/redis-script.ts';
import { redisForSuite } from '../harness/redis.ts';
import { checkSlots } from '../harness/slots.ts';

// What the harness refuses in every test: a Redis Cluster would refuse it, and one server would not.

const redis = await redisForSuite();

const refused = (text: string) => expect(checkSlots).toThrow(text);

describe('with keys of several slots, the harness refuses', () => {
  test('a command', async () => {
    await expect(redis.mget('{a}:1', '{a}:2', '{b}:1')).rejects.toThrow('several slots');
    refused('MGET has keys of several slots: {a}:1, {a}:2, {b}:1');
    await expect(redis.call('RENAME', 'a', 'b')).rejects.toThrow('several slots');
    refused('RENAME');
  });

  test('a transaction, and a pipeline', async () => {
    await redis.multi().set('{a}:1', 1).set('{b}:1', 1).exec();
    refused('A PIPELINE has keys of several slots: {a}:1, {b}:1');
    await redis.pipeline().get('{a}:1').get('{b}:1').exec();
    refused('A PIPELINE');
  });

  test('a script, whether Redis knows it or not', async () => {
    const script = defineScript('return #KEYS', 1);
    for (let time = 0; time < 2; time++) {
      await expect(script.run(redis, ['{a}:1', '{b}:1'], [])).rejects.toThrow('several slots');
      refused('EVALSHA has keys of several slots: {a}:1, {b}:1');
      expect(await script.run(redis, ['{a}:1', '{a}:2'], [])).toBe(2);
    }
  });

  test.each([
    "redis.call('SET', ARGV[1], 1)",
    "redis.pcall('del', KEYS[1], ARGV[1])",
    "redis.call('ZDIFF', 2, KEYS[1], ARGV[1])",
  ])('what a script does with a key that is not in the slot of its own: %s', async (lua) => {
    const script = defineScript(lua, 1);
    for (let time = 0; time < 2; time++) {
      await expect(script.run(redis, ['{a}:1'], ['{b}:1'])).rejects.toThrow('a script has left its slot');
      refused('{b}:1 for {a}:1');
      await script.run(redis, ['{a}:1'], ['{a}:2']);
    }
  });
});

test('what has one slot, or no key, is let through', async () => {
  await redis.mset('{a}:1', 'x', '{a}:2', 'y');
  expect(await redis.mget('{a}:1', '{a}:2')).toEqual(['x', 'y']);
  await redis.multi().get('{a}:1').del('{a}:2').exec();
  const two = defineScript("return redis.call('ZDIFF', 2, KEYS[1], ARGV[1], 'WITHSCORES')", 1);
  expect(await two.run(redis, ['{a}:3'], ['{a}:4'])).toEqual([]);
  expect(await defineScript("return redis.call('TIME')", 0).run(redis, [], [])).toHaveLength(2);
  expect(checkSlots).not.toThrow();
});
