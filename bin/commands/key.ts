import { InputError, listUsers, requireUser } from '../../lib/accounts/account-store.ts';
import { parseExpiry } from '../../lib/keys/expiry.ts';
import { displayPrefix, parsePrefix } from '../../lib/keys/key-format.ts';
import { type KeyRecord, keyState } from '../../lib/keys/key-record.ts';
import { createKey, listKeys, revokeKey } from '../../lib/keys/key-store.ts';
import { type Command, parse, print, printJson, printTable } from '../command.ts';

const present = (key: KeyRecord) => ({ ...key, prefix: displayPrefix(key.prefix), state: keyState(key) });

/** The commands for API keys. */
export const keyCommands: readonly Command[] = [
  {
    name: 'key create',
    usage: 'key create USERNAME [--name TEXT] [--expires DATE]',
    summary: 'Create a key and print it. It cannot be shown again.',
    needsRedis: true,
    async run(args, { terminal, config, redis, json, record }) {
      const given = parse(args, ['USERNAME'], { text: ['name', 'expires'] });
      const { username } = await requireUser(redis, given.positionals[0] ?? '');
      const expires = given.text('expires');
      const { key, prefix } = await createKey(redis, username, {
        name: given.text('name') ?? '',
        maxKeys: config.maxKeysPerAccount,
        ...(expires === undefined ? {} : { expiresAt: parseExpiry(expires) }),
      });
      await record('key created', displayPrefix(prefix));
      if (json) printJson(terminal, { key, prefix: displayPrefix(prefix), username });
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
  {
    name: 'key revoke',
    usage: 'key revoke PREFIX',
    summary: 'Revoke a key permanently.',
    needsRedis: true,
    async run(args, { terminal, redis, json, record }) {
      const [given = ''] = parse(args, ['PREFIX']).positionals;
      const prefix = parsePrefix(given);
      if (!prefix) throw new InputError('That is not a key prefix; a prefix looks like trib_1a2B3c4D.');
      const key = present(await revokeKey(redis, prefix));
      await record('key revoked', key.prefix);
      if (json) printJson(terminal, key);
      else print(terminal, `revoked ${key.prefix}`);
      return 0;
    },
  },
];
