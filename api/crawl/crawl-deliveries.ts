import { z } from 'zod';
import type { Crawl } from '../../lib/crawl/read-crawl.ts';
import { ApiError } from '../../lib/errors.ts';
import { newestFirst } from '../../lib/redis/newest-first.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import type { Delivery } from '../../lib/webhooks/delivery.ts';
import { readDelivery } from '../../lib/webhooks/delivery-log.ts';
import { sendAgain } from '../../lib/webhooks/enqueue-delivery.ts';
import { listOf, newestQuery } from '../admin/fields.ts';
import { defineCrawlOperation } from './crawl-operation.ts';

const delivery = z
  .object({
    id: z.string().describe('The `webhook-id` of its requests.'),
    type: z.string(),
    sequence: z.int().describe('Its place among the events of the crawl, from 1.'),
    state: z
      .enum(['waiting', 'delivered', 'failed'])
      .describe('`waiting`: it is tried for the first time, or again; `failed`: it was given up.'),
    tries: z.int(),
    made_at: z.string(),
    tried_at: z.string().nullable().describe('When it was last tried.'),
    next_at: z.string().nullable().describe('When it is tried again.'),
    status: z.int().nullable().describe('The HTTP status of the last answer.'),
    error: z.string().describe('Why the last try failed; empty if it did not.'),
  })
  .meta({ id: 'CrawlDelivery' });

const EXAMPLE: z.infer<typeof delivery> = {
  id: 'msg_5f0c1b7e3a0e4d538f6c1b2a3c4d5e6f',
  type: 'crawl.page',
  sequence: 2,
  state: 'failed',
  tries: 11,
  made_at: '2026-11-15T10:00:01.000Z',
  tried_at: '2026-11-16T09:48:12.000Z',
  next_at: null,
  status: 500,
  error: 'it answered with 500',
};

/** What a crawl has told its webhook. */
export const crawlDeliveries = [
  defineCrawlOperation({
    name: 'crawl_deliveries',
    method: 'GET',
    path: '/api/v1/crawl/:id/deliveries/',
    summary: 'Read the delivery log of a crawl',
    description:
      "Returns what was sent to the crawl's webhook, or waits to be sent, the newest first. The log is kept for three days " +
      'and has the last 200 deliveries that have ended.',
    query: z.object(newestQuery),
    reply: listOf(delivery),
    example: { items: [EXAMPLE], next_cursor: null },
    async handle({ query, services: { redis }, crawl: read }) {
      const { webhook } = (await read()).crawl.request;
      if (!webhook) return { items: [], next_cursor: null };
      const { items, next_cursor } = await newestFirst(redis, redisKeys.webhookLog(webhook.endpoint), query);
      const found = await Promise.all(items.map((id) => readDelivery(redis, id)));
      // One may have expired before its place in the log.
      return { items: found.filter((one) => one !== null).map(deliveryShown), next_cursor };
    },
  }),
  defineCrawlOperation({
    name: 'crawl_delivery_send',
    method: 'POST',
    path: '/api/v1/crawl/:id/deliveries/:delivery/send/',
    summary: 'Send a delivery again',
    description:
      'Sends once more what was delivered or given up, after what waits. It keeps its `webhook-id` and its sequence number.',
    reply: delivery,
    example: { ...EXAMPLE, state: 'waiting', status: null, error: '' },
    async handle({ request, services: { redis }, crawl: read }) {
      const { crawl } = await read();
      const { delivery: id } = request.params as { delivery: string };
      await deliveryOf(redis, crawl, id);
      if (!(await sendAgain(redis, { id, stream: crawl.id }))) {
        throw new ApiError(409, 'This delivery is on its way, or its event is no longer kept.');
      }
      return deliveryShown(await deliveryOf(redis, crawl, id));
    },
  }),
];

async function deliveryOf(redis: Redis, { id: stream }: Crawl, id: string): Promise<Delivery> {
  const found = /^msg_[\da-f]{32}$/.test(id) ? await readDelivery(redis, id) : null;
  if (found?.stream !== stream) throw new ApiError(404, 'There is no such delivery of this crawl.');
  return found;
}

function deliveryShown(one: Delivery): z.infer<typeof delivery> {
  const { id, type, sequence, state, tries, status, error } = one;
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  const times = {
    made_at: new Date(one.madeAt).toISOString(),
    tried_at: iso(one.triedAt),
    next_at: iso(one.nextAt),
  };
  return { id, type, sequence, state, tries, ...times, status, error };
}
