import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Caller, Standings } from '../../lib/limits/admission.ts';
import type { Requester } from '../ask/call-context.ts';
import type { RenderedReply } from '../cache/reply-cache.ts';
import type { Services } from '../services.ts';

/** One endpoint of the API: its place, its contract and its work. `routes/register.ts` lists them all. */
export interface Endpoint<Query extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  /** Name in the root document and in usage. */
  name: string;
  path: `/api/v1/${string}`;
  /** Whether a 200 counts as a search in the caller's usage. */
  counts: boolean;
  summary: string;
  description: string;
  query: Query;
  /** Answers while Redis is away too, to keys that were seen just before. */
  withoutRedis?: boolean;
  /** Also answers POST, with the same parameters as a form or as JSON. */
  takesBody?: boolean;
  reply: Reply;
  /** A reply as one might be, for the documentation; a test holds it to the schema. */
  example: z.infer<Reply>;
  /** Where not every good request is a search: whether this one is. */
  countsWhen?(params: z.infer<Query>): boolean;
  handle(context: RequestContext<z.infer<Query>>): Promise<z.infer<Reply> | RenderedReply>;
}

/** What an endpoint may know about the request it answers. */
export interface RequestContext<Params> extends Requester {
  params: Params;
  caller: Caller;
  standings: Standings;
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Keeps the types of query and reply together with the handler. */
export function defineEndpoint<Query extends z.ZodType, Reply extends z.ZodType>(
  endpoint: Endpoint<Query, Reply>,
): Endpoint<Query, Reply> {
  return endpoint;
}
