import { type AuditSource, auditText } from '../audit/audit-entry.ts';
import { deleteCrawls } from '../crawl/crawl-list.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { forgetRequests } from '../requests/forget-requests.ts';
import { deleteAccountUsage } from '../statistics/account-usage.ts';
import { accountData, accountNames, type KeyNames, keyData, keyNames, namesOf } from './account-data.ts';
import { InputError, normaliseUsername } from './account-store.ts';

const beginScript = scriptFile(new URL('./lua/begin-deletion.lua', import.meta.url), 2);
const endScript = scriptFile(new URL('./lua/end-deletion.lua', import.meta.url), 3);

/** An account that stays. A page says why in the language of its visitor. */
export class DeletionRefused extends InputError {
  readonly why: 'gone' | 'team' | 'last' | 'owner';
  /** The team that would be left without an owner. */
  readonly team: string;

  constructor(why: DeletionRefused['why'], message: string, team = '') {
    super(message);
    this.why = why;
    this.team = team;
  }
}

/** How an account is deleted. */
export interface Deletion {
  /** Refuses to leave the instance without an administrator who can sign in. */
  keepsAdministrator: boolean;
  /** Refuses to leave a team without an owner. */
  keepsOwners: boolean;
}

/**
 * Deletes a person's account with all of its records. The first step makes the account useless to everybody; a deletion
 * that is interrupted after it leaves a disabled account, and is completed by deleting it again.
 */
export async function deleteAccount(redis: Redis, source: AuditSource, name: string, how: Deletion): Promise<string> {
  const username = normaliseUsername(name);
  await begin(redis, source, username, how);
  const entry = auditText(source, { action: 'account deleted', target: username });
  // First: it needs the names of the keys.
  await deleteAccountUsage(redis, username, await redis.smembers(redisKeys.userKeys(username)));
  for (;;) {
    for await (const keys of keyNames(redis, username)) await deleteKeys(redis, username, keys);
    await forgetRequests(redis, username);
    await deleteCrawls(redis, username);
    const names = namesOf(accountData, await accountNames(redis, username));
    const first = [redisKeys.user(username), redisKeys.users, redisKeys.userKeys(username)];
    const done = await endScript.run(redis, [...first, ...names], [redisKeys.accountsPrefix, username, entry]);
    // Somebody has made a key meanwhile, or deleted the account as well.
    if (done === 1 || (await redis.exists(redisKeys.user(username))) === 0) return username;
  }
}

async function begin(redis: Redis, source: AuditSource, username: string, how: Deletion): Promise<void> {
  const entry = auditText(source, { action: 'account deletion begun', target: username });
  const names = [redisKeys.user(username), redisKeys.userSessions(username)];
  const kept = [how.keepsAdministrator, how.keepsOwners].map((keeps) => (keeps ? 'keep' : ''));
  const args = [redisKeys.accountsPrefix, username, ...kept, entry];
  const done = String(await beginScript.run(redis, names, args));
  if (done === 'ok') return;
  if (done === 'team') throw new DeletionRefused('team', `${username} is a team. Delete it as a team.`);
  if (done === 'last') throw new DeletionRefused('last', `"${username}" is the last administrator.`);
  const [, team] = /^owner (.+)$/.exec(done) ?? [];
  if (!team) throw new DeletionRefused('gone', `There is no user "${username}".`);
  const message = `${username} is the last owner of the team ${team}. Make somebody else an owner first.`;
  throw new DeletionRefused('owner', message, team);
}

/** A key leaves the lists of its account with its records, so that an interruption leaves none that nobody finds. */
async function deleteKeys(redis: Redis, username: string, keys: readonly KeyNames[]): Promise<void> {
  const prefixes = keys.map(({ prefix }) => prefix);
  const transaction = redis.multi();
  for (const key of keys) transaction.unlink(...namesOf(keyData, key));
  transaction.srem(redisKeys.userKeys(username), ...prefixes);
  transaction.zrem(redisKeys.userKeysByAge(username), ...prefixes);
  transaction.zrem(redisKeys.userLiveKeys(username), ...prefixes);
  for (const [error] of (await transaction.exec()) ?? []) if (error) throw error;
}
