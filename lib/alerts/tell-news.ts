import { createHash } from 'node:crypto';
import { membersOf } from '../accounts/team-store.ts';
import type { InstanceSecret } from '../instance-secret.ts';
import type { Redis } from '../redis/redis.ts';
import { wants } from '../webhooks/endpoint.ts';
import { type FoundEndpoints, findEndpoints } from '../webhooks/endpoint-store.ts';
import { enqueueDelivery } from '../webhooks/enqueue-delivery.ts';
import type { Alert, AlertKind } from './alert.ts';
import type { News } from './alert-store.ts';
import { alertTexts } from './texts/alert-texts.ts';

/** The kinds that concern their person alone. */
const PRIVATE: readonly AlertKind[] = ['new_device'];

/** The ids of endpoints that were not told. */
interface Untold {
  /** In their streams waits too much. */
  full: string[];
  /** Their records cannot be read: perhaps those of a newer version. */
  unreadable: string[];
}

/** Enqueues news for whom they concern. Each has the same id for an endpoint, whoever tells it and however often. */
export async function tellNews(
  redis: Redis,
  secrets: Pick<InstanceSecret, 'load'>,
  { alert, phase }: News,
): Promise<Untold> {
  const type = `alert.${phase}`;
  const data = { phase, ...alertData(alert) };
  const full: string[] = [];
  const { endpoints, unreadable } = await concerned(redis, alert);
  for (const endpoint of endpoints) {
    if (!wants(endpoint, type)) continue;
    const id = `msg_${createHash('sha256')
      .update(JSON.stringify([endpoint.id, type, alert.id, alert.since]))
      .digest('hex')
      .slice(0, 32)}`;
    const delivery = { endpoint: endpoint.id, stream: endpoint.id, type, data, id };
    const enqueued = await enqueueDelivery(redis, secrets, delivery);
    if (enqueued === 'full' || enqueued === 'refused') full.push(endpoint.id);
  }
  return { full, unreadable };
}

/** The endpoints of those whom an alert concerns. */
async function concerned(redis: Redis, { kind, account }: Alert): Promise<FoundEndpoints> {
  const people = account === null ? [] : await peopleOf(redis, account);
  const owners = PRIVATE.includes(kind) ? people : [...people, ''];
  const found = await Promise.all(owners.map((owner) => findEndpoints(redis, owner)));
  return {
    // Those of a person besides mail are the webhooks of their crawls.
    endpoints: found.flatMap(({ endpoints }) => endpoints).filter((one) => one.owner === '' || one.kind === 'mail'),
    unreadable: found.flatMap(({ unreadable }) => unreadable),
  };
}

/** Whom something of an account concerns: its person, or the owners of a team, to which nobody signs in. */
async function peopleOf(redis: Redis, account: string): Promise<string[]> {
  const members = await membersOf(redis, account);
  if (members.length === 0) return [account];
  return members.filter(({ role }) => role === 'owner').map(({ username }) => username);
}

/** An alert as programs get it. Times are ISO 8601. */
function alertData({ since, until, ...alert }: Alert): Record<string, unknown> {
  return {
    ...alert,
    text: alertTexts('en').line({ ...alert, since, until }),
    since: new Date(since).toISOString(),
    until: until === null ? null : new Date(until).toISOString(),
  };
}
