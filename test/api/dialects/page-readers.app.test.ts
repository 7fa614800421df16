import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UNTRUSTED } from '../../../api/dialects/untrusted.ts';
import { post } from '../../harness/dialects.ts';
import { callTool, GENERATIONS, textOf } from '../../harness/mcp.ts';
import { article } from '../../harness/page-server.ts';
import { eventually } from '../../harness/processes.ts';
import { findPages, type PageReadingApp, pageReadingApp } from '../../harness/read-pages.ts';
import { addWebs, newAccount, searchesOf } from '../../harness/searching.ts';
import type { GetOptions, Reply } from '../../harness/test-system.ts';

/** The dialects that read pages, besides Firecrawl. */
let reading: PageReadingApp;
let webs: Record<'off' | 'without', number>;
let [river, missing] = ['', ''];
beforeAll(async () => {
  reading = await pageReadingApp();
  webs = await addWebs(reading.app, { off: { EXTRACT: 'off' }, without: { COMPAT: 'mcp' } });
  river = reading.pages.serve('/river?a=1&b=//2', article('Rivers', 'A river flows to the sea.'));
  missing = `${reading.pages.url}/missing`;
  await findPages(reading.app, 'rivers', [river, missing]);
});
afterAll(() => reading?.stop());

const counted = (key: string, searches: number) =>
  eventually(`${searches} are counted`, async () => (await searchesOf(reading.app, key)) === searches);
const sendJson = (path: string, body: unknown, options?: GetOptions) =>
  post(reading.app, path, JSON.stringify(body), options);

describe("Tavily's extract", () => {
  const extract = (body: Record<string, unknown>, options?: GetOptions) =>
    sendJson('/compat/tavily/extract', body, options);

  test('reads pages, and says which it could not read', async () => {
    const { key } = await newAccount(reading.app);
    const { status, body, headers } = await extract({ urls: [river, missing], extract_depth: 'advanced' }, { key });
    expect(status).toBe(200);
    expect(body).toEqual({
      results: [{ url: river, title: 'Rivers', raw_content: expect.stringContaining('A river flows to the sea.') }],
      failed_results: [{ url: missing, error: 'it answered with status 404' }],
      response_time: expect.any(Number),
      request_id: headers.get('x-request-id'),
    });
    await counted(key, 1);
  });

  test('takes one address as a text, another format, and adds what is asked for', async () => {
    const options = { format: 'text', include_images: true, include_favicon: true, include_usage: true };
    const { body } = await extract({ urls: river, ...options });
    expect(body.failed_results).toEqual([]);
    expect(body.usage).toEqual({ credits: 1 });
    const [page] = body.results;
    expect(page.raw_content).toContain('A river flows to the sea.');
    expect(page.raw_content).not.toContain('## More');
    expect(page.images).toEqual([`${reading.pages.url}/picture.png`]);
    expect(page.favicon).toBe(`${reading.pages.url}/favicon.ico`);
  });

  test('returns the passages that are nearest to a query', async () => {
    const dams = '<h2>Dams</h2><p>A dam holds water back, and makes electricity of it in turbines.</p></article>';
    const url = reading.pages.serve('/dams', article('Rivers', 'A river flows.').replace('</article>', dams));
    const { body } = await extract({ urls: [url], query: 'electricity from a dam', chunks_per_source: 1 });
    expect(body.results[0].raw_content).toContain('turbines');
    expect(body.results[0].raw_content).not.toContain('A river flows.');
  });

  test.each([
    [{}, 'urls: This field is required.'],
    [{ urls: [] }, 'urls: This field is required.'],
    [{ urls: ['no address'] }, 'urls: Use http:// or https:// addresses.'],
    [{ urls: Array(21).fill('https://example.org/') }, 'urls: Give at most 20 addresses.'],
    [{ urls: 'https://example.org/', format: 'html' }, 'format: Use markdown or text.'],
    [{ urls: 'https://example.org/', timeout: 0 }, 'timeout: Use a number of seconds.'],
  ])('with %j is refused by name', async (given, error) => {
    const reply = await extract(given);
    expect([reply.status, reply.body]).toEqual([400, { detail: { error } }]);
  });

  test('counts pages that were fetched and not read, and a time limit of the client holds', async () => {
    const { key } = await newAccount(reading.app);
    const slow = reading.pages.serve('/slow', () => {});
    // A machine that has kept others waiting refuses what it could not read in time.
    const { body } = await eventually('it is not refused', async () => {
      const reply = await extract({ urls: [slow], timeout: 1 });
      return reply.status !== 503 && reply;
    });
    expect(body.failed_results).toEqual([{ url: slow, error: 'it did not come in time' }]);
    const off = await extract({ urls: [river] }, { key, web: webs.off });
    expect([off.status, off.body.detail.error]).toEqual([503, expect.stringContaining('EXTRACT=off')]);
    await extract({ urls: ['http://10.0.0.1/'] }, { key });
    await counted(key, 0);
    await extract({ urls: [missing] }, { key });
    await counted(key, 1);
  });
});

describe("Tavily's search with raw content", () => {
  const search = (body: Record<string, unknown>, options?: GetOptions) =>
    sendJson('/compat/tavily/search', { query: 'rivers', ...body }, options);

  test('has the text of each page that could be read, and counts the pages', async () => {
    const { key } = await newAccount(reading.app);
    const { body } = await search({ include_raw_content: true }, { key });
    expect(body.results.map(({ url }: { url: string }) => url)).toEqual([river, missing]);
    const [first, second] = body.results;
    expect(first.raw_content).toContain('## More');
    expect(second.raw_content).toBeNull();
    await counted(key, 2);
    const text = await search({ include_raw_content: 'text' }, { key });
    expect(text.body.results[0].raw_content).not.toContain('## More');
    await counted(key, 4);
    await search({ include_raw_content: false }, { key });
    await counted(key, 5);
  });

  test('succeeds without the texts where reading is off', async () => {
    const { key } = await newAccount(reading.app);
    const { status, body } = await search({ include_raw_content: true }, { key, web: webs.off });
    expect([status, body.results[0].raw_content]).toEqual([200, null]);
    await counted(key, 1);
  });

  test('refuses what makes no sense', async () => {
    const { status, body } = await search({ include_raw_content: 'html' });
    expect([status, body.detail.error]).toEqual([400, 'include_raw_content: Use true, false, markdown or text.']);
  });
});

describe("Open WebUI's loader", () => {
  const load = (body: unknown, options?: GetOptions) => sendJson('/compat/openwebui/load', body, options);

  test('returns a bare list of the pages that could be read', async () => {
    const { key } = await newAccount(reading.app);
    const reply = await load({ urls: [missing, 'no address', river] }, { key });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual([
      {
        page_content: expect.stringContaining('A river flows to the sea.'),
        metadata: {
          source: river,
          title: 'Rivers',
          description: 'About Rivers',
          language: 'en',
          author: 'Ada Lovelace',
          published: '2026-05-04',
        },
      },
    ]);
    await counted(key, 1);
    expect((await load({ urls: ['no address'] }, { key })).body).toEqual([]);
    await counted(key, 1);
    expect((await load({ urls: [missing] }, { key })).body).toEqual([]);
    await counted(key, 2);
  });

  test('refuses what is no list of up to twenty texts', async () => {
    expect((await load({})).body).toEqual({ urls: ['Give a list of addresses.'] });
    expect((await load({ urls: [] })).body).toEqual({ urls: ['This field is required.'] });
    expect((await load({ urls: Array(21).fill(river) })).body).toEqual({ urls: ['Give at most 20 addresses.'] });
    expect((await load({ urls: [river] }, { key: '' })).status).toBe(401);
  });
});

describe("Jina's reader", () => {
  const read = (address: string, headers: Record<string, string> = {}, options: GetOptions = {}): Promise<Reply> =>
    reading.app.get(`/compat/jina/${address}`, {
      ...options,
      key: '',
      headers: { authorization: `Bearer ${options.key ?? reading.app.key}`, ...headers },
    });
  const json = { accept: 'application/json' };

  test('answers with Markdown and what is known of the page', async () => {
    const { key } = await newAccount(reading.app);
    const { status, headers, text } = await read(river, {}, { key });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const head = `Title: Rivers\n\nURL Source: ${river}\n\nPublished Time: 2026-05-04\n\nMarkdown Content:\n`;
    expect(text.startsWith(head)).toBe(true);
    expect(text).toContain('A river flows to the sea.');
    await counted(key, 1);
  });

  test('answers with JSON to those who accept it', async () => {
    const { status, body } = await read(river, { ...json, 'x-with-links-summary': 'true' });
    expect(status).toBe(200);
    expect(body).toEqual({
      code: 200,
      status: 20_000,
      data: {
        title: 'Rivers',
        url: river,
        content: expect.stringContaining('A river flows to the sea.'),
        description: 'About Rivers',
        publishedTime: '2026-05-04',
        links: expect.objectContaining({ 'the next page': `${reading.pages.url}/next` }),
        usage: { tokens: expect.any(Number) },
      },
    });
  });

  test('takes an address that is encoded as a whole, or of which a proxy has taken a slash', async () => {
    for (const address of [encodeURIComponent(river), river.replace('//', '/')]) {
      expect((await read(address, json)).body.data).toMatchObject({ url: river, title: 'Rivers' });
    }
  });

  test('follows the headers of clients', async () => {
    expect((await read(river, { 'x-return-format': 'html' })).text).toMatch(/^<.*<p>A river flows to the sea\./s);
    expect((await read(river, { 'x-return-format': 'text' })).text).not.toContain('## More');
    const url = reading.pages.serve('/kept', article('Kept', 'A river flows.'), { 'cache-control': 'max-age=60' });
    for (const headers of [{}, {}, { 'x-no-cache': 'true' }]) await read(url, headers as Record<string, string>);
    expect(reading.pages.countOf('/kept')).toBe(2);
    const slow = reading.pages.serve('/slower', () => {});
    expect((await read(slow, { 'x-timeout': '2' })).body.message).toMatch(/it did not come in time/);
  });

  test('warns of a page that is missing', async () => {
    expect((await read(missing)).text).toContain('Warning: Target URL returned error 404: Not Found');
    expect((await read(missing, json)).body.data.warning).toBe('Target URL returned error 404: Not Found');
  });

  test('refuses what it cannot read, and counts nothing', async () => {
    const { key } = await newAccount(reading.app);
    const name = 'Unprocessable Entity';
    const message = 'The page could not be read: its host does not exist or may not be read.';
    const refused = await read('http://10.0.0.1/', {}, { key });
    expect([refused.status, refused.body]).toEqual([422, { code: 422, status: 42_200, name, message, data: null }]);
    for (const address of ['file:///etc/passwd', 'https%3A%2F%2F%25zz?%zz']) {
      const { status, body } = await read(address, {}, { key });
      expect([status, body.message]).toEqual([400, 'url: Put an http:// or https:// URL after /compat/jina/.']);
    }
    expect((await read(river, { 'x-return-format': 'screenshot' }, { key })).status).toBe(400);
    expect((await read(river, {}, { key: 'nonsense' })).status).toBe(401);
    expect((await read(river, {}, { key, web: webs.without })).status).toBe(404);
    await counted(key, 0);
  });

  test('reads the address that is posted', async () => {
    const headers = { ...json, authorization: reading.app.key };
    const { status, body } = await sendJson('/compat/jina/', { url: river }, { key: '', headers });
    expect([status, body.data.title]).toEqual([200, 'Rivers']);
    const bad = await sendJson('/compat/jina', { url: 'ftp://x' });
    expect([bad.status, bad.body.code, bad.body.message]).toEqual([400, 400, expect.stringMatching(/^url: /)]);
  });

  test('writes no address to the log', async () => {
    await read(`${reading.pages.url}/persimmon`, { 'x-request-id': 'logged-jina' });
    const output = () => reading.app.webs.map((web) => web.output).join('');
    await eventually('the request is logged', () => output().includes('"logged-jina"'));
    expect(output()).not.toContain('persimmon');
  });
});

describe("Jina's search", () => {
  const json = { accept: 'application/json' };
  const find = (path: string, options: GetOptions = {}) =>
    reading.app.get(`/compat/jina/${path}`, { ...options, headers: { ...json, ...options.headers } });
  const warning = expect.stringContaining('description of the engines');

  test('is what is not an address, and reads the pages of its results', async () => {
    const { key } = await newAccount(reading.app);
    const { status, body } = await find('rivers', { key });
    expect(status).toBe(200);
    expect(body).toEqual({
      code: 200,
      status: 20_000,
      data: [
        {
          title: 'Result 1',
          url: river,
          description: 'A page.',
          content: expect.stringContaining('A river flows to the sea.'),
          usage: { tokens: expect.any(Number) },
        },
        { title: 'Result 2', url: missing, description: 'A page.', content: 'A page.', warning, usage: { tokens: 2 } },
      ],
    });
    await counted(key, 2);
  });

  test('is posted by Open WebUI, with the key alone in its header', async () => {
    const headers = { ...json, authorization: reading.app.key, 'x-retain-images': 'none' };
    const { status, body } = await sendJson('/compat/jina/', { q: 'rivers', count: 1 }, { key: '', headers });
    expect([status, body.data.length]).toEqual([200, 1]);
    const refused = await sendJson('/compat/jina/', { q: 'rivers' }, { key: '', headers: { authorization: 'trib_x' } });
    expect([refused.status, refused.body.message]).toEqual([401, 'Invalid or revoked API key.']);
  });

  test('reads nothing if only the results are wanted, and then is one search', async () => {
    const { key } = await newAccount(reading.app);
    const headers = { 'x-respond-with': 'no-content' };
    const { body } = await find('?q=rivers&num=1&hl=', { key, headers });
    expect(body.data).toEqual([{ title: 'Result 1', url: river, description: 'A page.' }]);
    await counted(key, 1);
    const text = await reading.app.get('/compat/jina/rivers', { key, headers });
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text.text).toContain(`[2] Title: Result 2\n[2] URL Source: ${missing}\n[2] Description: A page.\n`);
    const again = await reading.app.get('/compat/jina/rivers', { key, headers });
    expect(again.text).toBe(text.text);
  });

  test('refuses what makes no sense by its name, and other addresses', async () => {
    for (const [path, field] of [
      ['', 'q'],
      ['?num=3', 'q'],
      ['rivers?num=0', 'num'],
      ['rivers?gl=nowhere', 'gl'],
    ] as const) {
      const { status, body } = await find(path);
      expect([status, body.message]).toEqual([400, expect.stringContaining(`${field}: `)]);
    }
    const bare = await reading.app.get('/compat/jina?num=3');
    expect([bare.status, bare.body.message]).toEqual([400, 'q: This field is required.']);
    const other = await sendJson('/compat/jina/v1/embeddings', { input: [] });
    expect([other.status, other.body.message]).toEqual([
      501,
      expect.stringMatching(/^v1\/embeddings is not supported/),
    ]);
  });
});

describe.each(GENERATIONS)('read_page, with protocol version %s', (generation) => {
  const call = (args: Record<string, unknown>, options: GetOptions = {}) =>
    callTool(reading.app, 'read_page', args, { ...options, generation });

  test('returns the text of a page with what is known of it, and counts once', async () => {
    const { key } = await newAccount(reading.app);
    const reply = await call({ url: river }, { key });
    const { structuredContent, isError } = reply.body.result;
    expect(isError).toBeUndefined();
    const { body } = await reading.app.get(`/api/v1/extract/?url=${encodeURIComponent(river)}`);
    expect(structuredContent).toEqual({ ...body.results[0], cached: expect.any(Boolean) });
    const text = `Rivers\n${river}\nAda Lovelace, The Site, 2026-05-04\n\n`;
    expect(textOf(reply)).toBe(`${UNTRUSTED}\n\n${text}${structuredContent.content}`);
    await counted(key, 1);
  });

  test('returns passages for a question, and no more text than asked for', async () => {
    const asked = await call({ url: river, query: 'sea' });
    expect(asked.body.result.structuredContent.chunks.length).toBeGreaterThan(0);
    const short = await call({ url: river, max_chars: 20 });
    expect(short.body.result.structuredContent).toMatchObject({ truncated: true });
    expect(textOf(short)).toMatch(/The page continues beyond this point\.$/);
  });

  test('says why a page cannot be read, and counts if it was fetched', async () => {
    const { key } = await newAccount(reading.app);
    expect(textOf(await call({ url: 'no address' }, { key }))).toBe('url: Use http:// or https:// addresses.');
    expect(textOf(await call({ url: river }, { key, web: webs.off }))).toContain('EXTRACT=off');
    await counted(key, 0);
    const failed = await call({ url: missing }, { key });
    expect(failed.body.result.isError).toBe(true);
    expect(textOf(failed)).toBe('The page could not be read: it answered with status 404.');
    await counted(key, 1);
  });
});

describe.each(GENERATIONS)('web_search with extract, with protocol version %s', (generation) => {
  test('searches and reads in one call, and counts both', async () => {
    const { key } = await newAccount(reading.app);
    const reply = await callTool(reading.app, 'web_search', { query: 'rivers', extract: 2 }, { key, generation });
    const [first, second] = reply.body.result.structuredContent.results;
    expect(first).toMatchObject({ url: river, content: expect.stringContaining('A river flows to the sea.') });
    expect(second).toMatchObject({ url: missing, content: '' });
    expect(textOf(reply)).toContain('A river flows to the sea.');
    expect(textOf(reply).startsWith(`${UNTRUSTED}\n\n`)).toBe(true);
    await counted(key, 2);
  });
});

test.each([
  ['/compat/tavily/extract', { urls: 'x' }],
  ['/compat/tavily/search', { query: 'rivers' }],
  ['/compat/exa/contents', { urls: ['x'] }],
  ['/compat/firecrawl/v2/scrape', { url: 'x' }],
  ['/compat/openwebui/load', { urls: ['x'] }],
])('%s says that the text of pages is not to be trusted', async (path, body) => {
  expect((await sendJson(path, body)).headers.get('x-content-notice')).toBe(UNTRUSTED);
});

describe('a page in whose place there is something else', () => {
  const WARNING = 'Only a part of the page could be read: paywall.';
  let [shell, sold] = ['', ''];
  beforeAll(async () => {
    shell = reading.pages.serve('/shell', '<div id="root">Loading...</div><script src="/app.js"></script>');
    const tier = '<meta property="article:content_tier" content="locked"></head>';
    sold = reading.pages.serve('/sold', article('Sold', 'It begins well.').replace('</head>', tier));
    await findPages(reading.app, 'sold', [sold, shell]);
  });
  const failure = expect.stringMatching(/^(The page could not be read: )?needs_javascript: /);

  test('fails in each format, in its own way', async () => {
    const tavily = await sendJson('/compat/tavily/extract', { urls: [shell] });
    expect(tavily.body).toMatchObject({ results: [], failed_results: [{ url: shell, error: failure }] });
    const exa = await sendJson('/compat/exa/contents', { urls: [shell] });
    expect(exa.body.results).toEqual([]);
    expect(exa.body.statuses).toMatchObject([{ id: shell, status: 'error', error: { message: failure } }]);
    const firecrawl = await sendJson('/compat/firecrawl/v2/scrape', { url: shell });
    expect([firecrawl.status, firecrawl.body]).toMatchObject([422, { success: false, error: failure }]);
    const jina = await reading.app.get(`/compat/jina/${shell}`);
    expect([jina.status, jina.body.message]).toEqual([422, failure]);
    expect((await sendJson('/compat/openwebui/load', { urls: [shell] })).body).toEqual([]);
    const tool = await callTool(reading.app, 'read_page', { url: shell });
    expect([tool.body.result.isError, textOf(tool)]).toEqual([true, failure]);
  });

  test('comes with a warning in each format if a part could be read', async () => {
    const text = expect.stringContaining('It begins well.');
    const tavily = await sendJson('/compat/tavily/extract', { urls: [sold] });
    expect(tavily.body.results).toEqual([{ url: sold, title: 'Sold', raw_content: text, warning: WARNING }]);
    const found = await sendJson('/compat/tavily/search', { query: 'sold', include_raw_content: true });
    expect(found.body.results).toMatchObject([{ raw_content: text, warning: WARNING }, { raw_content: null }]);
    const exa = await sendJson('/compat/exa/contents', { urls: [sold] });
    expect(exa.body.results).toMatchObject([{ id: sold, text, warning: WARNING }]);
    const firecrawl = await sendJson('/compat/firecrawl/v1/scrape', { url: sold });
    expect(firecrawl.body.data).toMatchObject({ markdown: text, warning: WARNING });
    const jina = await reading.app.get(`/compat/jina/${sold}`);
    expect(jina.text).toContain(`\n\nWarning: ${WARNING}\n\n`);
    const [loaded] = (await sendJson('/compat/openwebui/load', { urls: [sold] })).body;
    expect(loaded).toMatchObject({ page_content: text, metadata: { warning: WARNING } });
    const tool = await callTool(reading.app, 'read_page', { url: sold });
    expect(tool.body.result.structuredContent).toMatchObject({ partial: 'paywall', content: text });
    expect(textOf(tool)).toMatch(/It begins well[\s\S]*\n\nOnly a part of the page could be read: paywall\.$/);
  });
});
