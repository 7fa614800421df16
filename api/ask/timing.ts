import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProviderOutcome } from '../../lib/outcome.ts';
import type { EngineOutcome } from '../../lib/requests/request-record.ts';
import { allSkipped, outcomeWord } from './outcomes.ts';

/** How each provider took part in a reply: as the text of its `Server-Timing` header, and for the record of the request. */
export interface Timing {
  text: string;
  engines: readonly EngineOutcome[];
}

/** That of a reply which needed no provider. */
export const NO_TIMING: Timing = { text: '', engines: [] };

/**
 * One entry per provider, which shows the caller if it was slow, failed or was skipped. If none could be asked, a last
 * entry of the header says why: the reply is a 200 without results.
 */
export function timingOf(outcomes: readonly ProviderOutcome[]): Timing {
  const engines = enginesOf(outcomes);
  const entries = engines.map(
    ({ engine, outcome: word }, at) => `${engine};dur=${Math.round(outcomes[at]?.outcome.ms ?? 0)};desc="${word}"`,
  );
  const reasons = allSkipped(outcomes) ? [`unserved;desc="${skipReasons(outcomes)}"`] : [];
  return { text: [...entries, ...reasons].join(', '), engines };
}

function enginesOf(outcomes: readonly ProviderOutcome[]): EngineOutcome[] {
  // What is known at once takes exactly 0 ms; a call never does.
  return outcomes.map(({ provider, outcome }) => ({
    engine: provider,
    outcome: outcomeWord(outcome),
    ms: outcome.ms === 0 || (!outcome.ok && outcome.notMade) ? null : Math.round(outcome.ms),
  }));
}

/** Several as one. */
export function joinedTiming(timings: readonly Timing[]): Timing {
  return {
    text: timings.flatMap(({ text }) => text || []).join(', '),
    engines: timings.flatMap(({ engines }) => engines),
  };
}

/** Says how the providers took part, in the header and in the record of the request. */
export function tellTiming(reply: FastifyReply, timing: Timing): void {
  if (timing.text === '') return;
  reply.header('server-timing', timing.text);
  if (reply.request.notes) reply.request.notes.engines = timing.engines;
}

/** Says how the providers took part, in the record of the request alone: a page has no such header. */
export function noteProviders({ notes }: FastifyRequest, outcomes: readonly ProviderOutcome[]): void {
  if (notes) notes.engines = enginesOf(outcomes);
}

/** Why providers were skipped, as the text of a header. */
function skipReasons(outcomes: readonly ProviderOutcome[]): string {
  const reasons = outcomes.flatMap(({ outcome }) => (outcome.ok ? [] : outcome.failure.reason));
  return reasons.join('; ').replace(/[^\x20-\x7e]|["\\]/g, "'");
}
