import { InputError, listUsers, requireUser } from '../../lib/accounts/account-store.ts';
import { requireTeam } from '../../lib/accounts/team-store.ts';
import { allowAccount, personActor } from '../../lib/keys/authority.ts';
import type { KeyChanges } from '../../lib/keys/key-fields.ts';
import { displayPrefix, KEY_PATTERN, parseKey, parsePrefix } from '../../lib/keys/key-format.ts';
import { type KeyRecord, keyState } from '../../lib/keys/key-record.ts';
import { listKeys, stateOfSecret } from '../../lib/keys/key-store.ts';
import { editKey, endKey, makeKey, oldSecretEnd, renewSecret } from '../../lib/keys/manage-keys.ts';
import { type Command, type CommandContext, parse, print, printJson, printTable } from '../command.ts';
import { KEY_HELP, KEY_OPTIONS, keyChangesIn } from './key-options.ts';
import { rulesCommand } from './rules.ts';

const present = (key: KeyRecord) => ({ ...key, prefix: displayPrefix(key.prefix), state: keyState(key) });

/** The commands for API keys. */
export const keyCommands: readonly Command[] = [
  {
    name: 'key create',
    usage: 'key create OWNER [OPTIONS]',
    summary: 'Create a key and print it. It cannot be shown again.',
    options: KEY_HELP,
    needsRedis: true,
    async run(args, { terminal, config, redis, json, operator }) {
      const given = parse(args, ['OWNER'], { text: [...KEY_OPTIONS, 'team'], lists: ['label'] });
      const [owner = ''] = given.positionals;
      const person = await requireUser(redis, owner);
      const team = given.text('team');
      const { username } = team === undefined ? person : await requireTeam(redis, team);
      // The operator trusts themselves, but a key of a team is made by one of its members.
      allowAccount(await personActor(redis, person.username, operator.source), username);
      const actor = { ...operator, username: person.username };
      const { key, record: made } = await makeKey(redis, actor, username, keyChangesIn(given), config);
      const prefix = displayPrefix(made.prefix);
      if (json) printJson(terminal, { key, prefix, username });
      else print(terminal, key);
      return 0;
    },
  },
  {
    name: 'key list',
    usage: 'key list [--user NAME]',
    summary: 'List keys by prefix, without their secrets.',
    needsRedis: true,
    async run(args, { terminal, redis, json }) {
      const user = parse(args, [], { text: ['user'] }).text('user');
      const users = user === undefined ? await listUsers(redis) : [await requireUser(redis, user)];
      const keys = (await Promise.all(users.map(({ username }) => listKeys(redis, username)))).flat().map(present);
      if (json) printJson(terminal, keys);
      else {
        const rows = keys.map((key) => [
          key.prefix,
          key.username,
          key.name,
          key.state,
          key.createdAt,
          key.lastUsedAt || 'never',
          key.expiresAt || 'never',
        ]);
        printTable(terminal, ['PREFIX', 'USERNAME', 'NAME', 'STATE', 'CREATED', 'LAST USED', 'EXPIRES'], rows);
      }
      return 0;
    },
  },
  rulesCommand(
    {
      name: 'key rules',
      usage: 'key rules PREFIX [FILE|ADDRESS|-]',
      summary: 'Show the rules for sites of a key, or replace them by a list. An empty one removes them.',
    },
    async (given) => ({ owner: 'key', name: prefixIn(given) }),
  ),
  {
    name: 'key set',
    usage: 'key set PREFIX [OPTIONS]',
    summary: 'Change what a key may do. The value none inherits again.',
    options: KEY_HELP,
    needsRedis: true,
    async run(args, context) {
      const given = parse(args, ['PREFIX'], { text: KEY_OPTIONS, lists: ['label'] });
      const changes = keyChangesIn(given);
      return change(prefixIn(given.positionals[0]), changes, 'changed', context);
    },
  },
  {
    name: 'key rotate',
    usage: 'key rotate PREFIX [--until 24h|now]',
    summary: 'Print a new secret for a key. The old one works until then; by default, for KEY_OVERLAP_HOURS.',
    needsRedis: true,
    async run(args, { terminal, config, redis, json, operator }) {
      const given = parse(args, ['PREFIX'], { text: ['until'] });
      const until = oldSecretEnd(given.text('until'), config);
      const renewed = prefixIn(given.positionals[0]);
      const { key, record: rotated } = await renewSecret(redis, operator, renewed, until, config);
      const { prefix, oldUntil } = present(rotated);
      if (json) printJson(terminal, { key, prefix, oldUntil });
      else print(terminal, key);
      return 0;
    },
  },
  switchKey('disable', true, 'Refuse a key until it is enabled again.'),
  switchKey('enable', false, 'Accept a disabled key again.'),
  {
    name: 'key revoke',
    usage: 'key revoke PREFIX | key revoke --stdin',
    summary: 'Revoke a key permanently, or every key of this instance in the lines of standard input.',
    needsRedis: true,
    async run(args, context) {
      const given = parse(args, args.includes('--stdin') ? [] : ['PREFIX'], { flags: ['stdin'] });
      if (!given.flag('stdin')) return revoke([prefixIn(given.positionals[0])], context);
      const leaked = await keysIn(context);
      return revoke(
        leaked.filter(({ state }) => state !== 'unknown').map(({ prefix }) => prefix),
        context,
      );
    },
  },
  {
    name: 'key check',
    usage: 'key check',
    summary: 'Say of each line of standard input whether it is a key of this instance, and whether it works.',
    needsRedis: true,
    async run(args, context) {
      parse(args, []);
      const found = (await keysIn(context)).map((one) => ({ ...one, prefix: displayPrefix(one.prefix) }));
      if (context.json) printJson(context.terminal, found);
      else {
        const rows = found.map(({ line, prefix, state, username }) => [String(line), prefix, state, username]);
        printTable(context.terminal, ['LINE', 'PREFIX', 'STATE', 'OWNER'], rows);
      }
      return 0;
    },
  },
];

function switchKey(name: 'disable' | 'enable', disabled: boolean, summary: string): Command {
  return {
    name: `key ${name}`,
    usage: `key ${name} PREFIX`,
    summary,
    needsRedis: true,
    async run(args, context) {
      const prefix = prefixIn(parse(args, ['PREFIX']).positionals[0]);
      return change(prefix, { disabled }, `${name}d`, context);
    },
  };
}

async function change(
  prefix: string,
  changes: KeyChanges,
  done: string,
  { terminal, redis, config, json, operator }: CommandContext,
): Promise<number> {
  const key = present(await editKey(redis, operator, prefix, changes, config));
  if (json) printJson(terminal, key);
  else print(terminal, `${done} ${key.prefix}`);
  return 0;
}

async function revoke(
  prefixes: readonly string[],
  { terminal, redis, json, operator }: CommandContext,
): Promise<number> {
  for (const prefix of prefixes) {
    const key = present(await endKey(redis, operator, prefix));
    if (json) printJson(terminal, key);
    else print(terminal, `revoked ${key.prefix}`);
  }
  return 0;
}

function prefixIn(given = ''): string {
  const prefix = parsePrefix(given);
  if (!prefix) throw new InputError('That is not a key prefix; a prefix looks like trib_1a2B3c4D.');
  return prefix;
}

/** The keys in the lines of standard input: what is no key of this instance is unknown. The secrets are not repeated. */
async function keysIn({ terminal, redis }: CommandContext) {
  const lines = (await terminal.readInput()).toString('utf8').split('\n');
  const found = [];
  for (const [at, line] of lines.entries()) {
    for (const text of line.match(KEY_PATTERN) ?? []) {
      const key = parseKey(text);
      if (!key) continue;
      const { state, username } = await stateOfSecret(redis, key);
      found.push({ line: at + 1, prefix: key.prefix, state, username });
    }
  }
  return found;
}
