import { beforeEach, expect, test } from 'vitest';
import { admitDocument } from '../../../lib/limits/oauth-admission.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
beforeEach(() => redis.flushdb());

/** Asks for documents until one is refused. Returns how many were not, and the seconds to wait. */
async function fetched(username: string): Promise<[number, number]> {
  for (let count = 0; ; count++) {
    const waitS = await admitDocument(redis, username);
    if (waitS > 0) return [count, waitS];
  }
}

test('a person fills Redis with documents of programs neither in ten minutes nor in a day', async () => {
  let inAll = 0;
  for (const expected of [30, 30, 30, 10]) {
    const [count, waitS] = await fetched('ada');
    expect([count, waitS > 600]).toEqual([expected, expected === 10]);
    inAll += count;
    // Ten minutes pass.
    await redis.del(redisKeys.oauthRateLog('document', 'ada'));
  }
  expect(inAll).toBe(100);
  expect(await fetched('bob')).toEqual([30, expect.any(Number)]);
});
