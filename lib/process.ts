import type { Redis } from 'ioredis';
import { type Config, ConfigError } from './config.ts';
import type { Log } from './log.ts';
import { reportOutages } from './redis.ts';
import { checkRedis, type RedisRole } from './redis-check.ts';

/** Below the 15 s that we promise and the 30 s that platforms usually grant. */
const STOP_WITHIN_MS = 12_000;

/** Settings that cannot be right end the process before it does anything, with their names on stderr. */
export function exitOnConfigError<T>(load: () => T): T {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`Tributary cannot start with these settings:\n${error.message.replace(/^/gm, '  ')}\n`);
    process.exit(1);
  }
}

/** Runs `stop` on SIGTERM, SIGINT or SIGHUP and then exits; a stop that hangs, as it may while Redis is away, is cut short. */
export function runUntilSignal(log: Log, stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.warn('stopped before everything had ended');
      process.exit(0);
    }, STOP_WITHIN_MS).unref();
    stop()
      .catch((error) => log.error({ err: error }, 'error while stopping'))
      .finally(() => process.exit(0));
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  // A terminal that was closed: without this, the last log lines would be lost with it.
  process.on('SIGHUP', onSignal);
  // Under `npm start` there is a channel to the parent: if that is killed outright, nobody else would stop us.
  process.on('disconnect', () => onSignal('parent gone'));
}

/** Once Redis is there: a warning for each thing that would lose data. */
function warnAboutRedis(redis: Redis, role: RedisRole, log: Log): void {
  const check = () =>
    checkRedis(redis, role)
      .then(({ warnings }) => {
        for (const warning of warnings) log.warn({ redis: role }, warning);
      })
      .catch(() => {});
  if (redis.status === 'ready') void check();
  else redis.once('ready', () => void check());
}

/** What every process does with its connections: looks at the servers once, and reports outages. */
export function watchRedis(config: Config, redis: Redis, queueRedis: Redis, log: Log): void {
  const separate = config.queueRedisUrl !== config.redisUrl;
  warnAboutRedis(redis, 'main', log);
  if (separate) warnAboutRedis(queueRedis, 'queue', log);
  reportOutages(separate ? [redis, queueRedis] : [redis], log);
}
