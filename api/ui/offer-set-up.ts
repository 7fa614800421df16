import type { Redis } from 'ioredis';
import { hasUsers } from '../../lib/accounts/account-store.ts';
import { needsSetUp, newSetUpToken } from '../../lib/accounts/set-up.ts';
import type { Config } from '../../lib/config.ts';
import type { Log } from '../../lib/log.ts';
import { whenReady } from '../../lib/redis.ts';

const LOOK_AGAIN_MS = 2_000;

/**
 * Logs a set-up link at the start while there is no administrator, and again if the accounts disappear because Redis
 * was emptied. A link works once, and only until the next one. Returns a function that ends the watch.
 */
export function offerSetUp(redis: Redis, config: Config, port: number, log: Log): () => void {
  const base = config.publicUrl || `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${port}`;
  const offer = async () => {
    if (!(await needsSetUp(redis))) return;
    const url = `${base}/setup?token=${await newSetUpToken(redis)}`;
    log.info({ url }, 'There is no administrator yet: open this address to create one.');
  };
  let hadAccounts = false;
  const look = async () => {
    const hasAccounts = await hasUsers(redis);
    const areGone = hadAccounts && !hasAccounts;
    hadAccounts = hasAccounts;
    if (!areGone) return;
    log.error('All accounts and keys are gone: Redis was emptied or replaced. Restore its backup, or set up anew.');
    await offer();
  };
  // If Redis is unavailable, the next look or the next start will do.
  void whenReady(redis)
    .then(offer)
    .then(look)
    .catch(() => {});
  const timer = setInterval(() => void look().catch(() => {}), LOOK_AGAIN_MS);
  return () => clearInterval(timer);
}
