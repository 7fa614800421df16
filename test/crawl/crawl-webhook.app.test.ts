import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createKey, createUser } from '../harness/as-tester.ts';
import { crawlEnv, pageWith, siteMaker } from '../harness/crawl-sites.ts';
import { crawlNow, startCrawl, untilEnded } from '../harness/crawling.ts';
import type { PageServer } from '../harness/page-server.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';
import { answerWith, letTimePass, type Receiver, startReceiver, verified } from '../harness/webhooks.ts';

let app: TestApp;
const startSite = siteMaker();
const newSite = async (pages: number) => {
  const site = await startSite();
  for (let at = 0; at < pages; at += 1) site.serve(`/${at}`, pageWith(`Page ${at}`, [`/${at + 1}`]));
  return site;
};
const newReceiver = startReceiver;

beforeAll(async () => {
  const env = crawlEnv({ CRAWL_MAX_RUNNING: '9' });
  app = await TestApp.start({ env, queue: 'redis', workers: 2 });
});
afterAll(async () => {
  await app?.stop();
});

interface Event {
  type: string;
  data: Record<string, unknown> & { id: string; sequence: number };
}
const eventsOf = ({ got }: Receiver, secret: string) => got.map((one) => verified(one, secret) as unknown as Event);
const hook = async (site: PageServer, receiver: Receiver, more: object = {}, path = '/0') => {
  const body = { url: site.url + path, limit: 50, sitemap: 'skip', webhook: { url: `${receiver.url}/hook` }, ...more };
  const crawl = await startCrawl(app, body);
  return { id: crawl.id, secret: (crawl as unknown as { webhook_secret: string }).webhook_secret };
};
const deliveries = async (id: string, options = {}) =>
  (await app.get(`/api/v1/crawl/${id}/deliveries/?limit=100`, options)).body.items;

describe('the webhook of a crawl', () => {
  test('is told of the start, each page in order and the end, each once and signed with the secret of the reply', async () => {
    const [site, receiver] = [await newSite(5), await newReceiver()];
    const { id, secret } = await hook(site, receiver);
    expect(secret).toMatch(/^whsec_/);
    await eventually('all is delivered', () => receiver.got.length >= 7);
    await untilEnded(app, id);
    const events = eventsOf(receiver, secret);
    expect(events.map(({ type, data }) => [type, data.sequence, data.url])).toEqual([
      ['crawl.started', 1, `${site.url}/0`],
      ...[0, 1, 2, 3, 4].map((at) => ['crawl.page', at + 2, `${site.url}/${at}`]),
      ['crawl.completed', 7, `${site.url}/0`],
    ]);
    expect(events.every(({ data }) => data.id === id)).toBe(true);
    expect(events.at(-1)?.data).toMatchObject({ state: 'completed', fetched: 5, failed: { total: 1 } });
    // A page is not in its event, but where that leads.
    expect(receiver.got.some(({ body }) => body.includes('This is all about'))).toBe(false);
    const { body } = await app.get(events[2]?.data.page as string);
    expect(body.items).toMatchObject([{ url: `${site.url}/1`, content: expect.stringContaining('all about Page 1') }]);
    // The secret is nowhere else, and nothing is left to tell.
    expect(JSON.stringify(await crawlNow(app, id))).not.toContain('whsec_');
    await eventually('all is told', async () => (await app.client.zscore(redisKeys.untoldCrawls, id)) === null);
    expect(receiver.got).toHaveLength(7);
  });

  test('is told only what it asked for, and how a crawl ended', async () => {
    const receiver = await newReceiver();
    const webhook = { url: receiver.url, events: ['partial', 'failed'] };
    const partial = await hook(await newSite(5), receiver, { limit: 2, webhook });
    await eventually('it is told', () => receiver.got.length === 1);
    expect(eventsOf(receiver, partial.secret)).toMatchObject([
      { type: 'crawl.partial', data: { sequence: 1, reason: 'limit', fetched: 2 } },
    ]);
    const failed = await hook(await newSite(1), receiver, { webhook }, '/nothing');
    await eventually('it is told', () => receiver.got.length === 2);
    expect(verified(receiver.got[1] as never, failed.secret)).toMatchObject({ type: 'crawl.failed' });
    const site = await newSite(0);
    site.serveAll((_, response) => void response);
    const cancelled = await hook(site, receiver, { webhook: { url: receiver.url, events: ['cancelled'] } });
    await app.get(`/api/v1/crawl/${cancelled.id}/`, { method: 'DELETE' });
    await eventually('it is told', () => receiver.got.length === 3, 20_000);
    expect(verified(receiver.got[2] as never, cancelled.secret)).toMatchObject({ type: 'crawl.cancelled' });
  });

  test('that fails is tried again and then given up with a record, keeps the order, and is sent again by hand', async () => {
    const [site, receiver] = [await newSite(3), await newReceiver()];
    receiver.answer = (_, reply) => reply.writeHead(receiver.got.length <= 11 ? 500 : 204).end();
    const { id, secret } = await hook(site, receiver);
    await untilEnded(app, id);
    // Only the first is tried: the others wait for it.
    const oldest = async () => (await deliveries(id)).at(-1);
    await eventually('it is tried', async () => (await oldest())?.tries >= 1);
    const { id: first, tries: before, ...rest } = await oldest();
    expect(rest).toMatchObject({ type: 'crawl.started', state: 'waiting', status: 500 });
    // On a busy machine, its time may have come by itself.
    for (let tries = before; tries < 11; tries = (await oldest()).tries) {
      await letTimePass(app.client, id);
      await eventually('it is tried again', async () => (await oldest()).tries > tries, 20_000);
    }
    await eventually('the rest is delivered', () => receiver.got.length === 11 + 4, 20_000);
    expect(new Set(receiver.got.slice(0, 11).map(({ headers }) => headers['webhook-id']))).toEqual(new Set([first]));
    expect(eventsOf(receiver, secret).map(({ data }) => data.sequence)).toEqual([...Array(11).fill(1), 2, 3, 4, 5]);
    expect((await deliveries(id)).at(-1)).toMatchObject({ state: 'failed', tries: 11, error: 'it answered with 500' });
    const send = `/api/v1/crawl/${id}/deliveries/${first}/send/`;
    expect(await app.get(send, { method: 'POST' })).toMatchObject({
      status: 202,
      body: { id: first, state: 'waiting' },
    });
    await eventually('it is delivered', () => receiver.got.length === 16, 20_000);
    expect(eventsOf(receiver, secret).at(-1)).toMatchObject({ type: 'crawl.started', data: { sequence: 1 } });
    // Only its account sees the log and sends.
    await createUser(app.client, 'hook-stranger');
    const { key } = await createKey(app.client, 'hook-stranger', { name: 'other' });
    expect((await app.get(`/api/v1/crawl/${id}/deliveries/`, { key })).status).toBe(404);
    expect((await app.get(send, { key, method: 'POST' })).status).toBe(404);
    const other = await hook(site, receiver);
    expect((await app.get(`/api/v1/crawl/${other.id}/deliveries/${first}/send/`, { method: 'POST' })).status).toBe(404);
  }, 120_000);

  test('that is slow delays neither its crawl nor the webhooks of others', async () => {
    const [slow, quick] = [await newReceiver(), await newReceiver()];
    slow.answer = () => {};
    const hanging = await hook(await newSite(3), slow);
    await eventually('it hangs', () => slow.got.length === 1);
    const { secret } = await hook(await newSite(3), quick);
    await eventually('the other is told all', () => quick.got.length === 5);
    expect(eventsOf(quick, secret).at(-1)?.type).toBe('crawl.completed');
    expect(await untilEnded(app, hanging.id)).toMatchObject({ state: 'completed', fetched: 3 });
    expect(slow.got).toHaveLength(1);
  });

  test('reaches no private address, and follows no redirect', async () => {
    const [inside, receiver] = [await newReceiver('127.0.0.3'), await newReceiver()];
    receiver.answer = answerWith(307, { location: `${inside.url}/` });
    const { id } = await hook(await newSite(1), receiver);
    await eventually('it has failed', async () => (await deliveries(id)).at(-1)?.tries === 1);
    const error = 'it redirects, which is not followed';
    expect((await deliveries(id)).at(-1)).toMatchObject({ state: 'waiting', error });
    expect(inside.got).toEqual([]);
  });

  test('is refused with what is not valid', async () => {
    const site = await newSite(1);
    const post = async (webhook: unknown) =>
      app.get('/api/v1/crawl/', {
        ...{ method: 'POST', body: JSON.stringify({ url: site.url, webhook }) },
        headers: { 'content-type': 'application/json' },
      });
    for (const webhook of ['https://example.org', { url: 'ftp://example.org' }, { url: 'https://a:b@example.org' }]) {
      expect(await post(webhook)).toMatchObject({ status: 400, body: { webhook: [expect.any(String)] } });
    }
    for (const url of ['http://10.0.0.1:22/x', 'http://127.0.0.3/', 'http://[::1]/']) {
      expect(await post({ url })).toMatchObject({
        status: 400,
        body: { webhook: [expect.stringMatching(/^Use an address that this instance/)] },
      });
    }
    const named = await post({ url: 'https://example.org', events: ['pages'] });
    expect(named.body).toEqual({ webhook: ['Use started, page, completed, partial, failed, cancelled.'] });
  });
});
