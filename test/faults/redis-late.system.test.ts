import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';
import { Visitor } from '../harness/visitor.ts';

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start({ queue: 'redis', web: 0, workers: 0, ownRedis: true });
});
afterAll(() => app?.stop());

const setUpUrl = /\/setup\?token=[\w-]+/;

test('a set-up link is logged when Redis comes long after the web process, and the sign-in page says so', async () => {
  await app.redis.kill('SIGKILL');
  await app.addWeb();
  // Longer than a start waits for its first connection.
  await sleep(3_000);
  expect(app.webs[0]?.output).not.toMatch(setUpUrl);
  await app.redis.start();
  const [path] = await eventually('the link is logged', () => setUpUrl.exec(app.webs[0]?.output ?? ''));
  const visitor = new Visitor(app.urls[0] as string);
  expect((await visitor.get(path)).status).toBe(200);
  expect((await visitor.get('/login')).text).toContain('There is no administrator yet');
});
