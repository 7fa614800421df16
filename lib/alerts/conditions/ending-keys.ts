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

/** Whoever makes a key for less than this knows when it ends; that of a program ends within a minute until it has its tokens. */
const SHORT_MS = 3_600_000;

/**
 * The keys that end soon. They concern their owners, and whoever looks after the instance. Of those that are not alerts yet,
 * each account has the one that ends first, so that nobody who makes many sends as much mail: the others follow look by look.
 */
export function endingKeys(keys: readonly WatchedKey[], open: ReadonlySet<string>, now: number): Condition[] {
  const begun = new Set<string>();
  return keys
    .filter(({ endsAt }) => endsAt > now && endsSoon(endsAt, now))
    .sort((one, other) => one.endsAt - other.endsAt)
    .flatMap(({ prefix, account, endsAt }) => {
      const id = `key_ends:${prefix}`;
      if (!open.has(id)) {
        if (begun.has(account) || endsAt <= now + SHORT_MS) return [];
        begun.add(account);
      }
      return [{ id, kind: 'key_ends', subject: prefix, account, facts: { ends_at: new Date(endsAt).toISOString() } }];
    });
}
