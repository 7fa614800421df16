import type { FastifyRequest } from 'fastify';
import type { Requester } from '../ask/call-context.ts';
import type { TabQuery } from '../routes/tab-params.ts';
import type { Services } from '../services.ts';

/** What a search needs of the request that asks for it, of the API or of a page. */
export interface SearchContext<Params extends TabQuery = TabQuery> extends Requester {
  params: Params;
  services: Services;
  request: FastifyRequest;
}
