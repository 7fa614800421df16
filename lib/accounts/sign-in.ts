import type { Redis } from 'ioredis';
import { redisKeys } from '../redis-keys.ts';
import { defineScript } from '../redis-script.ts';
import { checkPassword, getUser } from './account-store.ts';

/** Failures within this window count against the account and the address. */
const WINDOW_MS = 15 * 60_000;
const MAX_FAILURES_PER_ACCOUNT = 10;
const MAX_FAILURES_PER_ADDRESS = 50;

/** The outcome of a sign-in. It does not reveal why a sign-in failed. */
export type SignIn =
  | { outcome: 'welcome'; username: string }
  | { outcome: 'wrong' }
  | { outcome: 'wait'; waitS: number };

const failScript = defineScript(
  `
  for _, key in ipairs(KEYS) do
    if redis.call('INCR', key) == 1 then redis.call('PEXPIRE', key, ARGV[1]) end
  end
  return 1`,
  2,
);

/**
 * Signs in with a password. Every failure takes the same work and gives the same answer. Failures are limited per
 * account and per address.
 */
export async function signIn(redis: Redis, name: string, password: string, address: string): Promise<SignIn> {
  const username = name.trim().toLowerCase().slice(0, 64);
  const counters = [redisKeys.signInFailures(`user:${username}`), redisKeys.signInFailures(`address:${address}`)];
  const waitS = await mustWaitS(redis, counters);
  if (waitS > 0) return { outcome: 'wait', waitS };
  const right = await checkPassword(redis, username, password.slice(0, 1_000));
  const account = right ? await getUser(redis, username) : null;
  if (!account || account.disabled) {
    await failScript.run(redis, counters, [WINDOW_MS]);
    return { outcome: 'wrong' };
  }
  await redis.del(counters[0] as string);
  return { outcome: 'welcome', username: account.username };
}

async function mustWaitS(redis: Redis, [ofAccount = '', ofAddress = '']: string[]): Promise<number> {
  const [account, address] = await redis.mget(ofAccount, ofAddress);
  const over = [
    Number(account ?? 0) >= MAX_FAILURES_PER_ACCOUNT ? ofAccount : null,
    Number(address ?? 0) >= MAX_FAILURES_PER_ADDRESS ? ofAddress : null,
  ].filter((key) => key !== null);
  const waits = await Promise.all(over.map((key) => redis.pttl(key)));
  return Math.ceil(Math.max(0, ...waits) / 1_000);
}
