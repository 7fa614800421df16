import { createHash } from 'node:crypto';
import { type Account, firstGeneration, getUser } from '../accounts/account-store.ts';
import { type AuditedAction, type AuditSource, auditText } from '../audit/audit-entry.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import type { Identity } from './provider.ts';

/** Accounts of people who sign in at the provider, and what is stored of the link with the account. */

/** An account that is linked to a person at the provider. */
export interface LinkedAccount {
  account: Account;
  /** Tells people of all providers apart. */
  person: string;
  subject: string;
  /** The sealed token with which the provider is asked after the person; empty if it gave none. */
  token: string;
  /** The teams that the provider has put the person into. Other memberships are none of its business. */
  teams: readonly string[];
  /** When the provider last confirmed the person, on the clock of Redis; 0 if it has taken that back. */
  checkedAt: number;
  /** Whether its sessions have ended because the provider could not be asked for long. */
  hasLapsed: boolean;
}

/** The digest that stands for a person at a provider. */
export function personOf({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>): string {
  return createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
}

/** The account of a person at the provider; null if there is none. */
export async function findPerson(redis: Redis, identity: Identity): Promise<LinkedAccount | null> {
  const person = personOf(identity);
  const username = await redis.get(redisKeys.ssoPerson(person));
  const found = username === null ? null : await readLinked(redis, username);
  // The account of that name may be another one by now.
  return found?.person === person ? found : null;
}

/** Reads an account with its link; null if it is not linked. */
export async function readLinked(redis: Redis, username: string): Promise<LinkedAccount | null> {
  const names = ['sso', 'sso_subject', 'sso_token', 'sso_teams', 'sso_checked_at', 'sso_lapsed'];
  const [account, fields] = await Promise.all([
    getUser(redis, username),
    redis.hmget(redisKeys.user(username), ...names),
  ]);
  const [person, subject, token, teams, checkedAt, lapsed] = fields;
  if (!account || !person) return null;
  return {
    account,
    person,
    subject: subject ?? '',
    token: token ?? '',
    teams: (teams ?? '').split(',').filter(Boolean),
    checkedAt: Number(checkedAt ?? 0),
    hasLapsed: lapsed === '1',
  };
}

const linkScript = scriptFile(new URL('./lua/link-person.lua', import.meta.url), 3);

/** How a link ended: see `lua/link-person.lua`. */
export type Linked = 'ok' | 'linked' | 'taken' | 'changed';

/** Links a person to an account: to a new one of this name, or to an existing one whose password was right. */
export async function linkPerson(
  redis: Redis,
  source: AuditSource,
  identity: Identity,
  to: { newName: string } | { account: Account },
): Promise<Linked> {
  const [username, generation] =
    'newName' in to ? [to.newName, ''] : [to.account.username, String(to.account.generation)];
  const person = personOf(identity);
  const action = 'newName' in to ? 'account created' : 'account linked';
  const after = { issuer: identity.issuer, subject: identity.subject };
  return (await linkScript.run(
    redis,
    [redisKeys.user(username), redisKeys.users, redisKeys.ssoPerson(person)],
    [
      redisKeys.accountsPrefix,
      username,
      person,
      auditText(source, { action, target: username, after }),
      generation,
      firstGeneration(),
      'sso_issuer',
      identity.issuer,
      'sso_subject',
      identity.subject,
    ],
  )) as Linked;
}

/** What is written to a linked account, all of it or nothing. */
export interface LinkedChange {
  /** What is recorded of it. */
  actions: readonly AuditedAction[];
  /** Fields of the account; an empty value removes one. */
  fields: Readonly<Record<string, string>>;
  join: readonly string[];
  leave: readonly string[];
  /** Whether all sessions end. */
  endsSessions: boolean;
  /** In how many milliseconds the account is looked at again; 0 for never. */
  nextMs: number;
  /** Nothing is done if the person has signed in at the provider since this time. */
  onlyIfCheckedAt?: number;
}

const changeScript = scriptFile(new URL('./lua/change-linked.lua', import.meta.url), 1);

/** Changes a linked account. Nothing is done if it is no longer linked to this person. */
export async function changeLinked(
  redis: Redis,
  source: AuditSource,
  { account, person }: LinkedAccount,
  { actions, fields, join, leave, endsSessions, nextMs, onlyIfCheckedAt }: LinkedChange,
): Promise<void> {
  const entries = actions.map((action) => auditText(source, action));
  const change = { entries, fields, join, leave, ends: endsSessions, next_ms: nextMs, checked_at: onlyIfCheckedAt };
  await changeScript.run(
    redis,
    [redisKeys.user(account.username)],
    [redisKeys.accountsPrefix, account.username, person, JSON.stringify(change)],
  );
}
