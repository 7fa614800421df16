import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pictureAddress, type ShownPicture, visitorOf } from '../../lib/pictures/picture-address.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { makeSeal } from '../../lib/seal.ts';
import { cannedAnswers } from '../harness/canned-answers.ts';
import { PageServer } from '../harness/page-server.ts';
import { eventually } from '../harness/processes.ts';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { Person } from './person.ts';

const DAY_MS = 86_400_000;
const INSTANCE_SECRET = 'a secret that this test shares with the instance';
const seal = makeSeal(INSTANCE_SECRET);
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let app: TestApp;
let site: PageServer;
/** A service of the operator's machine that nobody may reach. */
let canary: PageServer;
let webs: Record<'direct', number>;

beforeAll(async () => {
  [site, canary] = [await PageServer.start('127.0.0.2'), await PageServer.start('127.0.0.1')];
  app = await TestApp.start({
    queue: 'redis',
    env: { INSTANCE_SECRET, EXTRACT_ALLOW: '127.0.0.2', REQUEST_DEADLINE_MS: '60000' },
  });
  webs = await addWebs(app, { direct: { IMAGE_PROXY: 'off' } });
});
afterAll(async () => {
  await app?.stop();
  await site?.close();
  await canary?.close();
});
afterEach(() => app.reset());

const servePicture = (path: string, body: Buffer | string = PNG, headers: Record<string, string> = {}) =>
  site.serve(path, (_, response) => void response.writeHead(200, headers).end(body));
const load = async (address: string, web = 0) => {
  const response = await fetch(`${app.urls[web]}${address}`);
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};
type As = Partial<ShownPicture> & { now?: number };
const signed = (url: string, { now = Date.now(), ...as }: As = {}) =>
  pictureAddress(seal, { url, size: 'thumbnail', visitor: 'somebody', ...as }, now);

describe('a picture of another site', () => {
  test('comes through this instance, once for all who see it', async () => {
    const url = servePicture('/a.png', PNG, { 'content-type': 'text/html', 'set-cookie': 'tracked=1' });
    const { status, headers, bytes } = await load(signed(url));
    expect(status).toBe(200);
    expect(bytes.equals(PNG)).toBe(true);
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('cache-control')).toBe('private, max-age=86400, immutable');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    await load(signed(url));
    expect(site.countOf('/a.png')).toBe(1);
    const [asked] = site.asked.filter((request) => request.url === '/a.png');
    expect(asked?.headers).not.toHaveProperty('cookie');
    expect(asked?.headers).not.toHaveProperty('referer');
  });

  test('may have an address as long as engines send them', async () => {
    const path = `/resized/${'x'.repeat(2_000)}.png`;
    expect((await load(signed(servePicture(path)))).status).toBe(200);
    expect(site.countOf(path)).toBe(1);
  });

  test.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['an SVG, which may contain scripts', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['nothing', ''],
    ['too large for a thumbnail', Buffer.concat([PNG, Buffer.alloc(512 * 1024)])],
    ['too large', Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)]), 'full' as const],
  ])('is none if it is %s', async (name, body, size: ShownPicture['size'] = 'thumbnail') => {
    const path = `/${encodeURIComponent(name)}`;
    const url = servePicture(path, body, { 'content-type': 'image/png' });
    const { status, bytes } = await load(signed(url, { size }));
    expect([status, bytes.toString()]).toEqual([404, 'No such picture.']);
    await load(signed(url, { size }));
    expect(site.countOf(path)).toBe(1);
  });

  test('is none if its server does not come to an end', { timeout: 30_000 }, async () => {
    const chunk = Buffer.alloc(64 * 1024);
    const pump = (response: ServerResponse) => {
      while (!response.destroyed && response.write(chunk));
      response.once('drain', () => pump(response));
    };
    const open = new Set<ServerResponse>();
    const endless: Record<string, (response: ServerResponse) => void> = {
      '/silent.png': () => {},
      '/stuck.png': (response) => void response.writeHead(200).write(PNG),
      '/endless.png': (response) => {
        response.writeHead(200).write(PNG);
        pump(response);
      },
    };
    const urls = Object.entries(endless).map(([path, answer]) =>
      site.serve(path, (_, response) => {
        open.add(response.once('close', () => open.delete(response)));
        answer(response);
      }),
    );
    const statuses = await Promise.all(urls.map(async (url) => (await load(signed(url))).status));
    expect(statuses).toEqual([404, 404, 404]);
    await eventually('no connection is left', () => open.size === 0);
  });

  test('leaves the memory when newer ones need its place', async () => {
    const large = Buffer.concat([PNG, Buffer.alloc(1_900_000)]);
    const urls = Array.from({ length: 14 }, (_, index) => servePicture(`/large-${index}.png`, large));
    const loadFull = (url: string) => load(signed(url, { size: 'full' }));
    for (const url of urls) expect((await loadFull(url)).status).toBe(200);
    await loadFull(urls.at(-1) as string);
    await loadFull(urls[0] as string);
    expect([site.countOf('/large-13.png'), site.countOf('/large-0.png')]).toEqual([1, 2]);
  });

  test('is not fetched from the operator’s machine, directly or by a redirect', async () => {
    canary.serve('/secret.png', (_, response) => void response.end(PNG));
    const redirect = site.serve('/away', (_, response) => {
      response.writeHead(302, { location: `${canary.url}/secret.png` }).end();
    });
    for (const url of [`${canary.url}/secret.png`, redirect, 'file:///etc/passwd']) {
      expect([url, (await load(signed(url))).status]).toEqual([url, 404]);
    }
    expect(canary.asked).toEqual([]);
  });

  test('is fetched only if this instance has signed its address, until the end of the next day', async () => {
    const url = servePicture('/signed.png');
    const [, day, mac, whose, encoded] = /^\/img\/(\d+)\/([^/]+)\/(.+)\/([^/]+)$/.exec(signed(url)) ?? [];
    const other = Buffer.from(`${url}?other`).toString('base64url');
    const picture = { url, size: 'thumbnail' as const, visitor: 'somebody' };
    const refused = [
      pictureAddress(makeSeal('the secret of another instance'), picture, Date.now()),
      `/img/${day}/${mac}/${whose}/${other}`,
      `/img/${day}/${mac}/somebody/full/${encoded}`,
      `/img/${day}/${mac}/somebody/other/${encoded}`,
      `/img/${day}/${mac}/else/thumbnail/${encoded}`,
      `/img/${Number(day) - 1}/${mac}/${whose}/${encoded}`,
      `/img/${day}/${mac?.slice(1)}/${whose}/${encoded}`,
      `/img/NaN/${mac}/${whose}/${encoded}`,
      // The same in another spelling, which would be another address to browsers and proxies.
      `/img/0${day}/${mac}/${whose}/${encoded}`,
      `/img/${day}/${mac}/${whose}/${encoded}==`,
      `/img/${day}/${mac}/${whose}/${encoded}.`,
      signed(url, { now: Date.now() - 2 * DAY_MS }),
      signed(url, { now: Date.now() + 2 * DAY_MS }),
    ];
    for (const address of refused) expect([address, (await load(address)).status]).toEqual([address, 404]);
    expect(site.countOf('/signed.png')).toBe(0);
    expect((await load(signed(url, { now: Date.now() - DAY_MS + 60_000 }))).status).toBe(200);
  });

  test('has one address, however the engine spelt its own', () => {
    expect(signed('HTTPS://Good.Example:443/a%20b.png#top')).toBe(signed('https://good.example/a%20b.png'));
  });

  test('leaves nothing in Redis', async () => {
    expect((await load(signed(servePicture('/unstored.png')))).status).toBe(200);
    expect(await app.keys('trib:reply:*')).toEqual([]);
  });

  test('is not fetched for whoever had too many in the last minute', async () => {
    const url = servePicture('/too-many.png');
    const log = redisKeys.pictureRateLog('busy');
    await app.client.rpush(log, ...Array<string>(600).fill(String(Date.now())));
    const { status, headers } = await load(signed(url, { visitor: 'busy' }));
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await load(signed(url))).status).toBe(200);
    // It is in memory now, which costs nobody anything.
    expect((await load(signed(url, { visitor: 'busy' }))).status).toBe(200);
  });

  test('of one visitor does not wait for all those of another', async () => {
    const held: ServerResponse[] = [];
    site.serveAll((_, response) => void held.push(response));
    const inWorker = () => app.workers[0]?.running.permits.calls().find(([id]) => id === 'pictures')?.[1];
    const many = Array.from({ length: 12 }, (_, n) => load(signed(`${site.url}/many-${n}.png`, { visitor: 'many' })));
    await eventually('a host is asked for six at a time', () => held.length === 6 && inWorker() === 12);
    const one = load(signed(`${site.url}/one.png`, { visitor: 'one' }));
    await eventually('the worker has it', () => inWorker() === 13);
    for (const response of held.splice(0, 2)) response.end(PNG);
    await eventually('two more are asked for', () => held.length === 6);
    expect(site.countOf('/one.png')).toBe(1);
    site.serveAll((_, response) => void response.end(PNG));
    for (const response of held) response.end(PNG);
    for (const { status } of await Promise.all([one, ...many])) expect(status).toBe(200);
  });

  test('is not served where the proxy is off', async () => {
    expect((await load(signed(servePicture('/off.png')), webs.direct)).status).toBe(404);
  });
});

describe('the search page', () => {
  const ICON = 'https://good.example/icon.png';
  const row = { url: 'https://good.example/a', title: 'Good', meta_url: { favicon: ICON } };
  const imagesOf = async (web = 0, name = `person${web}`) => {
    await cannedAnswers.brave(app, [row]);
    const { html, headers } = await (await Person.signedIn(app, name, web)).get('/?q=icons&engine=engine_a');
    const sources = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src);
    return { sources, policy: headers.get('content-security-policy') };
  };

  test('loads pictures only from this instance, so that no other site sees its visitors', async () => {
    const { sources, policy } = await imagesOf();
    expect(sources).toEqual([signed(ICON, { visitor: visitorOf(seal, 'person0') })]);
    expect(sources.join()).not.toContain('person0');
    expect(policy).toContain("img-src 'self' data:;");
  });

  test('loads them from their sites where the proxy is off', async () => {
    const { sources, policy } = await imagesOf(webs.direct);
    expect(sources).toEqual([ICON]);
    expect(policy).toContain("img-src 'self' data: https: http:;");
  });
});
