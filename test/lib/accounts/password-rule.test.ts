import { describe, expect, it } from 'vitest';
import { newPasswordProblem } from '../../../lib/accounts/password-rule.ts';

const LENGTH = 'A password has 10 to 1,000 characters.';
const COMMON = 'This password is among the most common ones. Choose another.';

describe('a new password', () => {
  it.each([
    [10, 'ß'],
    [1_000, 'x'],
    [10, '🐎'],
    [1_000, '🐎'],
    [10, ' '],
  ])('can have %i times "%s"', (count, character) => {
    expect(newPasswordProblem(character.repeat(count))).toBeNull();
  });

  it.each([
    [0, 'x'],
    [9, 'x'],
    [9, '🐎'],
    [1_001, 'x'],
  ])('cannot have %i times "%s"', (count, character) => {
    expect(newPasswordProblem(character.repeat(count))).toBe(LENGTH);
  });

  it.each(['1234567890', 'qwertyuiop', 'password123', 'PassWord123', 'passwordpassword', 'letmein123'])(
    'cannot be as common as "%s"',
    (password) => {
      expect(newPasswordProblem(password)).toBe(COMMON);
    },
  );
});
