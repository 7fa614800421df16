import { isLoopback } from '../net/loopback.ts';

const MAX_CHARS = 2_000;
/** Schemes that a browser runs or opens itself. Any other scheme belongs to a program on the person's machine. */
const OF_BROWSERS = ['javascript:', 'data:', 'file:', 'blob:', 'vbscript:', 'about:'];

/** Whether a client may have its answers sent here: https, http on the person's own machine, or a private scheme. */
export function isRedirectAddress(text: string): boolean {
  if (text.length > MAX_CHARS || !URL.canParse(text)) return false;
  const { protocol, hostname, hash, username, password } = new URL(text);
  if (hash !== '' || text.includes('#') || username !== '' || password !== '') return false;
  return protocol === 'http:' ? isLoopback(hostname) : !OF_BROWSERS.includes(protocol);
}

/** Whether an address leads to the person's own machine over http. */
export function isLoopbackAddress(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  return protocol === 'http:' && isLoopback(hostname);
}

/**
 * Whether an answer may be sent to this address: it must be one of the client's as text. Only the port of an address on the
 * person's own machine is free, because programs take any that nobody uses (RFC 8252).
 */
export function matchesRedirect(given: string, own: readonly string[]): boolean {
  if (!isRedirectAddress(given)) return false;
  if (own.includes(given)) return true;
  return isLoopbackAddress(given) && own.some((one) => isLoopbackAddress(one) && portless(one) === portless(given));
}

function portless(text: string): string {
  const url = new URL(text);
  url.port = '';
  return url.href;
}

/** What people are shown of an address: its host, or the scheme of a program on their machine. */
export function shownHost(text: string): string {
  const { protocol, host } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol;
}
