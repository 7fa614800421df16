import type { ApiError } from '../../lib/errors.ts';
import { PageError } from './page-error.ts';

/** 429: further guesses at a password are refused for this time. */
export function tooManyGuesses(waitS: number): ApiError {
  const headers = { 'retry-after': String(waitS) };
  return new PageError(429, ({ tooManyGuesses }) => tooManyGuesses(waitS), headers);
}
