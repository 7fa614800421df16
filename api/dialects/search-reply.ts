import { allCached } from '../ask/outcomes.ts';
import type { RenderedReply } from '../cache/reply-cache.ts';
import type { RequestContext } from '../routes/endpoint.ts';
import type { Found } from '../search/search-tab.ts';

/**
 * Answers a search in the format of another service, from the cache of whole replies if it can. `parts` is everything
 * that the reply depends on besides the account.
 */
export async function answerWith<Body>(
  { services, reply, account }: RequestContext<unknown>,
  parts: readonly unknown[],
  search: () => Promise<Found<Body>>,
): Promise<Body | RenderedReply> {
  const cacheKey = [services.cacheScope(account), ...parts];
  const cached = services.replyCache.get(cacheKey);
  if (cached) return cached;
  const { answers, timing, failure, body } = await search();
  reply.header('server-timing', timing);
  if (failure) throw failure;
  return allCached(answers) ? services.replyCache.set(cacheKey, body, timing) : body;
}
