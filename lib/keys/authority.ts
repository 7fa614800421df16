import { type Account, getUser, InputError } from '../accounts/account-store.ts';
import { type TeamRole, teamsOf } from '../accounts/team-store.ts';
import type { AuditSource } from '../audit/audit-entry.ts';
import type { LimitChanges } from '../limits/limit-changes.ts';
import type { OwnerLimits, OwnLimits } from '../limits/limits.ts';
import { type Rate, rateText, withinRate } from '../limits/rate.ts';
import type { Redis } from '../redis/redis.ts';
import type { KeyRecord } from './key-record.ts';
import type { Scope } from './scopes.ts';

/** Who makes or changes something. Pages, the API and the command line each make one, and all ask the functions here. */
export interface Actor {
  /** The account that acts; empty for the operator. */
  username: string;
  /** An administrator may do everything, and set limits beyond those of the instance. */
  isAdmin: boolean;
  /** The accounts whose keys it may make and see, with its role: its own, and those of its teams. */
  roles: ReadonlyMap<string, TeamRole>;
  /** What shows who acts. The pages let a session do what a key may not only if it is confirmed: see `confirmation.ts`. */
  proof: 'key' | 'session' | 'command line';
  /** What the audit log says of who acts. */
  source: AuditSource;
}

/** The command line acts for the operator, who is trusted. */
export function operator(source: AuditSource): Actor {
  return { username: '', isAdmin: true, roles: new Map(), proof: 'command line', source };
}

/** A field that cannot be set so, with what is wrong with it. */
export class FieldError extends InputError {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** The actor may not do this. */
export class NotAllowedError extends InputError {}

/** There is no such thing, or none that the actor may see. */
export class NotFoundError extends InputError {}

/** A person with a session: their own account, and their teams. */
export async function personActor(redis: Redis, username: string, source: AuditSource): Promise<Actor> {
  const [account, teams] = await Promise.all([getUser(redis, username), teamsOf(redis, username)]);
  const roles = new Map<string, TeamRole>(teams.map(({ team, role }) => [team, role]));
  return { username, isAdmin: account?.admin ?? false, roles: roles.set(username, 'owner'), proof: 'session', source };
}

/**
 * A key with the scope `manage`. That of an administrator manages everything; that of a team, or of an owner of teams,
 * these teams alone. Whoever made it may know its secret, so it manages only what they still may.
 */
export async function keyActor(
  redis: Redis,
  { username, madeBy }: Pick<KeyRecord, 'username' | 'madeBy'>,
  source: AuditSource,
): Promise<Actor> {
  const account = await managedBy(redis, username);
  if (!account.isAdmin && account.teams.length === 0) {
    throw new NotAllowedError('The account of this key is neither an administrator nor the owner of a team.');
  }
  // The operator, who has no account, made it on the command line.
  const maker = madeBy === '' || madeBy === username ? account : await managedBy(redis, madeBy);
  const isAdmin = account.isAdmin && maker.isAdmin;
  const teams = account.teams.filter((team) => maker.isAdmin || maker.teams.includes(team));
  if (!isAdmin && teams.length === 0) {
    throw new NotAllowedError('Whoever made this key for its account may not manage it any more.');
  }
  return { username, isAdmin, roles: new Map(teams.map((team) => [team, 'owner'])), proof: 'key', source };
}

/** What an account manages; a team itself. */
async function managedBy(redis: Redis, username: string): Promise<{ isAdmin: boolean; teams: string[] }> {
  const [account, teams] = await Promise.all([getUser(redis, username), teamsOf(redis, username)]);
  if (!account || account.disabled) return { isAdmin: false, teams: [] };
  return { isAdmin: account.admin, teams: account.kind === 'team' ? [username] : ownedTeams(teams) };
}

/** Throws unless the actor is an administrator. */
export function allowAdministration({ isAdmin }: Actor): void {
  if (!isAdmin) throw new NotAllowedError('Only an administrator may do this.');
}

/** Throws unless the actor may make and see keys, and see the usage, of this account. */
export function allowAccount({ isAdmin, roles, username }: Actor, account: string): void {
  if (isAdmin || roles.has(account)) return;
  throw new NotAllowedError(`${username} is not a member of ${account}.`);
}

/** Throws unless the actor may change the members of this team. */
export function allowMembers({ isAdmin, roles }: Actor, team: string): void {
  if (isAdmin || roles.get(team) === 'owner') return;
  throw new NotAllowedError(`Only owners of ${team} change its members.`);
}

/** Whether the actor may change, rotate and revoke a key: members of a team only those that they made. */
export function mayChangeKey({ isAdmin, roles, username }: Actor, { username: owner, madeBy }: KeyRecord): boolean {
  return isAdmin || roles.get(owner) === 'owner' || (roles.has(owner) && madeBy === username);
}

/** Throws unless the actor may make a key of this account with these scopes, or a new secret for one. */
export async function allowScopes(
  redis: Redis,
  { isAdmin, roles, proof }: Actor,
  { username, kind, admin }: Account,
  scopes: readonly Scope[] | undefined,
): Promise<void> {
  if (!scopes?.includes('manage')) return;
  const isOwner = isAdmin || roles.get(username) === 'owner';
  const manages = admin || kind === 'team' || ownedTeams(await teamsOf(redis, username)).length > 0;
  if (!isOwner || !manages) throw new FieldError('scopes', 'Only administrators and owners of teams manage.');
  if (proof !== 'key') return;
  throw new NotAllowedError(
    'A key with the scope manage, or a new secret for one, needs a password: use the pages or the command line.',
  );
}

/**
 * Throws a FieldError if somebody who is no administrator sets a limit beyond that of the instance. What an administrator
 * has set may stay.
 */
export function allowLimits(
  { isAdmin }: Actor,
  changes: LimitChanges | undefined,
  instance: OwnerLimits,
  current: OwnLimits = {},
): void {
  if (isAdmin || !changes) return;
  const refuse = (name: string, most: string) => {
    throw new FieldError(`limits.${name}`, `At most ${most}; an administrator may set more.`);
  };
  for (const name of ['burst', 'sustained'] as const) {
    const [wished, kept] = [changes[name], instance[name]];
    if (!wished || !kept || isSameRate(wished, current[name])) continue;
    if (wished === 'off' || withinRate(wished, kept) !== wished) refuse(name, rateText(kept));
  }
  const { monthly } = changes;
  if (!monthly || instance.monthly === null || monthly === current.monthly) return;
  if (monthly === 'off' || monthly > instance.monthly) refuse('monthly', String(instance.monthly));
}

function isSameRate(one: Rate | 'off', other: Rate | 'off' | undefined): boolean {
  if (one === 'off' || other === 'off' || !other) return one === other;
  return one.limit === other.limit && one.windowMs === other.windowMs;
}

function ownedTeams(teams: readonly { team: string; role: TeamRole }[]): string[] {
  return teams.filter(({ role }) => role === 'owner').map(({ team }) => team);
}
