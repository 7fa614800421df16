import { canonicalKey, parseHttpUrl } from '../search/canonical-url.ts';

/** A value that a server made up: nobody would type it, and no page is named so. */
const MADE_UP = /^(?=[^&;]*\d)[\w.!~-]{12,}$/;
/** How servers name the parameter by which they tell visitors without cookies apart. */
const SESSION = /sess|^sid$|^cftoken$/i;
/** A session in the path: `/page;jsessionid=5AC6268DD8D4D5D1FDF5D41E9F2FD960`. */
const SESSION_IN_PATH = /;([\w-]{1,40})=([\w.!~-]{12,200})(?=[/;?#]|$)/g;

/**
 * A key that is equal for two addresses of the same page: as in the results of a search (`canonicalKey`), and without the
 * session that some servers write into each link. `ignoresQuery`: what follows `?` makes no other page of it. Null for what is
 * no address of the web.
 */
export function pageKey(address: string, ignoresQuery = false): string | null {
  const url = parseHttpUrl(address);
  if (!url) return null;
  if (ignoresQuery) url.search = '';
  return canonicalKey(withoutSession(url));
}

function withoutSession(url: URL): URL {
  const isInPath = url.pathname.includes(';');
  if (!isInPath && !SESSION.test(url.search) && !/[?&]sid=/i.test(url.search)) return url;
  const bare = new URL(url);
  if (isInPath) {
    bare.pathname = url.pathname.replace(SESSION_IN_PATH, (given, name: string, value: string) =>
      SESSION.test(name) && MADE_UP.test(value) ? '' : given,
    );
  }
  // As text: to read the parameters would write them in another encoding.
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => !isSession(pair));
  bare.search = kept.join('&');
  return bare;
}

function isSession(pair: string): boolean {
  const equals = pair.indexOf('=');
  return equals > 0 && SESSION.test(pair.slice(0, equals)) && MADE_UP.test(pair.slice(equals + 1));
}
