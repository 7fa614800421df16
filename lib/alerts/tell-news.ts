import { createHash } from 'node:crypto';
import type { InstanceSecret } from '../instance-secret.ts';
import type { Redis } from '../redis/redis.ts';
import { type Endpoint, wants } from '../webhooks/endpoint.ts';
import { listEndpoints } from '../webhooks/endpoint-store.ts';
import { enqueueDelivery } from '../webhooks/enqueue-delivery.ts';
import type { Alert, AlertKind } from './alert.ts';
import type { News } from './alert-store.ts';
import { alertTexts } from './texts/alert-texts.ts';

/** The types of the events that endpoints get. */
export const alertEvents = ['alert.began', 'alert.ended'] as const;

/** The kinds that concern their person alone. */
const PRIVATE: readonly AlertKind[] = ['new_device'];

/**
 * Enqueues news for whom they concern. Each has the same id for an endpoint, whoever tells it and however often. Returns the
 * endpoints in whose streams too much waits.
 */
export async function tellNews(
  redis: Redis,
  secrets: Pick<InstanceSecret, 'load'>,
  { alert, phase }: News,
): Promise<Endpoint[]> {
  const type = `alert.${phase}`;
  const data = { phase, ...alertData(alert) };
  const full: Endpoint[] = [];
  for (const endpoint of await concerned(redis, alert)) {
    if (!wants(endpoint, type)) continue;
    const id = `msg_${createHash('sha256')
      .update(JSON.stringify([endpoint.id, type, alert.id, alert.since]))
      .digest('hex')
      .slice(0, 32)}`;
    const delivery = { endpoint: endpoint.id, stream: endpoint.id, type, data, id };
    const enqueued = await enqueueDelivery(redis, secrets, delivery);
    if (enqueued === 'full' || enqueued === 'refused') full.push(endpoint);
  }
  return full;
}

/** The endpoints of those whom an alert concerns. */
async function concerned(redis: Redis, { kind, account }: Alert): Promise<Endpoint[]> {
  const own = account === null ? [] : (await listEndpoints(redis, account)).filter((one) => one.kind === 'mail');
  return PRIVATE.includes(kind) ? own : [...own, ...(await listEndpoints(redis, ''))];
}

/** An alert as programs get it. Times are ISO 8601. */
export function alertData({ since, until, ...alert }: Alert): Record<string, unknown> {
  return {
    ...alert,
    text: alertTexts('en').line({ ...alert, since, until }),
    since: new Date(since).toISOString(),
    until: until === null ? null : new Date(until).toISOString(),
  };
}
