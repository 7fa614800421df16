import { createHash, randomBytes } from 'node:crypto';
import { type AuditSource, auditText } from '../audit/audit-entry.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import {
  type Account,
  hashNewPassword,
  InputError,
  normaliseUsername,
  requireUser,
  USERNAME,
} from './account-store.ts';

/**
 * A link with which a person sets their password, once: an invitation to an account that has none, or a reset. An account
 * has one at most. Its token names the account, so that the link is a field of the account: a new one replaces it, and it
 * ends with the account. It also ends when the account is disabled or gets another password.
 */
export const linkKinds = ['invitation', 'reset'] as const;
/** What a link is for. */
export type LinkKind = (typeof linkKinds)[number];

/** For how many hours each link is valid. */
export const LINK_HOURS: Readonly<Record<LinkKind, number>> = { invitation: 72, reset: 24 };

const HOUR_MS = 3_600_000;
const TOKEN = /^([\w-]{2,88})\.[\w-]{43}$/;

const makeScript = scriptFile(new URL('./lua/make-link.lua', import.meta.url), 1);
const useScript = scriptFile(new URL('./lua/use-link.lua', import.meta.url), 2);

/** Makes a link for an account, in place of the one before. Returns its token, of which only a digest is stored. */
export async function makeLink(redis: Redis, source: AuditSource, name: string, kind: LinkKind): Promise<string> {
  const username = normaliseUsername(name);
  const token = `${encode(username)}.${randomBytes(32).toString('base64url')}`;
  const action = kind === 'invitation' ? 'invitation made' : 'reset link made';
  const entry = auditText(source, { action, target: username });
  const args = [redisKeys.accountsPrefix, digest(token), kind, LINK_HOURS[kind] * HOUR_MS, entry];
  const done = String(await makeScript.run(redis, [redisKeys.user(username)], args));
  if (done === 'ok') return token;
  const reasons: Record<string, string> = {
    team: `${username} is a team, which cannot sign in.`,
    disabled: `The account of ${username} is disabled.`,
    'has-password': `${username} has a password. Make a link to reset it.`,
    'no-password': `${username} has no password. Make an invitation.`,
  };
  throw new InputError(reasons[done] ?? `There is no user "${username}".`);
}

/** The page on which a link is used. */
export const LINK_PATH = '/set-password';

/** The address of a link, of the instance at `base`. */
export function linkAddress(base: string, token: string): string {
  return `${base}${LINK_PATH}?token=${token}`;
}

/** A link that is valid. */
export interface ValidLink {
  username: string;
  kind: LinkKind;
}

/** What a token is for; null if its link is not valid, or no more. Looking does not use it up. */
export async function readLink(redis: Redis, token: string): Promise<ValidLink | null> {
  const username = usernameIn(token);
  const kind = username && (await runUse(redis, username, token, '', ''));
  return kind ? { username, kind: kind as LinkKind } : null;
}

/**
 * Sets the password of a link's account and ends the link with all sessions of the account; null if the link is not valid,
 * or another request was faster. A password that is refused leaves the link valid.
 */
export async function useLink(
  redis: Redis,
  sourceOf: (username: string) => AuditSource,
  token: string,
  password: string,
): Promise<{ account: Account; kind: LinkKind } | null> {
  const link = await readLink(redis, token);
  if (!link) return null;
  const { username, kind } = link;
  const hash = await hashNewPassword(password, username);
  const action = kind === 'invitation' ? 'invitation accepted' : 'password reset';
  const entry = auditText(sourceOf(username), { action, target: username });
  const generation = Number(await runUse(redis, username, token, hash, entry));
  if (generation === 0) return null;
  return { account: { ...(await requireUser(redis, username)), generation }, kind };
}

function runUse(redis: Redis, username: string, token: string, hash: string, entry: string): Promise<unknown> {
  const names = [redisKeys.user(username), redisKeys.userSessions(username)];
  return useScript.run(redis, names, [redisKeys.accountsPrefix, digest(token), hash, entry]);
}

/** The account that a token names; empty if it is none. */
function usernameIn(token: string): string {
  const encoded = TOKEN.exec(token)?.[1] ?? '';
  const username = Buffer.from(encoded, 'base64url').toString();
  return USERNAME.test(username) && encode(username) === encoded ? username : '';
}

function encode(username: string): string {
  return Buffer.from(username).toString('base64url');
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
