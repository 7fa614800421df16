import { describe, expect, it } from 'vitest';
import { hashPassword, KNOWN, verifyPassword } from '../../../lib/accounts/password-hash.ts';

describe('hashes at a time', () => {
  /** Checks a password for each owner at once, and returns the owners in the order in which they were served. */
  async function servedInOrder(owners: readonly string[]): Promise<string[]> {
    const served: string[] = [];
    const checks = owners.map(async (owner) => {
      await verifyPassword(null, 'a password', owner);
      served.push(owner);
    });
    await Promise.all(checks);
    return served;
  }

  it('are given to strangers in turn, by owner', async () => {
    await hashPassword('loads the library');
    expect(await servedInOrder(['eve', 'eve', 'eve', 'bob'])).toEqual(['eve', 'eve', 'bob', 'eve']);
  });

  it('include one that only known people get', async () => {
    const strangers = ['eve', 'bob', 'carol', 'dave', 'fay', 'gus', 'hal'];
    const served = await servedInOrder([...strangers, KNOWN]);
    // It starts at once. In its own turn it would come last; a busy machine may let some end before it.
    expect(served.indexOf(KNOWN)).toBeLessThan(strangers.length / 2);
  });

  it('are refused to who has many waiting, with the time to wait', async () => {
    const refusal = { status: 503, headers: { 'retry-after': '1' } };
    const checks = await Promise.allSettled(Array.from({ length: 12 }, () => verifyPassword(null, 'a guess', 'eve')));
    const refused = checks.flatMap((check) => (check.status === 'rejected' ? [check.reason] : []));
    expect(refused).toHaveLength(6);
    for (const reason of refused) expect(reason).toMatchObject(refusal);
    expect(await verifyPassword(await hashPassword('third password'), 'third password', 'eve')).toBe(true);
  });

  it('are refused to no known person, however many strangers wait', async () => {
    const strangers = Array.from({ length: 120 }, (_, i) => verifyPassword(null, 'a guess', `stranger ${i}`));
    const known = Array.from({ length: 10 }, () => verifyPassword(null, 'a password'));
    const guesses = Promise.allSettled(strangers);
    expect(await Promise.all(known)).toEqual(Array(10).fill(false));
    expect((await guesses).filter(({ status }) => status === 'rejected')).toHaveLength(19);
  });

  it('are free again after a hash that failed', async () => {
    for (let i = 0; i < 3; i++) await expect(verifyPassword('not a hash', 'a password', 'eve')).rejects.toThrow();
    expect(await hashPassword('a password')).toMatch(/^\$argon2id\$/);
  });
});
