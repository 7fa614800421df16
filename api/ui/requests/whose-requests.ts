import { recordReading } from '../../../lib/audit/record-reading.ts';
import type { Redis } from '../../../lib/redis/redis.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import type { LoggedRequest } from '../../../lib/requests/block-reader.ts';
import type { Whose } from '../../../lib/requests/read-requests.ts';
import { actorIn } from '../keys/acting.ts';
import { PageError } from '../page-error.ts';
import type { PageContext } from '../page-route.ts';

/** The list of one's own requests, and that of all. */
export const [OWN_PATH, ALL_PATH] = ['/settings/requests', '/admin/requests'] as const;
export type ListPath = typeof OWN_PATH | typeof ALL_PATH;

/** Whose requests a page shows. */
export interface Shown {
  whose: Whose;
  /** The accounts to choose from; null if any may be named. */
  accounts: readonly string[] | null;
}

/**
 * Whose requests somebody sees on a page: their own and those of teams that they own; administrators those of the account
 * that they name, and on their own page of all. Reading those of others leaves an entry in the audit log.
 */
export async function whoseRequests(context: PageContext<unknown>, path: ListPath, named: string): Promise<Shown> {
  const { records } = context.services;
  const actor = await actorIn(context);
  const own = [...actor.roles].filter(([, role]) => role === 'owner').map(([account]) => account);
  const account = named.trim().toLowerCase();
  if (path === OWN_PATH && (account === '' || own.includes(account))) {
    return { whose: account === '' ? own : [account], accounts: own };
  }
  if (!actor.isAdmin) throw new PageError(403, ({ notAllowed }) => notAllowed);
  if (!own.includes(account)) await recordReading(records, actor.source, account || 'all accounts', 'requests read');
  return { whose: account === '' ? 'all' : [account], accounts: null };
}

/** The names of the keys of these requests, by prefix. */
export async function keyNamesOf(redis: Redis, requests: readonly LoggedRequest[]): Promise<Map<string, string>> {
  const prefixes = [...new Set(requests.flatMap(({ key }) => key ?? []))];
  const names = await Promise.all(prefixes.map((prefix) => redis.hget(redisKeys.apiKey(prefix), 'name')));
  return new Map(prefixes.map((prefix, at) => [prefix, names[at] ?? '']));
}
