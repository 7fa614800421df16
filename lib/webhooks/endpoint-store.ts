import { randomBytes } from 'node:crypto';
import { type AuditedAction, type AuditSource, type RedisCommand, writeRecorded } from '../audit/audit-entry.ts';
import type { InstanceSecret } from '../instance-secret.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { openWithAny } from '../seal.ts';
import { type Endpoint, endpointOf, fieldsOf, newSecret } from './endpoint.ts';

/** What is said of a new endpoint. */
export type NewEndpoint = Pick<Endpoint, 'kind' | 'target' | 'events' | 'owner' | 'madeBy'> &
  Partial<Pick<Endpoint, 'form' | 'language'>>;

/** How long the endpoint of a crawl is kept: longer than its crawl and the deliveries of that take. */
const KEPT_FOR_CRAWL_MS = 7 * 86_400_000;
const STAYS = '+inf';

/**
 * Makes an endpoint of the instance or of an account, with an entry in the audit log. `secret` is shown once, and empty for
 * mail.
 */
export async function createEndpoint(
  redis: Redis,
  secrets: Pick<InstanceSecret, 'load'>,
  source: AuditSource,
  wanted: NewEndpoint,
  action: AuditedAction,
): Promise<{ endpoint: Endpoint; secret: string }> {
  const { endpoint, secret, commands } = await prepare(secrets, wanted, STAYS);
  await writeRecorded(redis, source, { ...action, target: action.target ?? endpoint.id }, commands);
  return { endpoint, secret };
}

/** Makes the endpoint of something that ends by itself, such as a crawl. Its owner asked for it, and nobody manages it. */
export async function createPassingEndpoint(
  redis: Redis,
  secrets: Pick<InstanceSecret, 'load'>,
  wanted: NewEndpoint,
): Promise<{ endpoint: Endpoint; secret: string }> {
  const until = Date.now() + KEPT_FOR_CRAWL_MS;
  const { endpoint, secret, commands } = await prepare(secrets, wanted, String(until));
  const index = indexOf(wanted.owner);
  const transaction = redis.multi();
  for (const [name, key, ...rest] of commands) transaction.call(name, key, ...rest.map(String));
  transaction.pexpire(redisKeys.webhook(endpoint.id), KEPT_FOR_CRAWL_MS);
  transaction.zremrangebyscore(index, '-inf', Date.now());
  for (const [error] of (await transaction.exec()) ?? []) if (error) throw error;
  return { endpoint, secret };
}

/** Makes an endpoint that ends after a while unless it is kept. Until then it is listed like others. */
export async function createTrialEndpoint(
  redis: Redis,
  secrets: Pick<InstanceSecret, 'load'>,
  wanted: NewEndpoint,
  lifeMs: number,
): Promise<Endpoint> {
  const { endpoint, commands } = await prepare(secrets, wanted, STAYS);
  const index = indexOf(wanted.owner);
  const listed = await redis.zrangebyscore(index, STAYS, STAYS);
  const there = await Promise.all(listed.map((id) => redis.exists(redisKeys.webhook(id))));
  const ended = listed.filter((_id, at) => there[at] === 0);
  const transaction = redis.multi();
  for (const [name, key, ...rest] of commands) transaction.call(name, key, ...rest.map(String));
  transaction.pexpire(redisKeys.webhook(endpoint.id), lifeMs);
  if (ended.length > 0) transaction.zrem(index, ...ended);
  for (const [error] of (await transaction.exec()) ?? []) if (error) throw error;
  return endpoint;
}

/** Keeps an endpoint that would have ended by itself, with an entry in the audit log. */
export async function keepEndpoint(
  redis: Redis,
  source: AuditSource,
  endpoint: Endpoint,
  action: AuditedAction,
): Promise<void> {
  const key = redisKeys.webhook(endpoint.id);
  await writeRecorded(redis, source, action, [
    ['HSET', key, ...Object.entries(fieldsOf(endpoint)).flat()],
    ['PERSIST', key],
    ['ZADD', indexOf(endpoint.owner), STAYS, endpoint.id],
  ]);
}

async function prepare(
  secrets: Pick<InstanceSecret, 'load'>,
  wanted: NewEndpoint,
  until: string,
): Promise<{ endpoint: Endpoint; secret: string; commands: RedisCommand[] }> {
  const id = `wh_${randomBytes(12).toString('hex')}`;
  const endpoint: Endpoint = { form: 'standard', language: '', ...wanted, id, state: 'active', madeAt: Date.now() };
  const key = redisKeys.webhook(id);
  const secret = wanted.kind === 'webhook' ? newSecret() : '';
  const sealed = secret && (await secrets.load()).seal(secret, key, 'lasting').toString('base64');
  const fields = Object.entries({ ...fieldsOf(endpoint), secret: sealed }).flat();
  const commands: RedisCommand[] = [
    ['HSET', key, ...fields],
    ['ZADD', indexOf(endpoint.owner), until, id],
  ];
  return { endpoint, secret, commands };
}

function indexOf(owner: string): string {
  return owner === '' ? redisKeys.instanceWebhooks : redisKeys.userWebhooks(owner);
}

/** Reads an endpoint; null if there is none that can be read. */
export async function readEndpoint(redis: Redis, id: string): Promise<Endpoint | null> {
  return endpointOf(await redis.hgetall(redisKeys.webhook(id))) ?? null;
}

/** Reads an endpoint and what signs its requests; null if there is none. Throws if it cannot be read. */
export async function readWithSecret(
  redis: Redis,
  secrets: Pick<InstanceSecret, 'loadAll'>,
  id: string,
): Promise<{ endpoint: Endpoint; secret: string } | null> {
  const key = redisKeys.webhook(id);
  const fields = await redis.hgetall(key);
  const endpoint = endpointOf(fields);
  if (endpoint === undefined) throw new Error(`The record of the endpoint ${id} cannot be read.`);
  if (endpoint === null) return null;
  const sealed = Buffer.from(fields.secret ?? '', 'base64');
  const secret = sealed.length === 0 ? '' : openWithAny(await secrets.loadAll(), sealed, key).text;
  return { endpoint, secret };
}

/** Endpoints, and the ids of those whose records cannot be read. */
export interface FoundEndpoints {
  endpoints: Endpoint[];
  unreadable: string[];
}

/** The endpoints of the instance (`''`) or of an account, the oldest first. */
export async function findEndpoints(redis: Redis, owner: string): Promise<FoundEndpoints> {
  const ids = await redis.zrange(indexOf(owner), '0', '-1');
  const found = await Promise.all(ids.map(async (id) => endpointOf(await redis.hgetall(redisKeys.webhook(id)))));
  return {
    endpoints: found.flatMap((endpoint) => endpoint ?? []).sort((one, other) => one.madeAt - other.madeAt),
    unreadable: ids.filter((_, at) => found[at] === undefined),
  };
}

/** The same, for pages: whoever tells alerts reports what cannot be read. */
export async function listEndpoints(redis: Redis, owner: string): Promise<Endpoint[]> {
  return (await findEndpoints(redis, owner)).endpoints;
}

/** Pauses an endpoint, or sends there again. */
export async function setEndpointState(
  redis: Redis,
  source: AuditSource,
  { id }: Endpoint,
  state: 'active' | 'paused',
): Promise<void> {
  const action = state === 'paused' ? 'webhook paused' : 'webhook resumed';
  await writeRecorded(redis, source, { action, target: id }, [['HSET', redisKeys.webhook(id), 'state', state]]);
}

/** Deletes an endpoint. What waits for it is given up. */
export async function deleteEndpoint(
  redis: Redis,
  source: AuditSource,
  { id, owner }: Endpoint,
  action: AuditedAction = { action: 'webhook deleted', target: id },
): Promise<void> {
  await writeRecorded(redis, source, action, [
    ['ZREM', indexOf(owner), id],
    ['DEL', redisKeys.webhook(id)],
  ]);
}

/** Notes that the server of an endpoint wants nothing any more. */
export async function markGone(redis: Redis, id: string): Promise<void> {
  const key = redisKeys.webhook(id);
  // Not if it was deleted meanwhile: a record of one field would be no endpoint.
  if ((await redis.exists(key)) === 1) await redis.hset(key, 'state', 'gone');
}
