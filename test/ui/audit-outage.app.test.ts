import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAudit } from '../../lib/audit/read-audit.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createUser } from '../harness/as-tester.ts';
import { eventually } from '../harness/processes.ts';
import { TcpProxy } from '../harness/tcp-proxy.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD, type PageReply, unescaped, Visitor } from '../harness/visitor.ts';

const PAGE = '/admin/audit';
let app: TestApp;
let root: Visitor;
let proxy: TcpProxy | undefined;

beforeAll(async () => {
  app = await TestApp.start({ web: 2, workers: 0 });
  root = await Visitor.signedInOnPage(app, 'root', { admin: true });
  await createUser(app.client, 'bob', { password: PASSWORD });
});
afterAll(async () => {
  await app?.stop();
  await proxy?.close();
});

/** The page says that Redis is away, offers another try, and shows nothing of its inside. */
function expectAway({ status, text }: PageReply, path: string): void {
  expect([path, status, unescaped(text)]).toEqual([path, 503, expect.stringContaining(`href="${path}"`)]);
  expect(text).toContain('The database is not responding.');
  expect(text).not.toMatch(/Error:|\bat \S+:\d+|ioredis|account disabled/);
}

test('what was done at one web process is on the page of another at once', async () => {
  await root.post('/admin/accounts/bob/disable');
  const other = new Visitor(app.urls[1] as string);
  expect((await other.signIn('root', PASSWORD)).status).toBe(303);
  expect((await other.get(`${PAGE}?target=bob`)).text).toContain('account disabled');
});

test('what the settings of workers differ in from the last start is on the page', async () => {
  app.addWorker({ CACHE_TTL_S: '61' });
  await eventually('its settings are noted', () => app.client.exists(redisKeys.lastWorkerSettings));
  for (let time = 0; time < 2; time++) app.addWorker({ CACHE_TTL_S: '62' });
  const read = async () => (await readAudit(app.client, { target: 'CACHE_TTL_S' }, { limit: 10 })).items;
  await eventually('the change is noted', async () => (await read()).length > 0);
  expect(await read()).toMatchObject([
    {
      via: 'instance',
      action: 'setting changed',
      target: 'worker: CACHE_TTL_S',
      before: { CACHE_TTL_S: '61' },
      after: { CACHE_TTL_S: '62' },
    },
  ]);
  expect((await root.get(`${PAGE}?target=CACHE_TTL_S`)).text).toContain('worker: CACHE_TTL_S');
});

test('a Redis that goes away while the entries are read is a page that says so, and nobody saw half of them', async () => {
  const { port, pathname } = new URL(app.env.REDIS_URL ?? '');
  const between = await TcpProxy.to(Number(port));
  proxy = between;
  const reader = new Visitor(await app.addWeb({ REDIS_URL: between.url + pathname }));
  await reader.signIn('root', PASSWORD);
  const path = `${PAGE}?account=root`;
  between.holdReplies('\r\nxrevrange\r\n');
  const pending = reader.get(path);
  await eventually('Redis has answered', () => between.isHolding);
  between.cut();
  between.letGo();
  expectAway(await pending, path);
  await eventually('the page is there again', async () => (await reader.get(path)).text.includes('account disabled'));
});
