import { type AuditSource, auditText } from '../audit/audit-entry.ts';
import type { Redis } from '../redis/redis.ts';
import { readHashes } from '../redis/redis-hashes.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { type Account, InputError, requireUser } from './account-store.ts';
import type { BrowserName } from './browser-name.ts';
import { MAX_SESSIONS, type Session } from './session-store.ts';

/** A session as its person sees it. What is not known, because an earlier release began it, is empty. */
export interface ListedSession extends BrowserName {
  id: string;
  /** The network of its address. */
  address: string;
  startedAt: string;
  /** To the hour. */
  lastUsedAt: string;
}

/** The sessions of an account, the most recently used first. Those that have ended leave the index. */
export async function sessionsOf(
  redis: Redis,
  { username, generation }: Pick<Account, 'username' | 'generation'>,
): Promise<ListedSession[]> {
  const index = redisKeys.userSessions(username);
  const ids = await redis.zrevrange(index, 0, MAX_SESSIONS - 1);
  const hashes = await readHashes(redis, ids.map(redisKeys.session));
  const isOver = (at: number) => hashes[at]?.username !== username || hashes[at]?.generation !== String(generation);
  const ended = ids.filter((_id, at) => isOver(at));
  if (ended.length > 0) await redis.zrem(index, ...ended);
  return ids
    .flatMap((id, at) => (isOver(at) ? [] : listed(id, hashes[at] ?? {})))
    .sort((one, other) => other.lastUsedAt.localeCompare(one.lastUsedAt));
}

function listed(id: string, fields: Record<string, string>): ListedSession {
  const { browser = '', system = '', address = '', started_at, last_used_at } = fields;
  return { id, browser, system, address, startedAt: timeOf(started_at), lastUsedAt: timeOf(last_used_at) };
}

function timeOf(ms: string | undefined): string {
  return ms === undefined ? '' : new Date(Number(ms)).toISOString();
}

const endSessionsScript = scriptFile(new URL('./lua/end-sessions.lua', import.meta.url), 2);

/** Ends all other sessions of a person and forgets their devices. Returns the account in its new generation. */
export async function endOtherSessions(redis: Redis, source: AuditSource, session: Session): Promise<Account> {
  const account = await requireUser(redis, session.username);
  const entry = auditText(source, { action: 'other sessions ended', target: account.username });
  return { ...account, generation: await newGeneration(redis, account.username, session.id, entry) };
}

/** Ends all sessions of an account and forgets its devices. */
export async function endAllSessions(redis: Redis, source: AuditSource, name: string): Promise<Account> {
  const account = await requireUser(redis, name);
  if (account.kind === 'team') throw new InputError(`${account.username} is a team, which cannot sign in.`);
  const entry = auditText(source, { action: 'all sessions ended', target: account.username });
  return { ...account, generation: await newGeneration(redis, account.username, '', entry) };
}

async function newGeneration(redis: Redis, username: string, keptId: string, entry: string): Promise<number> {
  const names = [redisKeys.user(username), redisKeys.userSessions(username)];
  const generation = await endSessionsScript.run(redis, names, [redisKeys.accountsPrefix, keptId, entry]);
  if (generation === 0) throw new InputError(`There is no user "${username}".`);
  return Number(generation);
}

const endEveryoneScript = scriptFile(new URL('./lua/end-everyone.lua', import.meta.url), 1);

/** Ends all sessions of all accounts and forgets all devices. Returns the number of accounts. */
export async function endEveryone(redis: Redis, source: AuditSource): Promise<number> {
  const entry = auditText(source, { action: 'everyone signed out' });
  return Number(await endEveryoneScript.run(redis, [redisKeys.users], [redisKeys.accountsPrefix, entry]));
}
