import { truncate } from './text.ts';

const TRACKING =
  /^(utm_.*|mc_.*|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|srsltid|yclid|twclid|ttclid|li_fat_id|igshid|_ga|_gl|_hsenc|_hsmi|mkt_tok|ref_src)$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these stay encoded.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f<>]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are refused.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const MAX_URL_CHARS = 2_048;

/** Parses the address of a result; null for anything but http and https. */
export function parseHttpUrl(value: unknown): URL | null {
  if (typeof value !== 'string' || value.length > MAX_URL_CHARS || CONTROL.test(value) || value !== value.trim())
    return null;
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    return null;
  }
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '' ? url : null;
}

/**
 * A key that is equal for two addresses of the same page: it ignores the scheme, `www.`, the fragment, a trailing
 * slash, the order of parameters and tracking parameters.
 */
export function canonicalKey(url: URL): string {
  // URL has already removed the scheme's default port.
  const port = url.port ? `:${url.port}` : '';
  const path = url.pathname.replace(/\/+$/, '');
  return `${bareHost(url)}${port}${path}${canonicalQuery(url)}`;
}

/** The host without `www.`. */
export function bareHost(url: { hostname: string }): string {
  return url.hostname.replace(/^www\./, '').replace(/\.$/, '');
}

/** The address as shown to people: `en.wikipedia.org › wiki › Node.js`. */
export function displayUrl(url: URL): string {
  const crumbs = url.pathname.split('/').filter(Boolean).map(decodeCrumb);
  return truncate([bareHost(url), ...crumbs].join(' › '), 200);
}

function canonicalQuery(url: URL): string {
  if (url.search === '') return '';
  const kept = new URLSearchParams([...url.searchParams].filter(([name]) => !TRACKING.test(name)));
  kept.sort();
  const text = kept.toString();
  return text === '' ? '' : `?${text}`;
}

function decodeCrumb(crumb: string): string {
  if (!crumb.includes('%')) return crumb;
  try {
    return decodeURIComponent(crumb).replace(UNSAFE, encodeURIComponent);
  } catch {
    return crumb;
  }
}
