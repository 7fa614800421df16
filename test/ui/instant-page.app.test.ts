import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../harness/processes.ts';
import { untilAnswersAreLoaded } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { Person } from './person.ts';

let app: TestApp;
let ada: Person;

beforeAll(async () => {
  app = await TestApp.start();
  ada = await Person.signedIn(app, 'ada');
  await untilAnswersAreLoaded(app);
});
afterAll(() => app.stop());

const at = (q: string) => `/instant?q=${encodeURIComponent(q)}`;

describe('the instant answer alone, for the scripts of the search page', () => {
  test('is the same as on the search page', async () => {
    const { status, html } = await ada.get(at('2 * (3 + 4)'));
    expect(status).toBe(200);
    expect(html).toMatch(/^<!doctype html><section class="card instant"/);
    expect(html).toContain('data-number="14"');
    const card = html.replace('<!doctype html>', '');
    const onPage = async () => (await ada.get(`/?q=${encodeURIComponent('2 * (3 + 4)')}`)).html.includes(card);
    await eventually('the same card', onPage);
  });

  test('converts in the direction that is asked for, also what is not proportional', async () => {
    const values = async (q: string) =>
      [...(await ada.get(at(q))).html.matchAll(/value="([^"]*)" data-unit/g)].map(([, value]) => value);
    expect(await values('212 °F in °C')).toEqual(['212', '100']);
    expect(await values('7.840486111111111 L/100 km in mpg')).toContain('30');
  });

  test('is nothing if there is none, if it is a question for a provider, or if nothing is asked', async () => {
    for (const q of ['linux', '2 +', 'weather in Paris', '100 usd to eur']) {
      const { status, html } = await ada.get(at(q));
      expect([q, status, html]).toEqual([q, 200, '<!doctype html><p></p>']);
    }
    expect((await ada.get('/instant')).status).toBe(400);
  });

  test('is for people who are signed in, and counts as no search', async () => {
    const { status, headers } = await new Person(app.urls[0] as string).get(at('2+2'));
    expect([status, headers.get('location')?.startsWith('/login')]).toEqual([303, true]);
    // What counts against limits. The statistics before it also have requests that are no searches, as they come.
    const counted = async () => /<h3>This month.*/s.exec((await ada.get('/settings/usage')).html)?.[0];
    const before = await counted();
    // One search or more: the page before this has searched until its answer came.
    expect(before).toMatch(/\d search/);
    await ada.get(at('3+3'));
    expect(await counted()).toBe(before);
  });
});

describe('the search page', () => {
  test('shows a timer, which the API does not know', async () => {
    await eventually('a timer', async () => (await ada.get('/?q=timer+5+min')).html.includes('data-seconds="300"'));
    await eventually('a stopwatch', async () => (await ada.get('/?q=stopwatch')).html.includes('<instant-stopwatch'));
    expect((await app.get('/api/v1/instant/?q=timer+5+min')).body).toBeNull();
  });

  test('typesets algebra on the server', async () => {
    // The first answer of a kind may come too late for a page.
    await eventually('a formula', async () =>
      (await ada.get('/?q=derivative+of+x%5E2')).html.includes('<math display="block"><mrow>'),
    );
  });
});
