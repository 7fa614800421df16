import type { z } from 'zod';
import { NestedTooDeeply, parseShallowJson } from '../json-depth.ts';
import { UpstreamFailure } from '../outcome.ts';
import type { UpstreamResponse } from './adapter.ts';

const MAX_RETRY_AFTER_MS = 3_600_000;
/** How services that sell searches say that none are left, with the status of a rate limit. */
export const NONE_LEFT = /run out of|used (?:up )?all|not enough|insufficient/i;

/**
 * Throws unless the status is 2xx, with the failure code that the status usually means. Adapters check their own error
 * codes first.
 */
export function requireOk(response: UpstreamResponse): void {
  const { status } = response;
  if (status >= 200 && status < 300) return;
  // Public services want to know whom to write to.
  if (status === 403 && /user.?agent/i.test(response.body.slice(0, 2_000))) {
    const reason = 'wants the contact of the operator: set CONTACT (HTTP 403)';
    throw new UpstreamFailure('refused', reason, undefined, true);
  }
  if (status === 402 || (status === 429 && NONE_LEFT.test(response.body.slice(0, 2_000)))) throw spent(response);
  if (status === 401 || status === 403) {
    // A wrong key is refused with any query; a firewall may refuse a query.
    throw new UpstreamFailure('refused', `refused our credentials (HTTP ${status})`, undefined, status !== 401);
  }
  if (status === 429) {
    throw new UpstreamFailure('rate_limited', 'asks us to slow down (HTTP 429)', retryAfterMs(response));
  }
  if (status === 408) throw new UpstreamFailure('timeout', 'timed out (HTTP 408)');
  if (status >= 400 && status < 500) throw new UpstreamFailure('rejected', `rejected the request (HTTP ${status})`);
  if (status >= 300 && status < 400) throw new UpstreamFailure('upstream', `redirects elsewhere (HTTP ${status})`);
  throw new UpstreamFailure('upstream', `failed (HTTP ${status})`, retryAfterMs(response));
}

/**
 * The failure of a service where nothing is left of what we paid for. It returns on a date that few services tell, so we
 * ask again in an hour.
 */
export function spent(response: UpstreamResponse): UpstreamFailure {
  const reason = `our searches there are used up (HTTP ${response.status})`;
  return new UpstreamFailure('rate_limited', reason, retryAfterMs(response) ?? MAX_RETRY_AFTER_MS);
}

/** Parses the body as JSON of the given shape; an HTML page or anything else is an upstream failure. */
export function readJson<T>(response: UpstreamResponse, schema: z.ZodType<T>): T {
  if (/^\s*text\/html/i.test(response.headers['content-type'] ?? '')) {
    if (/captcha|altcha|challenge-form/i.test(response.body))
      throw new UpstreamFailure('refused', 'asks for a captcha');
    throw new UpstreamFailure('upstream', 'answered with a web page instead of JSON');
  }
  let parsed: unknown;
  try {
    parsed = parseShallowJson(response.body);
  } catch (error) {
    const what = error instanceof NestedTooDeeply ? 'JSON that is nested too deeply' : 'something that is not JSON';
    throw new UpstreamFailure('upstream', `answered with ${what}`);
  }
  const result = schema.safeParse(parsed);
  if (!result.success) throw new UpstreamFailure('upstream', 'answered with JSON of an unknown shape');
  return result.data;
}

/**
 * Reads `Retry-After` in seconds or as a date, at most an hour; undefined if it is missing or invalid. A date is a time
 * of the upstream's clock, as the `Date` of its response is. Without that, it says nothing.
 */
export function retryAfterMs(response: Pick<UpstreamResponse, 'headers'>): number | undefined {
  const text = response.headers['retry-after']?.trim();
  if (!text) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(text)
    ? Number(text) * 1_000
    : /^([A-Z][a-z]+,? |\d{4}-)/.test(text)
      ? Date.parse(text) - Date.parse(response.headers.date ?? '')
      : Number.NaN;
  if (!Number.isFinite(ms)) return undefined;
  return Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}
