import { createHash } from 'node:crypto';
import { z } from 'zod';
import { accountChanges, changeAccount } from '../../lib/accounts/account-changes.ts';
import {
  type Account,
  accountState,
  ChangedMeanwhileError,
  createUser,
  getUser,
  listNames,
  listUsers,
} from '../../lib/accounts/account-store.ts';
import { waysIn } from '../../lib/accounts/ways-in.ts';
import { allowAdministration, NotFoundError } from '../../lib/keys/authority.ts';
import { pageByName } from '../../lib/list-cursor.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { limitsShown, listOf, listQuery, NO_LIMITS, ownLimitsField, usernameField } from './fields.ts';
import { defineOperation } from './operation.ts';

/** An account in a reply. */
export const managedAccount = z
  .object({
    username: z.string(),
    kind: z.enum(['person', 'team']),
    admin: z.boolean(),
    disabled: z.boolean(),
    has_password: z.boolean().describe('Whether it can sign in.'),
    created_at: z.string().describe('ISO 8601.'),
    limits: ownLimitsField.describe('The limits of all of its keys together.'),
  })
  .meta({ id: 'ManagedAccount' });

/** An account for the examples of replies. */
export const ACCOUNT_EXAMPLE: z.infer<typeof managedAccount> = {
  username: 'ada',
  kind: 'person',
  admin: false,
  disabled: false,
  has_password: true,
  created_at: '2026-11-01T09:30:00.000Z',
  limits: { ...NO_LIMITS, monthly: 10_000 },
};

/** An account as replies have it. */
export function accountShown(account: Account): z.infer<typeof managedAccount> {
  const { username, kind, admin, disabled, hasPassword, createdAt, limits } = account;
  return {
    username,
    kind,
    admin,
    disabled,
    has_password: hasPassword,
    created_at: createdAt,
    limits: limitsShown(limits),
  };
}

const usernameParam = z.object({
  username: z.string().describe('The name of an account or a team.').meta({ example: 'ada' }),
});
const reply = (account: Account) => ({ body: accountShown(account), etag: etagOf(account) });

/** Of what can be changed, and not of what changes by itself. */
function etagOf(account: Account): string {
  return `"${createHash('sha256').update(accountState(account)).digest('base64url').slice(0, 16)}"`;
}

async function accountIn(redis: Redis, { username }: z.infer<typeof usernameParam>): Promise<Account> {
  const account = await getUser(redis, username.toLowerCase());
  if (!account) throw new NotFoundError(`There is no user "${username}".`);
  return account;
}

/** The operations on accounts, for administrators. Teams are accounts as well. */
export const accountOperations = [
  defineOperation({
    name: 'accounts',
    method: 'GET',
    path: '/api/v1/admin/accounts/',
    summary: 'List accounts',
    description: 'Lists the accounts of people and teams, by name.',
    query: z.object(listQuery),
    reply: listOf(managedAccount),
    example: { items: [ACCOUNT_EXAMPLE], next_cursor: null },
    async handle({ query, actor, redis }) {
      allowAdministration(actor);
      const { items, next_cursor } = pageByName(await listNames(redis), (name) => name, query);
      return { body: { items: (await listUsers(redis, items)).map(accountShown), next_cursor } };
    },
  }),
  defineOperation({
    name: 'accounts_create',
    method: 'POST',
    path: '/api/v1/admin/accounts/',
    summary: 'Create an account',
    description:
      'Creates an account that owns keys. It has no password and is no administrator: both are given on the pages or the ' +
      'command line.',
    body: z.strictObject({ username: usernameField }),
    makes: true,
    reply: managedAccount,
    example: { ...ACCOUNT_EXAMPLE, has_password: false },
    async handle({ body, actor, redis, once }) {
      allowAdministration(actor);
      const account = await createUser(redis, actor.source, body.username, { request: (await once())?.id });
      return reply(account);
    },
  }),
  defineOperation({
    name: 'account',
    method: 'GET',
    path: '/api/v1/admin/accounts/:username/',
    summary: 'Read an account',
    description: 'Returns an account of a person or a team.',
    params: usernameParam,
    reply: managedAccount,
    example: ACCOUNT_EXAMPLE,
    async handle({ params, actor, redis }) {
      allowAdministration(actor);
      return reply(await accountIn(redis, params));
    },
  }),
  defineOperation({
    name: 'account_change',
    method: 'PATCH',
    path: '/api/v1/admin/accounts/:username/',
    summary: 'Change an account',
    description:
      'Changes the given fields, from the next request of the account on. A limit that is null inherits. Disabling a ' +
      'person refuses their keys and ends their memberships. `admin` can be taken, not given.',
    params: usernameParam,
    body: accountChanges.meta({ example: { limits: { monthly: 10_000 } } }),
    takesIfMatch: true,
    reply: managedAccount,
    example: ACCOUNT_EXAMPLE,
    async handle({ params, body, actor, redis, matches, services }) {
      allowAdministration(actor);
      const known = await accountIn(redis, params);
      const isBound = matches(etagOf(known));
      if (isBound === false) throw new ChangedMeanwhileError('Somebody else has changed this account meanwhile.');
      const ways = waysIn(services.config);
      const account = await changeAccount(redis, actor, known.username, body, isBound ? known : undefined, ways);
      return reply(account);
    },
  }),
];
