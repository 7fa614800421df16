import { beatEvery } from './beats.ts';
import { type Config, ConfigError } from './config/config.ts';
import { loadConfig } from './config/setting-sources.ts';
import { createLog, type Log } from './log/log.ts';
import { isRedisAway, type Redis } from './redis/redis.ts';
import { checkRedis, type RedisRole } from './redis/redis-check.ts';
import { RedisOutages } from './redis/redis-outages.ts';

/** Less than the 15 s that the documentation promises and the 30 s that platforms usually allow. */
const STOP_WITHIN_MS = 12_000;

/** What every process begins with: its settings, its log, and no error that ends it without a line in the log. */
export function beginProcess(name: string): { config: Config; log: Log } {
  const { config, warnings } = configOrExit();
  const log = createLog(name, config.logLevel);
  exitOnUnhandledError(log);
  if (config.testBeatMs !== null) beatEvery(config.testBeatMs);
  for (const warning of warnings) log.warn(warning);
  return { config, log };
}

/** Exits with the names of invalid settings on stderr, before the process does anything else. */
function configOrExit(): ReturnType<typeof loadConfig> {
  try {
    return loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.refusal}\n`);
    process.exit(1);
  }
}

/**
 * Ends the process on an error that nobody handles, as Node does, but logs it like any other error. Node would print all
 * its fields, and those of a Redis error contain the arguments of the command: passwords and queries.
 */
function exitOnUnhandledError(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unhandled error');
    process.exit(1);
  });
}

/** Ends the process with an error that it cannot go on with. */
export function exitWith(log: Log, what: string): (error: unknown) => never {
  return (error) => {
    log.fatal({ err: error }, what);
    process.exit(1);
  };
}

/**
 * Runs `stop` on SIGTERM, SIGINT or SIGHUP and then exits. A stop that hangs, for example while Redis is unavailable,
 * is cut short; `drainMs` is the time for which it waits on purpose.
 */
export function runUntilSignal(log: Log, stop: () => Promise<void>, drainMs = 0): void {
  let stopping = false;
  const onSignal = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.warn('stopped before all work had finished');
      process.exit(0);
    }, drainMs + STOP_WITHIN_MS).unref();
    stop()
      .catch((error) => log.error({ err: error }, 'error while stopping'))
      .finally(() => process.exit(0));
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  // Sent when the terminal is closed. Without this handler, the last log lines would be lost.
  process.on('SIGHUP', onSignal);
  // Under `npm start` the parent process holds an IPC channel. If the parent is killed, nothing else would stop us.
  process.on('disconnect', () => onSignal('parent gone'));
}

/** Checks Redis once it is connected and logs a warning for each setting that can lose data. */
function warnAboutRedis(redis: Redis, role: RedisRole, log: Log): void {
  const check = () =>
    checkRedis(redis, role)
      .then(({ warnings }) => {
        for (const warning of warnings) log.warn({ redis: role }, warning);
      })
      .catch((error) => {
        if (!isRedisAway(error)) log.error({ err: error, redis: role }, 'Redis could not be checked');
      });
  if (redis.status === 'ready') void check();
  else redis.once('ready', () => void check());
}

/** Checks the Redis servers once, what they hold included, and reports outages. Every process calls this. */
export function watchRedis(
  config: Config,
  redis: Redis,
  queueRedis: Redis,
  log: Log,
  outages = new RedisOutages(log),
): void {
  if (config.inProduction && config.instanceSecret === undefined) {
    log.warn('Redis holds the secret that seals queries, so a copy of its data can be read. Set INSTANCE_SECRET.');
  }
  const separate = config.queueRedis !== config.redis;
  warnAboutRedis(redis, 'main', log);
  if (separate) warnAboutRedis(queueRedis, 'queue', log);
  outages.watch(separate ? [redis, queueRedis] : [redis]);
}
