import { endMembership, endTeam, makeTeam, setMember, teamsFor } from '../../lib/accounts/manage-teams.ts';
import { type Command, parse, print, printJson, printTable } from '../command.ts';

/** The commands for teams. */
export const teamCommands: readonly Command[] = [
  {
    name: 'team create',
    usage: 'team create TEAM',
    summary: 'Create a team, an account that nobody signs in to and whose members make its keys.',
    needsRedis: true,
    async run(args, { terminal, redis, json, operator }) {
      const [name = ''] = parse(args, ['TEAM']).positionals;
      const team = await makeTeam(redis, operator, name);
      if (json) printJson(terminal, team);
      else print(terminal, `created ${team.username}`);
      return 0;
    },
  },
  {
    name: 'team list',
    usage: 'team list',
    summary: 'List the teams and their members.',
    needsRedis: true,
    async run(args, { terminal, redis, json, operator }) {
      parse(args, []);
      const teams = await teamsFor(redis, operator);
      if (json) printJson(terminal, teams);
      else {
        const rows = teams.map(({ username, disabled, members }) => [
          username,
          disabled ? 'disabled' : 'enabled',
          members
            .map((member) => (member.role === 'owner' ? `${member.username} (owner)` : member.username))
            .join(', '),
        ]);
        printTable(terminal, ['TEAM', 'STATE', 'MEMBERS'], rows);
      }
      return 0;
    },
  },
  {
    name: 'team add',
    usage: 'team add TEAM PERSON [--owner]',
    summary: 'Add a person to a team, or change their role in it. Owners change its members.',
    needsRedis: true,
    async run(args, { terminal, redis, json, operator }) {
      const given = parse(args, ['TEAM', 'PERSON'], { flags: ['owner'] });
      const [team = '', person = ''] = given.positionals;
      const role = given.flag('owner') ? 'owner' : 'member';
      const { members } = await setMember(redis, operator, team, person, role);
      if (json) printJson(terminal, members);
      else print(terminal, `added ${person} to ${team}`);
      return 0;
    },
  },
  {
    name: 'team remove',
    usage: 'team remove TEAM PERSON',
    summary: 'End a membership. The keys that the person made stay.',
    needsRedis: true,
    async run(args, { terminal, redis, json, operator }) {
      const [team = '', person = ''] = parse(args, ['TEAM', 'PERSON']).positionals;
      const { members } = await endMembership(redis, operator, team, person);
      if (json) printJson(terminal, members);
      else print(terminal, `removed ${person} from ${team}`);
      return 0;
    },
  },
  {
    name: 'team delete',
    usage: 'team delete TEAM',
    summary: 'Delete a team whose keys are all revoked.',
    needsRedis: true,
    async run(args, { terminal, redis, json, operator }) {
      const [name = ''] = parse(args, ['TEAM']).positionals;
      const team = await endTeam(redis, operator, name);
      if (json) printJson(terminal, team);
      else print(terminal, `deleted ${team.username}`);
      return 0;
    },
  },
];
