import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAlertHistory } from '../../lib/alerts/alert-store.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { readDeliveries } from '../../lib/webhooks/delivery-log.ts';
import { enqueueDelivery } from '../../lib/webhooks/enqueue-delivery.ts';
import { eventually } from '../harness/processes.ts';
import { type MailServer, startMailServer } from '../harness/smtp.ts';
import { Stack } from '../harness/stack.ts';
import { type Receiver, startReceiver, TEST_SECRET, testEndpoint, testSecret, verified } from '../harness/webhooks.ts';

/** A look for alerts is due twice a minute, and all of it takes a few on a busy machine. */
const PATIENCE_MS = 120_000;
const SIGN = 'begins workers_missing:';

let stack: Stack;
let receiver: Receiver;
let mails: MailServer;
let hook: Awaited<ReturnType<typeof testEndpoint>>;
let box: Awaited<ReturnType<typeof testEndpoint>>;
beforeAll(async () => {
  [receiver, mails] = await Promise.all([startReceiver(), startMailServer()]);
  stack = await Stack.start({
    web: 2,
    workers: 2,
    env: {
      INSTANCE_SECRET: TEST_SECRET,
      EXTRACT_ALLOW: '127.0.0.1',
      SMTP_URL: mails.url,
      SMTP_FROM: 'tributary@example.org',
    },
  });
  hook = await testEndpoint(stack.client, `${receiver.url}/hooks`);
  box = await testEndpoint(stack.client, 'ops@example.com', { kind: 'mail', language: 'en' });
});
afterAll(async () => {
  await stack?.stop();
  await mails?.close();
});

/** What the webhook has got, with signatures that are right. */
const events = () => receiver.got.map((request) => verified(request, hook.secret)) as { type: string; data: object }[];
const subjects = () => mails.got.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]);
const tries = async () =>
  (await Promise.all([hook, box].map(({ endpoint }) => readDeliveries(stack.client, endpoint.id, 10)))).map((log) =>
    log.map((delivery) => [delivery.type, delivery.state, delivery.tries]),
  );

test('a worker as it is deployed, in its bundle, sends webhooks and mail', async () => {
  for (const { endpoint } of [hook, box]) {
    const delivery = { endpoint: endpoint.id, stream: endpoint.id, type: 'alert.test', data: {} };
    await enqueueDelivery(stack.client, testSecret, delivery);
  }
  await eventually('both have arrived', () => receiver.got.length === 1 && mails.got.length === 1);
  expect(events()).toMatchObject([{ type: 'alert.test' }]);
  expect(subjects()).toEqual(['Test of the alerts']);
});

test(
  'that all workers are gone is told, and so is that one is back, each once',
  async () => {
    receiver.got.length = 0;
    mails.got.length = 0;
    await Promise.all(stack.workers.map((worker) => worker.stop('SIGKILL')));
    const since = await eventually('they are missed', () => stack.client.hget(redisKeys.alertSigns, SIGN), PATIENCE_MS);
    // As if the minute had passed in which a restart is no alert.
    await stack.client.hset(redisKeys.alertSigns, SIGN, Number(since) - 60_000);
    await eventually('both were told', () => receiver.got.length > 0 && mails.got.length > 0, PATIENCE_MS);
    expect(events()).toMatchObject([{ type: 'alert.began', data: { kind: 'workers_missing' } }]);
    expect(subjects()).toEqual([expect.stringContaining('Alert: No worker process is running')]);

    stack.addWorker();
    await eventually(
      'both were told that it is over',
      () => receiver.got.length > 1 && mails.got.length > 1,
      PATIENCE_MS,
    );
    await eventually('nothing waits', async () => (await stack.client.zcard(redisKeys.webhookDue)) === 0);
    expect(events()).toMatchObject([
      { type: 'alert.began' },
      { type: 'alert.ended', data: { kind: 'workers_missing' } },
    ]);
    expect(subjects()).toHaveLength(2);
    const once = [
      ['alert.ended', 'delivered', 1],
      ['alert.began', 'delivered', 1],
      ['alert.test', 'delivered', 1],
    ];
    expect(await tries()).toEqual([once, once]);
    expect(await readAlertHistory(stack.client, 10)).toMatchObject([{ kind: 'workers_missing' }]);
  },
  4 * PATIENCE_MS,
);
