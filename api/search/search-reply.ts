import type { ApiError } from '../../lib/errors.ts';
import type { ProviderOutcome } from '../../lib/outcome.ts';
import { allCached } from '../ask/outcomes.ts';
import { inOrder, type RenderedReply } from '../cache/reply-cache.ts';
import type { RequestContext } from '../routes/endpoint.ts';

/** A finished search: the providers' answers, and the error or the body of the reply. */
export interface Found<Body, Answer extends ProviderOutcome = ProviderOutcome> {
  answers: Answer[];
  /** The `Server-Timing` header. */
  timing: string;
  /** Null if a provider answered. */
  failure: ApiError | null;
  body: Body;
  /** Whether the reply holds for others and for a while, as far as that does not depend on the engines; true if absent. */
  isLasting?: boolean;
}

/**
 * Answers a request by a search, from the cache of whole replies if it can. The reply may depend on the name of its
 * format, on all parameters, on who shares cached answers with the account, and on the values in `besides`.
 */
export async function answerWith<Body>(
  { services, reply, account, params }: RequestContext<object>,
  format: string,
  search: () => Promise<Found<Body>>,
  ...besides: readonly unknown[]
): Promise<Body | RenderedReply> {
  const cacheKey = [services.cacheScope(account), format, inOrder(params), ...besides];
  const cached = services.replyCache.get(cacheKey);
  if (cached) return cached;
  const { answers, timing, failure, body, isLasting = true } = await search();
  reply.header('server-timing', timing);
  if (failure) throw failure;
  return isLasting && allCached(answers) ? services.replyCache.set(cacheKey, body, timing) : body;
}
