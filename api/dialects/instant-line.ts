import type { ProviderOutcome } from '../../lib/outcome.ts';
import { besideResults } from '../ask/in-time.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import { instantAnswer } from '../instant/instant-answer.ts';
import { isCut } from './long-query.ts';

/** An instant answer beside the results of a search. */
export interface InstantLine {
  /** The answer as one line; null if there is none, or if it is late. */
  text: string | null;
  /** Whether others would get the same answer for a while. */
  isLasting: boolean;
  /** The answers of the providers that it needed. */
  providerOutcomes: ProviderOutcome[];
}

/** No answer. */
export const NO_LINE: InstantLine = { text: null, isLasting: true, providerOutcomes: [] };

/** Gets the instant answer to a query, for formats that have room for a line. It neither fails nor delays the results. */
export async function instantLine(
  { request, reply, services, ...requester }: RequestContext<unknown>,
  query: { q: string; lang: string },
  results: Promise<unknown>,
): Promise<InstantLine> {
  if (isCut(request)) return NO_LINE;
  const userAgent = request.headers['user-agent'] ?? '';
  const instantRequester = { ...requester, ip: request.ip, userAgent };
  const providerOutcomes: ProviderOutcome[] = [];
  const answer = instantAnswer(query, services, instantRequester, providerOutcomes);
  // Undefined if it failed or is late.
  const inTime = await besideResults(results)(answer, undefined);
  // A copy, because a late provider may still add its answer.
  const line = { text: null, isLasting: false, providerOutcomes: [...providerOutcomes] };
  if (inTime === undefined) return line;
  if (inTime === null) return { ...line, isLasting: true };
  if (inTime.kind.personal) reply.header('cache-control', 'no-store');
  return { ...line, text: inTime.answer.answer, isLasting: inTime.kind.lasting === true };
}
