import type { Outcome } from '../../lib/outcome.ts';
import type { Provider } from '../../lib/providers/provider.ts';
import {
  DOCUMENTS_PER_CALL,
  MAX_DOCUMENT_CHARS,
  type RankedDocument,
  type RerankOutput,
  ranked,
} from '../../lib/rerank/rerank-operation.ts';
import type { CallContext, Requester } from '../ask/call-context.ts';
import type { ProviderClient } from '../ask/provider-client.ts';
import { joinedTiming, NO_TIMING, type Timing, timingOf } from '../ask/timing.ts';
import type { RankingThreads } from '../ranking/threads.ts';

/** Calls of one request at a time, so that long lists leave room for others. */
const CALLS_AT_A_TIME = 4;
const NAME = 'rerank';

/** The services that ranking uses. */
export interface RerankServices {
  providers: ProviderClient;
  ranking: RankingThreads;
}

/** That the lexical order replaces the model's. */
const FALLBACK: Timing = { text: 'lexical;desc="fallback"', engines: [] };

/** What is ranked. */
export interface RerankQuestion {
  query: string;
  documents: readonly string[];
  /** The language of the documents, if it is known. */
  lang?: string;
}

/** Documents in the order of their relevance. */
export interface Reranked {
  order: RankedDocument[];
  by: 'model' | 'lexical';
  /** What became of the model, and whether the lexical order replaces its own; empty without one. */
  timing: Timing;
  /** Whether the same documents will be ranked the same way. */
  isLasting: boolean;
}

/** Ranks documents by the model of this deployment, or by their words if there is none or it fails. */
export async function rerank(
  { query, documents, lang }: RerankQuestion,
  services: RerankServices,
  requester: Requester,
  withinMs: number,
): Promise<Reranked> {
  const texts = documents.map((text) => text.slice(0, MAX_DOCUMENT_CHARS).toWellFormed());
  const [provider] = services.providers.roster.serving('rerank');
  const context = services.providers.callsFor(requester, withinMs);
  const outcome = provider && texts.length > 0 ? await scoresBy(provider, query, texts, services, context) : null;
  const timing = outcome ? timingOf([{ provider: NAME, outcome }]) : NO_TIMING;
  if (outcome?.ok) return { order: ranked(outcome.value), by: 'model', timing, isLasting: true };
  const order = await services.ranking.run('rerank', query, texts, lang);
  const fallback = outcome ? joinedTiming([timing, FALLBACK]) : NO_TIMING;
  return { order, by: 'lexical', timing: fallback, isLasting: outcome === null };
}

/** The scores of all documents, or the first failure: the scores of some would order nothing. */
async function scoresBy(
  provider: Provider,
  query: string,
  texts: readonly string[],
  { providers }: RerankServices,
  context: CallContext,
): Promise<Outcome<number[]>> {
  const starts = Array.from(
    { length: Math.ceil(texts.length / DOCUMENTS_PER_CALL) },
    (_, at) => at * DOCUMENTS_PER_CALL,
  );
  const outcomes: Outcome<RerankOutput>[] = [];
  const left = starts.entries();
  let failed = false;
  const lane = async () => {
    for (const [at, start] of left) {
      if (failed) break;
      const input = { query, documents: texts.slice(start, start + DOCUMENTS_PER_CALL) };
      const [outcome] = await providers.askAll('rerank', input, [provider], context);
      outcomes[at] = outcome as Outcome<RerankOutput>;
      failed ||= !outcomes[at].ok;
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_A_TIME }, lane));
  const ms = Math.max(...outcomes.flatMap((outcome) => outcome?.ms ?? []));
  const failure = outcomes.flatMap((outcome) => (outcome && !outcome.ok ? outcome.failure : []))[0];
  if (failure) return { ok: false, failure, ms };
  const answered = outcomes.flatMap((outcome) => (outcome.ok ? [outcome] : []));
  const scores = answered.flatMap(({ value }) => value.scores);
  return { ok: true, value: scores, ms, cached: answered.every(({ cached }) => cached) };
}
