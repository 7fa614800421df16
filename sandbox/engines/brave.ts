import type { CorpusDocument } from '../corpus/document.ts';
import { CorpusIndex, changedAt, remembered } from '../corpus-index.ts';
import { correctSpelling } from '../spelling.ts';
import { BAD_KEY, type SandboxRequest, type SandboxResponse, type Upstream } from '../upstream.ts';

const index = new CorpusIndex({
  engine: 'brave',
  percent: {
    reference: 95,
    documentation: 95,
    'small-web': 45,
    news: 95,
    forum: 90,
    institution: 90,
    commercial: 95,
  },
  titleWeight: 3,
  everyWord: false,
});

const FRESHNESS_DAYS: Readonly<Record<string, number>> = { pd: 1, pw: 7, pm: 31, py: 365 };
const SEARCH_LANGS =
  'ar eu bn bg ca zh-hans zh-hant hr cs da nl en en-gb et fi fr gl de gu he hi hu is it jp kn ko lv lt ms ml mr nb pl pt-br pt-pt pa ro ru sr sk sl es sv ta te th tr uk vi'.split(
    ' ',
  );

/** Stand-in for the Brave Search API: as strict about parameters as the real one. */
export const brave: Upstream = {
  slug: 'brave',
  handle(request) {
    const token = request.headers['x-subscription-token'];
    if (!token || token === BAD_KEY) {
      return error(422, 'SUBSCRIPTION_TOKEN_INVALID', 'The provided subscription token is invalid.', {
        component: 'authentication',
      });
    }
    if (request.path !== '/res/v1/web/search') return error(404, 'NOT_FOUND', 'Not found', {});
    return invalidParameter(request.query) ?? webSearch(request);
  },
};

function webSearch({ query }: SandboxRequest): SandboxResponse {
  const q = query.get('q') ?? '';
  const altered = query.get('spellcheck') === 'false' ? null : correctSpelling(q);
  const count = Number(query.get('count') ?? 20);
  const offset = Number(query.get('offset') ?? 0);
  const found = index.search({
    text: altered ?? q,
    lang: (query.get('search_lang') ?? 'en').slice(0, 2),
    safe: query.get('safesearch') !== 'off',
    withinDays: FRESHNESS_DAYS[query.get('freshness') ?? ''],
  });
  const page = found.slice(offset * count, (offset + 1) * count);
  const body: Record<string, unknown> = {
    query: {
      original: q,
      ...(altered ? { altered } : {}),
      show_strict_warning: false,
      is_navigational: false,
      spellcheck_off: false,
      country: 'us',
      more_results_available: found.length > (offset + 1) * count,
    },
    mixed: { type: 'mixed', main: page.map((_, i) => ({ type: 'web', index: i, all: false })), top: [], side: [] },
    type: 'search',
  };
  // The real service leaves the block out when there is nothing in it.
  if (page.length > 0) body.web = { type: 'search', results: page.map(resultOf), family_friendly: true };
  return { status: 200, headers: rateHeaders, body };
}

/** Results hardly change: a stand-in that is cheap leaves the machine to what is being measured. */
const resultOf = remembered(result, 60_000);

function result(document: CorpusDocument): Record<string, unknown> {
  const url = new URL(document.url);
  const host = url.hostname.replace(/^www\./, '');
  const favicon = `https://imgs.search.brave.com/sandbox/rs:fit:32:32:1:0/g:ce/${Buffer.from(host).toString('base64url')}`;
  const changed = changedAt(document);
  return {
    title: withEntities(document.title),
    url: document.url,
    is_source_local: false,
    is_source_both: false,
    description: withEntities(document.text),
    ...(changed
      ? { page_age: changed.toISOString().slice(0, 19), age: describeAge(document.daysAgo ?? 0, changed) }
      : {}),
    profile: { name: host, url: document.url, long_name: host, img: favicon },
    language: document.lang ?? 'en',
    family_friendly: !document.adult,
    type: 'search_result',
    subtype: 'generic',
    is_live: false,
    ...(document.sitelinks
      ? {
          deep_results: {
            buttons: document.sitelinks.map((link) => ({ type: 'button_result', title: link.title, url: link.url })),
          },
        }
      : {}),
    meta_url: {
      scheme: url.protocol.slice(0, -1),
      netloc: host,
      hostname: url.hostname,
      favicon,
      path: url.pathname
        .split('/')
        .filter(Boolean)
        .map((crumb) => `› ${crumb}`)
        .join('  '),
    },
  };
}

const rateHeaders = {
  'x-ratelimit-limit': '50, 0',
  'x-ratelimit-policy': '50;w=1, 0;w=2592000',
  'x-ratelimit-remaining': '49, 0',
  'x-ratelimit-reset': '1, 1419704',
};

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Recent pages in relative words, older ones by their date, as the real service does. */
function describeAge(daysAgo: number, changed: Date): string {
  if (daysAgo < 1) return `${Math.max(1, Math.round(daysAgo * 24))} hours ago`;
  if (daysAgo < 7) return `${Math.round(daysAgo)} days ago`;
  return longDate.format(changed);
}

function invalidParameter(query: URLSearchParams): SandboxResponse | null {
  const q = query.get('q') ?? '';
  if (q === '' || q.length > 400 || q.split(/\s+/).length > 50) return validation('q', q);
  const ranges: [string, number, number][] = [
    ['count', 1, 20],
    ['offset', 0, 9],
  ];
  for (const [name, min, max] of ranges) {
    const text = query.get(name);
    if (text !== null && !(/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max))
      return validation(name, text);
  }
  const lists: [string, readonly string[]][] = [
    ['safesearch', ['off', 'moderate', 'strict']],
    ['freshness', Object.keys(FRESHNESS_DAYS)],
    ['search_lang', SEARCH_LANGS],
    ['text_decorations', ['true', 'false', '1', '0']],
    ['spellcheck', ['true', 'false', '1', '0']],
  ];
  for (const [name, allowed] of lists) {
    const text = query.get(name);
    if (text !== null && !allowed.includes(text)) return validation(name, text);
  }
  return null;
}

function validation(name: string, input: string): SandboxResponse {
  return error(422, 'VALIDATION', 'Unable to validate request parameter(s)', {
    errors: [{ type: 'value_error', loc: ['query', name], msg: 'Input is not valid', input }],
  });
}

function error(status: number, code: string, detail: string, meta: object): SandboxResponse {
  const id = '00000000-0000-4000-8000-000000000000';
  const time = Math.floor(Date.now() / 1_000);
  return { status, body: { type: 'ErrorResponse', error: { id, status, code, detail, meta }, time } };
}

/** The real service sends entities even where it sends no markup. */
function withEntities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;');
}
