import { changeAccount } from '../../lib/accounts/account-changes.ts';
import * as accounts from '../../lib/accounts/account-store.ts';
import * as guesses from '../../lib/accounts/guess-limits.ts';
import * as links from '../../lib/accounts/search-link.ts';
import * as sessions from '../../lib/accounts/session-store.ts';
import * as setUps from '../../lib/accounts/set-up.ts';
import * as teams from '../../lib/accounts/team-store.ts';
import type { AuditSource } from '../../lib/audit/audit-entry.ts';
import { type Actor, operator } from '../../lib/keys/authority.ts';
import * as changes from '../../lib/keys/key-changes.ts';
import * as keys from '../../lib/keys/key-store.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import * as rules from '../../lib/rules/stored-rules.ts';

/** The functions that change accounts and keys, for tests that do not care who does it. */

/** Who prepares a test. */
export const TESTER: AuditSource = { via: 'command line', account: 'tester of tributary' };
/** A tester who may do everything. */
export const OPERATOR: Actor = operator(TESTER);

/** The parameters of a function after the connection and the source. */
type Rest<F> = F extends (redis: Redis, source: AuditSource, ...rest: infer Others) => unknown ? Others : never;

function asTester<F extends (redis: Redis, source: AuditSource, ...rest: never[]) => unknown>(work: F) {
  return (redis: Redis, ...rest: Rest<F>) => work(redis, TESTER, ...(rest as never[])) as ReturnType<F>;
}

export const createUser = asTester(accounts.createUser);
export const setPassword = asTester(accounts.setPassword);
export const writeAccount = asTester(accounts.writeAccount);
export const newSearchLink = asTester(links.newSearchLink);
export const setUp = asTester(setUps.setUp);
export const createTeam = asTester(teams.createTeam);
export const addMember = asTester(teams.addMember);
export const removeMember = asTester(teams.removeMember);
export const deleteTeam = asTester(teams.deleteTeam);
export const createKey = asTester(keys.createKey);
export const revokeKey = asTester(keys.revokeKey);
export const changeKey = asTester(changes.changeKey);
export const rotateKey = asTester(changes.rotateKey);
export const setRules = asTester(rules.setRules);

export function startSession(
  redis: Redis,
  account: Pick<accounts.Account, 'username' | 'generation'>,
): Promise<string> {
  return sessions.startSession(redis, account, { source: TESTER });
}

export function forgetGuesses(redis: Redis, hidden: guesses.Fingerprints, username: string): Promise<void> {
  return guesses.forgetGuesses(redis, TESTER, [hidden], username);
}

export function setDisabled(redis: Redis, name: string, disabled: boolean): Promise<accounts.Account> {
  return writeAccount(redis, name, { disabled: disabled ? '1' : '' });
}

/** Somebody on a page. */
export const onPage = (account: string): AuditSource => ({ via: 'page', account });
const administrator = (username: string): Actor => ({ ...OPERATOR, username, source: onPage(username) });

export function setAdministrator(redis: Redis, name: string, admin: boolean): Promise<accounts.Account> {
  return changeAccount(redis, administrator(''), name, { admin });
}

export function disableOther(redis: Redis, name: string, by: string): Promise<accounts.Account> {
  return changeAccount(redis, administrator(by), name, { disabled: true });
}
