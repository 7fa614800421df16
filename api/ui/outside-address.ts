import { isPrivateAddress } from '../../lib/net/public-address.ts';
import { parseHttpUrl } from '../../lib/search/canonical-url.ts';

/**
 * The address of another site to which a page may lead, as it was written, but without a name and a password. Null for
 * anything but an http or https URL, and for an address of the visitor's own machine or network.
 */
export function outsideAddress(text: string): string | null {
  const url = parseHttpUrl(text);
  return !url || isPrivateAddress(url.hostname) ? null : withoutCredentials(text);
}

/** The address as it was written, but without a name and a password. They are in no page, not even as an attribute. */
export function withoutCredentials(address: string): string {
  const url = parseHttpUrl(address);
  if (!url || (url.username === '' && url.password === '')) return address;
  url.username = '';
  url.password = '';
  return url.href;
}
