import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { post } from '../../harness/dialects.ts';
import { newAccount, searchesOf } from '../../harness/searching.ts';
import { TestApp } from '../../harness/test-app.ts';
import type { GetOptions } from '../../harness/test-system.ts';
import { warm } from '../../harness/warm-searches.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.shared();
  await warm(app, 'redis');
  await warm(app, 'climate', { tab: 'news' });
  await warm(app, 'paris', { tab: 'images' });
});
afterAll(() => app?.stop());

/** As CrewAI, LiteLLM and @agentic/serper send it. */
const ask = (path: string, body: Record<string, unknown>, { key = app.key, ...options }: GetOptions = {}) =>
  post(app, `/compat/serper/${path}`, JSON.stringify(body), { ...options, key: '', headers: { 'x-api-key': key } });

describe("Serper's search", () => {
  test('has the results of the web tab, and counts once', async () => {
    const { key } = await newAccount(app);
    const { status, body } = await ask('search', { q: 'redis', num: 4, location: '', gl: '' }, { key });
    const own = (await app.get('/api/v1/web/?q=redis&limit=4')).body.results;
    expect(status).toBe(200);
    expect(body).toEqual({
      searchParameters: { q: 'redis', num: 4, type: 'search' },
      organic: own.map(
        (row: Record<string, unknown> & { sitelinks: { title: string; url: string }[] }, at: number) => ({
          title: row.title,
          link: row.url,
          snippet: row.description,
          ...(row.age ? { date: row.age } : {}),
          ...(row.sitelinks.length > 0 && {
            sitelinks: row.sitelinks.map(({ title, url: link }) => ({ title, link })),
          }),
          position: at + 1,
        }),
      ),
      credits: 1,
    });
    expect(body.organic).toHaveLength(4);
    expect(await searchesOf(app, key)).toBe(1);
  });

  test('also searches news, images and videos', async () => {
    const news = (await ask('news', { q: 'climate', num: 2 })).body.news;
    expect(news).toHaveLength(2);
    expect(news[0]).toMatchObject({ title: expect.any(String), link: expect.any(String), source: expect.any(String) });
    const [picture] = (await ask('images', { q: 'paris', num: 1 })).body.images;
    expect(picture).toMatchObject({ imageUrl: expect.stringMatching(/^https?:/), position: 1 });
    expect((await ask('videos', { q: 'linux' })).body.videos).toBeInstanceOf(Array);
  });

  test('passes on country, language, days and page', async () => {
    await app.forgetCalls();
    await ask('search', { q: 'sushi', gl: 'jp', hl: 'ja', tbs: 'qdr:w', page: 2 });
    const [call] = await app.calls('brave');
    expect(JSON.stringify(call)).toMatch(/country[^a-z]+jp/i);
    expect(JSON.stringify(call)).toMatch(/freshness[^a-z]+pw/);
  });

  test.each([
    [{}, 'q: This field is required.'],
    [{ q: 'x', num: 0 }, 'num: Use a number from 1 to 100.'],
    [{ q: 'x', gl: 'nowhere' }, 'gl: Use the two letters of a country, such as DE.'],
    [{ q: 'x', tbs: 'never' }, 'tbs: Use a filter such as qdr:w or cdr:1,cd_min:01/31/2026.'],
  ])('refuses %j by its name', async (body, message) => {
    const reply = await ask('search', body);
    expect([reply.status, reply.body]).toEqual([400, { message, statusCode: 400 }]);
  });

  test('shows the words of a bad key', async () => {
    const reply = await ask('search', { q: 'redis' }, { key: 'nonsense' });
    expect([reply.status, reply.body]).toEqual([401, { message: 'Invalid or revoked API key.', statusCode: 401 }]);
  });
});
