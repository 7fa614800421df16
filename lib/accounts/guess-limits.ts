import { type AuditSource, writeRecorded } from '../audit/audit-entry.ts';
import { addressGroups } from '../limits/address-group.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import type { Seal } from '../seal.ts';

/** Wrong guesses count for this long after the first. */
const WINDOW_MS = 15 * 60_000;
const MAX_FROM_ONE_ORIGIN = 10;
const MAX_PER_ADDRESS = 50;
/** How many times as many guesses a wider network has as the one within it. */
const WIDER = 2;
/** Far above what one attacker needs to be stopped: it bounds the guesses from many addresses together. */
const MAX_PER_ACCOUNT = 100;

/**
 * The origin of a guess. A device on which the person signed in before, and a session, have an allowance of their own,
 * so that strangers cannot lock the person out there. Codes of second factors have one allowance for all origins: whoever
 * guesses them has the password, and could use it to clear the failures of an address.
 */
export type GuessOrigin = { address: string } | { device: string } | { session: string } | { codes: 'all' };

/** The outcome of a guess. */
export type Guess = { outcome: 'right' } | { outcome: 'wrong' } | { outcome: 'wait'; waitS: number };

/** A field in a hash of counters. The counters of one account share a hash and a window. */
interface Counter {
  key: string;
  field: string;
  max: number;
  /** Whether a guess that could not be checked stays counted: it took the time of others. */
  keepsUnchecked?: boolean;
}

/** Makes keyed fingerprints: names that were mistyped are often passwords, and addresses are those of visitors. */
export type Fingerprints = Pick<Seal, 'fingerprint'>;

/** The hash of the guesses at an account, in Redis. */
export function accountGuesses(hidden: Fingerprints, username: string): string {
  return redisKeys.accountGuesses(hidden.fingerprint(`guesses at ${username}`));
}

/** The hash of the guesses from a group of addresses, in Redis. */
export function addressGuesses(hidden: Fingerprints, group: string): string {
  return redisKeys.addressGuesses(hidden.fingerprint(`guesses from ${group}`));
}

const countScript = scriptFile(new URL('./lua/count-guess.lua', import.meta.url), 1);
const giveBackScript = scriptFile(new URL('./lua/give-back-guesses.lua', import.meta.url), 1);

/**
 * Checks a guess at an account's password, or at a code of it, within limits. The guess counts before it is checked, so that guesses sent
 * at once are limited too. A right guess is given back. One that could not be checked stays counted for its address.
 */
export async function limitGuess(
  redis: Redis,
  hidden: Fingerprints,
  username: string,
  origin: GuessOrigin,
  isRight: () => Promise<boolean>,
): Promise<Guess> {
  const counters = countersOf(hidden, username, origin);
  const keys = counters.map(({ key }) => key);
  const limits = counters.flatMap(({ field, max }) => [field, max]);
  const waitMs = Number(await countScript.run(redis, keys, [WINDOW_MS, ...limits]));
  if (waitMs > 0) return { outcome: 'wait', waitS: Math.ceil(waitMs / 1_000) };
  const giveBack = (amountOf: (counter: Counter, index: number) => number) => {
    const amounts = counters.flatMap((counter, index) => [counter.field, amountOf(counter, index)]);
    return giveBackScript.run(redis, keys, amounts);
  };
  let right: boolean;
  try {
    right = await isRight();
  } catch (error) {
    // If Redis is the reason, the guess stays counted until the window ends.
    await giveBack(({ keepsUnchecked }) => (keepsUnchecked ? 0 : 1)).catch(() => {});
    throw error;
  }
  if (!right) return { outcome: 'wrong' };
  // The earlier failures from the same origin were the person's own.
  await giveBack((_counter, index) => (index === 0 ? MAX_FROM_ONE_ORIGIN : 1));
  return { outcome: 'right' };
}

/** Deletes all counters of an account, by whichever secret they are hidden. */
export async function forgetGuesses(
  redis: Redis,
  source: AuditSource,
  hidden: readonly Fingerprints[],
  username: string,
): Promise<void> {
  const deletions = hidden.map((one) => ['DEL', accountGuesses(one, username)] as const);
  await writeRecorded(redis, source, { action: 'account unlocked', target: username }, deletions);
}

/** The counters of a guess; the first is that of its origin. */
function countersOf(hidden: Fingerprints, username: string, origin: GuessOrigin): Counter[] {
  const key = accountGuesses(hidden, username);
  if ('device' in origin) return [{ key, field: `device:${origin.device}`, max: MAX_FROM_ONE_ORIGIN }];
  if ('codes' in origin) return [{ key, field: 'codes', max: MAX_FROM_ONE_ORIGIN }];
  if ('session' in origin) return [{ key, field: `session:${origin.session}`, max: MAX_FROM_ONE_ORIGIN }];
  const byNetwork = addressGroups(origin.address).flatMap((group, index): Counter[] => {
    const [most, keepsUnchecked] = [WIDER ** index, true];
    return [
      {
        key,
        field: `address:${hidden.fingerprint(`guess from ${group}`)}`,
        max: MAX_FROM_ONE_ORIGIN * most,
        keepsUnchecked,
      },
      { key: addressGuesses(hidden, group), field: 'all', max: MAX_PER_ADDRESS * most, keepsUnchecked },
    ];
  });
  return [...byNetwork, { key, field: 'all', max: MAX_PER_ACCOUNT }];
}
