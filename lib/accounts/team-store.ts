import { type AuditSource, auditText } from '../audit/audit-entry.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { type Account, createUser, getUser, InputError, listUsers, normaliseUsername } from './account-store.ts';
import { completeDeletion } from './complete-deletion.ts';

/** What a person may do in a team: members make and see its keys and usage, owners change its members as well. */
export const teamRoles = ['member', 'owner'] as const;
export type TeamRole = (typeof teamRoles)[number];

/** A person in a team. */
export interface Member {
  username: string;
  role: TeamRole;
}

const addScript = scriptFile(new URL('./lua/add-member.lua', import.meta.url), 4);
const beginDeletionScript = scriptFile(new URL('./lua/begin-team-deletion.lua', import.meta.url), 3);
const removeScript = scriptFile(new URL('./lua/remove-member.lua', import.meta.url), 2);

/** Creates a team: an account that nobody signs in to. Its keys outlive whoever made them. */
export async function createTeam(redis: Redis, source: AuditSource, name: string, request?: string): Promise<Account> {
  return createUser(redis, source, name, { kind: 'team', request });
}

/** Lists the teams, by name. */
export async function listTeams(redis: Redis): Promise<Account[]> {
  return (await listUsers(redis)).filter(({ kind }) => kind === 'team');
}

/** Reads a team; throws an InputError if there is none of this name. */
export async function requireTeam(redis: Redis, name: string): Promise<Account> {
  const team = await getUser(redis, normaliseUsername(name));
  if (team?.kind !== 'team') throw new InputError(`There is no team "${name}".`);
  return team;
}

/** Adds a person to a team, or changes their role in it. */
export async function addMember(
  redis: Redis,
  source: AuditSource,
  teamName: string,
  person: string,
  role: TeamRole,
): Promise<void> {
  const [team, username] = [normaliseUsername(teamName), normaliseUsername(person)];
  const names = [
    redisKeys.user(team),
    redisKeys.user(username),
    redisKeys.teamMembers(team),
    redisKeys.personTeams(username),
  ];
  const entry = auditText(source, { action: 'team member added', target: `${team}: ${username}` });
  const done = await addScript.run(redis, names, [redisKeys.accountsPrefix, team, username, role, entry]);
  if (done === 'no-team') throw new InputError(`There is no team "${team}".`);
  if (done === 'no-person') throw new InputError(`There is no person "${username}".`);
  if (done === 'disabled') throw new InputError(`The account of ${username} is disabled.`);
}

/** Ends a person's membership. The keys that they made stay the team's. */
export async function removeMember(redis: Redis, source: AuditSource, teamName: string, person: string): Promise<void> {
  const { username: team } = await requireTeam(redis, teamName);
  const username = normaliseUsername(person);
  const names = [redisKeys.teamMembers(team), redisKeys.personTeams(username)];
  const entry = auditText(source, { action: 'team member removed', target: `${team}: ${username}` });
  const removed = await removeScript.run(redis, names, [redisKeys.accountsPrefix, team, username, entry]);
  if (removed !== 1) throw new InputError(`${username} is not a member of ${team}.`);
}

/** The members of a team, by name. */
export async function membersOf(redis: Redis, team: string): Promise<Member[]> {
  const roles = await redis.hgetall(redisKeys.teamMembers(team));
  return Object.entries(roles)
    .map(([username, role]) => ({ username, role: role as TeamRole }))
    .sort((a, b) => a.username.localeCompare(b.username));
}

/** The teams that a person belongs to, with their role in each. */
export async function teamsOf(redis: Redis, username: string): Promise<{ team: string; role: TeamRole }[]> {
  const names = (await redis.smembers(redisKeys.personTeams(username))).sort();
  const roles = await Promise.all(names.map((team) => redis.hget(redisKeys.teamMembers(team), username)));
  return names.flatMap((team, at) => (roles[at] ? [{ team, role: roles[at] as TeamRole }] : []));
}

/** The teams that have no other owner than this person. */
export async function soleOwnerships(redis: Redis, username: string): Promise<string[]> {
  const teams = (await teamsOf(redis, username)).filter(({ role }) => role === 'owner').map(({ team }) => team);
  const members = await Promise.all(teams.map((team) => membersOf(redis, team)));
  return teams.filter((_team, at) => members[at]?.filter(({ role }) => role === 'owner').length === 1);
}

/** A team that stays, because programs use it. */
export class TeamInUse extends InputError {
  readonly keys: number;

  constructor(team: string, keys: number) {
    super(`${team} has ${keys} keys that work. Revoke them first.`);
    this.keys = keys;
  }
}

/**
 * Deletes a team without keys that work: deleting must not cut off a program by surprise. The first step makes the team
 * useless to everybody; what an interruption leaves is deleted as that of a person's account is.
 */
export async function deleteTeam(redis: Redis, source: AuditSource, name: string): Promise<Account> {
  const team = await requireTeam(redis, name);
  const { username } = team;
  const entry = auditText(source, { action: 'team deleted', target: username });
  const names = [redisKeys.user(username), redisKeys.teamMembers(username), redisKeys.userLiveKeys(username)];
  const done = await beginDeletionScript.run(redis, names, [redisKeys.accountsPrefix, username, Date.now(), entry]);
  if (done === 'no-team') throw new InputError(`There is no team "${username}".`);
  if (done !== 'ok') throw new TeamInUse(username, Number(done));
  await completeDeletion(redis, username, '');
  return team;
}
