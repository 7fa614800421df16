import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../harness/processes.ts';
import { newAccount, searchesOf } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ queue: 'redis', ownRedis: true, workers: 0 });
});
afterAll(() => app?.stop());

test("without Redis a client of SearXNG gets a 503 in SearXNG's format, and nothing is counted", async () => {
  const { key } = await newAccount(app);
  // Beyond the last page, so that no worker is needed.
  const search = () => app.get(`/compat/searxng/${key}/search?q=node&pageno=51`, { key: '' });
  expect((await search()).status).toBe(200);
  await app.redis.kill('SIGKILL');
  for (const path of ['search?q=node', 'config', 'autocompleter?q=node']) {
    const reply = await app.get(`/compat/searxng/${key}/${path}`, { key: '' });
    expect([reply.status, reply.body]).toEqual([
      503,
      { error: 'The service is temporarily unavailable.', results: [] },
    ]);
    expect(reply.headers.get('retry-after')).toBe('1');
  }
  expect((await app.get('/compat/searxng/healthz', { key: '' })).text).toBe('OK');
  await app.redis.start();
  await eventually('Redis is back', async () => (await search()).status === 200);
  await eventually('only what was answered is counted', async () => (await searchesOf(app, key)) === 2);
});
