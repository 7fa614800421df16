import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cannedAnswers, cannedRows } from '../harness/canned-answers.ts';
import { TestApp } from '../harness/test-app.ts';

/** `site`, `exclude_site`, `country`, `from`, `to` and `sort`. */
let app: TestApp;
beforeAll(async () => {
  const slots = { ENGINE_A: 'brave', ENGINE_B: 'searxng', ENGINE_C: 'marginalia' };
  app = await TestApp.start({ env: { ...slots, API_THROTTLE_SUSTAINED: 'off' } });
});
afterAll(() => app?.stop());
beforeEach(() => app.reset());

const get = (tab: string, params: string) => app.get(`/api/v1/${tab}/?q=berlin&${params}`);
const hostsOf = ({ results }: { results: { url: string }[] }) => results.map(({ url }) => new URL(url).hostname);

describe('site', () => {
  test.each(['web', 'images', 'news', 'videos'])('is sent on and kept to on %s', async (tab) => {
    const row = (host: string) => ({ url: `https://${host}/`, title: host, thumbnail: { src: `https://${host}/t` } });
    const rows = ['example.com', 'docs.example.com', 'other.example'].map(row);
    if (tab === 'web') await cannedAnswers.brave(app, rows);
    else await cannedRows(app, 'brave', tab as 'news', rows);
    const params = 'engine=engine_a&site=docs.example.com,example.com';
    const { body } = await get(tab, `${params}&exclude_site=x.example&exclude_site=y.example`);
    expect(hostsOf(body)).toEqual(['example.com', 'docs.example.com']);
    const [call] = await app.calls('brave');
    expect(call?.query.q).toBe('berlin (site:docs.example.com OR site:example.com) -site:x.example -site:y.example');
  });

  test('is the same search however it is written', async () => {
    await get('web', 'engine=engine_a&site=b.example,a.example');
    const again = await get('web', 'engine=engine_a&site=A.example&site=https://b.example/&site=a.example');
    expect(TestApp.outcomes(again)).toEqual({ engine_a: 'cached' });
  });

  test.each([
    ['site=', 'Name at least one host, such as example.com.'],
    ['site=,', 'Name at least one host, such as example.com.'],
    ['site=example.com/path', '"example.com/path" is no host name such as example.com.'],
    ['site=a.example,%3Cb%3E', '"<b>" is no host name such as example.com.'],
    [`site=${Array.from({ length: 21 }, (_, at) => `h${at}.example`).join(',')}`, 'Name at most 20 hosts.'],
  ])('%s is refused', async (params, message) => {
    const reply = await get('web', params);
    expect([reply.status, reply.body]).toEqual([400, { site: [message] }]);
  });
});

describe('from and to', () => {
  test('are sent on and kept to; engines without such a filter are skipped', async () => {
    await cannedAnswers.brave(app, [
      { url: 'https://in.example/page', page_age: '2026-02-01T00:00:00' },
      { url: 'https://out.example/page', page_age: '2025-02-01T00:00:00' },
      { url: 'https://undated.example' },
    ]);
    const searxng = { results: [{ url: 'https://unknown.example', title: 'Unknown' }], unresponsive_engines: [] };
    await app.knobs('searxng', { status: 200, body: JSON.stringify(searxng) });
    const reply = await get('web', 'from=2026-01-31&to=2026-02-28');
    expect(TestApp.outcomes(reply)).toEqual({ engine_a: 'ok', engine_b: 'ok', engine_c: 'skipped' });
    expect(hostsOf(reply.body)).toEqual(['in.example', 'undated.example']);
    const [call] = await app.calls('brave');
    expect(call?.query.freshness).toBe('2026-01-31to2026-02-28');
  });

  test.each([
    ['from=yesterday', { from: ['Use a date such as 2026-01-31.'] }],
    ['to=2026-02-30', { to: ['Use a date such as 2026-01-31.'] }],
    ['from=2026-02-01&to=2026-01-01', { from: ['Must not be after to.'] }],
    ['from=2026-02-01&date=w', { date: ['Use either date or from and to.'] }],
  ])('%s is refused', async (params, body) => {
    const reply = await get('web', params);
    expect([reply.status, reply.body]).toEqual([400, body]);
  });

  test('are no parameters of images, which have no dates', async () => {
    expect((await get('images', 'from=2026-01-31')).headers.get('x-tributary-ignored')).toBe('from');
  });
});

describe('country', () => {
  test('is sent on, with a language and without', async () => {
    await get('web', 'engine=engine_a&country=de');
    await get('web', 'engine=engine_a&country=AT&lang=en-GB');
    const countries = (await app.calls('brave')).map(({ query }) => query.country);
    expect(countries).toEqual(['DE', 'AT']);
  });

  test.each(['', 'd', 'DEU', 'zz', '12'])('%j is refused', async (country) => {
    const reply = await get('web', `country=${country}`);
    expect([reply.status, reply.body]).toEqual([400, { country: ['Use the two letters of a country, such as DE.'] }]);
  });
});

describe('sort=date', () => {
  test('lists the newest news first', async () => {
    await cannedRows(app, 'brave', 'news', [
      { url: 'https://old.example/page', title: 'Old', page_age: '2025-02-01T00:00:00' },
      { url: 'https://new.example/page', title: 'New', page_age: '2026-02-01T00:00:00' },
    ]);
    expect(hostsOf((await get('news', 'engine=engine_a&sort=date')).body)).toEqual(['new.example', 'old.example']);
    expect(hostsOf((await get('news', 'engine=engine_a')).body)).toEqual(['old.example', 'new.example']);
  });

  test('is for news alone', async () => {
    expect((await get('web', 'engine=engine_a&sort=date')).headers.get('x-tributary-ignored')).toBe('sort');
    expect((await get('news', 'engine=engine_a&sort=score')).body).toEqual({ sort: ['Use date, or leave it out.'] });
  });
});
