import { endsSoon } from '../../keys/expiry.ts';
import type { Condition } from '../alert-rules.ts';

/** A key with an end. */
export interface WatchedKey {
  /** As people see it. */
  prefix: string;
  account: string;
  /** In milliseconds since the epoch. */
  endsAt: number;
}

/** The keys that end soon. They concern their owners, and whoever looks after the instance. */
export function endingKeys(keys: readonly WatchedKey[], now: number): Condition[] {
  return keys
    .filter(({ endsAt }) => endsAt > now && endsSoon(endsAt, now))
    .map(({ prefix, account, endsAt }) => ({
      id: `key_ends:${prefix}`,
      kind: 'key_ends',
      subject: prefix,
      account,
      facts: { ends_at: new Date(endsAt).toISOString() },
    }));
}
