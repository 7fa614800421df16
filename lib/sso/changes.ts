import { BY_PROVIDER } from '../accounts/account-store.ts';
import type { AuditedAction } from '../audit/audit-entry.ts';
import type { LinkedAccount, LinkedChange } from './linked-account.ts';
import type { Rights } from './rights.ts';

/** What becomes of an account after the provider was asked: pure functions of both. */

/** How often the provider is asked after a person: with its answer's way, and a process that dies, within an hour. */
const ASK_EVERY_MS = 50 * 60_000;
/**
 * How long the word of a provider is good that cannot be asked again after a person. A process looks every half minute, so
 * that the word ends within an hour.
 */
export const UNASKED_MS = 59 * 60_000;
/** How long people stay signed in after the last answer of a provider that does not answer. */
const LAPSES_AFTER_MS = 2 * 3_600_000;

/** What is stored after the provider has confirmed a person. */
export interface Confirmed {
  /** Null if the provider said nothing of groups. */
  rights: Rights | null;
  /** The teams that the person belongs to, whoever put them there. */
  memberOf: readonly string[];
  /** The sealed token to ask with again; empty if there is none. */
  token: string;
  /** The time of Redis. */
  now: number;
}

/** The provider knows the person: they get the rights of their groups, and lose those that only other groups gave. */
export function confirmedChange(linked: LinkedAccount, { rights, memberOf, token, now }: Confirmed): LinkedChange {
  const { account, teams } = linked;
  const { isSuspended } = account;
  const wanted = rights?.teams ?? teams;
  const join = wanted.filter((team) => !memberOf.includes(team));
  const leave = teams.filter((team) => !wanted.includes(team));
  const given = wanted.filter((team) => teams.includes(team) || join.includes(team));
  const admin = rights?.admin ?? account.admin;
  const fields: Record<string, string> = {
    sso_token: token,
    sso_checked_at: String(Math.round(now)),
    sso_teams: given.join(','),
    sso_lapsed: '',
    ...(admin === account.admin ? {} : { admin: admin ? '1' : '' }),
    ...(isSuspended ? { disabled: '', disabled_by: '' } : {}),
  };
  const actions: AuditedAction[] = [
    ...(isSuspended ? [{ action: 'account resumed', target: account.username } as const] : []),
    ...(admin === account.admin ? [] : [roleChange(account.username, admin)]),
    ...memberships(account.username, 'added', join),
    ...memberships(account.username, 'removed', leave),
  ];
  return { actions, fields, join, leave, endsSessions: false, nextMs: token === '' ? UNASKED_MS : ASK_EVERY_MS };
}

/** The provider has taken something that the session relies on, or no longer knows the person. */
export type SuspensionReason = 'refused by the provider' | 'no longer in the group of administrators';

/**
 * The account is disabled until the person signs in at the provider again: its keys and sessions are refused. What the
 * provider gave is taken; memberships that people gave stay.
 */
export function suspendedChange({ account, teams }: LinkedAccount, reason: SuspensionReason): LinkedChange {
  const { username, admin } = account;
  return {
    actions: [
      { action: 'account suspended', target: username, after: { reason } },
      ...(admin ? [roleChange(username, false)] : []),
      ...memberships(username, 'removed', teams),
    ],
    fields: { ...SUSPENDED, admin: '', sso_token: '', sso_teams: '' },
    join: [],
    leave: teams,
    endsSessions: true,
    nextMs: 0,
  };
}

/** Without a time of the last word: if an administrator enables the account, that holds until the next sign-in. */
const SUSPENDED = { disabled: '1', disabled_by: BY_PROVIDER, sso_checked_at: '', sso_lapsed: '' };

/**
 * In how many milliseconds the provider's word on a person ends whom it cannot be asked after; negative if it has. Null if
 * an administrator has enabled the account since, who answers for the person.
 */
export function wordLeftMs({ checkedAt }: LinkedAccount, now: number): number | null {
  return checkedAt === 0 ? null : checkedAt + UNASKED_MS - now;
}

/**
 * The provider cannot be asked after the person, who has not signed in there for an hour. Suspended as if they were gone,
 * but what the provider gave stays in the record: it is of no use until the next sign-in, which decides it.
 */
export function unconfirmedChange({ account, checkedAt }: LinkedAccount): LinkedChange {
  const after = { reason: 'not signed in at the provider for an hour' };
  return {
    actions: [{ action: 'account suspended', target: account.username, after }],
    fields: SUSPENDED,
    join: [],
    leave: [],
    endsSessions: true,
    nextMs: 0,
    onlyIfCheckedAt: checkedAt,
  };
}

/** Whether sessions end because the provider could not be asked for too long. Keys go on: its outage stops no program. */
export function lapses({ checkedAt, hasLapsed }: LinkedAccount, now: number): boolean {
  return !hasLapsed && now - checkedAt > LAPSES_AFTER_MS;
}

/** The sessions end. The provider is asked again and again. */
export function lapsedChange({ account }: LinkedAccount, retryMs: number): LinkedChange {
  const actions: AuditedAction[] = [{ action: 'sessions lapsed', target: account.username }];
  return { actions, fields: { sso_lapsed: '1' }, join: [], leave: [], endsSessions: true, nextMs: retryMs };
}

function roleChange(target: string, admin: boolean): AuditedAction {
  return { action: admin ? 'administrator made' : 'administrator removed', target };
}

function memberships(username: string, change: 'added' | 'removed', teams: readonly string[]): AuditedAction[] {
  return teams.map((team) => ({ action: `team member ${change}`, target: `${team}: ${username}` }) as const);
}
