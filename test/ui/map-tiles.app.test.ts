import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { PageServer } from '../harness/page-server.ts';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { Person } from './person.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let app: TestApp;
let tiles: PageServer;
/** A service of the operator's machine that nobody may reach. */
let canary: PageServer;
let ada: Person;
let webs: Record<'tiled' | 'unproxied' | 'forbidden', number>;

beforeAll(async () => {
  [tiles, canary] = [await PageServer.start('127.0.0.2'), await PageServer.start('127.0.0.1')];
  app = await TestApp.start({ env: { EXTRACT_ALLOW: '127.0.0.2' } });
  const MAP_TILES_URL = `${tiles.url}/{z}/{x}/{y}.png?key=secret`;
  webs = await addWebs(app, {
    tiled: { MAP_TILES_URL },
    unproxied: { MAP_TILES_URL, IMAGE_PROXY: 'off' },
    forbidden: { MAP_TILES_URL: `${canary.url}/{z}/{x}/{y}.png` },
  });
  ada = await Person.signedIn(app, 'ada', webs.tiled);
});
afterAll(async () => {
  await app?.stop();
  await tiles?.close();
  await canary?.close();
});
afterEach(() => app.reset());

const serve = (tile: string, answer: (response: ServerResponse) => void) =>
  tiles.serve(`/${tile}.png?key=secret`, (_, response) => answer(response));
const askedFor = (tile: string) => tiles.countOf(`/${tile}.png?key=secret`);
const at = (person: Person, tile: string) => person.get(`/img/tile/${tile}`);

test('a tile of the configured server comes through this instance, once for all who see it', async () => {
  serve('3/4/2', (response) => response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=1' }).end(PNG));
  const { status, headers } = await at(ada, '3/4/2');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('image/png');
  expect(headers.get('set-cookie')).toBeNull();
  expect(headers.get('cache-control')).toBe('private, max-age=86400, immutable');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  await at(await Person.signedIn(app, 'grace', webs.tiled), '3/4/2');
  expect(askedFor('3/4/2')).toBe(1);
  const asked = tiles.asked.at(-1);
  expect(asked?.headers).not.toHaveProperty('cookie');
  expect(asked?.headers).not.toHaveProperty('referer');
});

test.each([
  '3/8/0',
  '3/0/8',
  '20/0/0',
  '0/1/0',
  '-1/0/0',
  '3/-1/0',
  '3/1.5/0',
  '3/1e0/0',
  '03/1/0',
  '3/0x1/0',
  '3/%20/0',
  '3/99999999999999999999/0',
  '99999999999999999999/0/0',
  '3/..%2F..%2Fsecret/0',
  'NaN/0/0',
  '{z}/{x}/{y}',
])('%s is no tile, and nobody is asked for it', async (tile) => {
  const before = tiles.asked.length;
  expect((await at(ada, tile)).status).toBe(404);
  expect(tiles.asked.length).toBe(before);
});

test('tiles are for signed-in users', async () => {
  serve('4/1/1', (response) => response.end(PNG));
  const { status, headers } = await at(new Person(app.urls[webs.tiled] as string), '4/1/1');
  expect([status, headers.get('cache-control')]).toEqual([401, 'no-store']);
  expect(askedFor('4/1/1')).toBe(0);
});

test.each([
  ['a page', '5/0/0', '<!doctype html><script>alert(1)</script>'],
  ['an SVG, which may contain scripts', '5/0/1', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
  ['nothing', '5/0/2', ''],
  ['too large', '5/0/3', Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)])],
])('a tile that is %s is none, and is not asked for again at once', async (_what, tile, body) => {
  serve(tile, (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(body));
  expect((await at(ada, tile)).status).toBe(404);
  expect((await at(ada, tile)).status).toBe(404);
  expect(askedFor(tile)).toBe(1);
});

test('a server of tiles cannot send workers to the operator’s machine', async () => {
  canary.serve('/secret.png', (_, response) => void response.end(PNG));
  serve('6/0/0', (response) => response.writeHead(302, { location: `${canary.url}/secret.png` }).end());
  expect((await at(ada, '6/0/0')).status).toBe(404);
  expect(canary.asked).toEqual([]);
});

test('a server in the operator’s network must be allowed, as for pictures', async () => {
  canary.serve('/1/0/0.png', (_, response) => void response.end(PNG));
  expect((await at(await Person.at(app, 'ada', webs.forbidden), '1/0/0')).status).toBe(404);
  expect(canary.asked).toEqual([]);
});

test('a slow server is given up', { timeout: 30_000 }, async () => {
  let begun = 0;
  serve('7/0/0', (response) => {
    begun += 1;
    response.writeHead(200).write(PNG.subarray(0, 10));
  });
  expect((await at(ada, '7/0/0')).status).toBe(404);
  expect(begun).toBe(1);
});

test('nobody makes this instance fetch tiles without end', async () => {
  const log = redisKeys.tileRateLog('ada');
  await app.client.rpush(log, ...Array<string>(600).fill(String(Date.now())));
  serve('8/0/0', (response) => response.end(PNG));
  const { status, headers } = await at(ada, '8/0/0');
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await at(ada, '3/4/2')).status).toBe(200);
  await app.client.del(log);
  expect((await at(ada, '8/0/0')).status).toBe(200);
});

test('without a server of tiles, or where workers fetch no pictures, there are none', async () => {
  serve('9/0/0', (response) => response.end(PNG));
  for (const web of [0, webs.unproxied]) {
    expect((await at(await Person.at(app, 'ada', web), '9/0/0')).status).toBe(404);
  }
  expect(askedFor('9/0/0')).toBe(0);
});
