import { randomBytes } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CrawlLooks } from '../../api/crawl/crawl-looks.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createKey, revokeKey } from '../harness/as-tester.ts';
import { crawlNow, putPages, startCrawl } from '../harness/crawling.ts';
import { LeavingClient } from '../harness/leaving-client.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';

/** Crawls that no worker reads: their pages are put there. */
let app: TestApp;
/** Listeners while nothing is followed. */
let idle = 0;
beforeAll(async () => {
  app = await TestApp.start({ env: { EXTRACT_ALLOW: '127.0.0.1' }, queue: 'redis', workers: 0 });
  await app.pretendWorker();
  idle = listeners();
});
afterAll(() => app?.stop());

const services = () => app.webs[0]?.running.services as NonNullable<(typeof app.webs)[0]>['running']['services'];
const begun = async () => (await startCrawl(app, { url: 'http://127.0.0.1:9/' })).id;

/** Adds pages to a crawl, each with so many bytes that cannot be compressed. */
const addPages = (id: string, count: number, bytes: number) =>
  putPages(app, id, count, () => randomBytes(bytes).toString('base64'));

const listeners = () => getEventListeners(services().stopping.signal, 'abort').length;

test('A stream has all pages before its end, also where pages are large', async () => {
  const id = await begun();
  // More than a reply of the list of pages has at most, several times.
  await addPages(id, 45, 500_000);
  await app.get(`/api/v1/crawl/${id}/`, { method: 'DELETE' });
  const { text } = await app.get(`/api/v1/crawl/${id}/stream/`);
  expect(text.match(/^event: page$/gm)).toHaveLength(45);
  expect(text).toMatch(/event: done\ndata: .*"state":"cancelled"/);
});

test('A cursor that is none is refused before the stream begins', async () => {
  const id = await begun();
  const { status, body } = await app.get(`/api/v1/crawl/${id}/stream/?cursor=nonsense`);
  expect([status, body]).toEqual([400, { cursor: ['Use the next_cursor of a reply.'] }]);
});

test('A client that leaves, or reads nothing, leaves nothing behind', async () => {
  const id = await begun();
  await addPages(id, 20, 500_000);
  const clients = await Promise.all(
    [1, 2, 3].map(() => LeavingClient.send(`${app.urls[0]}/api/v1/crawl/${id}/stream/`, app.key)),
  );
  await eventually('all are followed', () => listeners() === idle + 3);
  for (const client of clients) client.leave();
  await eventually('none is followed', () => listeners() === idle);
  expect((await crawlNow(app, id)).state).toBe('running');
});

test('Those who wait for the same crawl share a look, which does not read what was asked for', async () => {
  const crawl = { id: await begun(), account: app.account };
  await app.client.hset(redisKeys.crawl(crawl.id), 'request', 'what cannot be opened');
  const looks = new CrawlLooks(app.client, services().secret);
  const [one, other] = [looks.next(crawl), looks.next(crawl)];
  expect(one).toBe(other);
  expect(await one).toMatchObject({ state: 'running', fetched: 0 });
  expect(looks.next(crawl)).not.toBe(one);
  expect(await looks.next({ ...crawl, id: 'none' })).toBeNull();
});

test('A stream ends with its key, although its crawl goes on', async () => {
  const id = await begun();
  const { key, prefix } = await createKey(app.client, app.account, { name: 'follower' });
  const stream = app.get(`/api/v1/crawl/${id}/stream/`, { key });
  await eventually('it is followed', () => listeners() > idle);
  await revokeKey(app.client, prefix);
  const { text } = await stream;
  expect(text).toMatch(/^event: state$/m);
  expect(text).not.toMatch(/^event: done$/m);
  expect((await crawlNow(app, id)).state).toBe('running');
});

test('An account has only so many streams at a time, whichever keys it has', async () => {
  const id = await begun();
  const path = `/api/v1/crawl/${id}/stream/`;
  const { key } = await createKey(app.client, app.account, { name: 'second' });
  const clients = await Promise.all(
    Array.from({ length: 20 }, (_, at) => LeavingClient.send(app.urls[0] + path, at % 2 === 0 ? app.key : key)),
  );
  await eventually('all are followed', () => listeners() === idle + 20);
  expect(await app.get(path, { key })).toMatchObject({
    status: 429,
    body: { detail: 'Too many streams of crawls are open.' },
  });
  for (const client of clients) client.leave();
  await eventually('none is followed', () => listeners() === idle);
});
