import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from '../../../lib/accounts/password-hash.ts';

it('computes two hashes at a time and refuses the rest at once, with the time to wait', async () => {
  const attempts = [hashPassword('first password'), verifyPassword(null, 'second password')];
  const refusal = { status: 503, headers: { 'retry-after': '1' } };
  await expect(hashPassword('third password')).rejects.toMatchObject(refusal);
  await expect(verifyPassword(null, 'fourth password')).rejects.toMatchObject(refusal);
  expect(await Promise.all(attempts)).toEqual([expect.stringMatching(/^\$argon2id\$/), false]);
  expect(await verifyPassword(await hashPassword('third password'), 'third password')).toBe(true);
});

it('is free again after a hash that failed', async () => {
  for (let i = 0; i < 3; i++) await expect(verifyPassword('not a hash', 'a password')).rejects.toThrow();
  expect(await hashPassword('a password')).toMatch(/^\$argon2id\$/);
});
