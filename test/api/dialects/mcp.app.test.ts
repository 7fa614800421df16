import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callTool, GENERATIONS, sendMcp, textOf } from '../../harness/mcp.ts';
import { eventually } from '../../harness/processes.ts';
import { newAccount, searchesOf } from '../../harness/searching.ts';
import { TestApp } from '../../harness/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ env: { REQUEST_DEADLINE_MS: '60000' } });
});
afterAll(() => app?.stop());

/** Thirteen tools. */
const MAX_LIST_CHARS = 13 * 1_800;

/** Each tool with arguments, and the request to the API that asks the same. */
const CALLS: [tool: string, args: Record<string, unknown>, path: string][] = [
  ['web_search', { query: 'redis', limit: 50 }, '/api/v1/web/?q=redis&limit=50'],
  ['news_search', { query: 'climate', limit: 50, time_range: 'year' }, '/api/v1/news/?q=climate&date=y&limit=50'],
  ['image_search', { query: 'berlin', limit: 50, safe: false }, '/api/v1/images/?q=berlin&safe=off&limit=50'],
  ['video_search', { query: 'jazz', limit: 50, page: 1, lang: 'en' }, '/api/v1/videos/?q=jazz&lang=en&limit=50'],
  ['translate', { text: 'Good morning', target: 'de' }, '/api/v1/translate/?q=Good+morning&target=de'],
  ['geocode', { query: 'paris', limit: 2 }, '/api/v1/maps/?q=paris&limit=2'],
  ['reverse_geocode', { lat: 48.8584, lon: 2.2945, zoom: 18 }, '/api/v1/maps/?lat=48.8584&lon=2.2945&zoom=18'],
  ['suggest', { query: 'red', lang: 'en' }, '/api/v1/suggest/?q=red&lang=en'],
];

/** The body of the API once every provider has answered, so that the tool's answer comes from the cache. */
function answered(path: string): Promise<unknown> {
  return eventually('every provider answers', async () => {
    const reply = await app.get(path);
    const outcomes = Object.values(TestApp.outcomes(reply));
    return (
      reply.status === 200 && outcomes.every((outcome) => ['ok', 'cached', 'skipped'].includes(outcome)) && reply.body
    );
  });
}

describe.each(GENERATIONS)('with protocol version %s', (generation) => {
  test('the thirteen tools are listed, each with schemas, a title and hints', async () => {
    const { status, body } = await sendMcp(app, 'tools/list', {}, { generation });
    expect(status).toBe(200);
    // Every agent pays for it in each conversation.
    expect(JSON.stringify(body).length).toBeLessThan(MAX_LIST_CHARS);
    const names = body.result.tools.map(({ name }: { name: string }) => name);
    const others = ['context', 'crawl_site', 'instant_answer', 'map_site', 'read_page'];
    expect(names.sort()).toEqual([...CALLS.map(([name]) => name), ...others].sort());
    for (const tool of body.result.tools) {
      expect(tool).toMatchObject({
        title: expect.any(String),
        description: expect.any(String),
        inputSchema: { type: 'object' },
        outputSchema: { type: 'object' },
        annotations: {
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: tool.name !== 'instant_answer',
        },
      });
      expect(JSON.stringify(tool)).not.toMatch(/"\$(ref|defs|schema)"/);
      expect(JSON.stringify(tool.outputSchema)).not.toContain('"additionalProperties":false');
      const described = Object.values(tool.inputSchema.properties) as { description?: string }[];
      expect(described.every(({ description }) => description)).toBe(true);
    }
  });

  test.each(CALLS)('%s returns the data of the API, fits its own schema and counts once', async (name, args, path) => {
    const { key } = await newAccount(app);
    const expected = await answered(path);
    const reply = await callTool(app, name, args, { key, generation });
    expect(reply.body.result.isError).toBeUndefined();
    expect(reply.body.result.structuredContent).toEqual(expected);
    expect(textOf(reply).length).toBeGreaterThan(0);
    const { body: list } = await sendMcp(app, 'tools/list', {}, { generation });
    const tool = list.result.tools.find((listed: { name: string }) => listed.name === name);
    const validate = new Ajv2020({ strict: false }).compile(tool.outputSchema);
    expect(validate(reply.body.result.structuredContent) || validate.errors).toBe(true);
    expect(await searchesOf(app, key)).toBe(1);
  });

  test('instant_answer wraps its answer, and says so in words if there is none', async () => {
    const { key } = await newAccount(app);
    const sum = await callTool(app, 'instant_answer', { query: '2+2' }, { key, generation });
    expect(sum.body.result.structuredContent).toEqual({ answer: (await app.get('/api/v1/instant/?q=2%2B2')).body });
    expect(textOf(sum)).toBe('2 + 2 = 4');
    const none = await callTool(app, 'instant_answer', { query: 'zxqv blorp' }, { key, generation });
    expect(none.body.result.structuredContent).toEqual({ answer: null });
    expect(textOf(none)).toBe('There is no instant answer to this question.');
    expect(await searchesOf(app, key)).toBe(2);
  });

  test('everything but a call takes no entry and counts nothing', async () => {
    const { key } = await newAccount(app);
    const used = async () => {
      const { body } = await app.get('/api/v1/key/', { key });
      return [body.limits.sustained.remaining, body.usage.searches];
    };
    const [before] = await used();
    await sendMcp(app, 'tools/list', {}, { key, generation });
    await sendMcp(app, 'initialize', { protocolVersion: '2025-11-25', capabilities: {} }, { key, generation });
    await sendMcp(app, 'server/discover', {}, { key, generation });
    // Asking for the usage takes an entry itself.
    expect(await used()).toEqual([before - 1, 0]);
  });

  test('wrong arguments are named in a result with isError, and nothing is counted', async () => {
    const { key } = await newAccount(app);
    const wrong: [string, Record<string, unknown>, RegExp][] = [
      ['web_search', {}, /^query: This field is required\.$/],
      ['web_search', { query: '  ' }, /^query: This field is required\.$/],
      ['web_search', { query: null, limit: 51 }, /^query: This field is required\.; limit: .+50$/],
      ['web_search', { query: 'x', time_range: 'decade' }, /^time_range: .+day/],
      ['web_search', { query: 'x', lang: '!!' }, /^lang: Use a language tag/],
      ['suggest', { query: 'x'.repeat(1_001) }, /^query: Ensure this field has no more than 1000 characters\.$/],
      ['translate', { text: 'Hello', target: 'klingonese' }, /^target: /],
      ['reverse_geocode', { lat: 91, lon: 0 }, /^lat: .+90$/],
      ['instant_answer', { query: '2+2', tz: 'Mars/Base' }, /^tz: Use a time zone/],
    ];
    for (const [name, args, line] of wrong) {
      const reply = await callTool(app, name, args, { key, generation });
      expect(reply.status).toBe(200);
      expect(reply.body.result.isError).toBe(true);
      expect(textOf(reply)).toMatch(line);
    }
    const list = await sendMcp(app, 'tools/call', { name: 'web_search', arguments: ['x'] }, { key, generation });
    expect(list.body.result?.isError ?? list.body.error.code).not.toBe(false);
    await eventually('nothing is counted', async () => (await searchesOf(app, key)) === 0);
  });

  test('an unknown tool is an error of the protocol, and nothing is counted', async () => {
    const { key } = await newAccount(app);
    const { body } = await callTool(app, 'write_page', { url: 'https://example.org' }, { key, generation });
    expect(body).toMatchObject({ id: 7, error: { code: -32602, message: 'There is no tool "write_page".' } });
    expect(await searchesOf(app, key)).toBe(0);
  });
});

test('a search returns at most `limit` results, as data and as text', async () => {
  await answered('/api/v1/web/?q=python');
  const reply = await callTool(app, 'web_search', { query: 'python', limit: 2 });
  const { results } = reply.body.result.structuredContent;
  expect(results).toHaveLength(2);
  expect(textOf(reply)).toMatch(/^1\. .+\n {3}https?:\S+\n/);
  expect(textOf(reply)).toContain(`\n\n2. ${results[1].title}\n   ${results[1].url}\n`);
  expect(textOf(reply)).not.toContain('\n\n3. ');
});

test('a page of a search goes on where the last one ended', async () => {
  const page = async (page: number, limit: number): Promise<string[]> => {
    const reply = await callTool(app, 'web_search', { query: 'python', limit, page });
    return reply.body.result.structuredContent.results.map(({ url }: { url: string }) => url);
  };
  await answered('/api/v1/web/?q=python');
  expect([...(await page(1, 3)), ...(await page(2, 3))]).toEqual(await page(1, 6));
});

test('a search keeps to sites, a country and days, and to the time it is given', async () => {
  const filters = { site: ['wikipedia.org', 'redis.io'], country: 'DE', from: '2026-01-01', to: '2026-01-31' };
  await app.forgetCalls();
  const kept = await callTool(app, 'web_search', { query: 'redis', ...filters });
  for (const { url } of kept.body.result.structuredContent.results) expect(url).toMatch(/wikipedia\.org|redis\.io/);
  const [call] = await app.calls('brave');
  expect(call?.query).toMatchObject({ country: 'DE', freshness: '2026-01-01to2026-01-31' });
  const without = await callTool(app, 'web_search', { query: 'redis', exclude_site: ['redis.io'] });
  expect(JSON.stringify(without.body.result.structuredContent.results)).not.toContain('https://redis.io');
  await app.hold('brave', 'mojeek', 'marginalia');
  const hurried = await callTool(app, 'web_search', { query: 'no time', deadline_ms: 100 });
  await app.healUpstreams();
  expect(textOf(hurried)).toBe('No search engine answered.');
});

test('nothing found is said in words', async () => {
  await answered('/api/v1/web/?q=zxqvzxqv+blorpblorp');
  const reply = await callTool(app, 'web_search', { query: 'zxqvzxqv blorpblorp' });
  expect(textOf(reply)).toMatch(/^No results were found\./);
});

test('a point so near the equator that it would be written with an exponent is understood', async () => {
  const reply = await callTool(app, 'reverse_geocode', { lat: 0.0000001, lon: -0.00000001 });
  expect(reply.body.result.structuredContent.query).toBe('0.0000001,-0');
});

describe('engines that fail', () => {
  test('are named in the last line, and the search counts', async () => {
    const { key } = await newAccount(app);
    await app.knobs('brave', { status: 500 });
    // The others then answer from the cache.
    await app.search('sourdough starter');
    const reply = await callTool(app, 'web_search', { query: 'sourdough starter' }, { key });
    await app.reset();
    expect(textOf(reply)).toMatch(/\n\nDid not answer: engine_a \(\w+\)\.$/);
    expect(await searchesOf(app, key)).toBe(1);
  });

  test('all of them: a result with isError and the words of the API, and nothing is counted', async () => {
    const { key } = await newAccount(app);
    for (const engine of ['brave', 'mojeek', 'marginalia']) await app.knobs(engine, { status: 500 });
    const reply = await callTool(app, 'web_search', { query: 'sourdough bread' }, { key });
    await app.reset();
    expect(reply.status).toBe(200);
    expect(reply.body.result).toMatchObject({ isError: true, content: [{ text: 'No search engine answered.' }] });
    await eventually('nothing is counted', async () => (await searchesOf(app, key)) === 0);
  });
});
