import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config/config.ts';
import { ApiError } from '../errors.ts';
import { askedHostname } from '../net/asked-host.ts';
import { isLoopback } from '../net/loopback.ts';

/**
 * Why a request may not read the metrics; null if it may. It needs the token if one is set. Otherwise only requests from
 * this machine that no proxy forwarded may, and only on an instance for this machine: elsewhere a proxy on the same
 * machine may forward without saying so. They ask for this machine by its own name, because any other name that leads here
 * may be that of a website in someone's browser.
 */
export function metricsRefusal(
  headers: IncomingHttpHeaders,
  remoteAddress: string,
  { metricsToken: token, host, publicUrl }: Pick<Config, 'metricsToken' | 'host' | 'publicUrl'>,
): ApiError | null {
  if (token !== '') {
    const given = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    if (timingSafeEqual(digest(given), digest(token))) return null;
    return new ApiError(401, 'Give the metrics token.', { 'www-authenticate': 'Bearer' });
  }
  if (!isLoopback(host) || (publicUrl !== '' && !isLoopback(new URL(publicUrl).hostname))) {
    return new ApiError(403, 'Set METRICS_TOKEN to read the metrics of an instance that other machines can reach.');
  }
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded;
  const asksForThis = isLoopback(askedHostname(headers.host));
  if (isLoopback(remoteAddress) && forwarded === undefined && asksForThis) return null;
  return new ApiError(403, 'Metrics are for this machine only, unless METRICS_TOKEN is set.');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
