import { type KeyChanges, keyChanges } from '../../lib/keys/key-fields.ts';
import { makeKey } from '../../lib/keys/manage-keys.ts';
import { createUser, OPERATOR } from './as-tester.ts';
import type { TestApp } from './test-app.ts';
import type { Reply } from './test-system.ts';

/** A caller of the management API. */
export type Manager = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply>;

/** A key of an account, with these fields. */
export async function keyOf(app: TestApp, username: string, fields: unknown = {}): Promise<string> {
  const { config } = app.webs[0]?.running.services ?? {};
  if (!config) throw new Error('There is no web process.');
  const changes = keyChanges.parse(fields) as KeyChanges;
  return (await makeKey(app.client, OPERATOR, username, changes, config)).key;
}

/** A caller with this key, at this web process. */
export function managerWith(app: TestApp, key: string, web = 0): Manager {
  return (method, path, body, headers = {}) =>
    app.get(`/api/v1/admin/${path}`, {
      key,
      web,
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: {
        authorization: `Api-Key ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    });
}

/** A caller with a key of a new administrator. */
export async function administrator(app: TestApp, name = 'root'): Promise<Manager> {
  await createUser(app.client, name, { admin: true });
  return managerWith(app, await keyOf(app, name, { scopes: ['manage'] }));
}
