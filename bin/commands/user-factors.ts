import { requireUser } from '../../lib/accounts/account-store.ts';
import { takeFactors } from '../../lib/accounts/factors/factor-store.ts';
import { type Command, parse, print, printJson } from '../command.ts';

/** The command for a person who has lost their phone and their recovery codes. */
export const resetFactorsCommand: Command = {
  name: 'user reset-factors',
  usage: 'user reset-factors NAME',
  summary: 'Take all second factors of an account away: its password alone signs in, until it has new ones.',
  needsRedis: true,
  async run(args, { redis, operator, terminal, json }) {
    const [name = ''] = parse(args, ['NAME']).positionals;
    const { username } = await requireUser(redis, name);
    const removed = await takeFactors(redis, operator.source, username);
    if (json) printJson(terminal, { username, removed });
    else print(terminal, `removed ${removed} second ${removed === 1 ? 'factor' : 'factors'} of ${username}`);
    return 0;
  },
};
