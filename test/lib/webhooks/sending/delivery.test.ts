import { beforeEach, describe, expect, it, test } from 'vitest';
import { redisKeys } from '../../../../lib/redis/redis-keys.ts';
import { readDeliveries } from '../../../../lib/webhooks/delivery-log.ts';
import { deleteEndpoint, readEndpoint, setEndpointState } from '../../../../lib/webhooks/endpoint-store.ts';
import { enqueueDelivery, sendAgain } from '../../../../lib/webhooks/enqueue-delivery.ts';
import { eventually } from '../../../harness/processes.ts';
import { redisForSuite } from '../../../harness/redis.ts';
import {
  answerWith,
  heldBytes,
  letTimePass,
  sendAll,
  startReceiver,
  testEndpoint,
  testSecret,
  verified,
  webhookSenders,
} from '../../../harness/webhooks.ts';

const redis = await redisForSuite();
const { senderOn, errorLog } = webhookSenders();
const sender = senderOn(redis);
const other = senderOn(redis);
const receiver = await startReceiver();
const BY = { via: 'page', account: 'root' } as const;

beforeEach(async () => {
  await redis.flushdb();
  receiver.got.length = 0;
  receiver.answer = answerWith(204);
});

const endpointAt = (url = `${receiver.url}/hooks`, more = {}) => testEndpoint(redis, url, more);
const enqueue = (endpoint: string, data = {}, stream = endpoint, type = 'alert.began') =>
  enqueueDelivery(redis, testSecret, { endpoint, stream, type, data });
const logOf = async (endpoint: string) => readDeliveries(redis, endpoint, 100);

describe('a delivery', () => {
  it('is a signed request as Standard Webhooks has it, from the product', async () => {
    const { endpoint, secret } = await endpointAt();
    const made = await enqueue(endpoint.id, { name: 'Zoë' });
    await sendAll(sender);
    const [request] = receiver.got;
    expect(verified(request as never, secret)).toEqual({
      type: 'alert.began',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      data: { name: 'Zoë', sequence: 1 },
    });
    expect(request?.headers).toMatchObject({
      'webhook-id': typeof made === 'object' && made.id,
      'content-type': 'application/json',
      'user-agent': 'Tributary/0.1 (ops@example.org)',
    });
    expect(await logOf(endpoint.id)).toMatchObject([{ state: 'delivered', tries: 1, status: 204, error: '' }]);
    expect(errorLog()).toBe('');
  });

  it('has also the signature that the clients of Firecrawl read, if it has their form', async () => {
    const { endpoint, secret } = await endpointAt(receiver.url, { form: 'firecrawl' });
    await enqueue(endpoint.id, { success: true, type: 'crawl.page' });
    await sendAll(sender);
    const [request] = receiver.got;
    expect(request?.body).toBe('{"success":true,"type":"crawl.page"}');
    expect(request?.headers['x-firecrawl-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(verified(request as never, secret)).toEqual({ success: true, type: 'crawl.page' });
  });

  it('is sealed in Redis, and so is the secret', async () => {
    const { endpoint, secret } = await endpointAt();
    await enqueue(endpoint.id, { note: 'very private' });
    for (const key of await redis.keys('*')) {
      const type = await redis.type(key);
      const text = JSON.stringify(
        type === 'hash' ? await redis.hgetall(key) : type === 'stream' ? await redis.xrange(key, '-', '+') : key,
      );
      expect(text).not.toContain('very private');
      expect(text).not.toContain(secret.slice(6, 30));
    }
  });

  it('that fails is sent again later, with the same id and another time', async () => {
    const { endpoint, secret } = await endpointAt();
    receiver.answer = answerWith(500);
    await enqueue(endpoint.id);
    await sendAll(sender);
    await sendAll(sender);
    expect(receiver.got).toHaveLength(1);
    const [waiting] = await logOf(endpoint.id);
    expect(waiting).toMatchObject({ state: 'waiting', tries: 1, status: 500, error: 'it answered with 500' });
    expect((waiting?.nextAt ?? 0) - (waiting?.triedAt ?? 0)).toBeGreaterThanOrEqual(5_000);
    receiver.answer = answerWith(200);
    await letTimePass(redis, endpoint.id);
    await sendAll(sender);
    expect(receiver.got).toHaveLength(2);
    const [first, second] = receiver.got.map(({ headers }) => headers['webhook-id']);
    expect(second).toBe(first);
    for (const request of receiver.got) verified(request, secret);
    expect(receiver.got[1]?.body).toBe(receiver.got[0]?.body);
    expect(await logOf(endpoint.id)).toMatchObject([{ state: 'delivered', tries: 2 }]);
  });

  it('waits for as long as the receiver asks', async () => {
    const { endpoint } = await endpointAt();
    receiver.answer = answerWith(429, { 'retry-after': '1800' });
    await enqueue(endpoint.id);
    await sendAll(sender);
    const [{ nextAt, triedAt } = {}] = await logOf(endpoint.id);
    expect((nextAt ?? 0) - (triedAt ?? 0)).toBeGreaterThanOrEqual(1_800_000);
  });

  it('is given up after a day, with a record of why', async () => {
    const { endpoint } = await endpointAt();
    receiver.answer = answerWith(503);
    const made = (await enqueue(endpoint.id)) as { id: string };
    await redis.hincrby(redisKeys.webhookDelivery(made.id), 'since', -86_400_000);
    await sendAll(sender);
    expect(await logOf(endpoint.id)).toMatchObject([{ state: 'failed', tries: 1, status: 503 }]);
    expect(await redis.zcard(redisKeys.webhookDue)).toBe(0);
  });

  it('is not sent on by a redirect', async () => {
    const { endpoint } = await endpointAt();
    receiver.answer = answerWith(307, { location: `${receiver.url}/elsewhere` });
    await enqueue(endpoint.id);
    await sendAll(sender);
    expect(receiver.got).toHaveLength(1);
    expect(await logOf(endpoint.id)).toMatchObject([{ status: 307, error: 'it redirects, which is not followed' }]);
  });

  it('goes to no private address', async () => {
    const { endpoint } = await endpointAt();
    const before = receiver.connections;
    await enqueue(endpoint.id);
    await sendAll(senderOn(redis, {}));
    expect(receiver.connections).toBe(before);
    expect(await logOf(endpoint.id)).toMatchObject([
      { state: 'waiting', status: null, error: 'its host does not exist or may not be read' },
    ]);
  });

  it('goes to no address that the operator denies', async () => {
    const { endpoint } = await endpointAt();
    await enqueue(endpoint.id);
    await sendAll(senderOn(redis, { EXTRACT_ALLOW: '127.0.0.1', EXTRACT_DENY: '127.0.0.1' }));
    expect(receiver.got).toEqual([]);
  });

  it('fails if the answer does not come in time, or is endless', async () => {
    const hasty = senderOn(redis, { EXTRACT_ALLOW: '127.0.0.1' }, 200);
    const { endpoint } = await endpointAt();
    receiver.answer = () => {};
    await enqueue(endpoint.id);
    await sendAll(hasty);
    expect(await logOf(endpoint.id)).toMatchObject([{ status: null, error: 'it did not come in time' }]);
    receiver.answer = (_, reply) => reply.end(Buffer.alloc(70_000));
    await letTimePass(redis, endpoint.id);
    await sendAll(sender);
    expect(await logOf(endpoint.id)).toMatchObject([{ error: 'its answer is larger than 64 KB' }]);
  });

  it('that was given up can be sent again, and one that is on its way cannot', async () => {
    const { endpoint } = await endpointAt();
    const made = (await enqueue(endpoint.id)) as { id: string };
    const again = () => sendAgain(redis, { id: made.id, stream: endpoint.id });
    expect(await again()).toBe(false);
    await sendAll(sender);
    expect(await again()).toBe(true);
    await sendAll(sender);
    const [first, second] = receiver.got;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(await logOf(endpoint.id)).toMatchObject([{ state: 'delivered', tries: 2 }]);
  });

  it('with a given id is made once', async () => {
    const { endpoint } = await endpointAt();
    const one = { endpoint: endpoint.id, stream: endpoint.id, type: 'alert.began', data: {}, id: 'msg_one' };
    expect(await enqueueDelivery(redis, testSecret, one)).toEqual({ id: 'msg_one', sequence: 1 });
    expect(await enqueueDelivery(redis, testSecret, one)).toBe('known');
    await sendAll(sender);
    expect(await enqueueDelivery(redis, testSecret, one)).toBe('known');
    expect(receiver.got).toHaveLength(1);
  });
});

describe('an endpoint', () => {
  it('that answers 410 gets nothing more', async () => {
    const { endpoint } = await endpointAt();
    receiver.answer = answerWith(410);
    for (let i = 0; i < 3; i++) await enqueue(endpoint.id);
    await sendAll(sender);
    expect(receiver.got).toHaveLength(1);
    expect(await readEndpoint(redis, endpoint.id)).toMatchObject({ state: 'gone' });
    expect((await logOf(endpoint.id)).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
  });

  it('that is paused gets what waits once it is resumed', async () => {
    const { endpoint } = await endpointAt();
    await enqueue(endpoint.id);
    await setEndpointState(redis, BY, endpoint, 'paused');
    await sendAll(sender);
    expect(receiver.got).toEqual([]);
    await setEndpointState(redis, BY, endpoint, 'active');
    await letTimePass(redis, endpoint.id);
    await sendAll(sender);
    expect(await logOf(endpoint.id)).toMatchObject([{ state: 'delivered', tries: 1, error: '' }]);
  });

  it('that is deleted gets nothing that waits', async () => {
    const { endpoint } = await endpointAt();
    await enqueue(endpoint.id);
    await deleteEndpoint(redis, BY, endpoint);
    await sendAll(sender);
    expect(receiver.got).toEqual([]);
    expect(await logOf(endpoint.id)).toMatchObject([{ state: 'failed', error: 'the endpoint was deleted' }]);
  });

  it('keeps the last 200 deliveries that have ended', async () => {
    const { endpoint } = await endpointAt();
    const all = 230;
    for (let i = 0; i < all; i++) {
      await enqueue(endpoint.id, { i });
      if (i % 20 === 19) await sendAll(sender);
    }
    await sendAll(sender);
    await enqueue(endpoint.id);
    expect(receiver.got).toHaveLength(all);
    const kept = await redis.keys('{trib:webhooks}:delivery:*');
    expect(kept.length).toBe(200);
    expect(await redis.zcard(redisKeys.webhookLog(endpoint.id))).toBe(200);
    const { counted, stored } = await heldBytes(redis);
    expect(counted).toBe(stored);
  });
});

describe('a stream', () => {
  it('is delivered in order, one after the other, by several workers', async () => {
    const { endpoint } = await endpointAt();
    let atOnce = 0;
    let most = 0;
    receiver.answer = (_, reply) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      setImmediate(() => {
        atOnce -= 1;
        reply.end();
      });
    };
    const numbers = Array.from({ length: 30 }, (_, at) => at + 1);
    for (const n of numbers) await enqueue(endpoint.id, { n }, 'crawl:1', 'crawl.page');
    await Promise.all([sendAll(sender), sendAll(other)]);
    await eventually('all is delivered', () => receiver.got.length === numbers.length);
    expect(most).toBe(1);
    const sent = receiver.got.map(({ body }) => JSON.parse(body).data);
    expect(sent).toEqual(numbers.map((n) => ({ n, sequence: n })));
  });

  it('whose receiver is slow delays no other', async () => {
    const slow = await startReceiver();
    slow.answer = () => {};
    const { endpoint: stuck } = await endpointAt(slow.url);
    const { endpoint } = await endpointAt();
    for (let i = 0; i < 60; i++) await enqueue(stuck.id, {}, `crawl:${i}`);
    await enqueue(endpoint.id);
    const own = senderOn(redis, { EXTRACT_ALLOW: '127.0.0.1' }, 60_000);
    // What finds no room at the slow host is put off, so that later looks find what is behind it.
    await eventually('the other is delivered', async () => {
      await own.look();
      return receiver.got.length === 1;
    });
    expect(slow.open.size).toBeLessThanOrEqual(5);
    await own.close();
  });

  it('goes on when the worker that had its first delivery has died', async () => {
    const { endpoint } = await endpointAt();
    receiver.answer = () => {};
    await enqueue(endpoint.id, { n: 1 });
    await enqueue(endpoint.id, { n: 2 });
    const connection = redis.duplicate();
    const dying = senderOn(connection);
    await dying.look();
    await eventually('it is on its way', () => receiver.got.length === 1);
    connection.disconnect();
    receiver.answer = answerWith(200);
    await sendAll(sender);
    expect(receiver.got).toHaveLength(1);
    // The lease ends.
    await letTimePass(redis, endpoint.id);
    await sendAll(sender);
    expect(receiver.got.map(({ body }) => JSON.parse(body).data.n)).toEqual([1, 1, 2]);
    expect(receiver.got[1]?.headers['webhook-id']).toBe(receiver.got[0]?.headers['webhook-id']);
    await dying.close();
  });
});

test('a sender that leaves lets what is on its way end, and nobody sends it a second time', async () => {
  const { endpoint } = await endpointAt();
  for (const n of [1, 2]) await enqueue(endpoint.id, { n });
  let answer = () => {};
  receiver.answer = (_request, reply) => {
    answer = () => reply.writeHead(204).end();
  };
  const leaving = senderOn(redis);
  await leaving.look();
  await eventually('it is on its way', () => receiver.got.length === 1);
  const left = leaving.leave();
  await sendAll(sender);
  expect(receiver.got).toHaveLength(1);
  receiver.answer = answerWith(204);
  answer();
  await left;
  await sendAll(sender);
  expect(receiver.got.map(({ body }) => JSON.parse(body).data.n)).toEqual([1, 2]);
});

test('nobody sends before the time, and each looks for what is due by itself', async () => {
  const { endpoint } = await endpointAt();
  await enqueue(endpoint.id);
  const own = senderOn(redis);
  own.start();
  await eventually('it is delivered', () => receiver.got.length === 1);
  await own.close();
});
