import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readUsage, usagePeriod } from '../../../lib/limits/usage.ts';
import { post } from '../../harness/dialects.ts';
import { article } from '../../harness/page-server.ts';
import { eventually } from '../../harness/processes.ts';
import { findPages, type PageReadingApp, pageReadingApp } from '../../harness/read-pages.ts';
import { addWebs, newAccount } from '../../harness/searching.ts';
import type { GetOptions, Reply } from '../../harness/test-system.ts';
import { warm } from '../../harness/warm-searches.ts';

let reading: PageReadingApp;
let webs: Record<'off', number>;
let [river, dams, missing] = ['', '', ''];
beforeAll(async () => {
  reading = await pageReadingApp();
  webs = await addWebs(reading.app, { off: { EXTRACT: 'off' } });
  river = reading.pages.serve('/river', article('Rivers', 'A river flows to the sea.'));
  const dam = '<h2>Dams</h2><p>A dam holds water back, and makes electricity of it in turbines.</p></article>';
  dams = reading.pages.serve('/dams', article('Dams', 'A river flows.').replace('</article>', dam));
  missing = `${reading.pages.url}/missing`;
  await findPages(reading.app, 'rivers', [river, missing]);
  await findPages(reading.app, 'electricity from a dam', [dams]);
  await warm(reading.app, 'redis');
  await warm(reading.app, 'climate', { tab: 'news' });
});
afterAll(() => reading?.stop());

const send = (path: string, body: Record<string, unknown>, options?: GetOptions): Promise<Reply> =>
  post(reading.app, `/compat/exa/${path}`, JSON.stringify(body), options);
const search = (body: Record<string, unknown>, options?: GetOptions) => send('search', body, options);
const usageOf = (username: string) => readUsage(reading.app.client, { username }, usagePeriod(new Date()).month);
const counted = (username: string, searches: Record<string, number>) =>
  eventually('it is counted', async () => {
    const [day] = Object.values((await usageOf(username)).days);
    return JSON.stringify(day) === JSON.stringify(searches);
  });

describe('a search', () => {
  test('has the shape of Exa, with the first results of the web tab, and counts once', async () => {
    const { username, key } = await newAccount(reading.app);
    const { body, headers } = await search({ query: ' redis ', numResults: 4, type: 'auto' }, { key });
    const own = (await reading.app.get('/api/v1/web/?q=redis&limit=4&detail=full')).body.results;
    expect(body).toEqual({
      results: own.map((result: Record<string, string>) => ({
        id: result.url,
        title: result.title,
        url: result.url,
        score: result.score,
        favicon: result.favicon_url,
        ...(result.published && { publishedDate: new Date(result.published).toISOString() }),
      })),
      requestId: headers.get('x-request-id'),
      warnings: [],
    });
    expect(body.results).toHaveLength(4);
    await counted(username, { web: 1 });
  });

  test('that is answered from memory has its own request id', async () => {
    const [first, second] = [await search({ query: 'redis' }), await search({ query: 'redis' })];
    expect(second.body).toEqual({ ...first.body, requestId: second.headers.get('x-request-id') });
  });

  test('of the category news is in the news tab', async () => {
    const { username, key } = await newAccount(reading.app);
    const { body } = await search({ query: 'climate', category: 'news', numResults: 3 }, { key });
    for (const row of body.results) expect(row.publishedDate).toMatch(/^\d{4}-\d\d-\d\dT/);
    await counted(username, { news: 1 });
  });

  test('keeps to domains, days and a country', async () => {
    const { body } = await search({ query: 'redis', includeDomains: ['Wikipedia.org', 'redis.io'], numResults: 50 });
    expect(body.results.length).toBeGreaterThan(0);
    for (const { url } of body.results) expect(new URL(url).hostname).toMatch(/(^|\.)(wikipedia\.org|redis\.io)$/);
    const without = await search({ query: 'redis', excludeDomains: ['redis.io'] });
    expect(without.body.results.map(({ url }: { url: string }) => new URL(url).hostname)).not.toContain('redis.io');
    await reading.app.forgetCalls();
    const days = { startPublishedDate: '2026-01-01T00:00:00.000Z', endPublishedDate: '2026-01-31' };
    await search({ query: 'sushi', userLocation: 'JP', moderation: false, ...days });
    const [call] = await reading.app.calls('brave');
    expect(call?.query).toMatchObject({ country: 'JP', safesearch: 'off', freshness: '2026-01-01to2026-01-31' });
  });
});

describe('contents of a search', () => {
  test('are the texts of its pages, descriptions where one could not be read, and cost what reading does', async () => {
    const { username, key } = await newAccount(reading.app);
    const { body } = await search({ query: 'rivers', contents: { text: true } }, { key });
    expect(body.results).toMatchObject([
      { url: river, author: 'Ada Lovelace', text: expect.stringContaining('A river flows to the sea.') },
      { url: missing, text: 'A page.', warning: expect.stringContaining('description of the engines') },
    ]);
    await counted(username, { web: 1, extract: 1 });
  });

  test('are cut, or HTML, as asked for', async () => {
    const { body } = await search({ query: 'rivers', contents: { text: { maxCharacters: 12 } } });
    expect(body.results[0].text.length).toBeLessThanOrEqual(12);
    const html = await search({ query: 'rivers', contents: { text: { includeHtmlTags: true } } });
    expect(html.body.results[0].text).toContain('<p>');
  });

  test('are the passages nearest to the query, or else the description of the engines', async () => {
    const nearest = { highlights: { highlightsPerUrl: 1 } };
    const { body } = await search({ query: 'electricity from a dam', contents: nearest });
    expect(body.results[0].highlights).toEqual([expect.stringContaining('electricity of it in turbines')]);
    expect(body.results[0]).not.toHaveProperty('text');
    const cut = await search({ query: 'electricity from a dam', contents: { highlights: { maxCharacters: 5 } } });
    expect(cut.body.results[0].highlights.join('')).toHaveLength(5);
    const other = { highlights: { query: 'flows', highlightsPerUrl: 1 } };
    const asked = await search({ query: 'electricity from a dam', contents: other });
    expect(asked.body.results[0].highlights[0]).toContain('A river flows.');
    const without = await search({ query: 'rivers', contents: { highlights: true } }, { web: webs.off });
    expect(without.body.results.map((row: { highlights: string[] }) => row.highlights)).toEqual([
      ['A page.'],
      ['A page.'],
    ]);
  });

  test('that are empty, or false, read nothing', async () => {
    const { username, key } = await newAccount(reading.app);
    const { body } = await search({ query: 'rivers', contents: { text: false, highlights: false } }, { key });
    expect(body.results[0]).not.toHaveProperty('text');
    expect(body.results[0]).not.toHaveProperty('highlights');
    await counted(username, { web: 1 });
  });
});

describe('contents of addresses', () => {
  test('are read, and those that could not be are named', async () => {
    const { username, key } = await newAccount(reading.app);
    const { body, headers } = await send('contents', { urls: [river, missing] }, { key });
    expect(body).toEqual({
      requestId: headers.get('x-request-id'),
      results: [
        {
          id: river,
          title: 'Rivers',
          url: river,
          publishedDate: '2026-05-04',
          author: 'Ada Lovelace',
          text: expect.stringContaining('A river flows to the sea.'),
        },
      ],
      statuses: [
        { id: river, status: 'success', source: expect.stringMatching(/^(cached|crawled)$/) },
        {
          id: missing,
          status: 'error',
          error: { tag: 'SOURCE_NOT_AVAILABLE', message: 'it answered with status 404' },
        },
      ],
    });
    await counted(username, { extract: 1 });
  });

  test('may be passages alone, and addresses may be called ids', async () => {
    const highlights = { query: 'electricity', highlightsPerUrl: 1 };
    const { body } = await send('contents', { ids: [dams], highlights });
    expect(body.results[0].highlights[0]).toContain('electricity');
    expect(body.results[0]).not.toHaveProperty('text');
    const described = await send('contents', { ids: [dams], highlights: true });
    expect(described.body.results[0].highlights).toEqual(['About Dams']);
  });

  test('say that reading is switched off', async () => {
    const { status, body } = await send('contents', { urls: [river] }, { web: webs.off });
    expect([status, body.error]).toEqual([503, 'Reading pages is switched off on this instance (EXTRACT=off).']);
  });
});

describe('values that make no sense, or are not offered, are refused with the name of the field:', () => {
  const generated = 'Not supported: this service does not generate text.';
  test.each([
    ['search', { query: 'x', numResults: 0 }, 'numResults: Use a number from 1 to 100.'],
    ['search', { query: 'x', numResults: '3' }, 'numResults: A valid integer is required.'],
    [
      'search',
      { query: 'x', includeDomains: ['a b'] },
      'includeDomains: Use a list of host names such as example.com.',
    ],
    ['search', { query: 'x', startPublishedDate: 'May' }, 'startPublishedDate: Use a date such as 2026-01-31.'],
    [
      'search',
      { query: 'x', startPublishedDate: '2026-02-01', endPublishedDate: '2026-01-01' },
      'startPublishedDate: Must not be after endPublishedDate.',
    ],
    ['search', { query: 'x', userLocation: 'Japan' }, 'userLocation: Use the two letters of a country, such as DE.'],
    ['search', { query: 'x', contents: { summary: true } }, `contents: ${generated}`],
    ['search', { query: 'x', stream: true }, `stream: ${generated}`],
    ['search', { query: 'x', outputSchema: {} }, `outputSchema: ${generated}`],
    ['contents', {}, 'urls: This field is required.'],
    ['contents', { urls: ['ftp://x'] }, 'urls: Use http:// or https:// addresses.'],
  ])('%s %j: %s', async (path, body, error) => {
    const reply = await send(path, body);
    const requestId = reply.headers.get('x-request-id');
    expect([reply.status, reply.body]).toEqual([400, { requestId, error, tag: 'INVALID_REQUEST_BODY' }]);
  });

  test.each(['research', 'research/v1'])('%s is gone, as it is from Exa, and costs nothing', async (name) => {
    const { username, key } = await newAccount(reading.app);
    const reply = await send(name, { query: 'redis' }, { key });
    expect([reply.status, reply.body.tag]).toEqual([410, 'RESEARCH_RETIRED']);
    expect(Object.values((await usageOf(username)).days)).toEqual([]);
  });

  test('warns of fields of a search that have no effect', async () => {
    const sent = { query: 'redis', type: 'lite', startCrawlDate: '2026-01-01', useAutoprompt: true, category: null };
    const { body } = await search(sent);
    expect(body.warnings).toEqual(['startCrawlDate has no effect here.', 'useAutoprompt has no effect here.']);
  });

  test.each(['answer', 'findSimilar'])('%s is not offered, says so, and costs nothing', async (name) => {
    const { username, key } = await newAccount(reading.app);
    const reply = await send(name, { query: 'redis' }, { key });
    const error = `${name} is not supported: this service searches, and reads pages by URL.`;
    expect([reply.status, reply.body]).toMatchObject([501, { error, tag: 'FEATURE_DISABLED' }]);
    expect(Object.values((await usageOf(username)).days)).toEqual([]);
  });
});
