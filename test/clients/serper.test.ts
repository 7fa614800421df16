import { SerperClient } from '@agentic/serper';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAccount, searchesOf } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { warm } from '../harness/warm-searches.ts';

let app: TestApp;
let account: { key: string };
beforeAll(async () => {
  app = await TestApp.start({ queue: 'redis', env: { REQUEST_DEADLINE_MS: '60000', CACHE_TTL_S: '86400' } });
  account = await newAccount(app);
  // The client always asks from the United States, in English.
  await warm(app, 'redis', { country: 'US', lang: 'en' });
});
afterAll(() => app?.stop());

const client = (apiKey = account.key) => new SerperClient({ apiKey, apiBaseUrl: `${app.urls[0]}/compat/serper` });

test('a client of Serper searches, and each search counts once', async () => {
  const before = await searchesOf(app, account.key);
  const { organic, searchParameters } = await client().search({ q: 'redis', num: 3 });
  expect(searchParameters.q).toBe('redis');
  expect(organic).toHaveLength(3);
  for (const { title, link, snippet } of organic) expect([title, link, snippet].every(Boolean)).toBe(true);
  expect(await searchesOf(app, account.key)).toBe(before + 1);
});

test('it searches images and news, and a bad key is refused', async () => {
  expect((await client().searchImages('redis')).images).toBeInstanceOf(Array);
  expect((await client().searchNews('redis')).news).toBeInstanceOf(Array);
  await expect(client('nonsense').search('redis')).rejects.toThrow('401');
});
