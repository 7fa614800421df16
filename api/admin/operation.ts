import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AuditSource } from '../../lib/audit/audit-entry.ts';
import { type Actor, keyActor, NotFoundError } from '../../lib/keys/authority.ts';
import { displayPrefix } from '../../lib/keys/key-format.ts';
import { getKey } from '../../lib/keys/key-store.ts';
import { type Once, requestOnce } from '../../lib/keys/request-once.ts';
import { NO_SEARCH } from '../../lib/limits/cost.ts';
import { loggedAddress } from '../../lib/net/logged-address.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import type { Requester } from '../ask/call-context.ts';
import { contextOf } from '../contract/endpoint.ts';
import { apiKeyHeader } from '../plugins/credentials.ts';
import { nameIgnored } from '../routes/ignored-parameters.ts';
import type { Services } from '../services.ts';
import { invalidFields, refusalOf } from './refusals.ts';

/** What the management API can do: an address, a method, a contract and a handler. `register.ts` lists them all. */
export interface Operation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  /** Its name in the document, after `admin_`. */
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: `/api/v1/admin/${string}`;
  summary: string;
  description: string;
  params?: Params;
  query?: Query;
  body?: Body;
  reply: Reply;
  /** An example reply for the documentation. A test checks it against the schema. */
  example: z.infer<Reply>;
  /** Whether it makes something, so that callers may name the request (`Idempotency-Key`) and repeat it. */
  makes?: boolean;
  /** Whether it can be bound to what the caller has seen (`If-Match`). */
  takesIfMatch?: boolean;
  handle(
    context: AdminContext<z.infer<Params>, z.infer<Query>, z.infer<Body>>,
  ): Promise<{ body: z.infer<Reply>; etag?: string }>;
}

/** What an operation receives. */
export interface AdminContext<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  actor: Actor;
  /** The request, for calls of providers. */
  requester: Requester;
  services: Services;
  redis: Redis;
  /** The request by its `Idempotency-Key`; undefined without one. */
  once(): Promise<Once | undefined>;
  /** Whether `If-Match` allows a change of what has this tag. Undefined without the header. */
  matches(etag: string): boolean | undefined;
}

/** Defines an operation, with the handler's types inferred from the schemas. */
export function defineOperation<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
>(operation: Operation<Params, Query, Body, Reply>): Operation {
  return operation as Operation;
}

const idempotencyKey = z
  .string()
  .min(1, 'Give 1 to 255 characters.')
  .max(255, 'Give 1 to 255 characters.')
  .optional()
  .describe(
    'Names this request. Sent again with the same name within a day, it makes nothing new and gets the same reply.',
  )
  .meta({ example: '5f0c1b7e-3a0e-4d53-8f6c-1b2a3c4d5e6f' });
const ifMatch = z
  .string()
  .optional()
  .describe('The `ETag` of a reply. If somebody else has changed it since, nothing is changed, and the reply is a 412.')
  .meta({ example: '"3"' });

/** Registers an operation: its documentation, its guards and its handler. */
export function addOperation(
  app: FastifyInstance,
  operation: Operation,
  replies: Readonly<Record<number, unknown>>,
  services: Services,
): void {
  const { name, method, path, summary, description, params, query, body, reply, example, makes, takesIfMatch } =
    operation;
  const headers = { ...(makes && { 'idempotency-key': idempotencyKey }), ...(takesIfMatch && { 'if-match': ifMatch }) };
  app.route({
    method,
    url: path,
    schema: {
      operationId: `admin_${name}`,
      tags: ['Management'],
      summary,
      description,
      security: [{ ApiKey: [] }],
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body, consumes: ['application/json'] }),
      ...(Object.keys(headers).length > 0 && { headers: z.looseObject(headers) }),
      response: {
        [statusOf(operation)]: {
          description: `${summary}.`,
          content: { 'application/json': { schema: reply, example } },
        },
        ...replies,
      },
    },
    // The handler reports bad parameters, because the checks of key, scope and limits come before.
    attachValidation: true,
    preValidation: [...(query ? [nameIgnored(query, (request) => request.query)] : []), ...(body ? [withoutBody] : [])],
    config: { cost: () => ({ ...NO_SEARCH, endpoint: 'admin' }) },
    async handler(request, answer) {
      const { caller, ...requester } = contextOf(request, answer, services, {});
      try {
        const key = await getKey(services.records, caller.prefix);
        if (!key) throw new NotFoundError('This key has just been deleted.');
        const actor = await keyActor(services.records, key, sourceOf(request, caller, services));
        if (request.validationError) throw invalidFields(request.validationError);
        const { body: sent, etag } = await operation.handle({
          ...adminContext(request, actor, caller.prefix, services),
          requester,
        });
        if (etag !== undefined) answer.header('etag', etag);
        return answer.code(statusOf(operation)).send(sent);
      } catch (error) {
        throw refusalOf(error);
      }
    },
  });
}

/** A request without a body gives no fields. */
async function withoutBody(request: FastifyRequest): Promise<void> {
  if (request.headers['content-type'] === undefined) request.body ??= {};
}

function statusOf({ method, makes }: Operation): 200 | 201 {
  return method === 'POST' && makes ? 201 : 200;
}

function adminContext(
  request: FastifyRequest,
  actor: Actor,
  prefix: string,
  services: Services,
): Omit<AdminContext<unknown, unknown, unknown>, 'requester'> {
  const { params, query, body, headers } = request;
  const { 'idempotency-key': named, 'if-match': match } = headers;
  const redis = services.records;
  return {
    params,
    query,
    body,
    actor,
    services,
    redis,
    async once() {
      if (typeof named !== 'string') return undefined;
      const key = apiKeyHeader.read(request) ?? '';
      return requestOnce(redis, { prefix, key }, named, JSON.stringify([request.routeOptions.url, params, body]));
    },
    matches: (etag) =>
      match === undefined ? undefined : match.trim() === '*' || match.split(/\s*,\s*/).includes(etag),
  };
}

/** Who acts, for the audit log. */
function sourceOf(
  request: FastifyRequest,
  { username, prefix }: { username: string; prefix: string },
  { config }: Services,
): AuditSource {
  return {
    via: 'management API',
    account: username,
    key: displayPrefix(prefix),
    address: loggedAddress(request.ip, config.logAddresses),
    program: request.headers['user-agent']?.slice(0, 200),
    request: request.id,
  };
}
