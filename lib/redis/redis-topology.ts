import type { Socket } from 'node:net';
import { Cluster, Redis as SingleRedis } from 'ioredis';
import type { Redis } from './redis.ts';
import { parseInfo } from './redis-check.ts';
import type { HostAndPort, RedisServer } from './redis-server.ts';

/** One server that takes writes, and its copies. */
export interface Primary {
  address: string;
  /** Its share of a cluster; null outside of one. */
  slots: number | null;
  replicas: Replica[];
}

/** A copy of a server. */
export interface Replica {
  address: string;
  isOnline: boolean;
  /** How far it is behind. */
  lagBytes: number;
}

/** One Sentinel, and whom it names as the primary; null if it does not answer. */
export interface Sentinel {
  address: string;
  primary: string | null;
}

/** What Redis consists of. */
export interface Topology {
  primaries: Primary[];
  sentinels: Sentinel[];
  /** The slots that no node of a cluster serves. */
  slotsMissing: number;
}

const SLOTS = 16_384;
const SENTINEL_WITHIN_MS = 1_000;

/** Asks Redis and the Sentinels what they consist of. */
export async function readTopology(redis: Redis, server: RedisServer): Promise<Topology> {
  if (!(redis instanceof Cluster)) {
    const [primary, sentinels] = await Promise.all([
      readPrimary(redis, null),
      Promise.all(server.kind === 'sentinel' ? server.hosts.map((host) => askSentinel(host, server)) : []),
    ]);
    return { primaries: [primary], sentinels, slotsMissing: 0 };
  }
  const owned = new Map<string, number>();
  for (const [owner = ''] of redis.slots) owned.set(owner, (owned.get(owner) ?? 0) + 1);
  const primaries = await Promise.all(
    redis.nodes('master').map((node) => readPrimary(node, owned.get(`${node.options.host}:${node.options.port}`) ?? 0)),
  );
  return { primaries, sentinels: [], slotsMissing: SLOTS - Object.keys(redis.slots).length };
}

/** Whether a plain address leads to one node of a larger cluster, most of whose keys are elsewhere. */
export async function isPartOfCluster(redis: Redis): Promise<boolean> {
  if (redis instanceof Cluster || parseInfo(await redis.info('cluster')).cluster_enabled !== '1') return false;
  return Number(parseInfo(String(await redis.cluster('INFO'))).cluster_size) > 1;
}

async function readPrimary(redis: SingleRedis, slots: number | null): Promise<Primary> {
  const info = parseInfo(await redis.info('replication'));
  const { remoteAddress, remotePort } = redis.stream as Socket;
  return { address: `${remoteAddress}:${remotePort}`, slots, replicas: replicasIn(info) };
}

/** The replicas in what `INFO replication` says: `slave0` is `ip=10.0.0.2,port=6379,state=online,offset=42,lag=0`. */
export function replicasIn(info: Readonly<Record<string, string>>): Replica[] {
  const offset = Number(info.master_repl_offset);
  return Object.entries(info).flatMap(([name, text]) => {
    if (!/^slave\d+$/.test(name)) return [];
    const { ip, port, state, offset: at } = Object.fromEntries(text.split(',').map((field) => field.split('=', 2)));
    return [{ address: `${ip}:${port}`, isOnline: state === 'online', lagBytes: Math.max(offset - Number(at), 0) }];
  });
}

async function askSentinel({ host, port }: HostAndPort, server: RedisServer): Promise<Sentinel> {
  const { primary = '', sentinelPassword: password, hasTls } = server;
  const sentinel = new SingleRedis({
    ...{ host, port, connectTimeout: SENTINEL_WITHIN_MS, commandTimeout: SENTINEL_WITHIN_MS, retryStrategy: null },
    ...(password ? { password } : {}),
    ...(hasTls ? { tls: {} } : {}),
  });
  sentinel.on('error', () => {});
  try {
    const named = (await sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', primary)) as [string, string] | null;
    return { address: `${host}:${port}`, primary: named ? named.join(':') : null };
  } catch {
    // That it does not answer is what there is to say about it.
    return { address: `${host}:${port}`, primary: null };
  } finally {
    sentinel.disconnect();
  }
}
