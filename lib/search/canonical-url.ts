import { withoutInvisible } from '../invisible-characters.ts';
import { nameTest, type Site, siteOf } from './sites.ts';
import { truncate } from './text.ts';
import { isTracking } from './tracking.ts';

/** Characters that may stand bare in a segment of a path (RFC 3986), and those that no site encodes in a parameter. */
const IN_PATH = {
  bare: /[\w\-.~!$&'()*+,;=:@]/,
  other: /%[\da-f]{2}|[^\w\-.~!$&'()*+,;=:@/%]/gi,
  // Most texts have nothing else, and need no further look.
  plain: /^[\w\-./]*$/,
};
const IN_PARAMETER = { bare: /[\w\-.*]/, other: /%[\da-f]{2}|[^\w\-.*%]/gi, plain: /^[\w\-.]*$/ };
/** A path that is canonical but for a slash at its end, as most are: no empty segment, `amp` or index page. */
const PLAIN_PATH = /^(?:\/(?!amp(?:\/|$)|index\.)[^/]+)*\/?$/i;
const INDEX_PAGE = /^index\.(?:html?|php)$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these stay encoded.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f<>]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are refused.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const MAX_URL_CHARS = 2_048;
/** Asks for the AMP form of a page on any site, or says by which button or letter a visitor came. */
const isForm = nameTest(`
  amp= amp=1 amp=true outputType=amp ref=newsletter ref=rss share=1 share=email share=facebook share=linkedin share=pinterest
  share=reddit share=telegram share=tumblr share=twitter share=whatsapp share=x`);
/** The ending of the AMP form of an article. */
const AMP_ENDING = /\.amp(?=(?:\.html?)?$)/;

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
  const host = bareHost(url);
  const site = siteOf(host);
  const path = canonicalPath(url.pathname);
  // URL has already removed the scheme's default port.
  const port = url.port ? `:${url.port}` : '';
  if (!site) return `${host}${port}${path}${canonicalQuery(url.search)}${routeOf(url.hash)}`;
  const preferred = site.host ? host.replace(...site.host) : host;
  const written = preferredPath(`${site.anyCase ? path.toLowerCase() : path}${url.search}`, site);
  const elsewhere = parseHttpUrl(written);
  if (elsewhere) return canonicalKey(elsewhere);
  const [ownPath = ''] = written.split('?', 1);
  const query = canonicalQuery(written.slice(ownPath.length), site);
  return `${preferred}${port}${canonicalPath(ownPath)}${query}${routeOf(url.hash)}`;
}

/** The site's preferred form of a path with its query. */
function preferredPath(written: string, { paths = [] }: Site): string {
  const [form, path] = paths.find(([form]) => form.test(written)) ?? [];
  return form && path !== undefined ? written.replace(form, path) : written;
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
  const even = encodeEvenly(path, IN_PATH);
  if (PLAIN_PATH.test(even) && !even.includes('.amp')) return even.endsWith('/') ? even.slice(0, -1) : even;
  const segments = even.split('/').filter(Boolean);
  if (INDEX_PAGE.test(segments.at(-1) ?? '')) segments.pop();
  return ['', ...withoutAmp(segments)].join('/');
}

/** Compares bytes, not text: two addresses in an old encoding are not UTF-8, and would both read as `\ufffd`. */
function canonicalQuery(search: string, site?: Site): string {
  if (search.length < 2) return '';
  const pairs: { name: string; pair: string }[] = [];
  for (const given of search.slice(1).split('&')) {
    if (given === '') continue;
    const equals = given.indexOf('=');
    const name = encodeEvenly(equals < 0 ? given : given.slice(0, equals), IN_PARAMETER);
    if (isTracking(site, name)) continue;
    const value = equals < 0 ? '' : encodeEvenly(given.slice(equals + 1), IN_PARAMETER);
    if (!isForm(name, value) && !site?.ignores(name, value)) pairs.push({ name, pair: `${name}=${value}` });
  }
  if (pairs.length === 0) return '';
  pairs.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  return `?${pairs.map(({ pair }) => pair).join('&')}`;
}

/**
 * The path without `amp` at its start or end, or `.amp`. What is beside it must look like the name of an article, because
 * `/dictionary/amp` is a page of its own.
 */
function withoutAmp(segments: readonly string[]): readonly string[] {
  const isArticle = (segment: string | undefined) => segment !== undefined && /[-\d.]/.test(segment);
  if (segments.at(-1) === 'amp' && isArticle(segments.at(-2))) return segments.slice(0, -1);
  if (segments[0] === 'amp' && isArticle(segments.at(-1))) return segments.slice(1);
  const last = segments.at(-1) ?? '';
  if (isArticle(last.split(AMP_ENDING, 1)[0])) return [...segments.slice(0, -1), last.replace(AMP_ENDING, '')];
  return segments;
}

/** Writes each character in one way: bare if it may be, else percent-encoded in upper case. */
function encodeEvenly(text: string, { bare, other, plain }: typeof IN_PATH): string {
  if (plain.test(text)) return text;
  const spaced = other === IN_PARAMETER.other ? text.replaceAll('+', '%20') : text;
  return spaced.replace(other, (written) => {
    const code = written.length === 3 ? Number.parseInt(written.slice(1), 16) : written.charCodeAt(0);
    const char = String.fromCharCode(code);
    return bare.test(char) ? char : `%${code.toString(16).toUpperCase().padStart(2, '0')}`;
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
    return withoutInvisible(decodeURIComponent(crumb).replace(UNSAFE, encodeURIComponent));
  } catch {
    // A % that is not part of an encoded character.
    return crumb;
  }
}
