import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Operator } from '../harness/command-line.ts';
import { TestCluster } from '../harness/redis-cluster.ts';
import { TestApp } from '../harness/test-app.ts';
import { NOTHING_KEPT } from '../harness/test-redis.ts';
import { Visitor } from '../harness/visitor.ts';

/** A web application that has the address of the whole cluster, and one for each node that has only that node's. */
let cluster: TestCluster;
let app: TestApp;
let visitor: Visitor;

beforeAll(async () => {
  cluster = await TestCluster.start({ extra: NOTHING_KEPT });
  app = await TestApp.start({ queue: 'redis', workers: 0, env: { REDIS_URL: cluster.url } });
  visitor = await Visitor.signedIn(app, 'ada', { admin: true });
  for (const { redis } of cluster.nodes) await app.addWeb({ REDIS_URL: redis.url });
  await app.addWeb({ QUEUE_REDIS_URL: cluster.nodes[0]?.redis.url ?? '' });
  for (const { redis } of cluster.nodes) app.addWorker({ REDIS_URL: redis.url });
}, 120_000);
afterAll(async () => {
  await app?.stop();
  await cluster?.dispose();
});

const API = ['web/?q=node', 'images/?q=node', 'suggest/?q=node', 'key/', 'status/', 'news/?q=node&offset=1'];
const PAGES = ['/?q=node', '/settings/api-keys', '/settings/usage', '/admin/accounts', '/admin/engines', '/login'];
const SEARXNG = 'search?q=node';

describe.each([1, 2, 3])('redis:// to node %i of three', (web) => {
  test('/readyz says how to write the address', async () => {
    const { status, headers, body } = await app.get('/readyz', { web });
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(body.reasons).toContain('Redis is part of a cluster: REDIS_URL must be a redis+cluster:// address.');
    expect(body.reasons.join()).not.toMatch(/127\.0\.0\.1|:\d{4}/);
  });

  test('what needs another node gets 503 with Retry-After, and nothing gets 500', async () => {
    const paths = [...API.map((path) => `/api/v1/${path}`), `/compat/searxng/${app.key}/${SEARXNG}`, ...PAGES];
    const replies = await Promise.all(
      paths.map(async (path) => {
        const { status, headers } = await app.get(path, { web, headers: { cookie: visitor.cookie } });
        return { path, status, retryAfter: headers.get('retry-after') };
      }),
    );
    const refused = replies.filter(({ status }) => status >= 400);
    expect(refused).not.toEqual([]);
    expect(refused).toEqual(
      refused.map(({ path }) => ({ path, status: 503, retryAfter: expect.stringMatching(/^[12]$/) })),
    );
  });

  test('a form gets 503 or is done', async () => {
    const other = new Visitor(app.urls[web] as string);
    expect([303, 503]).toContain((await other.signIn('ada', 'a password for tests')).status);
  });

  test('doctor fails with the reason', async () => {
    const { redis } = cluster.nodes[web - 1] as (typeof cluster.nodes)[number];
    const { code, stdout } = await new Operator({ ...app.env, REDIS_URL: redis.url }).run('doctor');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^fail +redis: it is part of a cluster: use a redis\+cluster:\/\/ address$/m);
  });
});

test('a command that needs another node says the same', async () => {
  const said = await Promise.all(
    cluster.nodes.map(({ redis }) => new Operator({ ...app.env, REDIS_URL: redis.url }).run('user list')),
  );
  expect(said.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(said.filter(({ code }) => code === 1).map(({ stderr }) => stderr)).toEqual(
    Array(2).fill('Redis is part of a cluster: use a redis+cluster:// address.\n'),
  );
});

test('/readyz says so of the Redis of the queues, too', async () => {
  const { status, body } = await app.get('/readyz', { web: 4 });
  expect(status).toBe(503);
  expect(body.reasons).toContain(
    "The queues' Redis is part of a cluster: QUEUE_REDIS_URL must be a redis+cluster:// address.",
  );
});
