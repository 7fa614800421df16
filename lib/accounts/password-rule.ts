import { ownWords, strengthOf } from './password-strength.ts';

/** Shortest new password, in characters. Older ones may be shorter. */
export const PASSWORD_MIN_LENGTH = 10;
const PASSWORD_MAX_LENGTH = 1_000;
/** Of 0 to 4: at least 100 million guesses. */
const MIN_SCORE = 3;

/** Why a new password of an account is refused, and what to change; null if it is accepted. */
export async function newPasswordProblem(password: string, username: string): Promise<string | null> {
  const { length } = [...password];
  if (length < PASSWORD_MIN_LENGTH || length > PASSWORD_MAX_LENGTH) {
    return `A password has ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH.toLocaleString('en-US')} characters.`;
  }
  const { score, advice } = await strengthOf(password, ownWords(username));
  return score < MIN_SCORE ? ['This password is easy to guess.', ...advice].join(' ') : null;
}
