import { Cluster, type ClusterOptions, Command, Redis } from 'ioredis';
import { failUnlessReady } from './redis-sending.ts';
import type { HostAndPort, NodeOptions, RedisServer } from './redis-server.ts';

/** How often the owners of the slots are read again. A node that hangs cannot say that its successor has them. */
const READ_SLOTS_MS = 2_000;

/** How to connect to a cluster. */
interface ClusterConnection {
  /** The options of each connection. */
  nodes: NodeOptions;
  /** The options of all together. */
  options: Omit<ClusterOptions, 'redisOptions'>;
  /** Called with each connection before it is used. */
  prepare(node: Redis): void;
}

/** Connects to a cluster. Commands go to the node that has their key. */
export function connectToCluster(server: RedisServer, { nodes, options, prepare }: ClusterConnection): Cluster {
  const { enableOfflineQueue = true } = options;
  const cluster = new Cluster([...server.hosts], {
    slotsRefreshInterval: READ_SLOTS_MS,
    ...(server.natMap ? { natMap: server.natMap } : {}),
    // The certificate of a node is for its name, so the name must not be replaced by an address.
    ...(server.hasTls ? { dnsLookup: (name, found) => found(null, name) } : {}),
    redisOptions: nodes,
    ...options,
    // Otherwise commands would fail while the first one makes its node connect.
    enableOfflineQueue: true,
  });
  if (!enableOfflineQueue) failUnlessReady(cluster);
  cluster.on('+node', prepare);
  cluster.on('-node', () => cluster.refreshSlotsCache());
  return cluster;
}

/**
 * Connects to the node that owns the slot of a channel, and to its successor when it no longer does. Messages of that
 * channel need not go through the whole cluster, and those that all nodes pass on arrive here, too. ioredis' own
 * subscribers of a cluster do not tell when they were away, so that nobody would look for what they missed.
 */
export function connectToOwner(cluster: Cluster, server: RedisServer, channel: string, options: NodeOptions): Redis {
  const { retryStrategy } = options;
  const redis = new Redis({
    ...options,
    lazyConnect: true,
    retryStrategy(attempt: number) {
      Object.assign(redis.options, ownerOf(cluster, server, channel));
      return retryStrategy?.(attempt);
    },
  });
  const connect = () => {
    Object.assign(redis.options, ownerOf(cluster, server, channel));
    // A failure is an error event, too.
    redis.connect().catch(() => {});
  };
  if (cluster.status === 'ready') connect();
  else cluster.once('ready', connect);
  redis.on('moved', () => redis.disconnect(true));
  // A node that hangs cannot say that it no longer has the channel.
  cluster.on('refresh', () => {
    const { host, port } = ownerOf(cluster, server, channel) ?? redis.options;
    const isConnected = redis.status === 'connect' || redis.status === 'ready';
    if (isConnected && (host !== redis.options.host || port !== redis.options.port)) redis.disconnect(true);
  });
  return redis;
}

/** Where the slot of a key or channel is, as far as this process knows. ioredis has looked it up in the NAT map. */
function ownerOf(cluster: Cluster, { hosts }: RedisServer, key: string): HostAndPort | undefined {
  const slot = new Command('get', [key]).getSlot() ?? 0;
  const [owner] = cluster.slots[slot] ?? [];
  if (owner === undefined) return hosts[0];
  const colon = owner.lastIndexOf(':');
  return { host: owner.slice(0, colon), port: Number(owner.slice(colon + 1)) };
}
