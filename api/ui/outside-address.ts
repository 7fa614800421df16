import { isPrivateAddress } from '../../lib/net/public-address.ts';
import { parseHttpUrl } from '../../lib/search/canonical-url.ts';

/**
 * The address of another site to which a page may lead, as it was written, but without a name and a password. Null for
 * anything but an http or https URL, and for an address of the visitor's own machine or network.
 */
export function outsideAddress(text: string): string | null {
  const url = parseHttpUrl(text);
  if (!url || isPrivateAddress(url.hostname)) return null;
  if (url.username === '' && url.password === '') return text;
  url.username = '';
  url.password = '';
  return url.href;
}
