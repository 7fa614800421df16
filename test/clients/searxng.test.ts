import path from 'node:path';
import { SearxngSearch } from '@langchain/community/tools/searxng_search';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { SearxngService } from 'searxng';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bareEnvironment } from '../harness/command-line.ts';
import { eventually } from '../harness/processes.ts';
import { newAccount, searchesOf } from '../harness/searching.ts';
import { Stack } from '../harness/stack.ts';

let stack: Stack;
let account: { key: string };
let base: string;
beforeAll(async () => {
  stack = await Stack.start({ env: { REQUEST_DEADLINE_MS: '60000' } });
  account = await newAccount(stack);
  base = `${stack.urls[0]}/compat/searxng`;
  // The searches of the tests are cached, so that a slow machine does not end them at their deadline.
  for (const safe of ['on', 'off']) {
    for (const q of ['redis', 'python', '2+2']) {
      await stack.get(`/api/v1/web/?q=${encodeURIComponent(q)}&safe=${safe}`);
      await stack.get(`/api/v1/news/?q=${encodeURIComponent(q)}&safe=${safe}`);
    }
  }
});
afterAll(() => stack?.stop());

/** Runs a call and expects that it counts as one search. */
async function counted<T>(call: () => Promise<T>, searches = 1): Promise<T> {
  const before = await searchesOf(stack, account.key);
  const value = await call();
  expect(await searchesOf(stack, account.key)).toBe(before + searches);
  return value;
}

describe("LangChain's SearxngSearch", () => {
  const params = { format: 'json' as const, numResults: 3 };

  test('posts without a body and reads the results, with the key in a header or in the path', async () => {
    const headers = { Authorization: `Bearer ${account.key}` };
    const tools = [
      new SearxngSearch({ apiBase: base, headers, params }),
      // As in n8n, where only the address can be set.
      new SearxngSearch({ apiBase: `${base}/${account.key}`, params }),
    ];
    for (const tool of tools) {
      const found = await counted(() => tool.invoke('redis'));
      const results = JSON.parse(`[${found}]`) as { title: string; link: string; snippet: string }[];
      expect(results).toHaveLength(3);
      for (const { title, link } of results)
        expect([title, link]).toEqual([expect.any(String), expect.stringMatching(/^https?:/)]);
    }
  });

  test('gives an instant answer if there are no results', async () => {
    const tool = new SearxngSearch({ apiBase: `${base}/${account.key}`, params });
    await eventually('the answer is there in time', async () => (await tool.invoke('2+2')) === '2 + 2 = 4');
  });

  test('searches several categories at once', async () => {
    const categories = 'general,news';
    const tool = new SearxngSearch({ apiBase: `${base}/${account.key}`, params: { ...params, categories } });
    // Each category is a search.
    expect(await counted(() => tool.invoke('python'), 2)).toContain('"link"');
  });

  test('reports a missing key', async () => {
    await expect(new SearxngSearch({ apiBase: base, params }).invoke('redis')).rejects.toThrow('Unauthorized');
  });
});

describe('the package searxng', () => {
  const service = (key: string) =>
    new SearxngService({
      baseURL: base,
      defaultSearchParams: { format: 'json', lang: 'auto' },
      defaultRequestHeaders: { 'X-API-Key': key },
    });

  test('reads the results', async () => {
    const found = await counted(() =>
      service(account.key).search('redis', { categories: ['general'], engines: ['google'] }),
    );
    expect(found.query).toBe('redis');
    expect(found.results.length).toBeGreaterThan(3);
    expect(found.results[0]).toMatchObject({ engine: expect.any(String), parsed_url: expect.any(Array) });
  });

  test('reports a bad key', async () => {
    await expect(service('nonsense').search('redis')).rejects.toThrow('status code 401');
  });
});

describe('mcp-searxng', () => {
  const CLI = path.resolve('test/clients/node_modules/mcp-searxng/dist/cli.js');
  async function connect(env: Record<string, string>): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [CLI], env: bareEnvironment(env) }),
    );
    return client;
  }
  const withUser = (user: string) => base.replace('http://', `http://${user}@`);

  test.each(['user and password', 'the address'])(
    'searches, suggests and describes the instance, with the key in %s',
    async (where) => {
      const env: Record<string, string> =
        where === 'the address'
          ? { SEARXNG_URL: withUser(account.key) }
          : { SEARXNG_URL: base, AUTH_USERNAME: 'any', AUTH_PASSWORD: account.key };
      const client = await connect(env);
      const call = async (name: string, args: Record<string, unknown>) =>
        JSON.stringify(await client.callTool({ name, arguments: args }));
      try {
        const found = await counted(() =>
          call('searxng_web_search', { query: 'redis', language: 'all', safesearch: 1 }),
        );
        expect(found).toContain('https://redis.io');
        expect(found).not.toContain('"isError":true');
        const good = await call('searxng_web_search', {
          query: 'python',
          categories: 'general',
          engines: 'brave',
          min_score: 0.5,
        });
        expect(good).toContain('python');
        await eventually('there are suggestions', async () =>
          (await call('searxng_search_suggestions', { query: 'pyth' })).includes('python tutorial'),
        );
        const info = await call('searxng_instance_info', { includeEngines: true });
        for (const name of ['general', 'videos', 'mojeek']) expect(info).toContain(name);
      } finally {
        await client.close();
      }
    },
  );

  test('reports a bad key with its status', async () => {
    const client = await connect({ SEARXNG_URL: withUser('nonsense') });
    try {
      const result = client.callTool({ name: 'searxng_web_search', arguments: { query: 'redis' } });
      expect(JSON.stringify(await result.catch((error: Error) => error.message))).toMatch(/401|auth/i);
    } finally {
      await client.close();
    }
  });
});
