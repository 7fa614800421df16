import type { ApiError } from '../../lib/errors.ts';
import type { ProviderOutcome } from '../../lib/outcome.ts';
import { allCached, isLeft, isSkipped } from '../ask/outcomes.ts';
import { type Timing, tellTiming } from '../ask/timing.ts';
import { inOrder, type RenderedReply } from '../cache/reply-cache.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import { allowedEngines, type EngineParams } from './allowed-engines.ts';

/** A finished search: the providers' answers, and the error or the body of the reply. */
export interface Found<Body, Answer extends ProviderOutcome = ProviderOutcome> {
  answers: Answer[];
  timing: Timing;
  /** Null if a provider answered. */
  failure: ApiError | null;
  body: Body;
  /** Whether the reply holds for others and for a while, as far as that does not depend on the engines; true if absent. */
  isLasting?: boolean;
  /** The age of outdated results, if no provider answered. */
  staleMs?: number | undefined;
  /** How many searches the reply counts as, if those are fewer than its request was charged. */
  searches?: number;
}

/**
 * Answers a request by a search, from the cache of whole replies if it can. The reply may depend on the name of its
 * format, on all parameters, on the engines that the key may use, on who shares cached answers with the account, on its
 * rules for sites, and on the values in `besides`.
 */
export async function answerWith<Body>(
  {
    services,
    request,
    reply,
    account,
    params,
    rules,
  }: RequestContext<object & EngineParams & { detail?: 'full' | undefined }>,
  format: string,
  search: () => Promise<Found<Body>>,
  ...besides: readonly unknown[]
): Promise<Body | RenderedReply> {
  const ignored = params.detail === 'full' ? (request.ignored ?? []) : [];
  // The rules of the call are among its parameters, and those of the instance the same for all replies of this process.
  const ruled = rules ? [{ rules: rules.map(({ owner, version }) => [owner, version]) }] : [];
  const asked = inOrder({ ...params, engine: allowedEngines(params.engine, request) });
  const cacheKey = [services.cacheScope(account), format, asked, ignored, ...besides, ...ruled];
  const cached = services.replyCache.get(cacheKey);
  if (cached) return cached;
  const { answers, timing, failure, body: found, isLasting = true, searches, staleMs } = await search();
  tellTiming(reply, timing);
  if (failure) {
    if (answers.some(isLeft)) request.charge?.settle(searches);
    throw failure;
  }
  if (staleMs !== undefined) reply.headers({ age: Math.floor(staleMs / 1_000), warning: '110 - "Response is Stale"' });
  // A search that no engine could take costs nothing.
  const isFree = searches === 0 || (answers.length > 0 && answers.every(isSkipped));
  if (isFree) request.charge?.refund();
  else if (searches !== undefined) request.charge?.keepOnly(searches);
  const body = ignored.length > 0 ? { ...found, ignored } : found;
  return isLasting && allCached(answers) ? services.replyCache.set(cacheKey, body, timing) : body;
}
