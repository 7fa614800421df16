import { beforeEach, describe, expect, it } from 'vitest';
import { getUser } from '../../../lib/accounts/account-store.ts';
import { isSetUpToken, newSetUpToken } from '../../../lib/accounts/set-up.ts';
import { createUser, setDisabled, setUp } from '../../harness/as-tester.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
const password = 'a password that is long';
beforeEach(async () => {
  await redis.flushdb();
});

describe('a set-up token', () => {
  it('creates an administrator, once', async () => {
    const token = await newSetUpToken(redis);
    expect(await setUp(redis, token, 'ada', password)).toMatchObject({ username: 'ada', admin: true });
    expect(await setUp(redis, token, 'bob', password)).toBeNull();
  });

  it('is invalid once there is a newer one', async () => {
    const old = await newSetUpToken(redis);
    const token = await newSetUpToken(redis);
    expect([await isSetUpToken(redis, old), await isSetUpToken(redis, token)]).toEqual([false, true]);
  });

  it('is invalid once an administrator was created in another way', async () => {
    const token = await newSetUpToken(redis);
    await createUser(redis, 'ada', { admin: true, password });
    expect(await isSetUpToken(redis, token)).toBe(false);
    expect(await setUp(redis, token, 'intruder', password)).toBeNull();
    expect(await getUser(redis, 'intruder')).toBeNull();
  });

  it('stays valid while the only administrator is disabled or cannot sign in', async () => {
    const token = await newSetUpToken(redis);
    await createUser(redis, 'off', { admin: true, password });
    await setDisabled(redis, 'off', true);
    await createUser(redis, 'keys-only', { admin: true });
    expect(await isSetUpToken(redis, token)).toBe(true);
  });
});
