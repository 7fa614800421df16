import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listKeys } from '../../lib/keys/key-store.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createKey, createUser } from '../harness/as-tester.ts';
import { TestApp } from '../harness/test-app.ts';
import { type PageReply, Visitor } from '../harness/visitor.ts';

const USAGE = '/settings/usage';
const KEYS = '/settings/api-keys';
const USERS = '/admin/accounts';
const START = Date.parse('2026-01-01T00:00:00Z');

let app: TestApp;
let few: Visitor;
let many: Visitor;
/** The prefixes of the 2,000 keys, newest first. */
let prefixes: string[];

beforeAll(async () => {
  app = await TestApp.start({ workers: 0, ownRedis: true, env: { API_THROTTLE_BURST: '60/min' } });
  few = await Visitor.signedIn(app, 'few', { admin: true });
  many = await Visitor.signedIn(app, 'many');
  await addKeys('few', 60);
  prefixes = (await addKeys('many', 2_000)).reverse();
});
afterAll(() => app?.stop());

/** Creates keys, each a second after the one before. */
async function addKeys(username: string, count: number): Promise<string[]> {
  const options = (index: number) => ({ name: `key ${index}`, now: new Date(START + index * 1_000) });
  const created = await Promise.all(
    Array.from({ length: count }, (_, index) => createKey(app.client, username, options(index))),
  );
  return created.map(({ prefix }) => prefix);
}

/** The number of commands that Redis has run, inside of scripts or not. */
async function commandCount(): Promise<number> {
  const stats = await app.client.info('commandstats');
  return [...stats.matchAll(/:calls=(\d+)/g)].reduce((sum, [, calls]) => sum + Number(calls), 0);
}

/** The commands for one view of a page: the least of a few views, because the web process also works for itself. */
async function cost(visitor: Visitor, path: string): Promise<number> {
  const costs: number[] = [];
  for (let i = 0; i < 5; i++) {
    const before = await commandCount();
    expect((await visitor.get(path)).status).toBe(200);
    costs.push((await commandCount()) - before);
  }
  return Math.min(...costs);
}

const link = ({ text }: PageReply, rel: 'next' | 'prev') => new RegExp(`rel="${rel}" href="([^"]+)"`).exec(text)?.[1];
const listed = ({ text }: PageReply) => [...text.matchAll(/<code>trib_(\w{8})…<\/code>/g)].map(([, prefix]) => prefix);
const usageRows = ({ text }: PageReply) => [...text.matchAll(/usage\?key=trib_(\w{8})/g)].map(([, prefix]) => prefix);

describe('an account with 2,000 keys', () => {
  test.each([USAGE, KEYS, `${USAGE}?page=20`, `${KEYS}?page=20`])(
    'costs Redis no more than one with 60: %s',
    async (path) => {
      const [small, large] = [await cost(few, path.replace('20', '1')), await cost(many, path)];
      expect(small).toBeGreaterThan(50);
      expect(large).toBeLessThan(small + 25);
    },
  );

  test('has all of them on pages of 50, newest first', async () => {
    const seen: (string | undefined)[] = [];
    for (let path: string | undefined = KEYS; path; ) {
      const page: PageReply = await many.get(path);
      expect(listed(page)).toHaveLength(50);
      seen.push(...listed(page));
      path = link(page, 'next');
    }
    expect(seen).toEqual(prefixes);
  });

  test('has their usage on the same pages', async () => {
    const first = await many.get(USAGE);
    expect(usageRows(first)).toEqual(prefixes.slice(0, 50));
    expect(link(first, 'prev')).toBeUndefined();
    const second = await many.get(link(first, 'next') ?? '');
    expect(usageRows(second)).toEqual(prefixes.slice(50, 100));
    expect(link(second, 'prev')).toBe(`${USAGE}?page=1`);
    const last = await many.get(`${USAGE}?page=40`);
    expect(usageRows(last)).toEqual(prefixes.slice(-50));
    expect(link(last, 'next')).toBeUndefined();
  });

  test('can show the usage of a key on any page', async () => {
    const page = await many.get(`${USAGE}?key=trib_${prefixes.at(-1)}`);
    expect(page.text).toContain('Only the key key 0.');
  });

  test.each([
    ['1000', prefixesAt(-50)],
    ['0', prefixesAt(0)],
    ['x', prefixesAt(0)],
    ['1&page=2', prefixesAt(0)],
  ])('shows the nearest page for page=%s', async (page, expected) => {
    expect(listed(await many.get(`${KEYS}?page=${page}`))).toEqual(expected());
  });

  test('is listed completely if only the set has its keys, as after a backup was restored', async () => {
    await app.client.del(redisKeys.userKeysByAge('many'), redisKeys.userLiveKeys('many'));
    expect(listed(await many.get(KEYS))).toEqual(prefixes.slice(0, 50));
    expect(await app.client.zcard(redisKeys.userLiveKeys('many'))).toBe(2_000);
    expect(await listKeys(app.client, 'many')).toHaveLength(2_000);
  });
});

function prefixesAt(start: number) {
  return () => prefixes.slice(start).slice(0, 50);
}

test('a page with few keys has no links to other pages', async () => {
  const one = await Visitor.signedIn(app, 'one');
  await addKeys('one', 50);
  for (const path of [USAGE, KEYS]) expect((await one.get(path)).text).not.toContain('aria-label="Pages"');
});

describe('the list of accounts', () => {
  const names = ({ text }: PageReply) =>
    [...text.matchAll(/<th scope="row"[^>]*><a [^>]*>([\w-]+)/g)].map(([, name]) => name);

  test('has pages of 50, sorted by name, and the cost of a page does not grow with their number', async () => {
    const add = (from: number, to: number) =>
      Promise.all(
        Array.from({ length: to - from }, (_, i) =>
          createUser(app.client, `user-${String(from + i).padStart(4, '0')}`),
        ),
      );
    await add(0, 60);
    const small = await cost(few, USERS);
    await add(60, 600);
    expect(await cost(few, USERS)).toBeLessThan(small + 25);
    const first = await few.get(USERS);
    const second = await few.get(link(first, 'next') ?? '');
    const all = (await app.client.smembers(redisKeys.users)).sort();
    expect([...names(first), ...names(second)]).toEqual(all.slice(0, 100));
    expect(link(second, 'prev')).toBe(USERS);
  });
});
