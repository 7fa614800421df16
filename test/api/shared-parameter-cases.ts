/** One way to write the shared parameters of the search endpoints, with the expected reply. */
export interface ParameterCase {
  /** Describes the request, as the subject of a sentence. */
  name: string;
  /** The raw query string. */
  query: string;
  /** Parameter → its messages, or `some` for any message. Absent for a valid request. */
  bad?: Readonly<Record<string, readonly string[] | 'some'>>;
  /** Fields of the reply to a valid request. */
  reply?: Readonly<Record<string, unknown>>;
}

/** The parameters that a search endpoint takes in addition to `lang`, which all of them take. */
export interface Takes {
  /** `caption`: optional, and the reply's `query` is derived from it. */
  q: 'required' | 'caption';
  /** `listed`: the reply lists the engines that answered in `engine`. */
  engine: 'listed' | 'unlisted' | false;
  safe: boolean;
  page: boolean;
  date: boolean;
}

/** The parameters of the tabs. */
export const TAB: Takes = { q: 'required', engine: 'listed', safe: true, page: true, date: true };

const REQUIRED = ['This field is required.'];
const CAPTION = ['Give q (the caption) or query (a fallback).'];
const ONCE = ['Give this parameter once.'];

const encode = (params: Record<string, string>) => new URLSearchParams(params).toString();
const good = (name: string, params: Record<string, string>, reply: ParameterCase['reply'] = {}): ParameterCase => ({
  name,
  query: encode({ q: 'linux', ...params }),
  reply,
});
const bad = (name: string, field: string, value: string): ParameterCase => ({
  name,
  query: encode({ q: 'linux', [field]: value }),
  bad: { [field]: 'some' },
});
const shown = (value: string) =>
  value.length > 40 ? `${value.slice(0, 20)}… (${value.length})` : JSON.stringify(value);

const queries: ParameterCase[] = [
  { name: 'no q at all', query: '', bad: { q: REQUIRED } },
  { name: 'an empty q', query: 'q=', bad: { q: REQUIRED } },
  { name: 'a q of spaces, tabs and newlines', query: 'q=%20%09%0D%0A+', bad: { q: REQUIRED } },
  { name: 'a q of Unicode white space', query: 'q=%C2%A0%E3%80%80%E2%80%A8', bad: { q: REQUIRED } },
  { name: 'a q of nothing but control characters', query: 'q=%00%01%7F', bad: { q: REQUIRED } },
  good('a q of one character', { q: 'x' }, { query: 'x' }),
  good('a q of 1,000 characters', { q: 'a'.repeat(1_000) }, { query: 'a'.repeat(1_000) }),
  good('a q of 1,000 characters beyond the basic plane', { q: '🦊'.repeat(1_000) }, { query: '🦊'.repeat(1_000) }),
  good('a q of 1,000 characters between spaces', { q: `  ${'a'.repeat(1_000)}  ` }, { query: 'a'.repeat(1_000) }),
  good('a q of 1,000 characters once composed', { q: 'e\u0301'.repeat(1_000) }, { query: 'é'.repeat(1_000) }),
  bad('a q of 1,001 characters', 'q', 'a'.repeat(1_001)),
  bad('a q of 1,001 characters beyond the basic plane', 'q', '🦊'.repeat(1_001)),
  good('a q with spaces around it', { q: ' \t linux  \n' }, { query: 'linux' }),
  good('a q with spaces inside', { q: 'linux  kernel' }, { query: 'linux  kernel' }),
  good('a decomposed q', { q: 'cafe\u0301 A\u030angstro\u0308m' }, { query: 'café Ångström' }),
  good('a q with control characters', { q: 'li\u0000n\u0007ux\u001b[31m' }, { query: 'li\u0000n\u0007ux\u001b[31m' }),
  good('a q of emoji', { q: '🦊 👩‍👩‍👧‍👦 🏳️‍🌈' }, { query: '🦊 👩‍👩‍👧‍👦 🏳️‍🌈' }),
  good(
    'a right-to-left q',
    { q: 'مرحبا بالعالم \u202eabc\u202c שלום' },
    { query: 'مرحبا بالعالم \u202eabc\u202c שלום' },
  ),
  good(
    'a q that means something elsewhere',
    { q: `';--"<b>&amp;%00\${x}{{y}}\\` },
    { query: `';--"<b>&amp;%00\${x}{{y}}\\` },
  ),
  { name: 'a q with a plus for a space', query: 'q=linux+kernel', reply: { query: 'linux kernel' } },
  { name: 'a q that is no valid percent-encoding', query: 'q=%E0%A4%A', reply: {} },
];

const repeated: ParameterCase[] = [
  { name: 'q twice', query: 'q=linux&q=debian', bad: { q: ONCE } },
  { name: 'q twice with the same value', query: 'q=linux&q=linux', bad: { q: ONCE } },
  { name: 'q three times', query: 'q=a&q=b&q=c', bad: { q: ONCE } },
  { name: 'q twice, once empty', query: 'q=linux&q=', bad: { q: ONCE } },
  { name: 'lang twice', query: 'q=linux&lang=en&lang=de', bad: { lang: ONCE } },
  { name: 'q and lang twice', query: 'q=a&q=b&lang=&lang=', bad: { q: ONCE, lang: ONCE } },
];

const engines: ParameterCase[] = [
  bad('an unknown engine', 'engine', 'google'),
  bad('an unknown engine beside a known one', 'engine', 'engine_a,engine_d'),
  bad('an unknown engine beside all', 'engine', 'all,engine_d'),
  bad('an engine that names nothing', 'engine', ' , '),
  bad('an engine by its own name', 'engine', 'brave'),
  bad('the engine __proto__', 'engine', '__proto__'),
  bad('the engine constructor', 'engine', 'constructor'),
];

const enginesTwice = (listed: boolean): ParameterCase => ({
  name: 'engine twice',
  query: 'q=linux&engine=engine_c&engine=engine_a',
  reply: listed ? { engine: ['engine_a', 'engine_c'] } : {},
});

const unknown: ParameterCase[] = [
  { name: 'an unknown parameter', query: 'q=linux&colour=red&colour=blue', reply: { query: 'linux' } },
  { name: 'Q instead of q', query: 'Q=linux', bad: { q: REQUIRED } },
  { name: 'q[] instead of q', query: 'q[]=linux', bad: { q: REQUIRED } },
  { name: 'q[$ne] instead of q', query: 'q[$ne]=linux', bad: { q: REQUIRED } },
  { name: 'q[] and q[$ne] beside q', query: 'q=linux&q[]=a&q[$ne]=b&q[q]=c', reply: { query: 'linux' } },
  {
    name: '__proto__ and constructor',
    query: 'q=linux&__proto__=a&constructor=b&__proto__[q]=c&constructor[prototype][q]=d&toString=e&hasOwnProperty=f',
    reply: { query: 'linux' },
  },
  { name: '__proto__.q instead of q', query: '__proto__[q]=a&__proto__.q=b&__proto__=q', bad: { q: REQUIRED } },
];

const safe: ParameterCase[] = [
  ...['on', 'true', '1', 'yes', 'off', 'false', '0', 'no']
    .flatMap((value) => [value, value.toUpperCase(), value.charAt(0).toUpperCase() + value.slice(1)])
    .filter((value, index, all) => all.indexOf(value) === index)
    .map((value) => good(`safe=${value}`, { safe: value })),
  ...['', 'maybe', '2', 'strict', 'moderate', 'onn', 'on off', '__proto__', 'constructor', 'toString'].map((value) =>
    bad(`safe=${shown(value)}`, 'safe', value),
  ),
  { name: 'safe twice', query: 'q=linux&safe=on&safe=off', bad: { safe: ONCE } },
  {
    name: 'q, safe and lang twice',
    query: 'q=a&q=b&safe=on&safe=on&lang=&lang=',
    bad: { q: ONCE, safe: ONCE, lang: ONCE },
  },
];

const languages: ParameterCase[] = [
  ...['', 'en', 'de', 'EN-us', 'pt-BR', 'zh-Hans-CN', 'sr-Latn', 'tlh', 'ar'].map((value) =>
    good(`lang=${shown(value)}`, { lang: value }),
  ),
  ...[
    'e',
    'en_US',
    'english',
    'de-DE-1996',
    'english language',
    '123',
    'en-',
    '-en',
    '*',
    'en,de',
    ' ',
    '../en',
    '__proto__',
    'x'.repeat(200),
  ].map((value) => bad(`lang=${shown(value)}`, 'lang', value)),
];

const pages: ParameterCase[] = [
  ...[1, 2, 50].map((page) => good(`page=${page}`, { page: String(page) }, { page })),
  { name: 'no page', query: 'q=linux', reply: { page: 1 } },
  ...['0', '51', '-1', '1.5', '', ' ', 'one', '1e1', '0x1', '٣', '1,2', 'NaN', 'Infinity', '9'.repeat(30)].map(
    (value) => bad(`page=${shown(value)}`, 'page', value),
  ),
  { name: 'page twice', query: 'q=linux&page=1&page=2', bad: { page: ONCE } },
];

const dates: ParameterCase[] = [
  ...['d', 'w', 'm', 'y'].map((date) => good(`date=${date}`, { date })),
  ...['', 'x', 'D', 'day', '2026-01-01', 'd,w', 'toString', '__proto__'].map((value) =>
    bad(`date=${shown(value)}`, 'date', value),
  ),
  { name: 'date twice', query: 'q=linux&date=d&date=w', bad: { date: ONCE } },
];

/** Parameters that this endpoint does not have; any value is ignored. */
function foreign({ engine, safe, page, date }: Takes): ParameterCase[] {
  const strange = {
    ...(!engine && { engine: 'google' }),
    ...(!safe && { safe: 'perhaps' }),
    ...(!page && { page: '0' }),
    ...(!date && { date: 'x' }),
  };
  const names = Object.keys(strange);
  return names.length === 0 ? [] : [good(`nonsense in ${names.join(', ')}, which it does not take,`, strange)];
}

function everythingWrong({ engine, safe, page, date }: Takes): ParameterCase {
  const wrong = {
    lang: 'en_US',
    ...(engine && { engine: 'google' }),
    ...(safe && { safe: 'perhaps' }),
    ...(page && { page: '0' }),
    ...(date && { date: 'x' }),
  };
  const fields = Object.keys(wrong).map((name) => [name, 'some'] as const);
  return {
    name: 'every parameter wrong at once',
    query: encode(wrong),
    bad: { q: REQUIRED, ...Object.fromEntries(fields) },
  };
}

/** Every case for a search endpoint with these parameters. */
export function searchParameterCases(takes: Takes): ParameterCase[] {
  const { q, engine, safe: hasSafe, page, date } = takes;
  const cases = [
    ...(q === 'required' ? queries : []),
    ...repeated,
    ...(engine ? [enginesTwice(engine === 'listed'), ...engines] : []),
    ...unknown,
    ...(hasSafe ? safe : []),
    ...languages,
    ...(page ? pages : []),
    ...(date ? dates : []),
    ...foreign(takes),
    everythingWrong(takes),
  ];
  return q === 'required' ? cases : cases.map(asCaption);
}

/** The same case for an endpoint where `q` is a caption, which has another message for a missing one. */
function asCaption(one: ParameterCase): ParameterCase {
  return one.bad?.q === REQUIRED ? { ...one, bad: { ...one.bad, q: CAPTION } } : one;
}
