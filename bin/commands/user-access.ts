import { createUser, getUser, InputError, normaliseUsername, requireUser } from '../../lib/accounts/account-store.ts';
import { deleteAccount } from '../../lib/accounts/delete-account.ts';
import { exportAccount } from '../../lib/accounts/export-account.ts';
import { LINK_HOURS, type LinkKind, linkAddress, makeLink } from '../../lib/accounts/password-link.ts';
import { endAllSessions, endEveryone } from '../../lib/accounts/session-list.ts';
import { writeEntry } from '../../lib/audit/audit-entry.ts';
import { instanceAddress } from '../../lib/config/instance-address.ts';
import { type Command, type CommandContext, parse, print, printJson } from '../command.ts';

/** With `PASSWORD_LOGIN=off`, a link to a password would lead nowhere. */
function requirePasswords({ config }: CommandContext): void {
  if (config.passwordLogin) return;
  throw new InputError('PASSWORD_LOGIN is off: people sign in at the provider, or with "tributary user sign-in-link".');
}

async function printLink({ redis, operator, config, terminal, json }: CommandContext, name: string, kind: LinkKind) {
  const token = await makeLink(redis, operator.source, name, kind);
  const link = linkAddress(instanceAddress(config, config.port), token);
  if (json) printJson(terminal, { link, hours: LINK_HOURS[kind] });
  else print(terminal, link);
  return 0;
}

/** The commands for the access of people to their accounts, and for everything that is stored about them. */
export const userAccessCommands: readonly Command[] = [
  {
    name: 'user invite',
    usage: 'user invite NAME [--admin]',
    summary: `Print a link, once, with which a person sets the password of a new account within ${LINK_HOURS.invitation} hours.`,
    options: ['--admin  Make the new account an administrator.'],
    needsRedis: true,
    async run(args, context) {
      requirePasswords(context);
      const given = parse(args, ['NAME'], { flags: ['admin'] });
      const username = normaliseUsername(given.positionals[0] ?? '');
      const admin = given.flag('admin');
      const { redis, operator } = context;
      const account = await getUser(redis, username);
      if (account && admin) throw new InputError(`There is a user "${username}" already.`);
      if (!account) await createUser(redis, operator.source, username, { admin });
      return printLink(context, username, 'invitation');
    },
  },
  {
    name: 'user reset-link',
    usage: 'user reset-link NAME',
    summary: `Print a link, once, with which a person sets another password within ${LINK_HOURS.reset} hours.`,
    needsRedis: true,
    async run(args, context) {
      requirePasswords(context);
      const [name = ''] = parse(args, ['NAME']).positionals;
      return printLink(context, name, 'reset');
    },
  },
  {
    name: 'user sign-out',
    usage: 'user sign-out NAME|--all',
    summary: 'End all sessions of an account, or of all accounts. Keys and search links go on.',
    needsRedis: true,
    async run(args, { redis, operator, terminal, json }) {
      const all = args.includes('--all');
      const [name = ''] = parse(args, all ? [] : ['NAME'], { flags: ['all'] }).positionals;
      const accounts = all ? await endEveryone(redis, operator.source) : 1;
      const who = all ? `${accounts} accounts` : (await endAllSessions(redis, operator.source, name)).username;
      if (json) printJson(terminal, { signed_out: all ? 'all' : who, accounts });
      else print(terminal, `signed out ${who}`);
      return 0;
    },
  },
  {
    name: 'user delete',
    usage: 'user delete NAME',
    summary: 'Delete an account with its sessions, keys, usage and everything else. This cannot be undone.',
    needsRedis: true,
    async run(args, { redis, operator, terminal, json }) {
      const [name = ''] = parse(args, ['NAME']).positionals;
      const how = { keepsAdministrator: false, keepsOwners: false };
      const username = await deleteAccount(redis, operator.source, name, how);
      if (json) printJson(terminal, { deleted: username });
      else print(terminal, `deleted ${username}`);
      return 0;
    },
  },
  {
    name: 'user export',
    usage: 'user export NAME',
    summary: 'Print everything that is stored about an account as JSON, without secrets.',
    needsRedis: true,
    async run(args, { redis, operator, terminal }) {
      const [name = ''] = parse(args, ['NAME']).positionals;
      const { username } = await requireUser(redis, name);
      await writeEntry(redis, operator.source, { action: 'account exported', target: username });
      for await (const part of exportAccount(redis, username)) terminal.write(part);
      return 0;
    },
  },
];
