import { changeAccount } from '../../lib/accounts/account-changes.ts';
import {
  type Account,
  createUser,
  InputError,
  listUsers,
  requireUser,
  setPassword,
} from '../../lib/accounts/account-store.ts';
import { forgetGuesses } from '../../lib/accounts/guess-limits.ts';
import { type Command, type CommandContext, parse, print, printJson, printTable, readPassword } from '../command.ts';
import { secretOf } from './command-secret.ts';
import { LIMIT_HELP, LIMIT_OPTIONS, limitChangesIn } from './key-options.ts';
import { rulesCommand } from './rules.ts';

const PASSWORD_STDIN = 'password-stdin';

function report(account: Account, done: string, { terminal, json }: CommandContext): number {
  if (json) printJson(terminal, account);
  else print(terminal, `${done} ${account.username}`);
  return 0;
}

const setState = (name: 'disable' | 'enable', summary: string): Command => ({
  name: `user ${name}`,
  usage: `user ${name} NAME`,
  summary,
  needsRedis: true,
  async run(args, context) {
    const [username = ''] = parse(args, ['NAME']).positionals;
    const account = await changeAccount(context.redis, context.operator, username, { disabled: name === 'disable' });
    return report(account, `${name}d`, context);
  },
});

/** The commands for accounts. */
export const userCommands: readonly Command[] = [
  {
    name: 'user create',
    usage: 'user create NAME [--admin] [--password-stdin]',
    summary: 'Create an account. Without a password it can own keys but cannot sign in.',
    needsRedis: true,
    async run(args, context) {
      const given = parse(args, ['NAME'], { flags: ['admin', PASSWORD_STDIN] });
      const account = await createUser(context.redis, context.operator.source, given.positionals[0] ?? '', {
        admin: given.flag('admin'),
        ...(given.flag(PASSWORD_STDIN) ? { password: await readPassword(context.terminal) } : {}),
      });
      return report(account, 'created', context);
    },
  },
  rulesCommand(
    {
      name: 'user rules',
      usage: 'user rules NAME [FILE|ADDRESS|-]',
      summary: 'Show the rules for sites of an account, or replace them by a list. An empty one removes them.',
    },
    async (given, { redis }) => ({ owner: 'account', name: (await requireUser(redis, given)).username }),
  ),
  {
    name: 'user list',
    usage: 'user list',
    summary: 'List the accounts.',
    needsRedis: true,
    async run(args, { terminal, redis, json }) {
      parse(args, []);
      const accounts = await listUsers(redis);
      if (json) printJson(terminal, accounts);
      else {
        const rows = accounts.map((account) => [
          account.username,
          account.admin ? 'admin' : '',
          account.disabled ? 'disabled' : 'enabled',
          account.hasPassword ? 'yes' : 'no',
          account.createdAt,
        ]);
        printTable(terminal, ['USERNAME', 'ROLE', 'STATE', 'PASSWORD', 'CREATED'], rows);
      }
      return 0;
    },
  },
  setState('disable', 'Disable an account and refuse all of its keys.'),
  setState('enable', 'Enable a disabled account.'),
  {
    name: 'user unlock',
    usage: 'user unlock NAME',
    summary: 'Clear the failed sign-ins of an account, so that it can sign in again at once.',
    needsRedis: true,
    async run(args, context) {
      const [name = ''] = parse(args, ['NAME']).positionals;
      const account = await requireUser(context.redis, name);
      const seals = await secretOf(context).loadAll();
      await forgetGuesses(context.redis, context.operator.source, seals, account.username);
      return report(account, 'unlocked', context);
    },
  },
  {
    name: 'user limits',
    usage: 'user limits NAME [OPTIONS]',
    summary: 'Set the limits of all keys of an account together. The value none inherits again.',
    options: LIMIT_HELP,
    needsRedis: true,
    async run(args, context) {
      const given = parse(args, ['NAME'], { text: LIMIT_OPTIONS });
      const [name = ''] = given.positionals;
      const account = await changeAccount(context.redis, context.operator, name, { limits: limitChangesIn(given) });
      return report(account, 'limits set for', context);
    },
  },
  {
    name: 'user password',
    usage: 'user password NAME --password-stdin',
    summary: 'Set a password, read from standard input.',
    needsRedis: true,
    async run(args, context) {
      const given = parse(args, ['NAME'], { flags: [PASSWORD_STDIN] });
      if (!given.flag(PASSWORD_STDIN))
        throw new InputError('Pass the password on standard input with --password-stdin.');
      const [name = ''] = given.positionals;
      await requireUser(context.redis, name);
      const account = await setPassword(
        context.redis,
        context.operator.source,
        name,
        await readPassword(context.terminal),
      );
      return report(account, 'password set for', context);
    },
  },
];
