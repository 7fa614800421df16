import { needsSetUp, newSetUpToken } from '../../lib/accounts/set-up.ts';
import type { Log } from '../../lib/log.ts';
import { whenReady } from '../../lib/redis.ts';
import type { Services } from '../services.ts';

/** While there is no administrator, says how to become one. The address works once, and only until the next start. */
export async function offerSetUp({ redis, config }: Services, log: Log): Promise<void> {
  try {
    await whenReady(redis);
    if (!(await needsSetUp(redis))) return;
    const base = config.publicUrl || `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${config.port}`;
    const url = `${base}/setup?token=${await newSetUpToken(redis)}`;
    log.info({ url }, 'There is no administrator yet: open this address to create one.');
  } catch {
    // Redis is away; the next start offers it again.
  }
}
