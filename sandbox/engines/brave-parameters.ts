import type { SandboxResponse } from '../upstream.ts';

/** The endpoints that the stand-in serves. */
export type BraveEndpoint = 'web' | 'images' | 'news' | 'videos' | 'suggest';

/** Maximum age in days for each value of `freshness`. */
export const FRESHNESS_DAYS: Readonly<Record<string, number>> = { pd: 1, pw: 7, pm: 31, py: 365 };
const SEARCH_LANGS =
  'ar eu bn bg ca zh-hans zh-hant hr cs da nl en en-gb et fi fr gl de gu he hi hu is it jp kn ko lv lt ms ml mr nb pl pt-br pt-pt pa ro ru sr sk sl es sv ta te th tr uk vi'.split(
    ' ',
  );
const COUNTRIES =
  'ALL AR AU AT BE BR CA CL DK FI FR DE HK IN ID IT JP KR MY MX NL NZ NO CN PL PT PH RU SA ZA ES SE CH TW TR GB US'.split(
    ' ',
  );
const RESULT_FILTERS = 'discussions faq infobox news query videos web locations summarizer'.split(' ');
const BOOLEANS = ['true', 'false', '1', '0'];

const LIMITS: Readonly<Record<BraveEndpoint, { count: number; offset: boolean; safe: readonly string[] }>> = {
  web: { count: 20, offset: true, safe: ['off', 'moderate', 'strict'] },
  images: { count: 200, offset: false, safe: ['off', 'strict'] },
  news: { count: 50, offset: true, safe: ['off', 'moderate', 'strict'] },
  videos: { count: 50, offset: true, safe: ['off', 'moderate', 'strict'] },
  suggest: { count: 20, offset: false, safe: [] },
};

/** The error reply to a parameter that the real service rejects; null when all parameters are valid. */
export function invalidParameter(endpoint: BraveEndpoint, query: URLSearchParams): SandboxResponse | null {
  const limits = LIMITS[endpoint];
  const q = query.get('q') ?? '';
  if (q === '' || q.length > 400 || q.split(/\s+/).length > 50) return validation('q', q);
  const among = (allowed: readonly string[]) => (text: string) => allowed.includes(text);
  const between = (min: number, max: number) => (text: string) =>
    /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
  const checks: [name: string, valid: (text: string) => boolean][] = [
    ['count', between(1, limits.count)],
    ['safesearch', among(limits.safe)],
    ['freshness', (text) => text in FRESHNESS_DAYS],
    ['search_lang', among(SEARCH_LANGS)],
    ['lang', among(SEARCH_LANGS)],
    ['country', among(COUNTRIES)],
    ['result_filter', (text) => text.split(',').every(among(RESULT_FILTERS))],
    ['text_decorations', among(BOOLEANS)],
    ['spellcheck', among(BOOLEANS)],
  ];
  if (limits.offset) checks.push(['offset', between(0, 9)]);
  for (const [name, valid] of checks) {
    const text = query.get(name);
    if (text !== null && !valid(text)) return validation(name, text);
  }
  return null;
}

function validation(name: string, input: string): SandboxResponse {
  return failure(422, 'VALIDATION', 'Unable to validate request parameter(s)', {
    errors: [{ type: 'value_error', loc: ['query', name], msg: 'Input is not valid', input }],
  });
}

export function failure(status: number, code: string, detail: string, meta: object): SandboxResponse {
  const id = '00000000-0000-4000-8000-000000000000';
  const time = Math.floor(Date.now() / 1_000);
  return { status, body: { type: 'ErrorResponse', error: { id, status, code, detail, meta }, time } };
}
