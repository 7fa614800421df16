import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Knobs } from '../../sandbox/knobs.ts';
import { healthOf } from '../harness/health.ts';
import { eventually } from '../harness/processes.ts';
import { redisContents } from '../harness/redis-contents.ts';
import { addWebs, newAccount, untilFailureIsRecorded } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import type { Reply } from '../harness/test-system.ts';

/** The replies in section 2.9 of the specification: exactly these keys. */
const translateResponse = z.strictObject({
  source: z.string(),
  target: z.string(),
  translated_text: z.string(),
  detected_lang: z.string(),
});
const languagesResponse = z.strictObject({
  languages: z.array(z.strictObject({ code: z.string().min(2), name: z.string().min(1) })),
});

const UNAVAILABLE = { detail: 'Translation is unavailable or not configured on this deployment.' };
const REQUIRED = ['This field is required.'];
const ONCE = ['Give this parameter once.'];
const some = [expect.stringMatching(/\S/)];

let app: TestApp;
/** Web processes: LibreTranslate (the first), DeepL, no backend, short texts, a short deadline, tight limits. */
let webs: Record<'deepl' | 'without' | 'short' | 'hurried' | 'limited', number>;

beforeAll(async () => {
  app = await TestApp.start({ env: { API_THROTTLE_SUSTAINED: 'off' } });
  app.addWorker({ TRANSLATE: 'deepl' });
  webs = await addWebs(app, {
    deepl: { TRANSLATE: 'deepl' },
    without: { TRANSLATE: '' },
    short: { TRANSLATE_MAX_CHARS: '20' },
    hurried: { TRANSLATE_DEADLINE_MS: '700' },
    limited: { API_THROTTLE_BURST: '3/min' },
  });
});
afterAll(() => app?.stop());
const fresh = () => app.reset();

type Options = Parameters<TestApp['get']>[1];
const PATH = '/api/v1/translate/';
const FORM = 'application/x-www-form-urlencoded';

const get = (params: Record<string, string> | string, options: Options = {}) =>
  app.get(`${PATH}?${new URLSearchParams(params)}`, options);
const post = (type: string, body: string, options: Options = {}) =>
  app.get(PATH, { method: 'POST', body, ...options, headers: { 'content-type': type } });
const postJson = (body: unknown, options: Options = {}) => post('application/json', JSON.stringify(body), options);

/** The three ways to send the same request. */
const ways: [string, (params: Record<string, string>, options?: Options) => Promise<Reply>][] = [
  ['GET', get],
  ['POST of a form', (params, options) => post(FORM, new URLSearchParams(params).toString(), options)],
  ['POST of JSON', postJson],
];

function translated(reply: Reply): z.infer<typeof translateResponse> {
  expect(reply.status, reply.text).toBe(200);
  return translateResponse.parse(reply.body);
}

function expectUnavailable(reply: Reply): void {
  expect(reply.status, reply.text).toBe(503);
  expect(reply.body).toEqual(UNAVAILABLE);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
}

describe('a text', () => {
  beforeAll(fresh);

  test.each(ways)('is translated by %s, with its language detected unless the request names it', async (_, send) => {
    expect(translated(await send({ q: 'Good morning!', target: 'de' }))).toEqual({
      source: 'auto',
      target: 'de',
      translated_text: 'Guten Morgen!',
      detected_lang: 'en',
    });
    const given = { q: 'Good morning!', target: 'de', source: 'en' };
    expect(translated(await send(given))).toEqual({
      source: 'en',
      target: 'de',
      translated_text: 'Guten Morgen!',
      detected_lang: '',
    });
  });

  test.each(ways)('can be called text in a %s', async (_, send) => {
    expect(translated(await send({ text: 'Thank you.', target: 'de' })).translated_text).toBe('Danke.');
  });

  test.each(['auto', 'AUTO', '', ' '])('is detected when the source is %j', async (source) => {
    const found = translated(await get({ q: 'Guten Morgen', target: 'en', source }));
    expect(found).toMatchObject({ source: 'auto', detected_lang: 'de', translated_text: 'Good morning' });
  });

  test('keeps its white space and line breaks', async () => {
    const q = '\n\n  Good morning!\n\nThank you.\r\n\t';
    for (const [, send] of ways) {
      const { translated_text: text } = translated(await send({ q, target: 'de', source: 'en' }));
      expect(text).toMatch(/^\n\n {2}Guten Morgen!\n\nDanke\.\r\n\t$/);
    }
  });

  test('is plain text: markup, quotes, plus signs and ampersands are kept', async () => {
    const q = '"1" + <2> & 3=4%20';
    for (const [, send] of ways) {
      expect(translated(await send({ q, target: 'de', source: 'en' })).translated_text).toBe(q);
    }
  });

  test('is sent to the backend once, and then served from the cache', async () => {
    await fresh();
    const params = { q: 'Good evening', target: 'fr', source: 'en' };
    expect(TestApp.outcomes(await postJson(params))).toEqual({ libretranslate: 'ok' });
    expect(TestApp.outcomes(await get(params))).toEqual({ libretranslate: 'cached' });
    const calls = (await app.calls('libretranslate')).filter(({ path }) => path === '/translate');
    expect(calls.map(({ method }) => method)).toEqual(['POST']);
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
      q: 'Good evening',
      source: 'en',
      target: 'fr',
      format: 'text',
    });
  });

  test('can be sent to the path without its trailing slash', async () => {
    const reply = await app.get('/api/v1/translate?q=Thank+you.&target=de');
    expect(translated(reply).translated_text).toBe('Danke.');
  });

  test('counts as a search only when it is translated; the list of languages never does', async () => {
    const { key } = await newAccount(app);
    const used = async () => (await app.get('/api/v1/key/', { key })).body.usage.searches;
    for (const [, send] of ways) expect((await send({ q: 'Thank you.', target: 'de' }, { key })).status).toBe(200);
    expect((await app.get(`${PATH}languages/`, { key })).status).toBe(200);
    expect((await get({ q: 'x', target: 'xx' }, { key })).status).toBe(400);
    expect((await get({ q: 'x' }, { key })).status).toBe(400);
    expect((await get({ q: 'x', target: 'de' }, { key, web: webs.without })).status).toBe(503);
    await eventually('usage is exact', async () => (await used()) === 3);
  });
});

describe('languages', () => {
  beforeAll(fresh);

  test('are those of the backend, with their codes and names', async () => {
    const reply = await app.get(`${PATH}languages/`);
    expect(reply.status).toBe(200);
    const { languages } = languagesResponse.parse(reply.body);
    expect(languages).toContainEqual({ code: 'de', name: 'German' });
    expect(languages).toContainEqual({ code: 'pt-BR', name: expect.stringMatching(/Portuguese/) });
    const offered = await (await fetch(`${app.sandboxUrl}/libretranslate/languages`)).json();
    expect(languages.map(({ code }) => code)).toEqual((offered as { code: string }[]).map(({ code }) => code));
  });

  test('are fetched once and cached for an hour', async () => {
    await fresh();
    await app.get(`${PATH}languages/`);
    const keys = await app.keys('{trib:cache*');
    expect(keys).toHaveLength(1);
    const ttl = await app.client.ttl(keys[0] as string);
    expect(ttl).toBeGreaterThan(3_500);
    expect(ttl).toBeLessThanOrEqual(3_600);
    await app.get(`${PATH}languages/`);
    await get({ q: 'x', target: 'de', source: 'en' });
    const asked = (await app.calls('libretranslate')).map(({ path }) => path);
    expect(asked).toEqual(['/languages', '/translate']);
  });

  test.each([
    ['de-AT', 'de'],
    ['DE', 'de'],
    ['de_CH', 'de'],
    ['pb', 'pt-BR'],
    ['PT_br', 'pt-BR'],
    ['pt-PT', 'pt'],
    ['en-GB', 'en'],
  ])('can be written %s for the backend’s %s, and the reply contains the latter', async (asked, used) => {
    const source = used === 'en' ? 'de' : 'en';
    expect(translated(await get({ q: 'x', target: asked, source }))).toMatchObject({ target: used });
    expect(translated(await get({ q: 'x', target: 'fr', source: asked }))).toMatchObject({ source: used });
  });

  test('that the backend does not support are reported together', async () => {
    const both = await get({ q: 'x', target: 'xx', source: 'yy' });
    expect(both.status).toBe(400);
    expect(both.body).toEqual({
      target: [expect.stringContaining('"xx"')],
      source: [expect.stringContaining('"yy"')],
    });
    expect((await get({ q: 'x', target: 'zh-TW' })).body).toEqual({ target: some });
    expect((await get({ q: 'x', target: 'de', source: 'tlh' })).body).toEqual({ source: some });
  });

  test.each([
    ['de', 'de'],
    ['de', 'DE'],
    ['de-AT', 'de'],
    ['de-AT', 'de-CH'],
    ['pt-BR', 'pb'],
  ])('that are the same (%s from %s) are refused', async (target, source) => {
    const reply = await get({ q: 'x', target, source });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ target: some });
  });
});

describe('an invalid request', () => {
  beforeAll(fresh);

  test.each<[string, Record<string, string>, Record<string, unknown>]>([
    ['nothing', {}, { q: REQUIRED, target: REQUIRED }],
    ['no text', { target: 'de' }, { q: REQUIRED }],
    ['an empty text', { q: '', target: 'de' }, { q: REQUIRED }],
    ['a text of white space', { q: ' \n\t', target: 'de' }, { q: REQUIRED }],
    ['an empty text by its other name', { text: ' ', target: 'de' }, { text: REQUIRED }],
    ['a text by both names', { q: 'a', text: 'a', target: 'de' }, { q: ['Give q or text, not both.'] }],
    ['no target', { q: 'a' }, { target: REQUIRED }],
    ['an empty target', { q: 'a', target: '' }, { target: REQUIRED }],
    ['no text and a bad target', { target: 'a b' }, { q: REQUIRED, target: some }],
    ['two bad languages', { q: 'a', target: '../x', source: '1' }, { target: some, source: some }],
    ['auto as a target', { q: 'a', target: 'auto' }, { target: some }],
    ['a target of markup', { q: 'a', target: '<b>' }, { target: some }],
  ])('%s', async (_, params, fields) => {
    for (const [, send] of ways) {
      const reply = await send(params);
      expect(reply.status, reply.text).toBe(400);
      expect(reply.body).toEqual(fields);
    }
  });

  test.each<[string, Record<string, unknown>]>([
    ['q=a&q=b&target=de', { q: ONCE }],
    ['text=a&text=b&target=de', { text: ONCE }],
    ['q=a&target=de&target=fr', { target: ONCE }],
    ['q=a&target=de&source=en&source=en', { source: ONCE }],
    ['q=a&q=b', { q: ONCE, target: REQUIRED }],
    ['target=de&target=de&source=!', { q: REQUIRED, target: ONCE, source: some }],
  ])('%s, in the address or in a form', async (params, fields) => {
    for (const reply of [await app.get(`${PATH}?${params}`), await post(FORM, params)]) {
      expect(reply.status, reply.text).toBe(400);
      expect(reply.body).toEqual(fields);
    }
  });

  test.each<[unknown, Record<string, unknown>]>([
    [{ q: 7, target: 'de' }, { q: some }],
    [{ q: null, target: 'de' }, { q: some }],
    [{ q: true, target: 'de' }, { q: some }],
    [{ q: { a: 1 }, target: 'de' }, { q: some }],
    [{ q: ['a', 'b'], target: 'de' }, { q: ONCE }],
    [{ q: ['a'], target: 'de' }, { q: ONCE }],
    [{ q: 'a', target: 7 }, { target: some }],
    [{ q: 'a', target: ['de'] }, { target: ONCE }],
    [{ q: 'a', target: 'de', source: {} }, { source: some }],
    [
      { q: 7, source: [] },
      { q: some, target: REQUIRED, source: ONCE },
    ],
    [{}, { q: REQUIRED, target: REQUIRED }],
  ])('JSON with values of the wrong type: %j', async (body, fields) => {
    const reply = await postJson(body);
    expect(reply.status, reply.text).toBe(400);
    expect(reply.body).toEqual(fields);
  });

  test.each([
    '',
    '{',
    '{"q":"a"',
    'null',
    '7',
    '"q"',
    '[]',
    '[{"q":"a","target":"de"}]',
    'q=a&target=de',
    '\u0000',
    '{q:1}',
  ])('JSON that is not an object: %j', async (body) => {
    const reply = await post('application/json', body);
    expect(reply.status, reply.text).toBe(400);
    expect(reply.body).toEqual({ detail: 'The body is not a form, nor a JSON object.' });
  });

  test('JSON that is nested too deeply is a 400 that says so', async () => {
    const nested = (depth: number) => `{"q":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)},"target":"de"}`;
    const reply = await post('application/json', nested(21));
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ detail: 'The body is nested too deeply.' });
    expect((await post('application/json', nested(20))).body).toEqual({ q: some });
  });

  test('__proto__ and the like have no effect in JSON, in a form or in the URL', async () => {
    const polluted = '{"__proto__":{"q":"a","target":"de"},"constructor":{"prototype":{"q":"a"}}}';
    const reply = await post('application/json', polluted);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ q: REQUIRED, target: REQUIRED });
    const form = '__proto__=a&__proto__[q]=a&constructor=b&toString=c';
    for (const found of [await post(FORM, form), await app.get(`${PATH}?${form}`)]) {
      expect(found.status).toBe(400);
      expect(found.body).toEqual({ q: REQUIRED, target: REQUIRED });
    }
    const ignored = '{"q":"Thank you.","target":"de","__proto__":{"source":"xx"},"colour":"red"}';
    expect(translated(await post('application/json', ignored)).translated_text).toBe('Danke.');
  });

  test.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/octet-stream', 'x'])(
    'a body of type %s is a 415',
    async (type) => {
      const reply = await post(type, 'q=a&target=de');
      expect(reply.status).toBe(415);
      expect(reply.body).toEqual({ detail: 'This content type is not supported.' });
    },
  );

  test.each(['application/json; charset=utf-8', 'APPLICATION/JSON'])('JSON can have the type %s', async (type) => {
    const reply = await post(type, '{"q":"Thank you.","target":"de"}');
    expect(translated(reply).translated_text).toBe('Danke.');
  });

  test('parameters in the URL of a POST are ignored', async () => {
    const reply = await app.get(`${PATH}?q=a&target=de`, {
      method: 'POST',
      headers: { 'content-type': FORM },
      body: 'colour=red',
    });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ q: REQUIRED, target: REQUIRED });
  });

  test('another method is a 405 that lists the allowed ones', async () => {
    const reply = await app.get(PATH, { method: 'PUT', body: 'x' });
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe('GET, POST');
    const languages = await app.get(`${PATH}languages/`, { method: 'POST', body: 'x' });
    expect(languages.status).toBe(405);
    expect(languages.headers.get('allow')).toBe('GET');
  });

  test('only valid requests and the list of languages reach the backend', async () => {
    const sent = (await app.calls('libretranslate')).filter(({ path }) => path === '/translate');
    expect(new Set(sent.map(({ body }) => JSON.parse(body).q))).toEqual(new Set(['Thank you.']));
  });
});

describe('a long text', () => {
  beforeAll(fresh);

  test('has at most the configured number of characters, counted as code points', async () => {
    const params = { target: 'de', source: 'en' };
    for (const [, send] of ways) {
      for (const letter of ['x', '🦊']) {
        const most = letter.repeat(20);
        expect((await send({ ...params, q: most }, { web: webs.short })).status).toBe(200);
        for (const name of ['q', 'text']) {
          const reply = await send({ ...params, [name]: `${most}${letter}` }, { web: webs.short });
          expect(reply.status).toBe(400);
          expect(reply.body).toEqual({ [name]: ['Ensure this field has no more than 20 characters.'] });
        }
      }
    }
  });

  test('of ten thousand characters of any kind is accepted in a form and in JSON', async () => {
    const params = { target: 'de', source: 'en' };
    await app.knobs('libretranslate', { status: 200, body: '{"translatedText":"kurz"}' });
    // The languages are already cached.
    for (const letter of ['x', 'ß', '🦊']) {
      for (const [, send] of ways.slice(1)) {
        expect((await send({ ...params, q: letter.repeat(10_000) })).status).toBe(200);
        expect((await send({ ...params, q: letter.repeat(10_001) })).status).toBe(400);
      }
    }
  });

  test('is accepted as well with every character escaped', async () => {
    await app.knobs('libretranslate', { status: 200, body: '{"translatedText":"kurz"}' });
    const escaped = `{"q":"${'\\ud83e\\udd8a'.repeat(10_000)}","target":"de","source":"en"}`;
    expect((await post('application/json', escaped)).status).toBe(200);
  });

  test('that needs more bytes than TRANSLATE_MAX_CHARS allows is a 413', async () => {
    const tooLong = { q: 'x'.repeat(20_000), target: 'de' };
    expect((await postJson(tooLong, { web: webs.short })).status).toBe(413);
    expect((await postJson(tooLong)).status).toBe(400);
  });

  test('that exceeds the size of a request is a 413', async () => {
    const reply = await postJson({ q: 'x'.repeat(2 * 1024 * 1024), target: 'de' });
    expect(reply.status).toBe(413);
    expect(reply.body).toEqual({ detail: 'The request is too large.' });
  });

  test('that the backend rejects as too long is a 400, not an outage', async () => {
    await fresh();
    const reply = await postJson({ q: 'x'.repeat(6_000), target: 'de', source: 'en' });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ target: some });
    expect((await healthOf(app.client, 'libretranslate-translate')).state).toBe('up');
  });
});

describe('without a backend', () => {
  test('both endpoints reply with the 503 of the specification', async () => {
    for (const [, send] of ways) {
      const reply = await send({ q: 'a', target: 'de' }, { web: webs.without });
      expect(reply.status).toBe(503);
      expect(reply.body).toEqual(UNAVAILABLE);
    }
    const languages = await app.get(`${PATH}languages/`, { web: webs.without });
    expect(languages.status).toBe(503);
    expect(languages.body).toEqual(UNAVAILABLE);
  });

  test('bad parameters are reported first', async () => {
    expect((await get({ q: 'a' }, { web: webs.without })).body).toEqual({ target: REQUIRED });
  });
});

describe('a backend that fails', () => {
  beforeEach(fresh);
  const TEXT = { q: 'Good morning!', target: 'de', source: 'en' };

  const faults: [string, Knobs][] = [
    ['refuses us', { status: 403, body: '{"error":"Invalid API key"}' }],
    ['wants a key', { status: 400, body: '{"error":"Visit https://x.example to get an API key"}' }],
    ['asks for patience', { status: 429, body: '{"error":"Slowdown: 30 per 1 minute"}' }],
    ['breaks', { status: 500, body: '{"error":"Cannot translate text: http://10.1.2.3/"}' }],
    ['sends a page', { mode: 'html' }],
    ['sends nonsense', { mode: 'garbage' }],
    ['sends too much', { mode: 'huge' }],
    ['sends a bomb', { mode: 'bomb' }],
    ['cuts the connection', { mode: 'reset' }],
    ['sends us elsewhere', { mode: 'redirect', location: '/deepl/v2/usage' }],
    ['sends something else', { status: 200, body: '{"hello":"world"}' }],
  ];

  test.each(faults)('because it %s gives the same 503 for the languages and for a text', async (_, knobs) => {
    await app.knobs('libretranslate', knobs);
    expectUnavailable(await app.get(`${PATH}languages/`));
    await fresh();
    await app.get(`${PATH}languages/`);
    await app.knobs('libretranslate', knobs);
    for (const [, send] of ways.slice(0, 2)) {
      const reply = await send(TEXT);
      expectUnavailable(reply);
      expect(reply.text).not.toMatch(/10\.1\.2\.3|API key/);
    }
  });

  test('because it never answers gives the same 503, by the deadline of translation', async () => {
    await app.knobs('libretranslate', { mode: 'hang' });
    expectUnavailable(await app.get(`${PATH}languages/`, { web: webs.hurried }));
    await fresh();
    await app.get(`${PATH}languages/`);
    await app.knobs('libretranslate', { mode: 'hang' });
    expectUnavailable(await get(TEXT, { web: webs.hurried }));
  });

  test('is suspended for as long as it asks', async () => {
    await app.get(`${PATH}languages/`);
    await app.knobs('libretranslate', { status: 429, headers: { 'retry-after': '77' } });
    const first = await get(TEXT);
    expectUnavailable(first);
    expect(first.headers.get('retry-after')).toBe('77');
    expect(TestApp.outcomes(first)).toEqual({ libretranslate: 'rate_limited' });
    await app.knobs('libretranslate', {});
    await untilFailureIsRecorded(app, 'libretranslate', 'translate');
    await app.refreshHealth();
    const second = await get({ ...TEXT, q: 'Good morning!!' });
    expectUnavailable(second);
    expect(Number(second.headers.get('retry-after'))).toBeLessThanOrEqual(77);
    expect(TestApp.outcomes(second)).toEqual({ libretranslate: 'suspended' });
  });

  test('because it rejects this text gives a 400 and is not suspended', async () => {
    await app.get(`${PATH}languages/`);
    await app.knobs('libretranslate', { status: 400, body: '{"error":"X is not available as a target from Y"}' });
    for (let i = 0; i < 4; i++) {
      const reply = await get({ ...TEXT, q: `Good morning! ${i}` });
      expect(reply.status).toBe(400);
      expect(reply.body).toEqual({ target: some });
    }
    await app.knobs('libretranslate', {});
    expect(translated(await get(TEXT)).translated_text).toBe('Guten Morgen!');
  });

  test('does not cost the caller any usage', async () => {
    const { key } = await newAccount(app);
    await app.knobs('libretranslate', { status: 500 });
    expect((await get(TEXT, { key })).status).toBe(503);
    const used = async () => (await app.get('/api/v1/key/', { key })).body.usage.searches;
    await eventually('it is taken back', async () => (await used()) === 0);
  });
});

describe('DeepL', () => {
  beforeEach(fresh);
  const deepl = () => ({ web: webs.deepl });

  test('translates in the same way, and returns the variant that it used', async () => {
    for (const [, send] of ways) {
      expect(translated(await send({ q: 'Good morning!', target: 'de' }, deepl()))).toEqual({
        source: 'auto',
        target: 'de',
        translated_text: 'Guten Morgen!',
        detected_lang: 'en',
      });
    }
    const given = { q: ' Guten Morgen\n', target: 'en', source: 'de-AT' };
    expect(translated(await get(given, deepl()))).toEqual({
      source: 'de',
      target: 'en-US',
      translated_text: ' Good morning\n',
      detected_lang: '',
    });
    const sent = (await app.calls('deepl')).filter(({ path }) => path === '/v2/translate');
    expect(JSON.parse(sent.at(-1)?.body ?? '')).toEqual({
      text: ['Guten Morgen'],
      target_lang: 'EN-US',
      source_lang: 'DE',
      preserve_formatting: true,
    });
    for (const { headers } of sent) expect(headers.authorization).toBe('DeepL-Auth-Key sandbox');
  });

  test('lists its languages, from the older list if the newer one is missing', async () => {
    const list = async () => languagesResponse.parse((await app.get(`${PATH}languages/`, deepl())).body).languages;
    expect((await list()).map(({ code }) => code)).toEqual(expect.arrayContaining(['de', 'en', 'en-US', 'pt-BR']));
    await fresh();
    await app.knobs('deepl', { status: 404, times: 1 });
    const older = (await list()).map(({ code }) => code);
    expect(older).toEqual(expect.arrayContaining(['de', 'en-GB', 'en-US', 'pt-BR']));
    expect(older).not.toContain('en');
    expect((await app.calls('deepl')).map(({ path }) => path)).toEqual(['/v3/languages', '/v2/languages']);
  });

  test('has English as a source and its variants as targets', async () => {
    const ask = async (source: string, target: string) => (await get({ q: 'x', source, target }, deepl())).body;
    expect(await ask('en-GB', 'de')).toMatchObject({ source: 'en', target: 'de' });
    expect(await ask('de', 'en-gb')).toMatchObject({ target: 'en-GB' });
    expect(await ask('de', 'pt')).toMatchObject({ target: 'pt-PT' });
    expect(await ask('de', 'xx')).toEqual({ target: some });
  });

  test.each<[string, Knobs]>([
    ['its quota is used up', { status: 456, body: '{"message":"Quota exceeded"}' }],
    ['it is overrun', { status: 529 }],
    ['it refuses our key', { status: 403 }],
    ['it is away', { status: 503 }],
    ['it cuts the connection', { mode: 'reset' }],
  ])('gives the same 503 when %s', async (_, knobs) => {
    await app.get(`${PATH}languages/`, deepl());
    await app.knobs('deepl', knobs);
    expectUnavailable(await get({ q: 'x', target: 'de' }, deepl()));
  });
});

describe('the order of checks:', () => {
  const MALFORMED: [string, string][] = [
    ['application/json', '{'],
    [FORM, ''],
    ['text/plain', 'x'],
  ];

  test('a bad key is a 401, whatever the body', async () => {
    for (const [type, body] of MALFORMED) {
      for (const key of ['', 'nonsense', `${app.key}x`]) {
        const reply = await post(type, body, { key });
        expect(reply.status, `${type} ${key}`).toBe(401);
      }
    }
  });

  test('an unknown key is refused before bad parameters', async () => {
    // The key is well formed but deleted, so only Redis can reject it.
    const { key, prefix } = await newAccount(app);
    await app.client.del(`{trib:accounts}:key:${prefix}`);
    expect((await post('application/json', '{', { key })).status).toBe(401);
    expect((await get({}, { key })).status).toBe(401);
  });

  test('the limits are checked before the parameters, and count a bad request', async () => {
    const { key } = await newAccount(app);
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await post('application/json', '{', { key, web: webs.limited })).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
  });
});

describe('the text of a translation', () => {
  const CANARY = 'canarytext4be1c07';

  test('is neither in the logs nor readable in Redis, not even while it is being translated', async () => {
    await fresh();
    await app.get(`${PATH}languages/`);
    await app.hold('libretranslate');
    const q = `${CANARY} ${'long '.repeat(500)}`;
    const under = ways.slice(1).map(([, send], i) => send({ q: `${q}${i}`, target: 'de', source: 'en' }));
    under.push(get({ q: CANARY, target: 'de', source: 'en' }));
    await eventually('they have reached the backend', async () => {
      return (await app.calls('libretranslate')).filter(({ body }) => body.includes(CANARY)).length === 3;
    });
    expect(await redisContents(app.client)).not.toContain(CANARY);
    await app.knobs('libretranslate', {});
    for (const reply of await Promise.all(under)) expect(translated(reply).translated_text).toContain(CANARY);
    await app.knobs('libretranslate', { status: 500 });
    expectUnavailable(await postJson({ q: `${CANARY} fails`, target: 'de', source: 'en' }));
    expect(await redisContents(app.client)).not.toContain(CANARY);
    for (const process of [...app.webs, ...app.workers]) expect(process.output).not.toContain(CANARY);
    const line = app.webs[0]?.lines.find(({ route }) => route === PATH);
    expect(line).toMatchObject({ msg: 'request' });
  });
});
