import { afterAll, beforeAll, expect, test } from 'vitest';
import { openwebui, searchIn, tavily } from '../harness/dialects.ts';
import { eventually } from '../harness/processes.ts';
import { newAccount, searchesOf } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ queue: 'redis', ownRedis: true, workers: 0 });
});
afterAll(() => app?.stop());

test('without Redis, clients get a 503 in their own format, and nothing is counted once Redis is back', async () => {
  const { key } = await newAccount(app);
  await app.redis.kill('SIGKILL');
  for (const dialect of [tavily, openwebui]) {
    const reply = await searchIn(app, dialect, 'redis', { key });
    expect([reply.status, reply.body]).toEqual([503, dialect.error('The service is temporarily unavailable.')]);
    expect(reply.headers.get('retry-after')).toBe('1');
  }
  await app.redis.start();
  await eventually('nothing is counted', async () => (await searchesOf(app, key)) === 0);
});
