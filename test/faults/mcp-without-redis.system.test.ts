import { afterAll, beforeAll, expect, test } from 'vitest';
import { callTool, sendMcp, textOf } from '../harness/mcp.ts';
import { eventually } from '../harness/processes.ts';
import { newAccount, searchesOf } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ queue: 'redis', ownRedis: true, workers: 0 });
});
afterAll(() => app?.stop());

test('without Redis a client gets a 503 in its own format, and nothing is counted once Redis is back', async () => {
  const { key } = await newAccount(app);
  const sum = () => callTool(app, 'instant_answer', { query: '2+2' }, { key });
  expect(textOf(await sum())).toBe('2 + 2 = 4');
  await app.redis.kill('SIGKILL');
  for (const reply of [await sum(), await sendMcp(app, 'tools/list', {}, { key })]) {
    expect(reply.status).toBe(503);
    const error = { code: -32000, message: 'The service is temporarily unavailable.' };
    expect(reply.body).toEqual({ jsonrpc: '2.0', id: null, error });
    expect(reply.headers.get('retry-after')).toBe('1');
  }
  await app.redis.start();
  await eventually('Redis is back', async () => (await sendMcp(app, 'tools/list', {}, { key })).status === 200);
  await eventually('only the first call is counted', async () => (await searchesOf(app, key)) === 1);
});
