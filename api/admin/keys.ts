import { z } from 'zod';
import { ChangedMeanwhileError } from '../../lib/accounts/account-store.ts';
import { wasRotatedBy } from '../../lib/keys/key-changes.ts';
import { keyChanges } from '../../lib/keys/key-fields.ts';
import type { KeyRecord } from '../../lib/keys/key-record.ts';
import { keysFor } from '../../lib/keys/list-keys.ts';
import { editKey, endKey, findKey, makeKey, oldSecretEnd, renewSecret } from '../../lib/keys/manage-keys.ts';
import { listOf, listQuery, prefixIn, prefixParam, usernameField } from './fields.ts';
import { FRESH_EXAMPLE, freshKey, KEY_EXAMPLE, keyShown, managedKey } from './key-reply.ts';
import { type AdminContext, defineOperation } from './operation.ts';

const reply = (key: KeyRecord) => ({ body: keyShown(key), etag: etagOf(key) });
const etagOf = ({ version }: KeyRecord) => `"${version}"`;

/** The version that a change is bound to by `If-Match`; undefined if it is not. */
async function basedOn(context: AdminContext<unknown, unknown, unknown>, prefix: string): Promise<number | undefined> {
  if (context.matches('') === undefined) return undefined;
  const key = await findKey(context.redis, context.actor, prefix);
  if (context.matches(etagOf(key))) return key.version;
  throw new ChangedMeanwhileError('Somebody else has changed this key meanwhile.');
}

/** The operations on keys. */
export const keyOperations = [
  defineOperation({
    name: 'keys',
    method: 'GET',
    path: '/api/v1/admin/keys/',
    summary: 'List keys',
    description: 'Lists keys, without their secrets, by account and age.',
    query: z.object({
      owner: usernameField.optional().describe('Only the keys of this account.').meta({ example: 'ada' }),
      label: z
        .string()
        .max(200)
        .optional()
        .describe('Only keys with this label, `name=value`, or `name` for any value.')
        .meta({ example: 'app=bot' }),
      ...listQuery,
    }),
    reply: listOf(managedKey),
    example: { items: [KEY_EXAMPLE], next_cursor: null },
    async handle({ query, actor, redis }) {
      const { items, next_cursor } = await keysFor(redis, actor, query);
      return { body: { items: items.map(keyShown), next_cursor } };
    },
  }),
  defineOperation({
    name: 'keys_create',
    method: 'POST',
    path: '/api/v1/admin/keys/',
    summary: 'Create a key',
    description:
      'Creates a key of an account or a team. The reply has the key, which cannot be shown again. A key with the scope ' +
      '`manage` is made on the pages or the command line.',
    body: keyChanges.extend({ username: usernameField.describe('The account or team that it belongs to.') }).meta({
      example: { username: 'ada', name: 'pipeline', scopes: ['search', 'read'], limits: { burst: '10/min' } },
    }),
    makes: true,
    reply: freshKey,
    example: FRESH_EXAMPLE,
    async handle({ body, actor, redis, services, once }) {
      const { username, ...fields } = body;
      const made = await makeKey(redis, actor, username, fields, services.config, await once());
      return { body: { ...keyShown(made.record), key: made.key }, etag: etagOf(made.record) };
    },
  }),
  defineOperation({
    name: 'key',
    method: 'GET',
    path: '/api/v1/admin/keys/:prefix/',
    summary: 'Read a key',
    description: 'Returns a key, without its secret.',
    params: prefixParam,
    reply: managedKey,
    example: KEY_EXAMPLE,
    async handle({ params, actor, redis }) {
      return reply(await findKey(redis, actor, prefixIn(params)));
    },
  }),
  defineOperation({
    name: 'key_change',
    method: 'PATCH',
    path: '/api/v1/admin/keys/:prefix/',
    summary: 'Change a key',
    description:
      'Changes the given fields, for all processes from the next request on. Null, or an empty list, inherits.',
    params: prefixParam,
    body: keyChanges.meta({ example: { disabled: true } }),
    takesIfMatch: true,
    reply: managedKey,
    example: KEY_EXAMPLE,
    async handle(context) {
      const { body, actor, redis, services } = context;
      const prefix = prefixIn(context.params);
      const version = await basedOn(context, prefix);
      return reply(await editKey(redis, actor, prefix, body, services.config, version));
    },
  }),
  defineOperation({
    name: 'key_revoke',
    method: 'DELETE',
    path: '/api/v1/admin/keys/:prefix/',
    summary: 'Revoke a key',
    description: 'Revokes a key, which cannot be undone.',
    params: prefixParam,
    takesIfMatch: true,
    reply: managedKey,
    example: { ...KEY_EXAMPLE, revoked: true, revoked_at: '2026-11-15T10:00:00.000Z', state: 'revoked' as const },
    async handle(context) {
      const prefix = prefixIn(context.params);
      return reply(await endKey(context.redis, context.actor, prefix, await basedOn(context, prefix)));
    },
  }),
  defineOperation({
    name: 'key_rotate',
    method: 'POST',
    path: '/api/v1/admin/keys/:prefix/rotate/',
    summary: 'Replace the secret of a key',
    description: 'Returns a new secret for the same key. The one before works for a while: see `until`.',
    params: prefixParam,
    body: z.strictObject({
      until: z
        .string()
        .regex(/^(?:now|\d{1,4}h)$/, 'Write a number of hours, such as 24h, or now.')
        .optional()
        .describe('How long the old secret works: `24h`, or `now`. By default, `KEY_OVERLAP_HOURS`.')
        .meta({ example: '24h' }),
    }),
    makes: true,
    takesIfMatch: true,
    reply: freshKey,
    example: FRESH_EXAMPLE,
    async handle(context) {
      const { body, actor, redis, services } = context;
      const prefix = prefixIn(context.params);
      const once = await context.once();
      // Whoever has lost the reply sends the same condition again, which held when it was first sent.
      const isRepeated = once !== undefined && (await wasRotatedBy(redis, prefix, once));
      const only = { once, basedOn: isRepeated ? undefined : await basedOn(context, prefix) };
      const until = oldSecretEnd(body.until, services.config);
      const made = await renewSecret(redis, actor, prefix, until, services.config, only);
      return { body: { ...keyShown(made.record), key: made.key }, etag: etagOf(made.record) };
    },
  }),
];
