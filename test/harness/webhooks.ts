import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterAll } from 'vitest';
import { readExtract } from '../../lib/config/config-extract.ts';
import { readMail } from '../../lib/config/config-mail.ts';
import { settingsReader } from '../../lib/config/settings-reader.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { makeSeal } from '../../lib/seal.ts';
import type { Endpoint } from '../../lib/webhooks/endpoint.ts';
import { createEndpoint, type NewEndpoint } from '../../lib/webhooks/endpoint-store.ts';
import { createDeliveries } from '../../lib/webhooks/sending/deliveries.ts';
import type { WebhookSender } from '../../lib/webhooks/sending/webhook-sender.ts';
import { testErrors } from './health.ts';
import { httpSite, type Site } from './page-sites.ts';
import { eventually } from './processes.ts';

/** The setting INSTANCE_SECRET of an instance that these endpoints belong to. */
export const TEST_SECRET = 'a secret for tests, shared with an instance';
const seal = makeSeal(TEST_SECRET);
/** The secret of the instance, as the code under test gets it. */
export const testSecret = { load: async () => seal, loadAll: async () => [seal] as const };
/** The address of the instance that sends. */
const PUBLIC_URL = 'https://search.example.org';
const BY = { via: 'page', account: 'root' } as const;

/** A request that a receiver has got. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver of webhooks on loopback, which answers as a test decides. */
export interface Receiver extends Site {
  got: Received[];
  /** The answer to each request, in turn; the last one goes on. */
  answer: RequestListener;
}

/** Starts a receiver, which answers with 204 at first. */
export async function startReceiver(host?: string): Promise<Receiver> {
  const got: Received[] = [];
  const receiver = {} as Receiver;
  const site = await httpSite((request, reply) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      got.push({ headers: request.headers, body });
      receiver.answer(request, reply);
    });
  }, host);
  return Object.assign(receiver, site, {
    got,
    answer: ((_, reply) => reply.writeHead(204).end()) as RequestListener,
  });
}

/** An answer with a status. */
export const answerWith =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_, reply) =>
    reply.writeHead(status, headers).end();

/** The event of a request; throws if its signature is wrong. */
export function verified(
  { headers, body }: Received,
  secret: string,
): { type: string; timestamp: string; data: unknown } {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as ReturnType<typeof verified>;
}

/** Makes an endpoint, by default a webhook of the instance. */
export function testEndpoint(redis: Redis, target: string, more: Partial<NewEndpoint> = {}) {
  const wanted: NewEndpoint = { kind: 'webhook', target, events: [], owner: '', madeBy: 'root', ...more };
  return createEndpoint(redis, testSecret, BY, wanted, { action: 'webhook created' });
}

/** Senders on a Redis, which may reach 127.0.0.1 unless settings say otherwise. They look when a test says so. */
export function webhookSenders() {
  const senders: WebhookSender[] = [];
  const { errors, output } = testErrors();
  afterAll(async () => {
    await Promise.all(senders.map((sender) => sender.close()));
  });
  function senderOn(redis: Redis, env: Record<string, string> = { EXTRACT_ALLOW: '127.0.0.1' }, timeoutMs = 10_000) {
    const read = settingsReader(env, []);
    const extract = readExtract(read);
    const mail = readMail(read, []);
    const clock = { now: () => Date.now() };
    const given = { redis, secret: testSecret, clock, errors, timeoutMs };
    const sender = createDeliveries({ extract, mail, contact: 'ops@example.org', publicUrl: PUBLIC_URL }, given);
    senders.push(sender);
    return sender;
  }
  return { senderOn, errorLog: output };
}

/** Lets a sender send all that is due, to the end. */
export async function sendAll(sender: WebhookSender): Promise<void> {
  await sender.look();
  await eventually('all is sent', () => sender.running === 0);
}

/** Makes what waits in a stream due, as if the time until its next try had passed. */
export async function letTimePass(redis: Redis, stream: Endpoint['id']): Promise<void> {
  await redis.zadd(redisKeys.webhookDue, 'XX', 0, stream);
}

/** What deliveries hold, as it is counted, and as it is. */
export async function heldBytes(redis: Redis): Promise<{ counted: number; stored: number }> {
  const names = await redis.keys(redisKeys.webhookDelivery('*'));
  const lengths = await Promise.all(names.map((name) => redis.hstrlen(name, 'event')));
  const counted = Number((await redis.hget(redisKeys.webhookSizes, '*')) ?? 0);
  return { counted, stored: lengths.reduce((sum, length) => sum + length + 500, 0) };
}
