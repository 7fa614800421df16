import { type AuditSource, auditText } from '../audit/audit-entry.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { InputError, normaliseUsername } from './account-store.ts';
import { completeDeletion } from './complete-deletion.ts';
import { keptWays, type WaysIn } from './ways-in.ts';

const beginScript = scriptFile(new URL('./lua/begin-deletion.lua', import.meta.url), 2);

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
  /** Refuses to leave the instance without an administrator who can sign in, in one of these ways or in any. */
  keepsAdministrator: WaysIn | boolean;
  /** Refuses to leave a team without an owner. */
  keepsOwners: boolean;
}

/**
 * Deletes a person's account with all of its records. The first step makes the account useless to everybody; a deletion
 * that is interrupted after it leaves a disabled account; a web process completes it, or whoever deletes it again.
 */
export async function deleteAccount(redis: Redis, source: AuditSource, name: string, how: Deletion): Promise<string> {
  const username = normaliseUsername(name);
  await begin(redis, source, username, how);
  await completeDeletion(redis, username, auditText(source, { action: 'account deleted', target: username }));
  return username;
}

async function begin(redis: Redis, source: AuditSource, username: string, how: Deletion): Promise<void> {
  const entry = auditText(source, { action: 'account deletion begun', target: username });
  const names = [redisKeys.user(username), redisKeys.userSessions(username)];
  const kept = [keptWays(how.keepsAdministrator), how.keepsOwners ? 'keep' : ''];
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
