import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { de } from '../../api/ui/texts/de.ts';
import { cannedAnswers } from '../harness/canned-answers.ts';
import { eventually } from '../harness/processes.ts';
import { untilAnswersAreLoaded, untilFailureIsRecorded } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { Visitor } from '../harness/visitor.ts';

let app: TestApp;
let ada: Visitor;

beforeAll(async () => {
  app = await TestApp.start();
  ada = await Visitor.signedIn(app, 'ada');
  await untilAnswersAreLoaded(app);
});
afterAll(() => app.stop());
afterEach(() => app.reset());

const LANGUAGE = 'accept-language';
/** The instant answer alone, for a browser in this language. */
const instant = async (q: string, language = 'en') =>
  (await ada.get(`/instant?q=${encodeURIComponent(q)}`, { [LANGUAGE]: language })).text;
/** What stands in the rows of an answer, by their names. */
const rowsIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<dt>([^<]*)<\/dt><dd><bdi[^>]*>([^<]*)/g)].map(([, name, value]) => [name, value]),
  );

describe('dates, numbers and words', () => {
  test.each([
    ['en-GB,en;q=0.9', 'en-GB', 'Thursday, 24 December 2026'],
    ['en-US,en;q=0.9', 'en-US', 'Thursday, December 24, 2026'],
    ['de-AT,de;q=0.9', 'de-AT', 'Donnerstag, 24. Dezember 2026'],
    ['fr-FR,en;q=0.5', 'en', 'Thursday, December 24, 2026'],
    ['en-<b>,en;q=0.5', 'en', 'Thursday, December 24, 2026'],
  ])('follow the region of a browser that asks for %s', async (language, locale, date) => {
    expect(await instant('what day is 2026-12-24', language)).toContain(date);
    expect((await ada.get('/settings/preferences', { [LANGUAGE]: language })).text).toContain(`<html lang="${locale}"`);
  });

  test('read a date as the region writes it', async () => {
    expect(await instant('what day is 4/12/2026', 'en-GB')).toContain('Friday');
    expect(await instant('what day is 4/12/2026', 'en-US')).toContain('Sunday');
  });

  test('money has two digits, and what is no money has none', async () => {
    expect(rowsIn(await instant('15% tip on 80 for 4 people'))).toMatchObject({
      Amount: '80.00',
      Total: '92.00',
      'Rate (%)': '15',
    });
    const converter = await eventually('the rate is known', async () => {
      const { text } = await ada.get('/?q=10+usd+to+eur');
      return /<instant-converter.*?<\/instant-converter>/s.exec(text)?.[0] ?? false;
    });
    expect(converter).toContain('value="10.00"');
  });

  test('a coin falls on a side of the language', async () => {
    const sides = /<bdi class="value">([^<]*)</.exec(await instant('münze werfen', 'de'))?.[1];
    expect(['Kopf', 'Zahl']).toContain(sides);
  });

  test('a breaker has words that people use, in German', () => {
    expect(Object.values(de.engineList).join()).not.toMatch(/geschlossen|halb offen/);
    expect(JSON.stringify(de)).not.toMatch(/Kurze Grenze|Spielwiese|freiwillig|Verwaltung entziehen|Sicherung/);
  });
});

describe('results', () => {
  test('the date is apart from its separator, which follows the direction of the text', async () => {
    await cannedAnswers.brave(app, [
      { url: 'https://a.example/text', title: 'שלום', description: 'טקסט', age: '3 days ago' },
    ]);
    const { text } = await ada.get('/?q=right+to+left&engine=engine_a');
    expect(text).toMatch(/<bdi><\w+[^>]*>3 days ago<\/\w+><\/bdi> · <\/span>טקסט/);
  });

  test('when nothing was found, the instance corrects the query by its suggestions, with one call', async () => {
    await cannedAnswers.mojeek(app, []);
    const suggested = ['javascript', 'javscript x'].map((query) => ({ query }));
    await app.knobs('brave', { status: 200, body: JSON.stringify({ type: 'suggest', results: suggested }) });
    const path = '/?q=javscript&engine=engine_b';
    const { text } = await ada.get(path);
    expect(text).toContain('No results for');
    expect(text).toMatch(/Did you mean <a href="\/\?q=javascript&amp;engine=engine_b"[^>]*>javascript<\/a>/);
    const calls = async () => (await app.calls('brave')).length;
    const before = await calls();
    expect((await ada.get(path)).text).toContain('Did you mean');
    expect(await calls()).toBe(before);
  });

  test('an outage is said once, with a way to try again', async () => {
    for (const engine of ['brave', 'mojeek', 'marginalia'] as const) await app.knobs(engine, { status: 500 });
    const { status, text } = await ada.get('/?q=linux+nobody+answers');
    expect(status).toBe(503);
    const said = text.replace(/<[^>]*>/g, ' ').match(/no (?:search )?engines? answered/gi);
    expect(said).toHaveLength(1);
    expect(text).toMatch(/<a href="\/\?q=linux\+nobody\+answers">Try again in \d+ seconds?\.<\/a>/);
    for (const slot of ['engine_a', 'engine_b', 'engine_c']) await untilFailureIsRecorded(app, slot);
  });
});

describe('signing in', () => {
  test('goes on with the password after a refused one, and has a way to show it', async () => {
    const nobody = new Visitor(app.urls[0] as string);
    const field = (text: string, name: string) => new RegExp(`<input name="${name}"[^>]*>`).exec(text)?.[0];
    const first = (await nobody.get('/login')).text;
    expect([field(first, 'username'), field(first, 'password')]).toEqual([
      expect.stringContaining('autofocus'),
      expect.not.stringContaining('autofocus'),
    ]);
    const { status, text } = await nobody.signIn('ada', 'wrong');
    expect(status).toBe(401);
    expect([field(text, 'username'), field(text, 'password')]).toEqual([
      expect.not.stringContaining('autofocus'),
      expect.stringContaining('autofocus'),
    ]);
    expect(text).toContain('class="plain reveal"');
    const changed = await ada.post('/settings/password', { current: 'wrong', password: 'another password for tests' });
    expect(field(changed.text, 'current')).toContain('autofocus');
  });
});
