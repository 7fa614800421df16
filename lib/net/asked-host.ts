import type { Config } from '../config/config.ts';
import { isLoopback } from './loopback.ts';
import { isPublicHost } from './public-address.ts';

/** The name or address in a `Host` header, without its port; empty if it cannot be read. */
export function askedHostname(header = ''): string {
  const url = `http://${header}`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}

/**
 * Whether a request to an instance on loopback asks for a name that may be another site's. That site can let its name lead
 * to the visitor's own machine (DNS rebinding), and would then read the pages of the instance as its own. Behind a trusted
 * proxy any name will do: some pass on a name of their own.
 */
export function asksForOtherSite(
  header: string | undefined,
  { host, publicUrl, trustProxy }: Pick<Config, 'host' | 'publicUrl' | 'trustProxy'>,
): boolean {
  if (!isLoopback(host) || trustProxy.length > 0) return false;
  const asked = askedHostname(header);
  return isPublicHost(asked) && (publicUrl === '' || asked !== new URL(publicUrl).hostname);
}
