import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { BAD_KEY } from '../../sandbox/upstream.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox?.close());

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the wire holds; the assertions say what it must be.
  body: any;
}

async function call(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${sandbox.port}${path}`, init);
  const json = response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: json ? await response.json() : await response.text() };
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  call(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
const form = (path: string, fields: [string, string][], headers: Record<string, string> = {}) =>
  call(path, { method: 'POST', body: new URLSearchParams(fields), headers });

const sample = (name: string) =>
  JSON.parse(readFileSync(new URL(`../fixtures/upstreams/${name}.json`, import.meta.url), 'utf8'));
const keys = (object: object) => Object.keys(object).sort();

describe('libretranslate', () => {
  const translate = (body: object) => post('/libretranslate/translate', body);

  test('translates, with no more fields than asked for', async () => {
    const { status, body } = await translate({ q: 'Hello', source: 'en', target: 'fr', format: 'text' });
    expect(status).toBe(200);
    expect(body).toEqual(sample('libretranslate-translate'));
  });

  test('tells the language it detected only when asked to detect', async () => {
    const { body } = await translate({ q: 'Hello', source: 'auto', target: 'fr', alternatives: 1 });
    const real = sample('libretranslate-translate-auto');
    expect(keys(body)).toEqual(keys(real));
    expect(keys(body.detectedLanguage)).toEqual(keys(real.detectedLanguage));
    expect(body).toMatchObject({ translatedText: 'Bonjour', detectedLanguage: { language: 'en' } });
  });

  test('takes a list, and a form', async () => {
    const list = await translate({ q: ['Guten Morgen', 'Merci'], source: 'auto', target: 'en' });
    expect(list.body.translatedText).toEqual(['Good morning', 'Thank you']);
    expect(list.body.detectedLanguage.map((one: { language: string }) => one.language)).toEqual(['de', 'fr']);
    const { body } = await form('/libretranslate/translate', [
      ['q', 'Good night'],
      ['source', 'en'],
      ['target', 'de'],
    ]);
    expect(body).toEqual({ translatedText: 'Gute Nacht' });
  });

  test('knows codes in any case, and both kinds of Portuguese', async () => {
    expect((await translate({ q: 'water', source: 'EN', target: 'pt-BR' })).body.translatedText).toBe('água');
    expect((await translate({ q: 'water', source: 'en', target: 'pb' })).body.translatedText).toBe('água');
  });

  test('takes what it cannot tell for English, without confidence', async () => {
    const { body } = await translate({ q: '🙂', source: 'auto', target: 'de' });
    expect(body).toEqual({ translatedText: '🙂', detectedLanguage: { confidence: 0, language: 'en' } });
  });

  test('leaves tags alone in HTML', async () => {
    const { body } = await translate({ q: '<p>Hello</p>', source: 'en', target: 'de', format: 'html' });
    expect(body.translatedText).toBe('<p>Hallo</p>');
  });

  test.each([
    [{ source: 'en', target: 'de' }, 400, 'Invalid request: missing q parameter'],
    [{ q: 'a', target: 'de' }, 400, 'Invalid request: missing source parameter'],
    [{ q: 'a', source: 'en' }, 400, 'Invalid request: missing target parameter'],
    [{ q: 'a', source: 'en', target: 'zz' }, 400, 'zz is not supported'],
    [{ q: 'a', source: 'zz', target: 'en' }, 400, 'zz is not supported'],
    [{ q: 'a', source: 'en', target: 'de', format: 'rtf' }, 400, 'rtf format is not supported'],
    [{ q: 'a', source: 'en', target: 'de', api_key: BAD_KEY }, 403, 'Invalid API key'],
    [
      { q: 'x'.repeat(5_001), source: 'en', target: 'de' },
      400,
      'Invalid request: request (5001) exceeds text limit (5000)',
    ],
  ])('refuses %j', async (body, status, error) => {
    expect(await translate(body)).toEqual({ status, body: { error } });
  });

  test('refuses in the words of the real one', async () => {
    expect((await translate({ q: 'a', source: 'en', target: 'zz' })).body).toEqual(sample('libretranslate-error'));
    expect((await post('/libretranslate/detect', { q: 'a', api_key: BAD_KEY })).body).toEqual(
      sample('libretranslate-error-key'),
    );
  });

  test('refuses GET, and what is not JSON', async () => {
    expect((await call('/libretranslate/translate?q=a&source=en&target=de')).status).toBe(405);
    const broken = await call('/libretranslate/translate', {
      method: 'POST',
      body: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect(broken.status).toBe(400);
    expect(keys(broken.body)).toEqual(['error']);
  });

  test('detects, best first', async () => {
    const { body } = await post('/libretranslate/detect', { q: 'Où est la gare ?' });
    expect(keys(body[0])).toEqual(keys(sample('libretranslate-detect')[0]));
    expect(body[0].language).toBe('fr');
    const confidences = body.map((one: { confidence: number }) => one.confidence);
    expect(confidences).toEqual(confidences.toSorted((a: number, b: number) => b - a));
    expect((await post('/libretranslate/detect', {})).body).toEqual({ error: 'Invalid request: missing q parameter' });
  });

  test('lists its languages, named in the language of the client', async () => {
    const { body } = await call('/libretranslate/languages');
    expect(keys(body[0])).toEqual(keys(sample('libretranslate-languages')[0]));
    expect(body.map((one: { code: string }) => one.code)).toContain('pt-BR');
    expect(body[0].targets).toHaveLength(body.length);
    const french = await call('/libretranslate/languages', { headers: { 'accept-language': 'fr-FR, en;q=0.5' } });
    expect(french.body.find((one: { code: string }) => one.code === 'de').name).toBe('allemand');
  });

  test('is healthy', async () => {
    expect((await call('/libretranslate/health')).body).toEqual(sample('libretranslate-health'));
  });
});

describe('deepl', () => {
  const auth = { authorization: 'DeepL-Auth-Key x:fx' };
  const translate = (body: object) => post('/deepl/v2/translate', body, auth);

  test('translates and tells the source, given or not', async () => {
    const { status, body } = await translate({ text: ['Hello, world!'], target_lang: 'DE' });
    expect(status).toBe(200);
    expect(body).toEqual(sample('deepl-translate'));
    const given = await translate({ text: ['Gift'], target_lang: 'EN-US', source_lang: 'DE' });
    expect(given.body.translations).toEqual([{ detected_source_language: 'DE', text: '⟦untranslated: Gift⟧' }]);
  });

  test('takes several texts, and a form', async () => {
    const { body } = await form(
      '/deepl/v2/translate',
      [
        ['text', 'Bonjour'],
        ['text', 'Guten Abend'],
        ['target_lang', 'en-gb'],
      ],
      auth,
    );
    expect(body.translations).toEqual([
      { detected_source_language: 'FR', text: 'Hello' },
      { detected_source_language: 'DE', text: 'Good evening' },
    ]);
  });

  test.each([
    [{ text: 'Hello', target_lang: 'DE' }, /'text' must be an array/],
    [{ target_lang: 'DE' }, /^Parameter 'text' not specified/],
    [{ text: ['Hello'] }, /^Parameter 'target_lang' not specified/],
    [{ text: ['Hello'], target_lang: 'ZZ' }, /^Value for 'target_lang' not supported/],
    [{ text: ['Hello'], target_lang: 'DE', source_lang: 'auto' }, /^Value for 'source_lang' not supported/],
    [{ text: ['Hello'], target_lang: 'DE', source_lang: 'EN-US' }, /^Value for 'source_lang' not supported/],
  ])('refuses %j', async (asked, message) => {
    const { status, body } = await translate(asked);
    expect(status).toBe(400);
    expect(keys(body)).toEqual(keys(sample('deepl-error')));
    expect(body.message).toMatch(message);
  });

  test('refuses a body that is too large', async () => {
    expect((await translate({ text: ['x'.repeat(129 * 1_024)], target_lang: 'DE' })).status).toBe(413);
  });

  test.each([{}, { authorization: `DeepL-Auth-Key ${BAD_KEY}` }, { authorization: 'Bearer x' }])(
    'lets nobody in with %j',
    async (headers: Record<string, string>) => {
      expect((await call('/deepl/v2/usage', { headers })).status).toBe(403);
      expect((await post('/deepl/v2/translate', { text: ['Hello'], target_lang: 'DE' }, headers)).status).toBe(403);
    },
  );

  test('lists its languages, the old way and the new', async () => {
    const target = await call('/deepl/v2/languages?type=target', { headers: auth });
    expect(keys(target.body[0])).toEqual(keys(sample('deepl-languages-v2-target')[0]));
    const codes = target.body.map((one: { language: string }) => one.language);
    expect(codes).toEqual(expect.arrayContaining(['EN-US', 'PT-BR', 'DE']));
    expect(codes).not.toContain('EN');
    const source = await call('/deepl/v2/languages', { headers: auth });
    expect(source.body).toContainEqual({ language: 'EN', name: 'English' });
    expect((await call('/deepl/v2/languages?type=both', { headers: auth })).status).toBe(400);

    const real = sample('deepl-languages');
    const { body } = await call('/deepl/v3/languages?resource=translate_text', { headers: auth });
    expect(keys(body[0])).toEqual(keys(real[0]));
    for (const lang of ['en', 'en-US']) {
      const { features: _, ...expected } = real.find((one: { lang: string }) => one.lang === lang);
      expect(body.find((one: { lang: string }) => one.lang === lang)).toMatchObject(expected);
    }
  });

  test('counts the characters that it translates', async () => {
    const usage = async () => (await call('/deepl/v2/usage', { headers: auth })).body;
    const before = await usage();
    expect(keys(before)).toEqual(keys(sample('deepl-usage')));
    await translate({ text: ['Hello', 'world'], target_lang: 'DE' });
    expect((await usage()).character_count).toBe(before.character_count + 10);
  });
});
