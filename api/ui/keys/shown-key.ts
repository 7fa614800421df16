import { type Account, requireUser } from '../../../lib/accounts/account-store.ts';
import type { KeyRecord } from '../../../lib/keys/key-record.ts';
import { type BindingLimits, readKeyLimits } from '../../../lib/limits/key-limits.ts';
import { type RecentUsage, readRecentUsage } from '../../../lib/limits/recent-usage.ts';
import { readRefusals, usagePeriod } from '../../../lib/limits/usage.ts';
import type { Services } from '../../services.ts';

/** A key with everything that its page shows. */
export interface ShownKey {
  key: KeyRecord;
  owner: Account;
  limits: BindingLimits;
  usage: RecentUsage;
  refusals: { scope: number; address: number };
}

/** Reads what the page of a key shows. */
export async function readShownKey({ redis, health, config }: Services, key: KeyRecord): Promise<ShownKey> {
  const now = health.clock.today();
  const owner = await requireUser(redis, key.username);
  const [limits, usage, refusals] = await Promise.all([
    readKeyLimits(redis, key, owner, config.limits, now),
    readRecentUsage(redis, { key: key.prefix }, now),
    readRefusals(redis, key.prefix, usagePeriod(now).month),
  ]);
  return { key, owner, limits, usage, refusals };
}
