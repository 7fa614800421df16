import type { Redis } from 'ioredis';
import { redisKeys } from '../redis-keys.ts';
import { defineScript } from '../redis-script.ts';

/** Wrong guesses count for this long after the first. */
const WINDOW_MS = 15 * 60_000;
const MAX_FROM_ONE_PLACE = 10;
const MAX_PER_ADDRESS = 50;
/** Far above what one attacker needs to be stopped: it bounds the guesses from many addresses together. */
const MAX_PER_ACCOUNT = 100;

/**
 * The origin of a guess. A device on which the person signed in before, and a session, have an allowance of their own,
 * so that strangers cannot lock the person out there.
 */
export type GuessOrigin = { address: string } | { device: string } | { session: string };

/** The outcome of a guess. */
export type Guess = { outcome: 'right' } | { outcome: 'wrong' } | { outcome: 'wait'; waitS: number };

/** A field in a hash of counters. The counters of one account share a hash and a window. */
interface Counter {
  key: string;
  field: string;
  max: number;
}

/** Counts a guess if every counter has room for it. Returns the time to wait, or 0 if the guess may be checked. */
const takeScript = defineScript(
  `
  local waitMs = 0
  for i, key in ipairs(KEYS) do
    local count = tonumber(redis.call('HGET', key, ARGV[2 * i]) or '0')
    if count >= tonumber(ARGV[2 * i + 1]) then waitMs = math.max(waitMs, redis.call('PTTL', key), 1) end
  end
  if waitMs > 0 then return waitMs end
  for i, key in ipairs(KEYS) do
    redis.call('HINCRBY', key, ARGV[2 * i], 1)
    if redis.call('PTTL', key) < 0 then redis.call('PEXPIRE', key, ARGV[1]) end
  end
  return 0`,
  1,
);

/** Takes a number of guesses off each counter, which may have been deleted since. */
const giveBackScript = defineScript(
  `
  for i, key in ipairs(KEYS) do
    local count = tonumber(redis.call('HGET', key, ARGV[2 * i - 1]) or '0')
    if count > 0 then redis.call('HSET', key, ARGV[2 * i - 1], math.max(0, count - tonumber(ARGV[2 * i]))) end
  end
  return 1`,
  1,
);

/**
 * Checks a guess at an account's password, within limits. The guess counts before it is checked, so that guesses sent
 * at once are limited too. A right guess, and one that could not be checked, is given back.
 */
export async function limitGuess(
  redis: Redis,
  username: string,
  origin: GuessOrigin,
  isRight: () => Promise<boolean>,
): Promise<Guess> {
  const counters = countersOf(username, origin);
  const keys = counters.map(({ key }) => key);
  const limits = counters.flatMap(({ field, max }) => [field, max]);
  const waitMs = Number(await takeScript.run(redis, keys, [WINDOW_MS, ...limits]));
  if (waitMs > 0) return { outcome: 'wait', waitS: Math.ceil(waitMs / 1_000) };
  const giveBack = (fromPlace: number) => {
    const amounts = counters.flatMap(({ field }, index) => [field, index === 0 ? fromPlace : 1]);
    return giveBackScript.run(redis, keys, amounts);
  };
  let right: boolean;
  try {
    right = await isRight();
  } catch (error) {
    // If Redis is the reason, the guess stays counted until the window ends.
    await giveBack(1).catch(() => {});
    throw error;
  }
  if (!right) return { outcome: 'wrong' };
  // The earlier failures from the same place were the person's own.
  await giveBack(MAX_FROM_ONE_PLACE);
  return { outcome: 'right' };
}

/** Deletes all counters of an account. */
export async function forgetGuesses(redis: Redis, username: string): Promise<void> {
  await redis.del(redisKeys.accountGuesses(username));
}

/** The counters of a guess; the first is that of its place. */
function countersOf(username: string, origin: GuessOrigin): Counter[] {
  const key = redisKeys.accountGuesses(username);
  if ('device' in origin) return [{ key, field: `device:${origin.device}`, max: MAX_FROM_ONE_PLACE }];
  if ('session' in origin) return [{ key, field: `session:${origin.session}`, max: MAX_FROM_ONE_PLACE }];
  return [
    { key, field: `address:${origin.address}`, max: MAX_FROM_ONE_PLACE },
    { key, field: 'all', max: MAX_PER_ACCOUNT },
    { key: redisKeys.addressGuesses(origin.address), field: 'all', max: MAX_PER_ADDRESS },
  ];
}
