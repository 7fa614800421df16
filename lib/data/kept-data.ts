import { type ChainableCommander, Cluster } from 'ioredis';
import { type AuditSource, type RedisCommand, writeRecorded } from '../audit/audit-entry.ts';
import { AUDIT_STREAMS } from '../audit/entry-log.ts';
import { readStream, restoreStream } from '../audit/kept-stream.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { isEmpty, isKept, type StoredRecord } from './kept-records.ts';

const BATCH = 500;

const readRecords = scriptFile(new URL('./lua/read-records.lua', import.meta.url), 1);

/** Reads every record that is kept. Takes long if there are many: use a connection for bulk data. */
export async function readKept(redis: Redis, now = Date.now()): Promise<StoredRecord[]> {
  const names = new Set<string>();
  // Only one node of a cluster has them, but which one may change.
  for (const node of redis instanceof Cluster ? redis.nodes('master') : [redis]) {
    const found = node.scanStream({ match: `${redisKeys.accountsPrefix}*`, count: BATCH });
    for await (const batch of found) for (const key of batch as string[]) if (isKept(key)) names.add(key);
  }
  const read: StoredRecord[] = [];
  for (const key of AUDIT_STREAMS) {
    if (!names.delete(key)) continue;
    read.push({ key, expiresAt: null, content: { type: 'stream', value: await readStream(redis, key) } });
  }
  // In a cluster, the secret may be on another node than all the rest, and a script runs on one.
  for (const batch of [[redisKeys.instanceSecret], ...batches([...names].sort())]) {
    const replies = (await readRecords.run(redis, batch, [])) as (RecordReply | null)[];
    read.push(...replies.flatMap((reply, at) => (reply ? storedRecord(batch[at] as string, reply, now) : [])));
  }
  return consistent(read);
}

/**
 * Writes records into a Redis without accounts, the list of accounts last: before it, no account exists. It is written
 * together with the entry of the audit log.
 */
export async function writeKept(
  redis: Redis,
  source: AuditSource,
  kept: readonly StoredRecord[],
  now = Date.now(),
): Promise<void> {
  const live = kept.filter(({ expiresAt, content }) => !isEmpty(content) && (expiresAt === null || expiresAt > now));
  const alone = (name: string) => live.filter(({ key }) => key === name);
  const others = live.filter(
    ({ key, content }) => key !== redisKeys.users && key !== redisKeys.instanceSecret && content.type !== 'stream',
  );
  for (const { key, content } of live) if (content.type === 'stream') await restoreStream(redis, key, content.value);
  // In a cluster, the secret may be on another node than all the rest, and a pipeline goes to one.
  for (const batch of [alone(redisKeys.instanceSecret), ...batches(others)]) {
    const writing = redis.pipeline();
    for (const stored of batch) addRecord(writing, stored);
    for (const [error] of (await writing.exec()) ?? []) if (error) throw error;
  }
  const names = alone(redisKeys.users).flatMap(({ content }) => (content.type === 'set' ? content.value : []));
  const listing = [...batches(names)].map((some): RedisCommand => ['SADD', redisKeys.users, ...some]);
  await writeRecorded(redis, source, { action: 'backup restored' }, [['DEL', redisKeys.users], ...listing]);
}

/** What the script returns for a record: its type, the milliseconds that are left to it or -1, and its content. */
type RecordReply = ['string', number, string] | ['hash' | 'set' | 'zset', number, string[]];

function storedRecord(key: string, [type, leftMs, value]: RecordReply, now: number): StoredRecord {
  const expiresAt = leftMs < 0 ? null : now + leftMs;
  if (type === 'string') return { key, expiresAt, content: { type, value } };
  if (type === 'set') return { key, expiresAt, content: { type, value: value.sort() } };
  const fields = value.flatMap((name, at) => (at % 2 === 0 ? [[name, value[at + 1]]] : []));
  return { key, expiresAt, content: { type, value: Object.fromEntries(fields) } };
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
  return filtered.filter(({ key, content }) => !isEmpty(content) && (!key.startsWith(keyPrefix) || listed.has(key)));
}

function addRecord(writing: ChainableCommander, { key, expiresAt, content }: StoredRecord): void {
  writing.del(key);
  if (content.type === 'string') writing.set(key, content.value);
  else if (content.type === 'hash') writing.hset(key, content.value);
  else if (content.type === 'zset')
    writing.zadd(key, ...Object.entries(content.value).flatMap(([member, score]) => [score, member]));
  else if (content.type === 'set') for (const batch of batches(content.value)) writing.sadd(key, ...batch);
  if (expiresAt !== null) writing.pexpireat(key, Math.round(expiresAt));
}

function* batches<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += BATCH) yield list.slice(at, at + BATCH);
}
