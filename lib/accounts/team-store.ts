import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { defineScript } from '../redis/redis-script.ts';
import { type Account, createUser, getUser, InputError, listUsers, normaliseUsername } from './account-store.ts';

/** What a person may do in a team: members make and see its keys and usage, owners change its members as well. */
export const teamRoles = ['member', 'owner'] as const;
export type TeamRole = (typeof teamRoles)[number];

/** A person in a team. */
export interface Member {
  username: string;
  role: TeamRole;
}

/** Adds a person to a team unless one of them is gone, or the person is disabled or no person. */
const addScript = defineScript(
  `
  local team, person = redis.call('HMGET', KEYS[1], 'kind'), redis.call('HMGET', KEYS[2], 'username', 'kind', 'disabled')
  if team[1] ~= 'team' then return 'no-team' end
  if not person[1] or person[2] == 'team' then return 'no-person' end
  if person[3] == '1' then return 'disabled' end
  redis.call('HSET', KEYS[3], ARGV[2], ARGV[3])
  redis.call('SADD', KEYS[4], ARGV[1])
  return 'ok'`,
  4,
);

const removeScript = defineScript(
  `
  redis.call('SREM', KEYS[2], ARGV[1])
  return redis.call('HDEL', KEYS[1], ARGV[2])`,
  2,
);

/** Creates a team: an account that nobody signs in to. Its keys outlive whoever made them. */
export async function createTeam(redis: Redis, name: string, request?: string): Promise<Account> {
  return createUser(redis, name, { kind: 'team', request });
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
export async function addMember(redis: Redis, teamName: string, person: string, role: TeamRole): Promise<void> {
  const [team, username] = [normaliseUsername(teamName), normaliseUsername(person)];
  const names = [
    redisKeys.user(team),
    redisKeys.user(username),
    redisKeys.teamMembers(team),
    redisKeys.personTeams(username),
  ];
  const done = await addScript.run(redis, names, [team, username, role]);
  if (done === 'no-team') throw new InputError(`There is no team "${team}".`);
  if (done === 'no-person') throw new InputError(`There is no person "${username}".`);
  if (done === 'disabled') throw new InputError(`The account of ${username} is disabled.`);
}

/** Ends a person's membership. The keys that they made stay the team's. */
export async function removeMember(redis: Redis, teamName: string, person: string): Promise<void> {
  const { username: team } = await requireTeam(redis, teamName);
  const username = normaliseUsername(person);
  const names = [redisKeys.teamMembers(team), redisKeys.personTeams(username)];
  const removed = await removeScript.run(redis, names, [team, username]);
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

/** Deletes a team without keys that work: deleting must not cut off a program by surprise. */
export async function deleteTeam(redis: Redis, name: string): Promise<Account> {
  const team = await requireTeam(redis, name);
  const { username } = team;
  const live = await redis.zcount(redisKeys.userLiveKeys(username), Date.now(), '+inf');
  if (live > 0) throw new InputError(`${username} has ${live} keys that work. Revoke them first.`);
  for (const member of await membersOf(redis, username)) await removeMember(redis, username, member.username);
  const prefixes = await redis.smembers(redisKeys.userKeys(username));
  await redis
    .multi()
    .srem(redisKeys.users, username)
    .del(
      redisKeys.user(username),
      redisKeys.userKeys(username),
      redisKeys.userKeysByAge(username),
      redisKeys.userLiveKeys(username),
      ...prefixes.map(redisKeys.apiKey),
    )
    .exec();
  return team;
}
