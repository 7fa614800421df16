import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { factorsIn, listFactors } from './factors/factor-store.ts';

/**
 * Every kind of record about an account. Deleting an account deletes these records, and exporting one exports them, so
 * that neither can forget one: a test compares the lists with `redisKeys`.
 */

/** What the names of an account's records are made of. */
export interface AccountNames {
  username: string;
  /** The version of its rules for sites; empty if it has none. */
  rules: string;
  /** The person at the provider of single sign-on; empty if it is not linked. */
  person: string;
  /** The ids of its sessions. */
  sessions: readonly string[];
  /** The ids of its passkeys. */
  passkeys: readonly string[];
  /** The ids of the endpoints to which its webhooks and mail go. */
  webhooks: readonly string[];
  months: readonly string[];
}

/** What the names of a key's records are made of. */
export interface KeyNames {
  prefix: string;
  rules: string;
  /** The registered client that is kept for as long as the key; empty if there is none. */
  client: string;
  months: readonly string[];
}

/** A kind of record. */
export interface DataKind<Names> {
  /** The names of the records in Redis; they need not exist. */
  names(of: Names): readonly string[];
  /** The fields that are not exported: secrets, or hashes of secrets. */
  secrets?: readonly string[];
  /** What is exported of a hash that has secrets within its fields. */
  shows?(fields: Readonly<Record<string, string>>): unknown;
  /** Whether its name is a secret, too. */
  hidesName?: boolean;
}

type RecordName = keyof typeof redisKeys;
type Kinds<Names> = Readonly<Partial<Record<RecordName, DataKind<Names>>>>;

const both = (name: (limit: 'burst' | 'sustained') => string) => [name('burst'), name('sustained')];
const ofSessions = (name: (id: string) => string): DataKind<AccountNames> => ({
  names: ({ sessions }) => sessions.map(name),
  secrets: ['csrf', 'generation'],
  hidesName: true,
});

/** The records of an account. Its memberships in teams are fields of the teams. */
export const accountData: Kinds<AccountNames> = {
  user: {
    names: ({ username }) => [redisKeys.user(username)],
    secrets: ['password', 'search_link', 'password_link', 'generation', 'request', 'sso_token'],
  },
  factors: { names: ({ username }) => [redisKeys.factors(username)], shows: factorsIn },
  passkeyOwner: { names: ({ passkeys }) => passkeys.map(redisKeys.passkeyOwner) },
  personTeams: { names: ({ username }) => [redisKeys.personTeams(username)] },
  ssoPerson: { names: ({ person }) => (person ? [redisKeys.ssoPerson(person)] : []) },
  session: ofSessions(redisKeys.session),
  confirmed: ofSessions(redisKeys.confirmed),
  userSessions: { names: ({ username }) => [redisKeys.userSessions(username)], hidesName: true },
  userKeys: { names: ({ username }) => [redisKeys.userKeys(username)] },
  userKeysByAge: { names: ({ username }) => [redisKeys.userKeysByAge(username)] },
  userLiveKeys: { names: ({ username }) => [redisKeys.userLiveKeys(username)] },
  userUsage: { names: ({ username, months }) => months.map((month) => redisKeys.userUsage(username, month)) },
  personUsage: { names: ({ username, months }) => months.map((month) => redisKeys.personUsage(username, month)) },
  rules: { names: ({ username, rules }) => (rules ? [redisKeys.rules('account', username, rules)] : []) },
  rulesRefresh: { names: ({ username }) => [redisKeys.rulesRefresh('account', username)] },
  accountCrawls: { names: ({ username }) => [redisKeys.accountCrawls(username)] },
  accountCrawlsRunning: { names: ({ username }) => [redisKeys.accountCrawlsRunning(username)] },
  accountPlaces: { names: ({ username }) => [redisKeys.accountPlaces(username)] },
  accountRateLog: { names: ({ username }) => both((limit) => redisKeys.accountRateLog(username, limit)) },
  userRateLog: { names: ({ username }) => both((limit) => redisKeys.userRateLog(username, limit)) },
  suggestRateLog: { names: ({ username }) => both((limit) => redisKeys.suggestRateLog(username, limit)) },
  typingRateLog: { names: ({ username }) => both((limit) => redisKeys.typingRateLog(username, limit)) },
  typing: { names: ({ username }) => [redisKeys.typing(username)] },
  tileRateLog: { names: ({ username }) => [redisKeys.tileRateLog(username)] },
  formRateLog: { names: ({ username }) => ['user', 'code'].map((of) => redisKeys.formRateLog(`${of}:${username}`)) },
  engineTestLog: { names: ({ username }) => [redisKeys.engineTestLog(username)] },
  oauthRateLog: {
    names: ({ username }) =>
      (['document', 'document-day'] as const).map((log) => redisKeys.oauthRateLog(log, username)),
  },
  webhook: { names: ({ webhooks }) => webhooks.map(redisKeys.webhook), secrets: ['secret'] },
  userAlerts: { names: ({ username }) => [redisKeys.userAlerts(username)] },
  userDevices: { names: ({ username }) => [redisKeys.userDevices(username)] },
  userWebhooks: { names: ({ username }) => [redisKeys.userWebhooks(username)] },
};

/** The records of each key of an account. */
export const keyData: Kinds<KeyNames> = {
  apiKey: {
    names: ({ prefix }) => [redisKeys.apiKey(prefix)],
    secrets: ['digest', 'old_digest', 'request', 'code', 'challenge', 'family', 'refresh'],
  },
  keyUsage: { names: ({ prefix, months }) => months.map((month) => redisKeys.keyUsage(prefix, month)) },
  rules: { names: ({ prefix, rules }) => (rules ? [redisKeys.rules('key', prefix, rules)] : []) },
  rulesRefresh: { names: ({ prefix }) => [redisKeys.rulesRefresh('key', prefix)] },
  keyPlaces: { names: ({ prefix }) => [redisKeys.keyPlaces(prefix)] },
  rateLog: {
    names: ({ prefix }) => [
      ...both((limit) => redisKeys.rateLog(prefix, limit)),
      redisKeys.rateLog(prefix, 'messages'),
    ],
  },
};

/** The names of all records of these kinds. */
export function namesOf<Names>(kinds: Kinds<Names>, of: Names): string[] {
  return Object.values(kinds).flatMap((kind) => kind?.names(of) ?? []);
}

/** Usage expires 400 days after the first search of its month. */
const USAGE_MONTHS = 15;

/** The months of which usage may be stored, and the next one, because clocks differ. */
export function usageMonths(now = new Date()): string[] {
  return Array.from({ length: USAGE_MONTHS + 1 }, (_, at) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 - at)).toISOString().slice(0, 7),
  );
}

/** Reads what the names of an account's records are made of. */
export async function accountNames(redis: Redis, username: string): Promise<AccountNames> {
  const [[rules, person], sessions, factors, webhooks] = await Promise.all([
    redis.hmget(redisKeys.user(username), 'rules', 'sso'),
    redis.zrange(redisKeys.userSessions(username), '0', '-1'),
    listFactors(redis, username),
    redis.zrange(redisKeys.userWebhooks(username), '0', '-1'),
  ]);
  const passkeys = factors.all.filter(({ kind }) => kind === 'passkey').map(({ id }) => id);
  const linked = { rules: rules ?? '', person: person ?? '' };
  return { username, ...linked, sessions, passkeys, webhooks, months: usageMonths() };
}

/** More at once would keep Redis from answering others. */
const KEYS_AT_ONCE = 50;

/** Reads what the names of the records of an account's keys are made of, some keys at a time. */
export async function* keyNames(redis: Redis, username: string): AsyncGenerator<KeyNames[]> {
  const prefixes = (await redis.smembers(redisKeys.userKeys(username))).sort();
  const months = usageMonths();
  for (let at = 0; at < prefixes.length; at += KEYS_AT_ONCE) {
    const some = prefixes.slice(at, at + KEYS_AT_ONCE);
    const records = await Promise.all(
      some.map((prefix) => redis.hmget(redisKeys.apiKey(prefix), 'rules', 'keeps_client')),
    );
    yield records.map(([rules, client], index) => {
      return { prefix: some[index] as string, rules: rules ?? '', client: client ?? '', months };
    });
  }
}
