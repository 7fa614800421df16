import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readUsage, usagePeriod } from '../../lib/limits/usage.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { Person } from './person.ts';

let app: TestApp;
let ada: Person;
let webs: Record<'short' | 'limited', number>;

beforeAll(async () => {
  app = await TestApp.start();
  webs = await addWebs(app, { short: { TRANSLATE_MAX_CHARS: '20' }, limited: { API_THROTTLE_BURST: '1/min' } });
  ada = await Person.signedIn(app, 'ada');
});
afterAll(() => app.stop());
afterEach(() => app.reset());

const MORNING = { text: 'good morning', source: 'auto', target: 'de' };
const translate = (fields: Record<string, string>, person = ada) =>
  person.sendFrom('/?tab=translate', '/translate', fields);
const typed = async (fields: Record<string, string>, person = ada) => {
  const { status, headers, html } = await person.sendFrom('/?tab=translate', '/translate.json', fields);
  return { status, headers, body: JSON.parse(html) };
};
const chosen = (html: string, name: string) =>
  /<option value="([^"]*)" selected/.exec(
    new RegExp(`<select name="${name}".*?</select>`, 's').exec(html)?.[0] ?? '',
  )?.[1];
const usageOf = async (username: string) =>
  (await readUsage(app.client, { username }, usagePeriod(new Date()).month)).searches;

describe('the form', () => {
  test('has two panes, the languages by their names, and the query as its text', async () => {
    const { html } = await ada.get('/?tab=translate&q=good+morning');
    expect(html).toMatch(/<textarea [^>]*name="text"[^>]*dir="auto"[^>]*>good morning<\/textarea>/);
    expect(html).toMatch(/<option value="de"[^>]*>German<\/option>/);
    expect(html).toContain('12 / 10,000');
    expect(chosen(html, 'source')).toBe('auto');
    expect(html).toMatch(/id="translation"[^>]*dir="auto"/);
  });

  test('is in the language of the page, and translates to it', async () => {
    const bea = await Person.signedIn(app, 'bea');
    bea.setCookie('tributary_preferences', encodeURIComponent('pageLanguage=de'));
    const { html } = await bea.get('/?tab=translate');
    expect(html).toMatch(/<option value="en"[^>]*>Englisch<\/option>/);
    expect(html).toContain('Sprache erkennen');
    expect(html).toContain('0 / 10.000');
    expect(chosen(html, 'target')).toBe('de');
  });

  test('translates by POST without a script, and shows what was detected', async () => {
    const { status, html } = await translate(MORNING);
    expect(status).toBe(200);
    expect(html).toMatch(/id="translation" lang="de"[^>]*>guten Morgen</);
    expect(html).toContain('English (detected)</option>');
    expect((await ada.get('/translate')).headers.get('location')).toBe('/?tab=translate');
  });

  test('asks for another language if the text is in the one that was chosen', async () => {
    const { status, html } = await translate({ ...MORNING, target: 'en' });
    expect(status).toBe(200);
    expect(html).toContain('The text is already in English. Choose another language.');
    expect(html).toMatch(/id="translation"[^>]*><\/p>/);
    expect(html).toMatch(/name="translated" value(?:="")?\/>/);
  });

  test('swaps languages and texts without a script', async () => {
    const fields = { ...MORNING, translated: 'guten Morgen', detected: 'en', swap: 'on' };
    const { html } = await translate(fields);
    expect([chosen(html, 'source'), chosen(html, 'target')]).toEqual(['de', 'en']);
    expect(html).toContain('>guten Morgen</textarea>');
    expect(html).toMatch(/id="translation" lang="en"[^>]*>good morning</);
    const known = await translate({ ...fields, source: 'fr', text: 'bonjour' });
    expect([chosen(known.html, 'source'), chosen(known.html, 'target')]).toEqual(['de', 'fr']);
  });

  test('does not swap what it does not know', async () => {
    const { status, html } = await translate({ ...MORNING, swap: 'on' });
    expect(status).toBe(200);
    expect([chosen(html, 'source'), chosen(html, 'target')]).toEqual(['auto', 'de']);
  });

  test('says in place what is wrong, and keeps the text', async () => {
    const person = await Person.at(app, 'ada', webs.short);
    const { status, html } = await translate({ ...MORNING, text: 'x'.repeat(21) }, person);
    expect(status).toBe(400);
    expect(html).toContain('no more than 20 characters');
    expect(html).toContain(`${'x'.repeat(21)}</textarea>`);
    expect(html).toContain('21 / 20');
  });
});

describe('while one types', () => {
  test('the translation comes as JSON, with the name of the detected language', async () => {
    const { status, headers, body } = await typed(MORNING);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({ text: 'guten Morgen', target: 'de', detected: 'en', detected_name: 'English' });
    expect((await typed({ ...MORNING, source: 'en' })).body).toMatchObject({ detected: '', detected_name: '' });
  });

  test('many translations within a minute count as one search', async () => {
    const eve = await Person.signedIn(app, 'eve');
    for (const text of ['good', 'good mor', 'good morning']) await typed({ ...MORNING, text }, eve);
    expect(await usageOf('eve')).toBe(1);
    await app.client.del(redisKeys.typing('eve'));
    await typed(MORNING, eve);
    expect(await usageOf('eve')).toBe(2);
  });

  test('a search that is refused does not let the next one pass', async () => {
    const max = await Person.signedIn(app, 'max', webs.limited);
    await max.get('/?q=linux');
    for (let i = 0; i < 2; i++) {
      const { status, headers, body } = await typed(MORNING, max);
      expect([status, body]).toEqual([429, { problems: ['You have reached the search limit.'] }]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test('a first translation that fails does not make the next ones free', async () => {
    const kim = await Person.signedIn(app, 'kim');
    await app.knobs('libretranslate', { status: 500 });
    expect((await typed({ ...MORNING, text: 'good night' }, kim)).status).toBe(503);
    expect(await usageOf('kim')).toBe(0);
    await app.reset();
    expect((await typed({ ...MORNING, text: 'good day' }, kim)).status).toBe(200);
    expect(await usageOf('kim')).toBe(1);
  });

  test('there is a limit of its own', async () => {
    const log = redisKeys.typingRateLog('ada', 'burst');
    await app.client.rpush(log, ...Array<string>(15).fill(String(Date.now())));
    const { status, body } = await typed(MORNING);
    expect([status, body]).toEqual([429, { problems: ['Too many translations at once.'] }]);
    await app.client.del(log);
  });

  test.each([
    [{ ...MORNING, text: '' }, 400, /required/],
    [{ ...MORNING, target: 'xx' }, 400, /Unknown language/],
    [{ ...MORNING, source: 'de' }, 400, /must differ/],
  ])('problems are texts: %o', async (fields, expected, words) => {
    const { status, body } = await typed(fields);
    expect(status).toBe(expected);
    expect(body.problems.join()).toMatch(words);
  });

  test('it is for the pages of signed-in people', async () => {
    const nobody = await new Person(app.urls[0] as string).send('/translate.json', MORNING);
    expect([nobody.status, JSON.parse(nobody.html)]).toEqual([401, { problems: ['Sign in to translate.'] }]);
    expect((await ada.send('/translate.json', { ...MORNING, csrf: 'x' })).status).toBe(403);
  });

  test('a backend that does not answer is a 503', async () => {
    await app.knobs('libretranslate', { status: 500 });
    const { status, body } = await typed({ ...MORNING, text: 'good evening' });
    expect(status).toBe(503);
    expect(body.problems.join()).toContain('Translation is unavailable');
  });
});
