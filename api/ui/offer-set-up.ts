import { hasUsers } from '../../lib/accounts/account-store.ts';
import { needsSetUp, newSetUpToken } from '../../lib/accounts/set-up.ts';
import { onBeats } from '../../lib/beats.ts';
import type { Config } from '../../lib/config/config.ts';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import type { Log } from '../../lib/log/log.ts';
import type { Redis } from '../../lib/redis/redis.ts';

const LOOK_EVERY_BEATS = 4;

/**
 * Logs a set-up link while there is no administrator: once Redis can be asked, and again if the accounts disappear
 * because Redis was emptied. A link works once, and only until the next one. Returns a function that ends the watch.
 */
export function offerSetUp(redis: Redis, config: Config, port: number, log: Log, errors: ErrorReporter): () => void {
  const base = config.publicUrl || `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${port}`;
  let hadAccounts = false;
  let isDecided = false;
  const look = async () => {
    const hasAccounts = await hasUsers(redis);
    if (hadAccounts && !hasAccounts) {
      log.error('All accounts and keys are gone: Redis was emptied or replaced. Restore a backup, or set up again.');
      isDecided = false;
    }
    hadAccounts = hasAccounts;
    if (isDecided) return;
    if (await needsSetUp(redis)) {
      const url = `${base}/setup?token=${await newSetUpToken(redis)}`;
      log.info({ url }, 'There is no administrator yet: open this URL to create one.');
    }
    isDecided = true;
  };
  // One look at a time, so that no second link makes the first one useless. The next look finds what this one could not.
  let looking = Promise.resolve();
  const watch = () => {
    looking = looking.then(look).catch(errors.unlessAway('look for an administrator'));
  };
  redis.on('ready', watch);
  watch();
  const endBeats = onBeats(LOOK_EVERY_BEATS, watch);
  return () => {
    redis.off('ready', watch);
    endBeats();
  };
}
