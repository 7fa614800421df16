import { type Actor, allowAdministration, allowMembers, FieldError, NotFoundError } from '../keys/authority.ts';
import type { Redis } from '../redis/redis.ts';
import { type Account, getUser, listUsers, normaliseUsername } from './account-store.ts';
import {
  addMember,
  createTeam,
  deleteTeam,
  type Member,
  membersOf,
  removeMember,
  type TeamRole,
} from './team-store.ts';

/** What pages, the API and the command line do with teams, with all rules. */

/** A team with its members. */
export interface Team extends Account {
  members: Member[];
}

/** The teams that the actor may see, by name: its own, or all. */
export async function teamsFor(redis: Redis, { isAdmin, roles }: Actor): Promise<Team[]> {
  const accounts = isAdmin
    ? await listUsers(redis)
    : await Promise.all([...roles.keys()].sort().map((name) => getUser(redis, name)));
  const teams = accounts.filter((account) => account?.kind === 'team') as Account[];
  return Promise.all(teams.map((team) => withMembers(redis, team)));
}

/** Reads a team; throws a NotFoundError if the actor may not see it. */
export async function findTeam(redis: Redis, { isAdmin, roles }: Actor, name: string): Promise<Team> {
  const username = name.trim().toLowerCase();
  const team = isAdmin || roles.has(username) ? await getUser(redis, username) : null;
  if (team?.kind !== 'team') throw new NotFoundError(`There is no team "${username}".`);
  return withMembers(redis, team);
}

/** Creates a team. */
export async function makeTeam(redis: Redis, actor: Actor, name: string, request?: string): Promise<Team> {
  allowAdministration(actor);
  return withMembers(redis, await createTeam(redis, actor.source, name, request));
}

/** Deletes a team without keys that work. */
export async function endTeam(redis: Redis, actor: Actor, name: string): Promise<Account> {
  allowAdministration(actor);
  await findTeam(redis, actor, name);
  return deleteTeam(redis, actor.source, name);
}

/** Adds a person to a team, or changes their role in it. */
export async function setMember(
  redis: Redis,
  actor: Actor,
  name: string,
  person: string,
  role: TeamRole,
): Promise<Team> {
  const { username } = await findTeam(redis, actor, name);
  allowMembers(actor, username);
  const account = await getUser(redis, normaliseUsername(person));
  // Whether an account is disabled concerns administrators: to an owner, it is as if there were none.
  if (account?.kind !== 'person' || (account.disabled && !actor.isAdmin)) {
    throw new FieldError('username', `There is no person "${person}".`);
  }
  if (account.disabled) throw new FieldError('username', `The account of ${account.username} is disabled.`);
  await addMember(redis, actor.source, username, person, role);
  return findTeam(redis, actor, username);
}

/** Ends a membership. Everybody may leave a team. */
export async function endMembership(redis: Redis, actor: Actor, name: string, person: string): Promise<Team> {
  const team = await findTeam(redis, actor, name);
  const leaver = person.trim().toLowerCase();
  if (leaver !== actor.username) allowMembers(actor, team.username);
  if (!team.members.some(({ username }) => username === leaver)) {
    throw new NotFoundError(`${leaver} is not a member of ${team.username}.`);
  }
  await removeMember(redis, actor.source, team.username, leaver);
  return { ...team, members: team.members.filter(({ username }) => username !== leaver) };
}

async function withMembers(redis: Redis, team: Account): Promise<Team> {
  return { ...team, members: await membersOf(redis, team.username) };
}
