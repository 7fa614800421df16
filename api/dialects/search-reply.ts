import { allCached, type NamedAnswer } from '../ask/outcomes.ts';
import type { RenderedReply } from '../cache/reply-cache.ts';
import type { RequestContext } from '../routes/endpoint.ts';
import type { Found } from '../search/search-tab.ts';

/** A finished search in the format of another service. */
export interface DialectFound<Body> extends Omit<Found<Body>, 'answers'> {
  answers: NamedAnswer[];
  /** Whether the reply holds for others and for a while, as far as that does not depend on the engines. */
  isLasting?: boolean;
}

/**
 * Answers a search in the format of another service, from the cache of whole replies if it can. `parts` is everything
 * that the reply depends on besides the account.
 */
export async function answerWith<Body>(
  { services, reply, account }: RequestContext<unknown>,
  parts: readonly unknown[],
  search: () => Promise<DialectFound<Body>>,
): Promise<Body | RenderedReply> {
  const cacheKey = [services.cacheScope(account), ...parts];
  const cached = services.replyCache.get(cacheKey);
  if (cached) return cached;
  const { answers, timing, failure, body, isLasting = true } = await search();
  reply.header('server-timing', timing);
  if (failure) throw failure;
  return isLasting && allCached(answers) ? services.replyCache.set(cacheKey, body, timing) : body;
}
