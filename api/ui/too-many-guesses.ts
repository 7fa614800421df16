import { ApiError } from '../../lib/errors.ts';
import { waitText } from './number-text.ts';

/** 429: further guesses at a password are refused for this time. */
export function tooManyGuesses(waitS: number): ApiError {
  const headers = { 'retry-after': String(waitS) };
  return new ApiError(429, `Too many failed attempts. Try again in ${waitText(waitS)}.`, headers);
}
