import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Config } from '../../lib/config/config.ts';
import { ApiError } from '../../lib/errors.ts';
import { type Cost, NO_SEARCH, searchIn } from '../../lib/limits/cost.ts';
import type { Caller, Standings } from '../../lib/limits/verdict.ts';
import type { Requester } from '../ask/call-context.ts';
import type { RenderedReply } from '../cache/reply-cache.ts';
import { withReading } from '../lookups/pages.ts';
import { requesterOf } from '../plugins/request-context.ts';
import type { Services } from '../services.ts';

/** An API endpoint: its path, contract and handler. `api/routes/register.ts` lists them all. */
export interface Endpoint<Query extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  /** Name in the root document and in usage. */
  name: string;
  path: `/api/v1/${string}`;
  /** How many searches a valid request counts as if it succeeds; absent on endpoints that do not search. */
  searches?(params: z.infer<Query>): number;
  /** How many pages it then reads at most; those that were read count as well. */
  pages?(params: z.infer<Query>): number;
  summary: string;
  description: string;
  query: Query;
  /** Whether the endpoint answers recently admitted keys while Redis is down. */
  withoutRedis?: boolean;
  /** Whether the reply is about the key, so that the session of a signed-in user cannot replace it. */
  needsKey?: boolean;
  /** Also answers POST, with the same parameters as a form or as JSON of at most this many bytes. */
  maxBodyBytes?(config: Config): number;
  /** How many values a JSON body may have, if more than most endpoints need. */
  maxValues?: number;
  reply: Reply;
  /** An example reply for the documentation. A test checks it against the schema. */
  example: z.infer<Reply>;
  handle(context: RequestContext<z.infer<Query>>): Promise<z.infer<Reply> | RenderedReply>;
}

/** What an endpoint's handler receives. */
export interface RequestContext<Params> extends Requester {
  params: Params;
  caller: Caller;
  standings: Standings;
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The context of an admitted request. */
export function contextOf<Params>(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  params: Params,
): RequestContext<Params> {
  const { admitted } = request;
  if (!admitted) throw new ApiError(401, 'Authentication credentials were not provided.');
  const { caller, standings } = admitted;
  // The spread is last, because Node 20 is slow to add fields to what it has spread.
  return { params, caller, standings, services, request, reply, ...requesterOf(request, reply, caller.username) };
}

/** What a request to an endpoint costs; `params` is undefined if they are invalid. */
export function costOf(endpoint: Endpoint, params: unknown): Cost {
  if (!endpoint.searches) return { ...NO_SEARCH, endpoint: endpoint.name };
  if (params === undefined) return searchIn(endpoint.name, 0);
  return withReading(searchIn(endpoint.name, endpoint.searches(params)), endpoint.pages?.(params) ?? 0);
}

/** Defines an endpoint, with the handler's types inferred from the query and reply schemas. */
export function defineEndpoint<Query extends z.ZodType, Reply extends z.ZodType>(
  endpoint: Endpoint<Query, Reply>,
): Endpoint<Query, Reply> {
  return endpoint;
}
