import { ApiError } from '../../lib/errors.ts';
import type { LimitOwner } from '../../lib/limits/admission.ts';

/** 429: a rate limit has no room. */
export function throttled(waitS: number, by: LimitOwner = 'key'): ApiError {
  const limit = by === 'account' ? " by the account's limit" : '';
  return limitReached(`Request was throttled${limit}. Expected available in`, waitS);
}

/** 429: the searches of the month are used up. */
export function monthUsedUp(waitS: number, by: LimitOwner): ApiError {
  const owner = by === 'account' ? ' of the account' : '';
  return limitReached(`Monthly search limit${owner} reached. Resets in`, waitS);
}

function limitReached(text: string, waitS: number): ApiError {
  return new ApiError(429, `${text} ${seconds(waitS)}.`, { 'retry-after': String(waitS) });
}

function seconds(count: number): string {
  return count === 1 ? '1 second' : `${count} seconds`;
}
