import { describe, expect, it } from 'vitest';
import { newPasswordProblem } from '../../../lib/accounts/password-rule.ts';

const LENGTH = 'A password has 10 to 1,000 characters.';
const SENTENCE = 'Sixteen ferrets quietly repainted the lighthouse. ';

describe('a new password', () => {
  it.each([
    'correct horse battery',
    'mT7!kq2pXz',
    'Donaudampfschiff fährt',
    'あしたはかぜがつよいらしい',
    SENTENCE.repeat(20),
  ])('can be hard to guess: %s', async (password) => {
    expect(await newPasswordProblem(password, 'ada')).toBeNull();
  });

  it.each([
    [0, 'x'],
    [9, 'x'],
    [9, '🐎'],
    [1_001, 'x'],
  ])('cannot have %i times "%s"', async (count, character) => {
    expect(await newPasswordProblem(character.repeat(count), 'ada')).toBe(LENGTH);
  });

  it.each([
    ' '.repeat(10),
    'x'.repeat(1_000),
    'Password123!',
    'P4ssw0rd123',
    'alicealice',
    'Alice.Smith1',
    'tributary2026',
    '1234567890',
    'qwertyuiop',
    'passwordpassword',
    'letmein123',
    '2026-11-17',
  ])('cannot be "%s", which is easy to guess', async (password) => {
    expect(await newPasswordProblem(password, 'alice.smith@example.org')).toMatch(
      /^This password is easy to guess\. .*(Add more words that are less common|Avoid)/,
    );
  });

  it('can be what only another account may not have', async () => {
    const password = 'grzegorz-brzeczyszczykiewicz';
    expect(await newPasswordProblem(password, 'grzegorz-brzeczyszczykiewicz')).toMatch('personal');
    expect(await newPasswordProblem(password, 'alice')).toBeNull();
  });

  it('is judged one at a time', async () => {
    const judged = await Promise.all(
      ['Password123!', 'correct horse battery'].map((one) => newPasswordProblem(one, 'ada')),
    );
    expect(judged).toEqual([expect.stringContaining('easy to guess'), null]);
  });
});
