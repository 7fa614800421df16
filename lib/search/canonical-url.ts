import { isFormParameter, preferredHost, preferredPath, withoutAmp } from './page-aliases.ts';
import { truncate } from './text.ts';
import { isTracking } from './tracking.ts';

/** Characters that may stand bare in a path (RFC 3986), and those that no site encodes in a parameter. */
const BARE_IN_PATH = /[\w\-.~!$&'()*+,;=:@]/;
const BARE_IN_PARAMETER = /[\w\-.*]/;
/** A path that is canonical but for a slash at its end, as most are: plain segments, without `amp` and index pages. */
const PLAIN_PATH = /^(?:\/(?!amp(?:\/|$)|index\.)[\w\-.]+)*\/?$/i;
const INDEX_PAGE = /^index\.(?:html?|php)$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these stay encoded.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f<>]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are refused.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const MAX_URL_CHARS = 2_048;

/** Parses the address of a result; null for anything but http and https. */
export function parseHttpUrl(value: unknown): URL | null {
  // Empty and relative addresses are common, and the error for one takes long to create.
  if (typeof value !== 'string' || value.length > MAX_URL_CHARS || !/^https?:/i.test(value)) return null;
  if (CONTROL.test(value) || value !== value.trimEnd()) return null;
  try {
    return new URL(value);
  } catch {
    // Not an address: the engine invented it.
    return null;
  }
}

/**
 * A key that is equal for two addresses of the same page: it ignores the scheme, `www.`, the fragment, empty path
 * segments, `index.html`, the form of percent-encoding, the order of parameters, tracking parameters, and the mobile,
 * AMP and short forms of well-known sites.
 */
export function canonicalKey(url: URL): string {
  // URL has already removed the scheme's default port.
  const port = url.port ? `:${url.port}` : '';
  const host = preferredHost(bareHost(url));
  const { address, parameter } = preferredPath(`${host}${port}${canonicalPath(url.pathname)}`);
  const query = parameter === '' ? url.search.slice(1) : `${url.search.slice(1)}&${parameter}`;
  return `${address}${canonicalQuery(host, query)}${routeOf(url.hash)}`;
}

/** The host without `www.`. */
export function bareHost(url: { hostname: string }): string {
  const { hostname } = url;
  return hostname.slice(hostname.startsWith('www.') ? 4 : 0, hostname.endsWith('.') ? -1 : undefined);
}

/** The address as shown to people: `en.wikipedia.org › wiki › Node.js`. */
export function displayUrl(url: URL): string {
  const crumbs = url.pathname.split('/').filter(Boolean).map(decodeCrumb);
  return truncate([bareHost(url), ...crumbs].join(' › '), 200);
}

function canonicalPath(path: string): string {
  if (PLAIN_PATH.test(path)) return path.endsWith('/') ? path.slice(0, -1) : path;
  const segments = path
    .split('/')
    .filter(Boolean)
    .map((segment) => encodeEvenly(segment, BARE_IN_PATH));
  if (INDEX_PAGE.test(segments.at(-1) ?? '')) segments.pop();
  return ['', ...withoutAmp(segments)].join('/');
}

/** Compares bytes, not text: two addresses in an old encoding are not UTF-8, and would both read as `\ufffd`. */
function canonicalQuery(host: string, query: string): string {
  if (query === '') return '';
  const pairs = query
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', ...value] = pair.split('=').map((part) => encodeEvenly(part, BARE_IN_PARAMETER));
      return { name, pair: `${name}=${value.join('%3D')}` };
    })
    .filter(({ name, pair }) => !isTracking(host, name) && !isFormParameter(host, pair))
    .sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  return pairs.length === 0 ? '' : `?${pairs.map(({ pair }) => pair).join('&')}`;
}

/** Writes each character in one way: bare if it may be, else percent-encoded in upper case. */
function encodeEvenly(text: string, bare: RegExp): string {
  if (!/[^\w\-.]/.test(text)) return text;
  const plain = bare === BARE_IN_PARAMETER ? text.replaceAll('+', '%20') : text;
  return plain.replace(/%([\da-f]{2})|[^%]/gi, (written, hex: string | undefined) => {
    const char = hex === undefined ? written : String.fromCharCode(Number.parseInt(hex, 16));
    return bare.test(char) ? char : `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
}

/** A fragment that a script reads as a path: `#!/one` and `#/one`. Any other is a place in the page. */
function routeOf(fragment: string): string {
  if (fragment === '') return '';
  const route = /^#!?\/?(.*?)\/?$/s.exec(fragment)?.[1] ?? '';
  return /^#[!/]/.test(fragment) && route !== '' ? `#${route}` : '';
}

function decodeCrumb(crumb: string): string {
  if (!crumb.includes('%')) return crumb;
  try {
    return decodeURIComponent(crumb).replace(UNSAFE, encodeURIComponent);
  } catch {
    // A % that is not part of an encoded character.
    return crumb;
  }
}
