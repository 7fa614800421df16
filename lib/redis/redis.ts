import { Cluster, Redis as SingleRedis } from 'ioredis';
import { onBeats } from '../beats.ts';
import { connectToCluster, connectToOwner } from './redis-cluster.ts';
import { watchLosses } from './redis-losses.ts';
import { CONFIRM_WITHIN_MS, confirmWrites, limitWaits, sendTogether } from './redis-sending.ts';
import { PrimaryFinder } from './redis-sentinel.ts';
import type { NodeOptions, RedisServer } from './redis-server.ts';
import { surviveSecondErrors } from './redis-sockets.ts';

surviveSecondErrors();

/** A connection to one Redis server, or to all nodes of a cluster. */
export type Redis = SingleRedis | Cluster;

/** Reconnects quickly at first, then once a second: a web process is back within 3 s after Redis returns. */
const retryStrategy = (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 5), 1_000);

const COMMAND_TIMEOUT_MS = 500;
const CONNECT_TIMEOUT_MS = 1_000;
/** A server that hangs does not close its side of a connection, which nobody needs once it has a successor. */
const DISCONNECT_TIMEOUT_MS = 200;
/**
 * A connection on which Redis leaves a command unanswered for this long is closed and made anew. A lost route would
 * otherwise be noticed only when the system gives up on the connection, after minutes.
 */
const SILENT_MS = 2_000;
/** How long a command may block a connection at most. */
export const MAX_BLOCK_S = 4;
/** A connection that blocks is silent for that long, and is noticed a little later. */
const SILENT_WHILE_BLOCKING_MS = MAX_BLOCK_S * 1_000 + 1_500;
const PING_EVERY_BEATS = 2;

/** A primary that became a replica refuses writes. A new connection leads to its successor. */
const reconnectOnError = (error: Error) => error.message.startsWith('READONLY');

/**
 * A connection for commands that a request waits for. It fails at once if Redis is unavailable, and within half a
 * second if Redis is frozen: `enableOfflineQueue: false` alone would still hang on a frozen Redis, so a command timeout
 * covers that.
 *
 * With `replicas`, a write is done only when so many replicas have it: for what a person is told to be done.
 */
export function connectForRequests(server: RedisServer, name: string, replicas = 0): Redis {
  return connectPatiently(server, name, replicas, { commandMs: COMMAND_TIMEOUT_MS, silentMs: SILENT_MS });
}

function connectPatiently(
  server: RedisServer,
  name: string,
  replicas: number,
  { commandMs, silentMs }: { commandMs: number; silentMs: number },
): Redis {
  const redis = connect(server, name, {
    one: { socketTimeout: silentMs, maxRetriesPerRequest: 0, autoResendUnfulfilledCommands: false },
    // A command of which nobody knows whether Redis ran it is not sent again.
    all: { enableOfflineQueue: false, retryDelayOnFailover: 0, retryDelayOnClusterDown: 0 },
    prepare(node) {
      sendTogether(node);
      if (replicas > 0) confirmWrites(node, replicas);
    },
  });
  limitWaits(redis, commandMs + (replicas > 0 ? CONFIRM_WITHIN_MS : 0));
  return redis;
}

/** What a command for bulk data may take, on a Redis that is busy or far away. */
const BULK_TIMEOUT_MS = 20_000;

/**
 * A connection for reading or writing much at a time, in batches. It fails like one for requests, only later, because
 * nobody waits for a single reply.
 */
export function connectForBulk(server: RedisServer, name: string, replicas = 0): Redis {
  return connectPatiently(server, name, replicas, { commandMs: BULK_TIMEOUT_MS, silentMs: BULK_TIMEOUT_MS });
}

/** A connection for blocking reads of at most `MAX_BLOCK_S`, as BullMQ uses them; it survives any outage. */
export function connectForWaiting(server: RedisServer, name: string): Redis {
  const one = { socketTimeout: SILENT_WHILE_BLOCKING_MS, maxRetriesPerRequest: null };
  return connect(server, name, { one, all: {}, prepare: sendTogether });
}

/**
 * A connection for subscriptions, beside one for requests to the same Redis. It sends a ping from time to time, or a
 * lost route would go unnoticed. In a cluster it leads to the node that owns the channel, of those that matter most.
 */
export function connectForSubscriptions(
  server: RedisServer,
  name: string,
  beside: Redis,
  channel: string,
): SingleRedis {
  // Listeners subscribe again themselves. If Redis refuses what ioredis does on its own, nobody handles the error, and
  // that ends the process.
  const options = { socketTimeout: SILENT_MS, maxRetriesPerRequest: null, autoResubscribe: false };
  const redis =
    beside instanceof Cluster
      ? connectToOwner(beside, server, channel, { ...nodeOptions(server, name, options), retryStrategy })
      : connectToOne(server, name, options);
  const endPings = onBeats(PING_EVERY_BEATS, () => {
    // Without an answer, the connection is closed and made anew.
    if (redis.status === 'ready') redis.ping().catch(() => {});
  });
  redis.once('end', endPings);
  return watched(redis);
}

/** What kinds of connections differ in. */
interface Kind {
  /** The options of each connection. */
  one: NodeOptions;
  /** The options of all connections of a cluster together. */
  all: { enableOfflineQueue?: boolean; retryDelayOnFailover?: number; retryDelayOnClusterDown?: number };
  prepare(node: SingleRedis): void;
}

function connect(server: RedisServer, name: string, { one, all, prepare }: Kind): Redis {
  if (server.kind === 'cluster') {
    const options = { ...all, clusterRetryStrategy: retryStrategy };
    return watched(connectToCluster(server, { nodes: nodeOptions(server, name, one), options, prepare }));
  }
  const { enableOfflineQueue = true } = all;
  const redis = connectToOne(server, name, { ...one, enableOfflineQueue });
  prepare(redis);
  return watched(redis);
}

/** Connects to one server, or to the primary that Sentinels name. */
function connectToOne(server: RedisServer, name: string, more: NodeOptions): SingleRedis {
  const options = { ...nodeOptions(server, name, more), retryStrategy, reconnectOnError };
  if (server.kind === 'single') return new SingleRedis(server.url, options);
  const { hosts, primary, database, sentinelPassword, hasTls, natMap } = server;
  return new SingleRedis({
    ...options,
    Connector: PrimaryFinder,
    db: database,
    sentinels: hosts,
    name: primary,
    sentinelRetryStrategy: retryStrategy,
    sentinelCommandTimeout: CONNECT_TIMEOUT_MS,
    // Sentinels tell at once that another server is the primary now, even if the old one only hangs.
    failoverDetector: true,
    // The Sentinels speak TLS as the primary does.
    enableTLSForSentinelMode: hasTls,
    ...(hasTls ? { sentinelTLS: {} } : {}),
    ...(sentinelPassword ? { sentinelPassword } : {}),
    ...(natMap ? { natMap } : {}),
  });
}

/** The options of one connection of a cluster, or of the primary that Sentinels name. */
function nodeOptions({ username, password, hasTls }: RedisServer, name: string, more: NodeOptions): NodeOptions {
  return {
    connectionName: name,
    connectTimeout: CONNECT_TIMEOUT_MS,
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
    ...(hasTls ? { tls: {} } : {}),
    ...more,
  };
}

/** Each part of a process that does something when Redis is back listens. More than these would be a leak. */
const MOST_LISTENERS = 20;

const lastErrors = new WeakMap<Redis, string>();

/** Why this connection is down, in the words of Redis or the network. */
export function whyAway(redis: Redis): string | undefined {
  return redis.status === 'ready' ? undefined : whyLost(redis);
}

/** What was last wrong with this connection, until it is made anew. */
export function whyLost(redis: Redis): string | undefined {
  return lastErrors.get(redis);
}

function watched<Connection extends Redis>(redis: Connection): Connection {
  // Without a listener an outage would be an uncaught exception. Callers see their own command fail, and readiness
  // reports the outage.
  redis.on('error', (error: NodeJS.ErrnoException) => {
    if (!(redis instanceof Cluster)) lastErrors.set(redis, error.message || error.code || 'no answer');
  });
  // A cluster itself says only that no node answered. That a connection is closed follows from what was wrong with it.
  redis.on('node error', (error: NodeJS.ErrnoException) => {
    if (!lastErrors.has(redis) || error.message !== 'Connection is closed.')
      lastErrors.set(redis, error.message || error.code || 'no answer');
  });
  redis.on('ready', () => lastErrors.delete(redis));
  redis.setMaxListeners(MOST_LISTENERS);
  watchLosses(redis);
  return redis;
}

/** Resolves once connected; rejects with the reason after two seconds, because a person is waiting. */
export function whenReady(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve();
  return new Promise((resolve, reject) => {
    redis.once('ready', () => resolve());
    setTimeout(() => reject(new Error(whyAway(redis) ?? 'no answer')), 2_000).unref();
  });
}

/** Whether an error means that Redis cannot serve now: it is down, frozen, starting, full, read-only or locked. */
export function isRedisAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.message.startsWith('EXECABORT')) {
    // A transaction that was discarded: for what its commands failed with.
    const { previousErrors = [] } = error as Error & { previousErrors?: unknown[] };
    const causes = previousErrors.filter((cause) => cause !== error);
    return causes.length > 0 && causes.every(isRedisAway);
  }
  return (
    /^(MaxRetriesPerRequestError|AbortError)$/.test(error.name) ||
    /Command timed out|Socket timeout|Connection is closed|Stream isn't writeable|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN/.test(
      error.message,
    ) ||
    // While a slot moves, a script may find some of its keys on the other node already.
    error.message.includes('Script attempted to access a non local key') ||
    /Cluster isn't ready|Too many Cluster redirections|Failed to refresh slots cache|sentinels are unreachable/.test(
      error.message,
    ) ||
    /^(OOM|MISCONF|READONLY|LOADING|BUSY|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|UNBLOCKED|MASTERDOWN|NOREPLICAS|NOAUTH|WRONGPASS)\b/.test(
      error.message,
    )
  );
}

/** Whether a request that failed with this error gets a 503: also if its user lacks a permission in Redis. */
export function isRedisOutage(error: unknown): boolean {
  return isRedisAway(error) || (error instanceof Error && error.message.startsWith('NOPERM'));
}
