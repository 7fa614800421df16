import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { inlined } from '../../../api/reference/document.ts';
import { createClient, TributaryError } from '../../../lib/client/client.ts';
import { administrator, keyOf, type Manager } from '../../harness/management.ts';
import { TestApp } from '../../harness/test-app.ts';

let app: TestApp;
let root: Manager;
beforeAll(async () => {
  app = await TestApp.start({
    env: {
      API_THROTTLE_BURST: '1000/min',
      BRAVE_BUDGET: '100/day,2000/month',
      BRAVE_PRICE: '5',
      BUDGET_CURRENCY: 'EUR',
    },
  });
  root = await administrator(app);
});
afterAll(() => app?.stop());

const names = (items: { username: string }[]) => items.map(({ username }) => username);

describe('accounts', () => {
  test('are listed, made and changed, with an ETag of what can be changed', async () => {
    expect((await root('POST', 'accounts/', { username: 'Ada' })).body).toMatchObject({
      username: 'ada',
      admin: false,
    });
    expect(await root('POST', 'accounts/', { username: 'ada' })).toMatchObject({
      status: 409,
      body: { detail: 'There is a user "ada" already.' },
    });
    const [first, second] = [await root('GET', 'accounts/?limit=2'), await root('GET', 'accounts/')];
    expect(names(first.body.items)).toEqual(names(second.body.items).slice(0, 2));
    const rest = await root('GET', `accounts/?cursor=${first.body.next_cursor}`);
    expect([...names(first.body.items), ...names(rest.body.items)]).toEqual(names(second.body.items));
    const key = await keyOf(app, 'ada');
    const seen = (await root('GET', 'accounts/ada/')).headers.get('etag') ?? '';
    await app.get('/api/v1/web/?q=x', { key });
    const limits = { burst: '3/min', monthly: 'off', max_parallel: 2 };
    const changed = await root('PATCH', 'accounts/ada/', { limits, disabled: true }, { 'if-match': seen });
    expect(changed.body).toMatchObject({ disabled: true, limits: { ...limits, sustained: null } });
    expect((await app.get('/api/v1/key/', { key })).status).toBe(403);
    expect((await root('PATCH', 'accounts/ada/', { disabled: false }, { 'if-match': seen })).status).toBe(412);
    const now = changed.headers.get('etag') ?? '';
    expect((await root('PATCH', 'accounts/ada/', { disabled: false }, { 'if-match': now })).status).toBe(200);
    expect((await app.get('/api/v1/key/', { key })).body.limits.burst).toMatchObject({ binds: 'account', left: 1 });
    expect((await root('GET', 'accounts/nobody/')).status).toBe(404);
  });

  test('are made administrators by no key, and nobody disables themselves or the last administrator', async () => {
    expect((await root('PATCH', 'accounts/tester/', { admin: true })).status).toBe(403);
    expect((await root('PATCH', 'accounts/root/', { disabled: true })).status).toBe(409);
    await app.client.hset('{trib:accounts}:user:tester', { admin: '1', password: 'x' });
    expect((await root('PATCH', 'accounts/tester/', { disabled: true })).body.detail).toContain('last administrator');
    await app.client.hdel('{trib:accounts}:user:tester', 'admin', 'password');
  });
});

describe('teams', () => {
  test('are made, get members, and are deleted when no key works', async () => {
    expect((await root('POST', 'teams/', { username: 'blue' })).body).toMatchObject({ kind: 'team', members: [] });
    await root('POST', 'teams/blue/members/', { username: 'tester', role: 'owner' });
    expect((await root('GET', 'teams/blue/members/')).body).toEqual({
      items: [{ username: 'tester', role: 'owner' }],
      next_cursor: null,
    });
    const unknown = await root('POST', 'teams/blue/members/', { username: 'nobody' });
    expect(unknown).toMatchObject({ status: 400, body: { username: ['There is no person "nobody".'] } });
    const { prefix } = (await root('POST', 'keys/', { username: 'blue' })).body;
    expect(await root('DELETE', 'teams/blue/')).toMatchObject({ status: 409 });
    await root('DELETE', `keys/${prefix}/`);
    expect((await root('DELETE', 'teams/blue/')).status).toBe(200);
    expect((await root('GET', 'teams/blue/')).status).toBe(404);
    expect((await root('DELETE', 'teams/blue/members/tester/')).status).toBe(404);
  });
});

describe('usage and engines', () => {
  test('are there by account and by key', async () => {
    await root('POST', 'accounts/', { username: 'bea' });
    const keys = [await keyOf(app, 'bea'), await keyOf(app, 'bea')];
    for (const key of [keys[0], keys[0], keys[1]]) await app.get('/api/v1/web/?q=usage', { key: key ?? '' });
    const day = new Date().toISOString().slice(0, 10);
    const all = (await root('GET', 'usage/')).body.items;
    expect(all.find(({ username }: { username: string }) => username === 'bea')).toEqual({
      username: 'bea',
      prefix: '',
      month: day.slice(0, 7),
      searches: 3,
      days: { [day]: { web: 3 } },
    });
    const byKey = (await root('GET', 'usage/?owner=bea')).body.items as { prefix: string; searches: number }[];
    expect(byKey.map(({ prefix, searches }) => [prefix, searches]).sort()).toEqual(
      [
        [keys[0]?.split('.')[0], 2],
        [keys[1]?.split('.')[0], 1],
      ].sort(),
    );
    expect((await root('GET', 'usage/?owner=bea&month=2020-01')).body.items[0].searches).toBe(0);
    const engines = (await root('GET', 'engines/')).body.items as { slug: string; paused_until: string }[];
    expect(engines.find(({ slug }) => slug === 'engine_a')).toMatchObject({ group: 'web', paused_until: '' });
  });
});

test('budgets say what was spent at each provider that has one', async () => {
  const before = (await root('GET', 'budgets/')).body.items;
  expect(before[0]).toMatchObject({ slug: 'engine_a', day: { limit: 100 }, month: { limit: 2_000 }, currency: 'EUR' });
  expect((await app.get('/api/v1/web/?q=budget%20of%20brave')).status).toBe(200);
  const [after] = (await root('GET', 'budgets/')).body.items;
  expect(after.month.used).toBe(before[0].month.used + 1);
  expect(after.day.left).toBe(100 - after.day.used);
  expect(after.month.cost).toBeCloseTo(after.month.used * 0.005, 6);
});

describe('the document and the client', () => {
  test('describe every operation with an example that fits, and live replies fit too', async () => {
    const document = inlined((await app.get('/api/v1/openapi.json', { key: '' })).body);
    const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>)
      .filter(([path]) => path.startsWith('/api/v1/admin/'))
      .flatMap(([path, methods]) => Object.entries(methods).map(([method, one]) => ({ path, method, ...one })));
    expect(operations.length).toBeGreaterThan(18);
    const client = readFileSync('lib/client/admin.ts', 'utf8');
    for (const { path, method, operationId, responses, tags } of operations) {
      const reply = (responses[200] ?? responses[201])?.content['application/json'];
      expect(z.fromJSONSchema(reply?.schema as never).safeParse(reply?.example).error, operationId).toBeUndefined();
      for (const status of ['400', '401', '403', '429', '503']) expect(responses, operationId).toHaveProperty(status);
      expect(tags).toEqual(['Management']);
      const address = path
        .replace('/api/v1/admin/', '')
        .replace(/\{(\w+)\}/g, ':$1')
        .slice(0, -1);
      // The client derives the address of a list from its name.
      const name = operationId.replace('admin_', '');
      if (method !== 'get' || address !== name) {
        expect(client).toContain(`  ${name}: '${method.toUpperCase()} ${address}',`);
      }
      if (method !== 'get' || path.includes('{')) continue;
      const live = await app.get(path, { key: await keyOf(app, 'root', { scopes: ['manage'] }) });
      expect(z.fromJSONSchema(reply?.schema as never).safeParse(live.body).error, path).toBeUndefined();
    }
  });

  test('manage keys together', async () => {
    const apiKey = await keyOf(app, 'root', { scopes: ['manage'] });
    const tributary = createClient({ baseUrl: app.urls[0] as string, apiKey, retries: 0 });
    const made = await tributary.admin('keys_create', { body: { username: 'tester', limits: { burst: '5/min' } } });
    expect(made.key).toMatch(/^trib_/);
    const path = { prefix: made.prefix };
    let etag = '';
    const onHeaders = (headers: { get(name: string): string | null }) => {
      etag = headers.get('etag') ?? '';
    };
    expect((await tributary.admin('key', { path }, { onHeaders })).limits.burst).toBe('5/min');
    await tributary.admin('key_change', { path, body: { note: 'x' }, ifMatch: etag });
    const late = await tributary.admin('key_revoke', { path, ifMatch: etag }).catch((error: unknown) => error);
    expect(late).toBeInstanceOf(TributaryError);
    expect((late as TributaryError).status).toBe(412);
    const { items } = await tributary.admin('keys', { query: { owner: 'tester' } });
    expect(items.map(({ note }) => note)).toContain('x');
    const idempotencyKey = 'rotation 7';
    const [one, two] = [
      await tributary.admin('key_rotate', { path, body: { until: 'now' }, idempotencyKey }),
      await tributary.admin('key_rotate', { path, body: { until: 'now' }, idempotencyKey }),
    ];
    expect(two.key).toBe(one.key);
    expect((await tributary.admin('key_revoke', { path })).revoked).toBe(true);
    // @ts-expect-error: the account is missing.
    expect(await tributary.admin('keys_create', { body: {} }).catch(({ status }) => status)).toBe(400);
  });
});

interface Operation {
  operationId: string;
  tags: string[];
  responses: Record<string, { content: Record<string, { schema: unknown; example: unknown }> }>;
}

describe('statistics', () => {
  test('are those of the instance or of one account, in total, over time and by what is asked for', async () => {
    await root('POST', 'accounts/', { username: 'stats' });
    const key = await keyOf(app, 'stats');
    for (const q of ['one', 'two']) expect((await app.get(`/api/v1/web/?q=${q}`, { key })).status).toBe(200);
    expect((await app.get('/api/v1/web/', { key })).status).toBe(400);
    await expect
      .poll(async () => (await root('GET', 'statistics/?period=24h&owner=stats')).body.total.requests, {
        timeout: 20_000,
      })
      .toBe(3);
    const { body } = await root('GET', 'statistics/?period=24h&owner=stats');
    expect(body).toMatchObject({ period: '24h', step: 'hour', total: { searches: 2, refusals: { parameter: 1 } } });
    expect(body.points).toHaveLength(24);
    expect(body.items).toMatchObject([{ name: key.split('.')[0], requests: 3 }]);
    expect((await root('GET', 'statistics/?owner=stats&by=endpoint')).body.items).toMatchObject([
      { name: 'web', requests: 3 },
    ]);
    const all = (await root('GET', 'statistics/')).body;
    expect(all.items.map(({ name }: { name: string }) => name)).toContain('stats');
    expect((await root('GET', `statistics/?owner=stats&key=${key.split('.')[0]}`)).body).toMatchObject({
      total: { requests: 3 },
      items: [],
    });
    expect((await root('GET', 'statistics/?label=app=none')).body.total.requests).toBe(0);
    expect((await root('GET', 'statistics/?period=1h')).body).toHaveProperty('period');
    const audit = (await root('GET', 'audit/?target=stats')).body.items.filter(
      ({ action }: { action: string }) => action === 'usage read',
    );
    expect(audit).toHaveLength(1);
  });
});
