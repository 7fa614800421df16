import { listNames } from '../accounts/account-store.ts';
import { type CursorPage, cursorAt, cursorParts } from '../list-cursor.ts';
import type { Redis } from '../redis/redis.ts';
import { type Actor, allowAccount } from './authority.ts';
import type { KeyRecord } from './key-record.ts';
import { listKeys, placeOf } from './key-store.ts';

/** How many accounts are read at once, and for one part of a list: a filter may match few keys. */
const ACCOUNTS_TOGETHER = 20;
const MAX_ACCOUNTS = 200;
/** After every key of an account. */
const END = '~';

/** Which keys are listed. */
export interface KeyQuery {
  owner?: string | undefined;
  /** `name=value`, or a name alone for any value. */
  label?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Lists the keys that the actor may see, by account and age. A part may have fewer keys than asked for, even none. */
export async function keysFor(redis: Redis, actor: Actor, query: KeyQuery): Promise<CursorPage<KeyRecord>> {
  const { owner, label, cursor, limit } = query;
  if (owner !== undefined) allowAccount(actor, owner);
  const [firstOwner = '', ...place] = cursor ? cursorParts(cursor) : [];
  const isAfter = (key: KeyRecord) => key.username !== firstOwner || placeOf(key) > place.join(' ');
  const owners = (owner === undefined ? await visibleAccounts(redis, actor) : [owner]).filter(
    (one) => one >= firstOwner,
  );
  const items: KeyRecord[] = [];
  for (let at = 0; at < Math.min(owners.length, MAX_ACCOUNTS); at += ACCOUNTS_TOGETHER) {
    const keys = await Promise.all(owners.slice(at, at + ACCOUNTS_TOGETHER).map((name) => listKeys(redis, name)));
    items.push(...keys.flat().filter((key) => isAfter(key) && hasLabel(key, label)));
    if (items.length <= limit) continue;
    const last = items[limit - 1] as KeyRecord;
    return { items: items.slice(0, limit), next_cursor: cursorAt([last.username, placeOf(last)]) };
  }
  const unread = owners[MAX_ACCOUNTS - 1];
  const hasMore = owners.length > MAX_ACCOUNTS && unread !== undefined;
  return { items, next_cursor: hasMore ? cursorAt([unread, END]) : null };
}

/** The names of the accounts whose keys and usage the actor may see, sorted. */
export async function visibleAccounts(redis: Redis, { isAdmin, roles }: Actor): Promise<string[]> {
  return isAdmin ? listNames(redis) : [...roles.keys()].sort();
}

function hasLabel({ labels }: KeyRecord, wished: string | undefined): boolean {
  if (wished === undefined) return true;
  const at = wished.indexOf('=');
  return at < 0 ? Object.hasOwn(labels, wished) : labels[wished.slice(0, at)] === wished.slice(at + 1);
}
