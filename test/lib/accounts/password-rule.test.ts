import { describe, expect, it } from 'vitest';
import { newPasswordProblem } from '../../../lib/accounts/password-rule.ts';

const LENGTH = 'A password has 10 to 1,000 characters.';
const COMMON = 'This password is among the most common ones. Choose another.';

describe('a new password', () => {
  it.each([
    'ten chars.',
    'correct horse battery',
    'x'.repeat(1_000),
    '🐎'.repeat(10),
    '🐎'.repeat(1_000),
    ' '.repeat(10),
  ])('can be "%s"', (password) => {
    expect(newPasswordProblem(password)).toBeNull();
  });

  it.each(['', 'nine char', '🐎'.repeat(9), 'x'.repeat(1_001)])('cannot have the length of "%s"', (password) => {
    expect(newPasswordProblem(password)).toBe(LENGTH);
  });

  it.each(['1234567890', 'qwertyuiop', 'password123', 'PassWord123', 'passwordpassword', 'letmein123'])(
    'cannot be as common as "%s"',
    (password) => {
      expect(newPasswordProblem(password)).toBe(COMMON);
    },
  );
});
