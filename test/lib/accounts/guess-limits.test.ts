import { beforeEach, describe, expect, it } from 'vitest';
import { accountGuesses, addressGuesses, type GuessOrigin, limitGuess } from '../../../lib/accounts/guess-limits.ts';
import { makeSeal } from '../../../lib/seal.ts';
import { forgetGuesses } from '../../harness/as-tester.ts';
import { eventually } from '../../harness/processes.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
beforeEach(async () => {
  await redis.flushdb();
});

const hidden = makeSeal('a secret');
const HOME: GuessOrigin = { address: '203.0.113.1' };
const HOME_FIELD = `address:${hidden.fingerprint('guess from 203.0.113.1')}`;
const wrong = async (origin: GuessOrigin, username = 'ada') =>
  (await limitGuess(redis, hidden, username, origin, async () => false)).outcome;
const right = async (origin: GuessOrigin, username = 'ada') =>
  (await limitGuess(redis, hidden, username, origin, async () => true)).outcome;
/** Wrong guesses until one is refused. */
async function guessesUntilRefused(originOf: (index: number) => GuessOrigin, username = 'ada'): Promise<number> {
  for (let i = 0; ; i++) if ((await wrong(originOf(i), username)) === 'wait') return i;
}

describe('wrong guesses', () => {
  it('are counted before they are checked: of fifty at once, ten are checked', async () => {
    let checked = 0;
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const check = async () => {
      checked++;
      await finished;
      return false;
    };
    let refused = 0;
    const guesses = Array.from({ length: 50 }, async () => {
      if ((await limitGuess(redis, hidden, 'ada', HOME, check)).outcome === 'wait') refused++;
    });
    await eventually('each is refused or being checked', () => checked + refused === 50);
    finish();
    await Promise.all(guesses);
    expect([checked, refused]).toEqual([10, 40]);
  });

  it('are limited to ten per account and address, and leave every other pair alone', async () => {
    expect(await guessesUntilRefused(() => HOME)).toBe(10);
    expect(await right(HOME)).toBe('wait');
    expect(await right({ address: '203.0.113.2' })).toBe('right');
    expect(await right(HOME, 'grace')).toBe('right');
  });

  it('count together from one IPv6 network', async () => {
    expect(await guessesUntilRefused((index) => ({ address: `2001:db8:1:2::${index + 1}` }))).toBe(10);
    expect(await right({ address: '2001:db8:1:3::1' })).toBe('right');
  });

  it('count together from wider IPv6 networks too, which have more of them', async () => {
    // Networks of 64 bits in one of 56, and networks of 56 bits in one of 48.
    expect(await guessesUntilRefused((index) => ({ address: `2001:db8:1:${index}::1` }))).toBe(20);
    expect(await guessesUntilRefused((index) => ({ address: `2001:db8:1:${(index + 16).toString(16)}00::1` }))).toBe(
      20,
    );
    expect(await right({ address: '2001:db8:2::1' })).toBe('right');
    expect(await guessesUntilRefused(() => ({ address: '203.0.113.1' }))).toBe(10);
  });

  it('are limited to fifty per address, whatever the account', async () => {
    for (let i = 0; i < 50; i++) expect(await wrong(HOME, `account-${i}`)).toBe('wrong');
    expect(await right(HOME, 'grace')).toBe('wait');
    expect(await right({ address: '203.0.113.2' }, 'grace')).toBe('right');
  });

  it('are limited to a hundred per account from all addresses together', async () => {
    expect(await guessesUntilRefused((index) => ({ address: `203.0.113.${index}` }))).toBe(100);
  });

  it('end with their window, which begins with the first', async () => {
    await wrong(HOME);
    for (const key of [accountGuesses(hidden, 'ada'), addressGuesses(hidden, '203.0.113.1')]) {
      expect(await redis.pttl(key)).toBeGreaterThan(0);
      await redis.pexpire(key, 1_000);
    }
    await guessesUntilRefused(() => HOME);
    expect(await limitGuess(redis, hidden, 'ada', HOME, async () => true)).toEqual({ outcome: 'wait', waitS: 1 });
  });
});

describe('a known device and a session', () => {
  it.each([{ device: 'laptop' }, { session: 'first' }])(
    '%o have ten guesses of their own, whatever others did',
    async (origin) => {
      await guessesUntilRefused((index) => ({ address: `203.0.113.${index}` }));
      await guessesUntilRefused(() => ({ device: 'other' }));
      expect(await right(origin)).toBe('right');
      expect(await guessesUntilRefused(() => origin)).toBe(10);
    },
  );

  it('use up nothing of an address', async () => {
    await guessesUntilRefused(() => ({ device: 'laptop' }));
    expect(await right(HOME)).toBe('right');
  });
});

describe('a guess is given back', () => {
  const counts = async () => [
    await redis.hgetall(accountGuesses(hidden, 'ada')),
    await redis.hgetall(addressGuesses(hidden, '203.0.113.1')),
  ];

  it('if it is right, with the earlier failures from the same origin', async () => {
    for (let i = 0; i < 9; i++) await wrong(HOME);
    expect(await right(HOME)).toBe('right');
    expect(await counts()).toEqual([{ [HOME_FIELD]: '0', all: '9' }, { all: '9' }]);
    expect(await guessesUntilRefused(() => HOME)).toBe(10);
  });

  it('to the account if it could not be checked, and not to the address', async () => {
    await wrong(HOME);
    const failed = limitGuess(redis, hidden, 'ada', HOME, () => Promise.reject(new Error('busy')));
    await expect(failed).rejects.toThrow('busy');
    expect(await counts()).toEqual([{ [HOME_FIELD]: '2', all: '1' }, { all: '2' }]);
  });

  it('to a known device if it could not be checked', async () => {
    const origin = { device: 'laptop' };
    await expect(limitGuess(redis, hidden, 'ada', origin, () => Promise.reject(new Error('busy')))).rejects.toThrow(
      'busy',
    );
    expect(await guessesUntilRefused(() => origin)).toBe(10);
  });
});

it('an unlocked account has all its guesses again', async () => {
  await guessesUntilRefused(() => HOME);
  await guessesUntilRefused(() => ({ device: 'laptop' }));
  await forgetGuesses(redis, hidden, 'ada');
  expect(await guessesUntilRefused(() => ({ device: 'laptop' }))).toBe(10);
  expect(await guessesUntilRefused(() => HOME)).toBe(10);
});
