import { ApiError } from '../../lib/errors.ts';
import type { Admission, LimitOwner } from '../../lib/limits/verdict.ts';
import type { RequestReason } from '../../lib/requests/request-reason.ts';
import type { Metrics } from '../metrics.ts';

/** A decision not to admit a request whose key exists. */
type Refused = Exclude<Admission, { verdict: 'admitted' | 'unknown' }>;

/** The reply to a request that is not admitted. It is counted by its reason. */
export function refusalOf(admission: Refused, metrics: Metrics, lacks?: (scope: string) => string): ApiError {
  switch (admission.verdict) {
    case 'disabled':
      return new ApiError(403, 'User account is disabled.', {}, 'disabled');
    case 'switched-off':
      return new ApiError(403, 'API key is disabled.', {}, 'switched_off');
    case 'outside-addresses':
      metrics.countRefusal('address');
      return new ApiError(403, 'This API key may not be used from this address.', {}, 'address');
    case 'outside-scope':
      metrics.countRefusal('scope');
      return new ApiError(
        403,
        `This API key lacks the scope "${admission.scope}".`,
        lacks && { 'www-authenticate': lacks(admission.scope) },
        'scope',
      );
    case 'throttled':
      metrics.countRefusal('rate');
      return throttled(admission.waitS, admission.rate, admission.by);
    case 'too-many-at-once':
      metrics.countRefusal('parallel');
      return tooManyAtOnce(admission.waitS, admission.by);
    case 'month-used-up':
      metrics.countRefusal('month');
      return monthUsedUp(admission.waitS, admission.by);
  }
}

/** 429: a rate limit has no room. */
export function throttled(waitS: number, reason: RequestReason, by: LimitOwner = 'key'): ApiError {
  const limit = by === 'account' ? " by the account's limit" : '';
  return limitReached(`Request was throttled${limit}. Expected available in`, waitS, reason);
}

function tooManyAtOnce(waitS: number, by: LimitOwner): ApiError {
  return limitReached(
    `Request was throttled: the ${by} has too many requests at a time. Try again in`,
    waitS,
    'parallel',
  );
}

function monthUsedUp(waitS: number, by: LimitOwner): ApiError {
  const owner = by === 'account' ? ' of the account' : '';
  return limitReached(`Monthly search limit${owner} reached. Resets in`, waitS, 'month');
}

function limitReached(text: string, waitS: number, reason: RequestReason): ApiError {
  return new ApiError(429, `${text} ${seconds(waitS)}.`, { 'retry-after': String(waitS) }, reason);
}

function seconds(count: number): string {
  return count === 1 ? '1 second' : `${count} seconds`;
}
