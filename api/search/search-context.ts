import type { FastifyRequest } from 'fastify';
import type { Requester } from '../ask/call-context.ts';
import type { TabQuery } from '../contract/tab-params.ts';
import type { Services } from '../services.ts';

/** What a search needs of the request that asks for it, of the API or of a page. */
export interface SearchContext<Params extends TabQuery = TabQuery> extends Requester {
  params: Params;
  services: Services;
  request: FastifyRequest;
}

/** How a search is shown, where that differs from the API. */
export interface Shown {
  stripTracking?: boolean;
  /** Whether outdated results are shown when no engine answers. */
  stale?: boolean;
  /** Whether a first page of `limit` results always has the answers of the engines' first pages alone, not a kept list. */
  begins?: boolean;
  /** Whether what only the rules of the caller would hide is shown. */
  unruled?: boolean;
}
