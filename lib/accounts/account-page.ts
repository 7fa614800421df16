import { usagePeriod } from '../limits/usage.ts';
import { existingPage, type ListPage, PAGE_SIZE } from '../list-page.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { namedValues, scriptFile } from '../redis/redis-script.ts';
import { type Account, accountOf, listNames } from './account-store.ts';

/** What the list of accounts shows of one of them. */
export interface AccountOverview {
  account: Account;
  /** The last use of a session, to the hour, or of a key; empty if neither is known. */
  lastSeenAt: string;
  /** Successful searches in this month. */
  searches: number;
  /** Keys that are neither revoked nor expired. */
  keys: number;
  /** The teams of a person, by name. */
  teams: string[];
  /** How many people a team has. */
  members: number;
}

/** What the list can be sorted by. */
export const accountOrders = ['name', 'seen', 'searches', 'keys'] as const;
export type AccountOrder = (typeof accountOrders)[number];

/** Which part of the list is asked for. */
export interface AccountQuery {
  page: number;
  /** What names contain, in lower case; empty for all. */
  search: string;
  order: AccountOrder;
}

/** One page of the accounts, and how many there are on all pages. */
export interface AccountPage extends ListPage<AccountOverview> {
  total: number;
}

/** More at once would keep Redis from answering the first of them in the time that a command has. */
const BATCH = 1_000;

const overviewScript = scriptFile(new URL('./lua/read-overview.lua', import.meta.url), 1);

/**
 * Reads one page of the accounts. By name, that is one round trip for all names and one for the accounts of this page; any
 * other order needs to know all accounts with such a name, a thousand in each round trip.
 */
export async function readAccountPage(redis: Redis, query: AccountQuery, now: Date): Promise<AccountPage> {
  const names = (await listNames(redis)).filter((name) => name.includes(query.search));
  const page = existingPage(query.page, names.length);
  const onPage = <Row>(rows: readonly Row[]) => rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const rows =
    query.order === 'name'
      ? await overviewsOf(redis, onPage(names), now)
      : onPage(sorted(await overviewsOf(redis, names, now), query.order));
  return { rows, page, hasNext: page * PAGE_SIZE < names.length, total: names.length };
}

/** The most recent or largest first; those alike stay in the order of their names. */
function sorted(rows: AccountOverview[], order: Exclude<AccountOrder, 'name'>): AccountOverview[] {
  const by = { seen: 'lastSeenAt', searches: 'searches', keys: 'keys' } as const;
  const value = by[order];
  return rows.sort((one, other) => Number(other[value] > one[value]) - Number(other[value] < one[value]));
}

async function overviewsOf(redis: Redis, names: readonly string[], now: Date): Promise<AccountOverview[]> {
  const { month } = usagePeriod(now);
  const overviews: (AccountOverview | null)[] = [];
  for (let at = 0; at < names.length; at += BATCH) {
    const batch = names.slice(at, at + BATCH);
    overviews.push(...(await Promise.all(batch.map((name) => readOverview(redis, name, month)))));
  }
  return overviews.filter((overview) => overview !== null);
}

async function readOverview(redis: Redis, name: string, month: string): Promise<AccountOverview | null> {
  const reply = await overviewScript.run(redis, [redisKeys.user(name)], [redisKeys.accountsPrefix, name, month]);
  const [fields, seen, keys, searches, teams, members] = reply as [unknown, string, number, string, string[], number];
  const account = accountOf(namedValues(fields) as Record<string, string>);
  if (!account) return null;
  const lastSeenAt = seen === '0' ? '' : new Date(Number(seen)).toISOString();
  return { account, lastSeenAt, searches: Number(searches), keys, teams: teams.sort(), members };
}
