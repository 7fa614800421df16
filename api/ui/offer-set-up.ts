import type { Redis } from 'ioredis';
import { needsSetUp, newSetUpToken } from '../../lib/accounts/set-up.ts';
import type { Config } from '../../lib/config.ts';
import type { Log } from '../../lib/log.ts';
import { whenReady } from '../../lib/redis.ts';

/** Logs a set-up link while there is no administrator. The link works once, and only until the next start. */
export async function offerSetUp(redis: Redis, config: Config, port: number, log: Log): Promise<void> {
  try {
    await whenReady(redis);
    if (!(await needsSetUp(redis))) return;
    const base = config.publicUrl || `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${port}`;
    const url = `${base}/setup?token=${await newSetUpToken(redis)}`;
    log.info({ url }, 'There is no administrator yet: open this address to create one.');
  } catch {
    // Redis is down. The next start logs a link.
  }
}
