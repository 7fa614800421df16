import { z } from 'zod';
import {
  endMembership,
  endTeam,
  findTeam,
  makeTeam,
  setMember,
  type Team,
  teamsFor,
} from '../../lib/accounts/manage-teams.ts';
import { teamRoles } from '../../lib/accounts/team-store.ts';
import { pageByName } from '../../lib/list-cursor.ts';
import { ACCOUNT_EXAMPLE, accountShown, managedAccount } from './accounts.ts';
import { listOf, listQuery, usernameField } from './fields.ts';
import { defineOperation } from './operation.ts';

const member = z
  .object({ username: z.string(), role: z.enum(teamRoles).describe('Owners also change members.') })
  .meta({ id: 'TeamMember' });
const managedTeam = managedAccount.extend({ members: z.array(member) }).meta({ id: 'ManagedTeam' });

const MEMBER_EXAMPLE = { username: 'ada', role: 'owner' as const };
const EXAMPLE: z.infer<typeof managedTeam> = {
  ...ACCOUNT_EXAMPLE,
  username: 'blue',
  kind: 'team',
  has_password: false,
  members: [MEMBER_EXAMPLE],
};

const shown = (team: Team) => ({ ...accountShown(team), members: team.members });
const nameParam = z.object({ name: z.string().describe('The name of the team.').meta({ example: 'blue' }) });
const members = ({ members: items }: Team) => ({ body: { items, next_cursor: null } });

/** The operations on teams and their members. */
export const teamOperations = [
  defineOperation({
    name: 'teams',
    method: 'GET',
    path: '/api/v1/admin/teams/',
    summary: 'List teams',
    description: 'Lists the teams that the key manages, by name.',
    query: z.object(listQuery),
    reply: listOf(managedTeam),
    example: { items: [EXAMPLE], next_cursor: null },
    async handle({ query, actor, redis }) {
      const { items, next_cursor } = pageByName(await teamsFor(redis, actor), ({ username }) => username, query);
      return { body: { items: items.map(shown), next_cursor } };
    },
  }),
  defineOperation({
    name: 'teams_create',
    method: 'POST',
    path: '/api/v1/admin/teams/',
    summary: 'Create a team',
    description:
      'Creates a team: an account that nobody signs in to, and whose members make its keys. For administrators.',
    body: z.strictObject({ username: usernameField.describe('The name of the team.').meta({ example: 'blue' }) }),
    makes: true,
    reply: managedTeam,
    example: { ...EXAMPLE, members: [] },
    async handle({ body, actor, redis, once }) {
      const team = await makeTeam(redis, actor, body.username, (await once())?.id);
      return { body: shown(team) };
    },
  }),
  defineOperation({
    name: 'team',
    method: 'GET',
    path: '/api/v1/admin/teams/:name/',
    summary: 'Read a team',
    description: 'Returns a team with its members. Its limits are changed like those of an account.',
    params: nameParam,
    reply: managedTeam,
    example: EXAMPLE,
    async handle({ params, actor, redis }) {
      return { body: shown(await findTeam(redis, actor, params.name)) };
    },
  }),
  defineOperation({
    name: 'team_delete',
    method: 'DELETE',
    path: '/api/v1/admin/teams/:name/',
    summary: 'Delete a team',
    description: 'Deletes a team whose keys are all revoked. For administrators.',
    params: nameParam,
    reply: managedAccount,
    example: { ...ACCOUNT_EXAMPLE, username: 'blue', kind: 'team' as const, has_password: false },
    async handle({ params, actor, redis }) {
      const team = await endTeam(redis, actor, params.name);
      return { body: accountShown(team) };
    },
  }),
  defineOperation({
    name: 'team_members',
    method: 'GET',
    path: '/api/v1/admin/teams/:name/members/',
    summary: 'List members of a team',
    description: 'Lists the people in a team, by name.',
    params: nameParam,
    reply: listOf(member),
    example: { items: [MEMBER_EXAMPLE], next_cursor: null },
    async handle({ params, actor, redis }) {
      return members(await findTeam(redis, actor, params.name));
    },
  }),
  defineOperation({
    name: 'team_members_set',
    method: 'POST',
    path: '/api/v1/admin/teams/:name/members/',
    summary: 'Add a member to a team',
    description: 'Adds a person to a team, or changes their role in it. Sent again, it changes nothing.',
    params: nameParam,
    body: z.strictObject({
      username: usernameField,
      role: z.enum(teamRoles, 'Use member or owner.').default('member'),
    }),
    reply: listOf(member),
    example: { items: [MEMBER_EXAMPLE], next_cursor: null },
    async handle({ params, body, actor, redis }) {
      const team = await setMember(redis, actor, params.name, body.username, body.role);
      return members(team);
    },
  }),
  defineOperation({
    name: 'team_members_remove',
    method: 'DELETE',
    path: '/api/v1/admin/teams/:name/members/:username/',
    summary: 'Remove a member from a team',
    description: 'Ends a membership. The keys that the person made stay.',
    params: nameParam.extend({ username: z.string().describe('The name of the member.').meta({ example: 'ada' }) }),
    reply: listOf(member),
    example: { items: [], next_cursor: null },
    async handle({ params, actor, redis }) {
      const team = await endMembership(redis, actor, params.name, params.username);
      return members(team);
    },
  }),
];
