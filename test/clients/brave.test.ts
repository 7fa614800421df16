import { BraveSearchClient } from '@agentic/brave-search';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAccount, searchesOf } from '../harness/searching.ts';
import { Stack } from '../harness/stack.ts';
import { warm } from '../harness/warm-searches.ts';

let stack: Stack;
let account: { key: string };
beforeAll(async () => {
  stack = await Stack.start({ env: { REQUEST_DEADLINE_MS: '60000', CACHE_TTL_S: '86400' } });
  account = await newAccount(stack);
  for (const lang of ['', 'en']) await warm(stack, 'redis', { lang });
});
afterAll(() => stack?.stop());

const client = (apiKey = account.key) => new BraveSearchClient({ apiKey, apiBaseUrl: `${stack.urls[0]}/compat/brave` });

test('a client of Brave searches, page by page, and each search counts once', async () => {
  const before = await searchesOf(stack, account.key);
  const [first, second] = [
    await client().search({ query: 'redis', count: 3 }),
    await client().search({ query: 'redis', count: 3, offset: 1 }),
  ];
  const results = [first, second].flatMap(({ web }) => web?.results ?? []);
  expect(new Set(results.map(({ url }) => url)).size).toBe(6);
  for (const { title, description } of results) expect([title, description].every(Boolean)).toBe(true);
  expect(await searchesOf(stack, account.key)).toBe(before + 2);
});

test('its search for places finds none, and goes on with pages', async () => {
  expect(await client().localSearch({ query: 'redis', count: 2 })).toMatchObject({ web: { results: [{}, {}] } });
});

test('a bad key is refused', async () => {
  await expect(client('BSA-nonsense').search('redis')).rejects.toThrow('401');
});

/** The requests of clients in Python, as their code sends them. */
const PYTHON: [client: string, params: Record<string, string>, headers: Record<string, string>][] = [
  ['LangChain', { count: '3', q: 'redis' }, { accept: 'application/json' }],
  ['Dify', { count: '3', q: 'redis' }, { accept: 'application/json' }],
  ['CrewAI', { q: 'redis', count: '3' }, { accept: 'application/json' }],
  [
    'LiteLLM',
    { q: 'redis', include_fetch_metadata: 'True', count: '3' },
    { accept: 'application/json', 'accept-encoding': 'gzip', 'content-type': 'application/json' },
  ],
];

test.each(PYTHON)('%s finds what it reads', async (_client, params, headers) => {
  const url = `${stack.urls[0]}/compat/brave/res/v1/web/search?${new URLSearchParams(params)}`;
  const reply = await fetch(url, { headers: { ...headers, 'x-subscription-token': account.key } });
  expect(reply.status).toBe(200);
  const { web } = (await reply.json()) as { web: { results: Record<string, unknown>[] } };
  expect(web.results).toHaveLength(3);
  for (const { title, url, description } of web.results) {
    expect([title, url, description].every((text) => typeof text === 'string' && text !== '')).toBe(true);
  }
});
