import { type ChainableCommander, Cluster } from 'ioredis';
import { z } from 'zod';
import type { Redis } from '../redis.ts';
import { redisKeys } from '../redis-keys.ts';

/** A record of Redis. A set's value is its members, a sorted set's its members and scores in turn. */
const record = z.object({
  key: z.string(),
  /** Milliseconds since the epoch; null if it stays. */
  expiresAt: z.number().nullable(),
  content: z.discriminatedUnion('type', [
    z.object({ type: z.literal('string'), value: z.string() }),
    z.object({ type: z.literal('hash'), value: z.record(z.string(), z.string()) }),
    z.object({ type: z.literal('set'), value: z.array(z.string()) }),
    z.object({ type: z.literal('zset'), value: z.array(z.string()) }),
  ]),
});
export const records = z.array(record);
export type StoredRecord = z.infer<typeof record>;

/** What cannot be made anew: accounts, keys, usage, and the secret that was created on first use. Nobody stays signed in. */
const KINDS = ['user', 'key', 'user-keys', 'user-usage', 'person-usage', 'key-usage'];
const BATCH = 500;

/** Whether a record is part of a backup. The indexes of keys are made anew from the keys. */
export function isKept(key: string): boolean {
  if (key === redisKeys.users || key === redisKeys.instanceSecret) return true;
  return KINDS.some((kind) => key.startsWith(`${redisKeys.accountsPrefix}${kind}:`));
}

/** Reads every record that is kept. */
export async function readKept(redis: Redis, now = Date.now()): Promise<StoredRecord[]> {
  const names = new Set<string>([redisKeys.instanceSecret]);
  // Only one node of a cluster has them, but which one may change.
  for (const node of redis instanceof Cluster ? redis.nodes('master') : [redis]) {
    const found = node.scanStream({ match: `${redisKeys.accountsPrefix}*`, count: BATCH });
    for await (const batch of found) for (const key of batch as string[]) if (isKept(key)) names.add(key);
  }
  const read = await Promise.all([...names].sort().map((key) => readRecord(redis, key, now)));
  return consistent(read.filter((stored) => stored !== null));
}

/** Writes records into a Redis without accounts, the list of accounts last: before it, no account exists. */
export async function writeKept(redis: Redis, kept: readonly StoredRecord[], now = Date.now()): Promise<void> {
  const live = kept.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
  const alone = (name: string) => live.filter(({ key }) => key === name);
  const others = live.filter(({ key }) => key !== redisKeys.users && key !== redisKeys.instanceSecret);
  // In a cluster, the secret may be on another node than all the rest, and a pipeline goes to one.
  for (const batch of [alone(redisKeys.instanceSecret), ...batches(others), alone(redisKeys.users)]) {
    const writing = redis.pipeline();
    for (const stored of batch) addRecord(writing, stored);
    for (const [error] of (await writing.exec()) ?? []) if (error) throw error;
  }
}

async function readRecord(redis: Redis, key: string, now: number): Promise<StoredRecord | null> {
  const [type, ttl] = await Promise.all([redis.type(key), redis.pttl(key)]);
  const content = await readContent(redis, key, type);
  return content && { key, expiresAt: ttl < 0 ? null : now + ttl, content };
}

async function readContent(redis: Redis, key: string, type: string): Promise<StoredRecord['content'] | null> {
  if (type === 'string') return { type, value: (await redis.get(key)) ?? '' };
  if (type === 'hash') return { type, value: await redis.hgetall(key) };
  if (type === 'set') return { type, value: (await redis.smembers(key)).sort() };
  if (type === 'zset') return { type, value: await redis.zrange(key, '0', '-1', 'WITHSCORES') };
  // It has ended meanwhile.
  return null;
}

/**
 * Keys may come and go while records are read one after the other. A key that no account lists is left out, and so is the
 * mention of a key that is not there: nobody could revoke the one, nor use the other.
 */
function consistent(read: readonly StoredRecord[]): StoredRecord[] {
  const keyPrefix = redisKeys.apiKey('');
  const there = new Set(read.map(({ key }) => key));
  const listed = new Set<string>();
  const filtered = read.map((stored) => {
    if (stored.content.type !== 'set' || !stored.key.startsWith(redisKeys.userKeys(''))) return stored;
    const value = stored.content.value.filter((prefix) => there.has(keyPrefix + prefix));
    for (const prefix of value) listed.add(keyPrefix + prefix);
    return { ...stored, content: { ...stored.content, value } };
  });
  return filtered.filter(({ key }) => !key.startsWith(keyPrefix) || listed.has(key));
}

function addRecord(writing: ChainableCommander, { key, expiresAt, content }: StoredRecord): void {
  writing.del(key);
  if (content.type === 'string') writing.set(key, content.value);
  else if (content.type === 'hash') writing.hset(key, content.value);
  else if (content.value.length === 0) return;
  else if (content.type === 'set') writing.sadd(key, ...content.value);
  else
    for (let at = 0; at < content.value.length; at += 2)
      writing.zadd(key, content.value[at + 1] ?? '0', content.value[at] ?? '');
  if (expiresAt !== null) writing.pexpireat(key, Math.round(expiresAt));
}

function* batches<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += BATCH) yield list.slice(at, at + BATCH);
}
