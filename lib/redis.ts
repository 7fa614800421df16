import { Redis, type RedisOptions } from 'ioredis';

/** Fast first attempts, then one a second: a web process is back within 3 s of Redis' return. */
const retryStrategy = (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 5), 1_000);

const COMMAND_TIMEOUT_MS = 500;

/**
 * For commands that someone waits for: fails at once when Redis is away and within half a second when it is frozen.
 * `enableOfflineQueue: false` alone would still hang on a frozen Redis; the command timeout covers that.
 */
export function connectForRequests(url: string, name: string): Redis {
  return connect(url, {
    connectionName: name,
    enableOfflineQueue: false,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: 1_000,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    enableAutoPipelining: true,
    retryStrategy,
  });
}

/** For connections that wait on purpose (BullMQ's blocking reads, subscriptions): they outlive any outage. */
export function connectForWaiting(url: string, name: string): Redis {
  return connect(url, { connectionName: name, maxRetriesPerRequest: null, connectTimeout: 1_000, retryStrategy });
}

function connect(url: string, options: Omit<RedisOptions, 'replyMapping'>): Redis {
  const redis = new Redis(url, options);
  // Without a listener an outage would be an uncaught exception. Callers see their own command fail; readiness tells.
  redis.on('error', () => {});
  return redis;
}

/** Resolves once connected; rejects with the reason after two seconds: a person is waiting. */
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

/** True where a failed command means that Redis is away, frozen or unable to write, rather than that we asked wrongly. */
export function isRedisOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    /^(MaxRetriesPerRequestError|AbortError)$/.test(error.name) ||
    /Command timed out|Connection is closed|Stream isn't writeable|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN/.test(
      error.message,
    ) ||
    /^(OOM|MISCONF|READONLY|LOADING|BUSY|CLUSTERDOWN|MASTERDOWN|NOAUTH|WRONGPASS|NOPERM)\b/.test(error.message)
  );
}
