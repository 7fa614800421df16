import type { operations } from './api-types.ts';
import { type CallOptions, call, type EndpointRequest } from './call.ts';
import type { ClientOptions } from './client-options.ts';

/** The operations of the management API, by the names of the document without `admin_`. */
export type AdminOperation = Extract<keyof operations, `admin_${string}`> extends `admin_${infer Name}` ? Name : never;

type Of<Name extends AdminOperation> = operations[`admin_${Name}`];
type Json<Part> = Part extends { content: { 'application/json': infer Body } } ? Body : never;

/** The body of an operation's reply. */
export type AdminReply<Name extends AdminOperation> = {
  [Status in keyof Of<Name>['responses']]: Status extends 200 | 201 ? Json<Of<Name>['responses'][Status]> : never;
}[keyof Of<Name>['responses']];

/** The parts of an address that an operation has. */
type Parts<Name extends AdminOperation> = {
  [Part in 'path' | 'query']: [NonNullable<Of<Name>['parameters'][Part]>] extends [never] ? never : Part;
}['path' | 'query'];

/** What an operation takes: the names in its address, its query or its body. A query that needs nothing may be left out. */
export type AdminRequest<Name extends AdminOperation> = Pick<Of<Name>['parameters'], Parts<Name>> &
  (Of<Name> extends { requestBody: infer Body } ? { body: Json<Body> } : object) & {
    /** Names the request, so that it takes effect once however often it is sent. Made up if it is absent. */
    idempotencyKey?: string;
    /** The `ETag` of a reply: the change is refused (412) if somebody else was faster. */
    ifMatch?: string;
  };

/** A call of the management API, for a key with the scope `manage`. */
export type AdminMethod = <Name extends AdminOperation>(
  name: Name,
  request: AdminRequest<Name>,
  options?: CallOptions,
) => Promise<AdminReply<Name>>;

declare const crypto: { randomUUID(): string };

/** The operations whose address is not their name. */
const ADDRESSES: Readonly<Partial<Record<AdminOperation, `${EndpointRequest['method']} ${string}`>>> = {
  accounts_create: 'POST accounts',
  account: 'GET accounts/:username',
  account_change: 'PATCH accounts/:username',
  teams_create: 'POST teams',
  team: 'GET teams/:name',
  team_delete: 'DELETE teams/:name',
  team_members: 'GET teams/:name/members',
  team_members_set: 'POST teams/:name/members',
  team_members_remove: 'DELETE teams/:name/members/:username',
  keys_create: 'POST keys',
  key: 'GET keys/:prefix',
  key_change: 'PATCH keys/:prefix',
  key_revoke: 'DELETE keys/:prefix',
  engine_pause: 'POST engines/:slug/pause',
  engine_resume: 'POST engines/:slug/resume',
  engine_test: 'POST engines/:slug/test',
  key_rotate: 'POST keys/:prefix/rotate',
};

interface AnyRequest {
  path?: Readonly<Record<string, string>>;
  query?: object;
  body?: object;
  idempotencyKey?: string;
  ifMatch?: string;
}

/** The method for the management API. */
export function adminMethod(options: ClientOptions): AdminMethod {
  const send = (name: AdminOperation, request: AnyRequest, callOptions?: CallOptions) => {
    const [method, address] = (ADDRESSES[name] ?? `GET ${name}`).split(' ') as [EndpointRequest['method'], string];
    const { path, query, body, idempotencyKey, ifMatch } = request;
    const headers = {
      // A call may be repeated when the service asks for it, and must not make a second key then.
      ...(method === 'POST' && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    };
    const filled = address.replace(/:(\w+)/g, (_all, part: string) => encodeURIComponent(String(path?.[part])));
    return call(options, { path: `admin/${filled}/`, params: { ...query, ...body }, method, headers }, callOptions);
  };
  return send as AdminMethod;
}
