import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { fullness, readMemory } from '../../lib/redis/redis-memory.ts';
import { makeSeal } from '../../lib/seal.ts';
import { stamp } from '../../lib/stamped.ts';
import { CacheLife, lifeS } from '../../workers/cache-life.ts';
import { KeptLists } from '../../workers/kept-lists.ts';
import { type KeptPage, PageCache } from '../../workers/pages/page-cache.ts';
import { testErrors } from '../harness/health.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';

const DAY_S = 86_400;
const FRESH_S = 300;
const MB = 1024 ** 2;

function lifeIn({ client }: TestApp): CacheLife {
  return new CacheLife(client, FRESH_S, new KeptLists(client, { now: Date.now }, DAY_S), testErrors().errors);
}

describe('the life of a list', () => {
  it.each([
    [0, DAY_S],
    [0.75, DAY_S],
    [0.751, 298],
    [0.875, 150],
    [0.999, 1],
    [1, 0],
    [1.2, 0],
  ])('in a Redis that is full by %d is %d seconds', (full, seconds) => {
    expect(lifeS(DAY_S, FRESH_S, full)).toBe(seconds);
  });

  it('that is short anyway stays as it is while it fits', () => {
    expect(lifeS(60, 60, 0.5)).toBe(60);
    expect(lifeS(0, FRESH_S, 0.9)).toBe(0);
  });
});

describe('in a real Redis', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({ ownRedis: true, workers: 0 });
    // So much that what else happens here changes nothing.
    await app.client.set('ballast', Buffer.alloc(40_000_000));
  });
  afterAll(() => app?.stop());
  beforeEach(() => app.client.config('SET', 'maxmemory', '0'));

  async function fillTo(share: number): Promise<void> {
    // Redis releases what the ballast was sent in a little later.
    await eventually(`it is full to ${share}`, async () => {
      const { usedBytes } = await readMemory(app.client);
      await app.client.config('SET', 'maxmemory', String(Math.round(usedBytes / share)));
      return Math.abs(fullness(await readMemory(app.client)) - share) < 0.05;
    });
  }

  test('that is nearly full, what is cached lives for less, and all else as before', async () => {
    const life = lifeIn(app);
    await app.client.set('{trib:cache:one}:brave.x', 'a list', 'EX', DAY_S);
    await app.client.set('{trib:cache:two}:brave.x', 'a list that ends soon', 'EX', 20);
    await app.client.set('{trib:accounts}:session:x', 'a session', 'EX', DAY_S);
    await fillTo(0.5);
    await life.look();
    expect(life.of(DAY_S, FRESH_S)).toBe(DAY_S);
    expect(await app.client.ttl('{trib:cache:one}:brave.x')).toBeGreaterThan(FRESH_S);
    await fillTo(0.9);
    await life.look();
    expect(life.of(DAY_S, FRESH_S)).toBeLessThan(200);
    const lives = await Promise.all(
      ['{trib:cache:one}:brave.x', '{trib:cache:two}:brave.x', '{trib:accounts}:session:x'].map((key) =>
        app.client.ttl(key),
      ),
    );
    expect(lives[0]).toBeGreaterThan(20);
    expect(lives[0]).toBeLessThan(200);
    expect(lives[1]).toBeLessThanOrEqual(20);
    expect(lives[1]).toBeGreaterThan(0);
    expect(lives[2]).toBeGreaterThan(FRESH_S);
  });

  /** How many of these there are. */
  const kept = async (lists: readonly string[]) =>
    (await Promise.all(lists.map((key) => app.client.exists(key)))).reduce((sum, found) => sum + found, 0);

  test('that lists have filled, there is room again', async () => {
    const life = lifeIn(app);
    const lists = Array.from({ length: 700 }, (_, n) => `{trib:cache:many-${n}}:brave.x`);
    await Promise.all(lists.map((key) => app.client.set(key, Buffer.alloc(50_000), 'EX', DAY_S)));
    await fillTo(1.1);
    await expect(app.client.set('written', '1')).rejects.toThrow(/^OOM/);
    await life.look();
    expect(await kept(lists)).toBe(0);
    expect(await app.client.set('written', '1')).toBe('OK');
  });

  test('a worker keeps no list longer than it is fresh while Redis is nearly full', async () => {
    await fillTo(0.85);
    // Another worker has just been through all lists: what is seen here is only how long new ones are kept.
    await app.client.set(redisKeys.cacheShortened, '1');
    app.addWorker();
    await app.untilSearching(0);
    let searches = 0;
    await eventually('the worker has seen how full Redis is', async () => {
      searches += 1;
      for (const key of await app.keys('{trib:cache*')) await app.client.del(key);
      await app.search(`nearly full ${searches}`);
      const lives = await Promise.all((await app.keys('{trib:cache*')).map((key) => app.client.ttl(key)));
      return lives.length > 0 && lives.every((life) => life <= FRESH_S);
    });
  });

  test('lists take no more than half of it', async () => {
    await app.client.del('ballast');
    await app.client.config('SET', 'maxmemory', String(60 * MB));
    const life = lifeIn(app);
    await life.look();
    const lists = Array.from({ length: 45 }, (_, n) => `{trib:cache:large-${n}}:brave.x`);
    for (const key of lists) {
      await app.client.set(key, stamp({ at: Date.now(), bytes: Buffer.alloc(MB) }), 'EX', DAY_S);
      life.stored(key, MB);
    }
    await life.look();
    const left = () => kept(lists);
    await eventually('the oldest lists are removed', async () => (await left()) < 30);
    expect(await left()).toBeGreaterThan(25);
    expect(await kept(lists.slice(-25))).toBe(25);
  });

  test('pages take no more than a tenth of it, whoever reads them', async () => {
    await app.client.config('SET', 'maxmemory', String(80 * MB));
    const cache = new PageCache(app.client, testErrors().errors, { now: Date.now });
    const seal = makeSeal('a secret of this instance');
    const page = { usage: {}, etag: '', lastModified: '', fetchedAt: 1, freshUntil: 2, status: 200, pages: {} };
    const keys = Array.from({ length: 20 }, (_, n) =>
      cache.keyOf(seal, { url: `https://example.org/${n}`, scope: '' }),
    );
    for (const key of keys) {
      // Half of the bytes are left once it is packed.
      const large = { ...page, finalUrl: randomBytes(MB).toString('hex') } satisfies KeptPage;
      await cache.keep(seal, key, large);
    }
    expect(await kept(keys)).toBeLessThan(10);
    expect(await kept(keys.slice(-6))).toBe(6);
    expect(await cache.get(seal, keys.at(-1) as string)).toMatchObject({ status: 200 });
  });
});
