import { type Command, Redis, type RedisOptions } from 'ioredis';
import type { Log } from './log.ts';

/** Reconnects quickly at first, then once a second: a web process is back within 3 s after Redis returns. */
const retryStrategy = (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 5), 1_000);

const COMMAND_TIMEOUT_MS = 500;
/** A timer that fires this late shows that the process was held up itself. */
const HELD_UP_MS = 50;
/**
 * A connection on which Redis leaves a command unanswered for this long is closed and made anew. A lost route would
 * otherwise be noticed only when the system gives up on the connection, after minutes.
 */
const SILENT_MS = 2_000;
/** The same for connections that wait: longer than the ten seconds that BullMQ lets Redis wait for a job at most. */
const SILENT_WHILE_WAITING_MS = 12_000;
const PING_MS = 2_000;

/** A primary that became a replica refuses writes. A new connection leads to its successor. */
const reconnectOnError = (error: Error) => error.message.startsWith('READONLY');

/**
 * A connection for commands that a request waits for. It fails at once if Redis is unavailable, and within half a
 * second if Redis is frozen: `enableOfflineQueue: false` alone would still hang on a frozen Redis, so a command timeout
 * covers that.
 */
export function connectForRequests(url: string, name: string): Redis {
  return connect(url, {
    connectionName: name,
    enableOfflineQueue: false,
    replyWithinMs: COMMAND_TIMEOUT_MS,
    connectTimeout: 1_000,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    socketTimeout: SILENT_MS,
    retryStrategy,
    reconnectOnError,
  });
}

/** A connection for blocking reads, as BullMQ uses them; it survives any outage. */
export function connectForWaiting(url: string, name: string): Redis {
  return connect(url, {
    connectionName: name,
    maxRetriesPerRequest: null,
    connectTimeout: 1_000,
    socketTimeout: SILENT_WHILE_WAITING_MS,
    retryStrategy,
    reconnectOnError,
  });
}

/** A connection for subscriptions. It sends a ping from time to time, or a lost route would go unnoticed. */
export function connectForSubscriptions(url: string, name: string): Redis {
  const redis = connectForWaiting(url, name);
  const timer = setInterval(() => {
    // Without an answer, the connection is closed and made anew.
    if (redis.status === 'ready') redis.ping().catch(() => {});
  }, PING_MS);
  redis.once('end', () => clearInterval(timer));
  return redis;
}

const lastErrors = new WeakMap<Redis, string>();

/** Why this connection is down, in the words of Redis or the network. */
export function whyAway(redis: Redis): string | undefined {
  return redis.status === 'ready' ? undefined : lastErrors.get(redis);
}

/** Logs once when a connection is lost or cannot be made, and once when it is back, not on every attempt. */
export function reportOutages(connections: Iterable<Redis>, log: Log): void {
  for (const redis of new Set(connections)) {
    let away = false;
    const tell = () => {
      if (!away) log.warn({ reason: lastErrors.get(redis) ?? 'the connection was closed' }, 'Redis is away');
      away = true;
    };
    redis.on('error', tell);
    redis.on('close', tell);
    redis.on('ready', () => {
      if (away) log.info('Redis is back');
      away = false;
    });
  }
}

/**
 * A connection that sends all commands of one turn of the event loop in one write, which saves a quarter of the CPU time
 * of a search. ioredis' auto-pipelining would do the same with more work per command, and on a connection shared with
 * BullMQ it would define BullMQ's fifty scripts again in every pipeline.
 */
class CorkedRedis extends Redis {
  readonly #replyWithinMs: number | undefined;

  constructor(url: string, { replyWithinMs, ...options }: ConnectionOptions) {
    super(url, options);
    this.#replyWithinMs = replyWithinMs;
  }

  override sendCommand(...args: Parameters<Redis['sendCommand']>): ReturnType<Redis['sendCommand']> {
    const { stream } = this;
    if (stream && stream.writableCorked === 0) {
      stream.cork();
      setImmediate(() => stream.uncork());
    }
    const reply = super.sendCommand(...args);
    if (this.#replyWithinMs !== undefined && !args[0].isSettled) limitWait(args[0], this.#replyWithinMs);
    return reply;
  }
}

/**
 * Rejects a command that Redis does not answer in time. ioredis' `commandTimeout` also counts the time in which this
 * process cannot read the reply, because it computes or the system does not let it run. Every request that waits at that
 * moment would fail though Redis is well.
 */
function limitWait(command: Command, ms: number): void {
  const { resolve, reject } = command;
  let timer: NodeJS.Timeout;
  const wait = () => {
    const due = performance.now() + ms;
    timer = setTimeout(() => {
      if (performance.now() > due + HELD_UP_MS) wait();
      else command.reject(new Error('Command timed out'));
    }, ms);
  };
  command.resolve = (reply) => {
    clearTimeout(timer);
    resolve(reply);
  };
  command.reject = (error) => {
    clearTimeout(timer);
    reject(error);
  };
  wait();
}

interface ConnectionOptions extends Omit<RedisOptions, 'replyMapping' | 'commandTimeout'> {
  /** A command without a reply fails after this time. */
  replyWithinMs?: number;
}

function connect(url: string, options: ConnectionOptions): Redis {
  const redis = new CorkedRedis(url, options);
  // Without a listener an outage would be an uncaught exception. Callers see their own command fail, and readiness
  // reports the outage.
  redis.on('error', (error: NodeJS.ErrnoException) => {
    lastErrors.set(redis, error.message || error.code || 'no answer');
    // ioredis handles only the first error of a socket. With TLS a second may follow (a bad certificate, then the
    // server's alert), and an unhandled error ends the process.
    redis.stream?.on('error', () => {});
  });
  redis.on('ready', () => lastErrors.delete(redis));
  return redis;
}

/** Resolves once connected; rejects with the reason after two seconds, because a person is waiting. */
export function whenReady(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve();
  return new Promise((resolve, reject) => {
    let last = 'no answer';
    redis.once('ready', () => resolve());
    redis.on('error', (error: NodeJS.ErrnoException) => {
      last = error.message || error.code || last;
    });
    setTimeout(() => reject(new Error(last)), 2_000).unref();
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
    /^(OOM|MISCONF|READONLY|LOADING|BUSY|CLUSTERDOWN|MASTERDOWN|NOREPLICAS|NOAUTH|WRONGPASS)\b/.test(error.message)
  );
}

/** Whether a request that failed with this error gets a 503: also if its user lacks a permission in Redis. */
export function isRedisOutage(error: unknown): boolean {
  return isRedisAway(error) || (error instanceof Error && error.message.startsWith('NOPERM'));
}
