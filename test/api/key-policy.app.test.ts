import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readShownKey } from '../../api/ui/keys/shown-key.ts';
import { type KeyChanges, keyChanges } from '../../lib/keys/key-fields.ts';
import type { KeyRecord } from '../../lib/keys/key-record.ts';
import { getKey } from '../../lib/keys/key-store.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { changeKey, createKey, rotateKey } from '../harness/as-tester.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';

const life = { maxDays: null };
let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app?.stop());

/** A key that may do this. */
async function keyWith(changes: unknown): Promise<{ key: string; prefix: string }> {
  const made = await createKey(app.client, 'tester');
  await changeKey(app.client, made.prefix, keyChanges.parse(changes) as KeyChanges, life);
  return made;
}
const post = (path: string, key: string, body: object) =>
  app.get(path, {
    key,
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      authorization: `${path === '/mcp' ? 'Bearer' : 'Api-Key'} ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
  });
const searchesOf = async (key: string) => (await app.get('/api/v1/key/', { key })).body.usage.searches;

describe('a key with scopes', () => {
  test('gets a 403 that names the missing one, before any charge, in every dialect', async () => {
    const { key } = await keyWith({ scopes: ['maps', 'status'] });
    const refused = await app.get('/api/v1/web/?q=river', { key });
    expect(refused).toMatchObject({ status: 403, body: { detail: 'This API key lacks the scope "search".' } });
    expect((await app.get('/api/v1/extract/?url=https://example.org', { key })).body.detail).toContain('"read"');
    expect((await app.get('/api/v1/web/stream/?q=river', { key })).status).toBe(403);
    expect((await app.get('/compat/searxng/search?q=river&format=json', { key })).status).toBe(403);
    expect((await app.get('/api/v1/status/', { key })).status).toBe(200);
    expect((await app.get('/api/v1/maps/?q=paris', { key })).status).toBe(200);
    expect(await searchesOf(key)).toBe(1);
    const batch = await post('/api/v1/batch/', key, {
      requests: [
        { endpoint: 'web', params: { q: 'a' } },
        { endpoint: 'maps', params: { q: 'paris' } },
      ],
    });
    expect(batch.body.responses.map(({ status }: { status: number }) => status)).toEqual([403, 200]);
  });

  test('sees only its tools over MCP', async () => {
    const { key } = await keyWith({ scopes: ['read'] });
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const ask = async (body: object, own: string) => (await post('/mcp', own, body)).body;
    const names = (await ask(list, key)).result.tools.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['read_page', 'map_site', 'crawl_site']);
    expect((await ask(list, app.key)).result.tools.length).toBeGreaterThan(8);
    const call = {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'web_search', arguments: { query: 'x' } },
    };
    expect(JSON.stringify(await ask(call, key))).toContain('lacks the scope');
  });

  test('shows them, its limits and who set them', async () => {
    const { key, prefix } = await keyWith({
      scopes: ['search', 'status'],
      engines: ['engine_b'],
      limits: { burst: '20/min', monthly: 50, max_parallel: 4 },
    });
    await app.get('/api/v1/web/?q=limits', { key });
    // The place of a request is free a moment after its reply.
    await eventually('its place is free', async () => (await app.client.zcard(redisKeys.keyPlaces(prefix))) === 0);
    const { body } = await app.get('/api/v1/key/', { key });
    expect(body).toMatchObject({
      prefix: `trib_${prefix}`,
      scopes: ['search', 'status'],
      engines: ['engine_b'],
      limits: {
        burst: { limit: 20, remaining: 18, binds: 'key' },
        sustained: { binds: 'instance' },
        monthly: { limit: 50, remaining: 49, binds: 'key' },
        max_parallel: { limit: 4, remaining: 3, binds: 'key' },
      },
      usage: { searches: 1, limit: 50 },
    });
  });
});

describe('a key for some addresses', () => {
  test('is refused from others, without a word about which', async () => {
    const { key, prefix } = await keyWith({ addresses: ['203.0.113.0/24'] });
    const refused = await app.get('/api/v1/web/?q=river', { key });
    expect(refused).toMatchObject({ status: 403, body: { detail: 'This API key may not be used from this address.' } });
    expect(JSON.stringify(refused.body)).not.toContain('203.0.113');
    const month = new Date().toISOString().slice(0, 7);
    expect(await app.client.hget(redisKeys.keyUsage(prefix, month), 'refused_address')).toBe('1');
    expect(await app.client.hget(redisKeys.keyUsage(prefix, month), 'total')).toBeNull();
  });
});

describe('a key for some engines', () => {
  test('asks only those, shares their cache, and is refused others', async () => {
    const { key } = await keyWith({ engines: ['engine_a'] });
    const all = await app.get('/api/v1/web/?q=shared%20engines');
    expect(all.body.engine.length).toBeGreaterThan(1);
    expect((await app.get('/api/v1/web/?q=shared%20engines', { key })).body.engine).toEqual(['engine_a']);
    // A key without that bound still gets what all of them say.
    expect((await app.get('/api/v1/web/?q=shared%20engines')).body.engine).toEqual(all.body.engine);
    const refused = await app.get('/api/v1/web/?q=shared%20engines&engine=engine_b', { key });
    expect(refused).toMatchObject({ status: 403, body: { detail: 'This API key may not use engine_b.' } });
    expect((await app.get('/api/v1/images/similar/?q=river', { key })).body.engine).toEqual(['engine_a']);
  });

  test('gets cards of those only', async () => {
    const { key } = await keyWith({ engines: ['engine_b'] });
    await app.forgetCalls();
    const bound = await app.get('/api/v1/cards/?q=Berlin', { key });
    expect([bound.status, bound.body.infobox]).toEqual([200, null]);
    expect(await app.calls('brave')).toEqual([]);
    // Neither gets what was kept for the other.
    expect((await app.get('/api/v1/cards/?q=Berlin')).body.infobox).toMatchObject({ engine: 'engine_a' });
    expect((await app.get('/api/v1/cards/?q=Berlin', { key })).body.infobox).toBeNull();
    expect((await app.get('/api/v1/cards/?q=Berlin&engine=engine_a', { key })).status).toBe(403);
  });

  test('gets no reply in the format of another service that was kept for keys with other engines', async () => {
    const { key } = await keyWith({ engines: ['engine_b'] });
    const search = async (own: string) => {
      const headers = { 'x-subscription-token': own };
      const { body, status } = await app.get('/compat/brave/res/v1/web/search?q=climate+change', { key: '', headers });
      expect(status).toBe(200);
      return body.web.results.map(({ url }: { url: string }) => url);
    };
    const bound = await search(key);
    // Replies that are made of cached slices alone are kept.
    expect(await search(key)).toEqual(bound);
    const all = await search(app.key);
    expect(all).not.toEqual(bound);
    expect(await search(key)).toEqual(bound);
  });
});

describe('requests at a time', () => {
  test('are refused beyond the number, and a batch is one', async () => {
    const { key, prefix } = await keyWith({ limits: { max_parallel: 1 } });
    const places = () => app.client.zcard(redisKeys.keyPlaces(prefix));
    await app.client.zadd(redisKeys.keyPlaces(prefix), Date.now() + 60_000, 'elsewhere');
    const refused = await app.get('/api/v1/web/?q=one', { key });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(refused.body.detail).toBe(
      'Request was throttled: the key has too many requests at a time. Try again in 1 second.',
    );
    await app.client.del(redisKeys.keyPlaces(prefix));
    const requests = ['a', 'b', 'c'].map((q) => ({ endpoint: 'web', params: { q } }));
    const batch = await post('/api/v1/batch/', key, { requests });
    expect(batch.body.responses.map(({ status }: { status: number }) => status)).toEqual([200, 200, 200]);
    await eventually('its place is free', async () => (await places()) === 0);
    expect((await app.get('/api/v1/web/?q=one', { key })).status).toBe(200);
  });
});

describe('the end of a key', () => {
  test('is told a month before, and a switched-off or replaced key is refused on every process', async () => {
    const soon = new Date(Date.now() + 20 * 86_400_000).toISOString();
    const { key, prefix } = await keyWith({ expires_at: soon });
    const second = app.urls.indexOf(await app.addWeb());
    expect((await app.get('/api/v1/key/', { key, web: second })).headers.get('x-tributary-key-expires')).toBe(soon);
    expect((await app.get('/api/v1/key/')).headers.get('x-tributary-key-expires')).toBeNull();
    const { key: fresh } = await rotateKey(app.client, prefix, new Date(), life);
    for (const web of [0, second]) {
      expect((await app.get('/api/v1/key/', { key, web })).status).toBe(401);
      expect((await app.get('/api/v1/key/', { key: fresh, web })).status).toBe(200);
    }
    await changeKey(app.client, prefix, { disabled: true }, life);
    const off = await app.get('/api/v1/key/', { key: fresh });
    expect(off).toMatchObject({ status: 403, body: { detail: 'API key is disabled.' } });
    expect((await getKey(app.client, prefix))?.lastProgram).not.toBe('');
  });
});

describe('the limits of a key', () => {
  afterEach(() => void vi.useRealTimers());

  test('are those of the month and the moment of Redis, whatever the machine takes for today', async () => {
    const { key, prefix } = await keyWith({ limits: { monthly: 1, max_parallel: 3 } });
    expect((await app.get('/api/v1/web/?q=today', { key })).status).toBe(200);
    const month = new Date().toISOString().slice(0, 7);
    await eventually('its place is free', async () => (await app.client.zcard(redisKeys.keyPlaces(prefix))) === 0);
    await app.client.zadd(redisKeys.keyPlaces(prefix), Date.now() + 600_000, 'elsewhere');
    vi.useFakeTimers({ now: Date.now() + 40 * 86_400_000, toFake: ['Date'] });
    expect((await app.get('/api/v1/web/?q=tomorrow', { key })).status).toBe(429);
    expect((await app.get('/api/v1/key/', { key })).body.usage).toEqual({ month, searches: 1, limit: 1 });
    const { services } = (app.webs[0] as (typeof app.webs)[number]).running;
    const record = (await getKey(app.client, prefix)) as KeyRecord;
    const { limits, usage } = await readShownKey(services, record);
    expect([limits.monthly?.left, limits.max_parallel?.left, usage.searchesThisMonth]).toEqual([0, 2, 1]);
  });
});
