import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectForRequests, type Redis } from '../../../../lib/redis/redis.ts';
import { parseRedisServer } from '../../../../lib/redis/redis-server.ts';
import { readDeliveries } from '../../../../lib/webhooks/delivery-log.ts';
import { enqueueDelivery } from '../../../../lib/webhooks/enqueue-delivery.ts';
import { eventually } from '../../../harness/processes.ts';
import { type MailServer, startMailServer } from '../../../harness/smtp.ts';
import { TestRedis } from '../../../harness/test-redis.ts';
import {
  answerWith,
  letTimePass,
  sendAll,
  startReceiver,
  testEndpoint,
  testSecret,
  webhookSenders,
} from '../../../harness/webhooks.ts';

const { senderOn, errorLog } = webhookSenders();
let server: TestRedis;
let redis: Redis;
let mails: MailServer;
beforeAll(async () => {
  [server, mails] = await Promise.all([TestRedis.start(), startMailServer()]);
  redis = connectForRequests(parseRedisServer(server.url), 'test');
  await eventually('it is connected', () => redis.status === 'ready');
});
afterAll(async () => {
  redis?.disconnect();
  await mails?.close();
  await server?.dispose();
});

/** Redis dies, and comes back with what it has confirmed. */
async function back(): Promise<void> {
  await server.start();
  await eventually('it is connected again', () => redis.status === 'ready');
}
const enqueue = (endpoint: string, n: number) =>
  enqueueDelivery(redis, testSecret, { endpoint, stream: endpoint, type: 'alert.test', data: { n } });
const states = async (endpoint: string) =>
  (await readDeliveries(redis, endpoint, 9)).map(({ state, sequence }) => [sequence, state]);

test('a webhook during which Redis dies is sent again, with the same id, and nothing after it is lost', async () => {
  const receiver = await startReceiver();
  const sender = senderOn(redis);
  const { endpoint } = await testEndpoint(redis, receiver.url);
  for (const n of [1, 2]) await enqueue(endpoint.id, n);
  let answer = () => {};
  receiver.answer = (_request, reply) => {
    answer = () => reply.writeHead(204).end();
  };
  await sender.look();
  await eventually('it is on its way', () => receiver.got.length === 1);
  await server.kill();
  answer();
  await eventually('it has ended', () => sender.running === 0);
  // Redis is still away: nobody can know what is due, and nothing breaks.
  await sender.look();
  receiver.answer = answerWith(204);
  await back();
  expect(await states(endpoint.id)).toEqual([
    [2, 'waiting'],
    [1, 'waiting'],
  ]);
  // The lease ends.
  await letTimePass(redis, endpoint.id);
  await sendAll(sender);
  await eventually('all is delivered', async () => (await states(endpoint.id)).every(([, it]) => it === 'delivered'));
  expect(receiver.got.map(({ body }) => JSON.parse(body).data.n)).toEqual([1, 1, 2]);
  const [first, again, second] = receiver.got.map(({ headers }) => headers['webhook-id']);
  expect(again).toBe(first);
  expect(second).not.toBe(first);
  expect(errorLog()).toBe('');
});

test('so is a mail, as the same message', async () => {
  const sender = senderOn(redis, { SMTP_URL: mails.url, SMTP_FROM: 'tributary@example.org' });
  const { endpoint } = await testEndpoint(redis, 'ops@example.com', { kind: 'mail', language: 'en' });
  await enqueue(endpoint.id, 1);
  let accept = () => {};
  mails.onMail = () =>
    new Promise((resolve) => {
      accept = resolve;
    });
  await sender.look();
  await eventually('it is on its way', () => mails.got.length === 1);
  await server.kill();
  accept();
  await eventually('it has ended', () => sender.running === 0);
  mails.onMail = async () => {};
  await back();
  await letTimePass(redis, endpoint.id);
  await sendAll(sender);
  expect(await states(endpoint.id)).toEqual([[1, 'delivered']]);
  const ids = mails.got.map(({ text }) => /^Message-ID: (.*)$/m.exec(text)?.[1]);
  expect(ids).toEqual([expect.stringContaining('@tributary>'), ids[0]]);
  expect(errorLog()).toBe('');
});
