import type { SandboxRequest, SandboxResponse } from '../upstream.ts';

/** The parts that Wikimedia's services share: the Action API's errors and limits, and the User-Agent check. */

const DOCREF =
  'See https://www.mediawiki.org/w/api.php for API usage. Subscribe to the mediawiki-api-announce mailing list for notice of API deprecations and breaking changes.';

/** Refuses callers with no User-Agent, or with only the name of an HTTP library. */
export function refuseAnonymous({ headers }: SandboxRequest): SandboxResponse | null {
  const agent = headers['user-agent'] ?? '';
  if (agent !== '' && agent !== 'node') return null;
  return {
    status: 403,
    body: 'Please set a user-agent and respect our robot policy https://w.wiki/4wJS.\n',
  };
}

/** An error of the Action API, which is sent with HTTP 200. */
export function apiError(code: string, info: string): SandboxResponse {
  return {
    status: 200,
    headers: { 'mediawiki-api-error': code },
    body: { error: { code, info, docref: DOCREF }, servedby: 'sandbox' },
  };
}

export function missingParameter(name: string): SandboxResponse {
  return apiError('missingparam', `The "${name}" parameter must be set.`);
}

export function unknownValue(name: string, value: string): SandboxResponse {
  return apiError('badvalue', `Unrecognized value for parameter "${name}": ${value}.`);
}

/** A whole number from the query: `fallback` when absent, an error when invalid, clamped to the range. */
export function wholeNumber(
  query: URLSearchParams,
  name: string,
  fallback: number,
  [min, max]: readonly [number, number],
): number | SandboxResponse {
  const text = query.get(name);
  if (text === null) return fallback;
  if (!/^-?\d+$/.test(text)) return apiError('badinteger', `Invalid value "${text}" for integer parameter "${name}".`);
  return Math.min(max, Math.max(min, Number(text)));
}

/** Without `format=json` the Action API replies with an HTML page. */
export function requireJson(query: URLSearchParams): SandboxResponse | null {
  if (query.get('format') === 'json') return null;
  return { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>MediaWiki API</title>' };
}

/** In format version 1 an empty string stands for true. */
export function yes(query: URLSearchParams): true | '' {
  return query.get('formatversion') === '2' ? true : '';
}

/** Text with the words of the query marked, as in search snippets. */
export function marked(text: string, query: string, className = 'searchmatch'): string {
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll("'", '&#039;')
    .replaceAll('"', '&quot;');
  const words = query.match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  if (words.length === 0) return escaped;
  return escaped.replace(
    new RegExp(`(?<![\\p{L}\\p{N}&#])(${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu'),
    `<span class="${className}">$1</span>`,
  );
}
