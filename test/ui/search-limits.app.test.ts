import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitText } from '../../api/ui/number-text.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createKey } from '../harness/as-tester.ts';
import { eventually } from '../harness/processes.ts';
import { NOBODY } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { Visitor } from '../harness/visitor.ts';
import { Person, type Shown } from './person.ts';

const OFF = { API_THROTTLE_BURST: 'off', API_THROTTLE_SUSTAINED: 'off' };
let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start({ env: { API_THROTTLE_BURST: '3/hour', API_THROTTLE_SUSTAINED: '50/day' } });
});
afterAll(() => app?.stop());

function expectRefused({ status, headers, html }: Shown): void {
  expect(status).toBe(429);
  const wait = Number(headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(3_600);
  expect(html).toContain('You have reached the search limit.');
  expect(html).toContain(`Try again in ${waitText(wait, 'en')}.`);
}

describe('searches on the search page', () => {
  test('have a limit per user across all tabs; beyond it a page shows when to try again', async () => {
    const ada = await Person.signedIn(app, 'ada');
    for (const path of ['/?q=linux', '/?q=linux&tab=images', '/?q=linux']) {
      expect([path, (await ada.get(path)).status]).toEqual([path, 200]);
    }
    const refused = await ada.get('/?q=retriever&tab=images');
    expectRefused(refused);
    expect(refused.html).toContain('value="retriever"');
    expect(refused.html).not.toContain('class="tile"');
    expectRefused(await ada.sendFrom('/?tab=translate', '/translate', { text: 'good morning', target: 'de' }));

    const eve = await Person.signedIn(app, 'eve');
    expect((await eve.get('/?q=linux')).status).toBe(200);
  });

  test('have a limit separate from that of the API keys, and count as usage of the account', async () => {
    const { key, prefix } = await createKey(app.client, 'ada', { name: 'laptop' });
    for (let i = 0; i < 3; i++) expect((await app.search('linux', { key })).status).toBe(200);
    expect((await app.search('linux', { key })).status).toBe(429);
    expect(await app.client.llen(redisKeys.rateLog(prefix, 'burst'))).toBe(3);
    const month = new Date().toISOString().slice(0, 7);
    expect(await app.client.hget(redisKeys.userUsage('ada', month), 'total')).toBe('6');
  });

  test('count towards the limit only when they call a provider', async () => {
    const bob = await Person.signedIn(app, 'bob');
    for (const path of [
      '/',
      '/?tab=translate',
      '/?q=hello&tab=translate',
      '/settings/preferences',
      '/suggest.json?q=linu',
    ]) {
      expect([path, (await bob.get(path)).status]).toEqual([path, 200]);
    }
    expect((await bob.get('/?q=linux&page=99')).status).toBe(400);
    expect(await app.client.exists(redisKeys.userRateLog('bob', 'burst'))).toBe(0);
    const translated = await bob.sendFrom('/?tab=translate', '/translate', { text: 'good morning', target: 'de' });
    expect(translated.status).toBe(200);
    expect(await app.client.llen(redisKeys.userRateLog('bob', 'burst'))).toBe(1);
  });
});

describe('the monthly cap of the account', () => {
  test('holds for the search page, the playground and the keys together', async () => {
    const web = app.urls.indexOf(await app.addWeb({ ...OFF, API_MONTHLY_LIMIT: '5', ACCOUNT_MONTHLY_CAP: '5' }));
    const carol = await Visitor.signedIn(app, 'carol', { web });
    const { key } = await createKey(app.client, 'carol');
    const headers = { 'x-csrf-token': carol.csrf };
    const tryIt = (path: string) => carol.get(`/docs/try/api/v1/${path}`, headers);
    for (const path of ['web/?q=linux', 'instant/?q=2%2B2']) expect((await tryIt(path)).status).toBe(200);
    // Neither of them is a search that succeeds.
    expect((await tryIt('web/?page=0')).status).toBe(400);
    expect((await tryIt('status/')).status).toBe(200);
    expect((await carol.get('/?q=linux&tab=images')).status).toBe(200);
    expect((await carol.post('/translate', { text: 'good morning', target: 'de' })).status).toBe(200);
    expect((await app.search('linux', { key, web })).status).toBe(200);

    for (const refused of [await tryIt('web/?q=linux'), await carol.get('/?q=linux')]) {
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.text).toContain('The account has reached its monthly search limit.');
    }
    expect((await carol.post('/translate', { text: 'good morning', target: 'de' })).status).toBe(429);
    expect((await app.search('linux', { key, web })).status).toBe(429);

    const { text } = await carol.get('/settings/usage');
    expect(text).toContain('<p class="figure">5 searches</p>');
    expect(text).toContain('On the search page and in the API reference: 4 searches this month.');
    const row = /.*(Search page and API reference.*?<\/tr>)/s.exec(text)?.[1] ?? '';
    expect([...row.matchAll(/<td[^>]*>(\d+)/g)].map(([, count]) => count)).toEqual(['1', '1', '1', '1', '4']);
  });

  test('does not count searches that fail', async () => {
    const web = app.urls.indexOf(await app.addWeb({ ...OFF, ...NOBODY }));
    const dave = await Visitor.signedIn(app, 'dave', { web });
    expect((await dave.get('/?q=linux')).status).toBe(503);
    expect((await dave.get('/docs/try/api/v1/web/?q=linux', { 'x-csrf-token': dave.csrf })).status).toBe(503);
    await eventually('nothing is counted', async () =>
      (await dave.get('/settings/usage')).text.includes('<p class="figure">0 searches</p>'),
    );
  });
});

describe('suggestions in the search box', () => {
  test('have a limit of their own per account, so that a script cannot call the provider without end', async () => {
    const eager = await Person.signedIn(app, 'eager');
    await app.forgetCalls();
    const replies = await Promise.all(Array.from({ length: 300 }, (_, i) => eager.get(`/suggest.json?q=eager+${i}`)));
    const refused = replies.filter(({ status }) => status === 429);
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(40);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers, html } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(5);
      expect(JSON.parse(html)).toEqual({ detail: 'Too many requests for suggestions.' });
    }
    const calls = (await app.calls('brave')).length;
    expect(calls).toBeGreaterThan(0);
    expect(calls).toBeLessThanOrEqual(300 - refused.length);

    const other = await Person.signedIn(app, 'patient');
    expect((await other.get('/suggest.json?q=linu')).status).toBe(200);
    // Searches have other limits.
    expect((await eager.get('/?q=linux')).status).toBe(200);
  });
});

test.each([
  [1, '1 second'],
  [90, '90 seconds'],
  [91, '2 minutes'],
  [5_400, '90 minutes'],
  [5_401, '2 hours'],
  [86_400, '24 hours'],
])('a wait of %i s is shown as %s', (seconds, text) => {
  expect(waitText(seconds, 'en')).toBe(text);
});
