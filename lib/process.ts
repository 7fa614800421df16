import type { Redis } from 'ioredis';
import { ConfigError } from './config.ts';
import type { Log } from './log.ts';
import { checkRedis } from './redis-check.ts';

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

/** Runs `stop` on SIGTERM or SIGINT and then exits; a stop that hangs, as it may while Redis is away, is cut short. */
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
}

/** Once Redis is there: a warning for each thing that would lose data. */
export function warnAboutRedis(redis: Redis, log: Log): void {
  const check = () =>
    checkRedis(redis)
      .then(({ warnings }) => {
        for (const warning of warnings) log.warn({ redis: true }, warning);
      })
      .catch(() => {});
  if (redis.status === 'ready') void check();
  else redis.once('ready', () => void check());
}
