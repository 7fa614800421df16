import { Deadline } from '../lib/deadline.ts';
import { ApiError, unavailable } from '../lib/errors.ts';
import type { FailureCode, Outcome } from '../lib/outcome.ts';
import { gate } from '../lib/providers/health.ts';
import { isSkip, type OperationName, type OutputOf } from '../lib/providers/provider.ts';
import type { Provider, Slot } from '../lib/providers/roster.ts';
import type { SearchInput } from '../lib/search/query.ts';
import type { EngineSlug, SearchParams } from './params.ts';
import type { Services } from './services.ts';
import { readSlices, sliceKey } from './slice-cache.ts';

/** What became of one engine in one search. `skipped` engines were never asked: they cannot do it. */
export type EngineOutcome<T> = Outcome<T> | { ok: false; skipped: string; ms: 0 };

export interface EngineAnswer<T> {
  slot: Slot & { provider: Provider };
  outcome: EngineOutcome<T>;
}

interface Asking {
  services: Services;
  requestId: string;
  signal: AbortSignal;
}

const DEFAULT_RETRY_AFTER_S = 5;

/**
 * Picks the engines, asks them all at once and comes back with what each gave, in slot order: from the cache, from its
 * queue, or not at all. Throws a 503 when none of the engines asked for is configured.
 */
export async function askEngines<Name extends OperationName>(
  operation: Name,
  input: SearchInput,
  engines: readonly EngineSlug[] | null,
  asking: Asking,
): Promise<EngineAnswer<OutputOf<Name>>[]> {
  const { services } = asking;
  const deadline = Deadline.in(services.config.requestDeadlineMs);
  const slots = pickSlots(services.roster.slots, engines);
  const seal = await services.secret.seal();
  const search = seal.fingerprint(JSON.stringify([operation, input]));
  const providers = slots.map(({ provider }) => provider);
  const cached = await readSlices<OutputOf<Name>>(services.redis, seal, search, providers);

  return Promise.all(
    slots.map(async (slot, index): Promise<EngineAnswer<OutputOf<Name>>> => {
      const skip = cannot(slot.provider, operation, input);
      if (skip) return { slot, outcome: { ok: false, skipped: skip, ms: 0 } };
      const known = cached[index];
      if (known) return { slot, outcome: { ok: true, value: known, ms: 0, cached: true } };
      const refusal = refuse(services, slot.provider);
      if (refusal) return { slot, outcome: { ok: false, failure: refusal, ms: 0 } };
      const outcome = await services.dispatcher.call({
        provider: slot.provider.slug,
        operation,
        input: input as Parameters<typeof services.dispatcher.call<Name>>[0]['input'],
        key: sliceKey(search, slot.provider),
        cache: slot.provider.cacheTtlS > 0,
        deadline,
        requestId: asking.requestId,
        signal: asking.signal,
      });
      return { slot, outcome };
    }),
  );
}

/** Throws the 503 of a search that nobody answered. */
export function requireAnAnswer(answers: readonly EngineAnswer<unknown>[]): void {
  const failures = answers.flatMap(({ outcome }) => ('failure' in outcome ? [outcome.failure] : []));
  if (failures.length === 0 || answers.some(({ outcome }) => outcome.ok)) return;
  const waitsMs = failures.flatMap(({ retryAfterMs }) => (retryAfterMs === undefined ? [] : [retryAfterMs]));
  const retryAfterS = waitsMs.length > 0 ? Math.min(...waitsMs) / 1_000 : DEFAULT_RETRY_AFTER_S;
  if (failures.every(({ code }) => code === 'overloaded')) throw unavailable('Too many searches are under way.', 1);
  if (failures.every(({ reason }) => reason === NO_WORKER)) throw unavailable('No search worker is running.', 2);
  throw unavailable('No search engine answered.', retryAfterS);
}

/** `Server-Timing`: one entry per engine, so that a caller sees who was slow, refused or skipped. */
export function serverTiming(answers: readonly EngineAnswer<unknown>[]): string {
  return answers
    .map(({ slot, outcome }) => `${slot.slug};dur=${Math.round(outcome.ms)};desc="${describe(outcome)}"`)
    .join(', ');
}

const DESCRIPTIONS: Readonly<Record<FailureCode, string>> = {
  timeout: 'timeout',
  expired: 'timeout',
  rate_limited: 'rate_limited',
  suspended: 'suspended',
  refused: 'error',
  rejected: 'error',
  upstream: 'error',
  overloaded: 'error',
  internal: 'error',
};

function describe(outcome: EngineOutcome<unknown>): string {
  if ('skipped' in outcome) return 'skipped';
  if (outcome.ok) return outcome.cached ? 'cached' : 'ok';
  return DESCRIPTIONS[outcome.failure.code];
}

/** The configured slots among those asked for; a 503 when there are none. */
function pickSlots(slots: readonly Slot[], engines: readonly EngineSlug[] | null): (Slot & { provider: Provider })[] {
  const asked = engines === null ? slots : slots.filter(({ slug }) => (engines as readonly string[]).includes(slug));
  const configured = asked.filter((slot): slot is Slot & { provider: Provider } => slot.provider !== null);
  if (configured.length > 0) return configured;
  if (engines === null) throw new ApiError(503, 'No search engine is configured on this deployment.');
  const names = asked.map(({ slug }) => slug);
  const verb = names.length === 1 ? 'is' : 'are';
  throw new ApiError(503, `${names.join(' and ')} ${verb} not configured on this deployment.`);
}

function cannot(provider: Provider, operation: OperationName, input: SearchInput): string | null {
  const able = provider.adapter.operations[operation];
  if (!able) return `no ${operation} search`;
  const request = able.request(input, provider.settings);
  return isSkip(request) ? request.skip : null;
}

const NO_WORKER = 'no worker is running';

/** Reasons not to queue a call that could only wait for its deadline. */
function refuse({ health, workers }: Services, provider: Provider) {
  const record = health.of(provider.slug);
  if (gate(record) === 'open') {
    return { code: 'suspended' as const, reason: 'its breaker is open', retryAfterMs: record.openUntil - Date.now() };
  }
  if (!workers.any) return { code: 'internal' as const, reason: NO_WORKER };
  return null;
}

/** The parameters as engines are asked them, with their defaults. */
export function toSearchInput(params: SearchParams): SearchInput {
  return {
    q: params.q,
    page: params.page ?? 1,
    lang: params.lang ?? '',
    safe: params.safe ?? true,
    date: params.date ?? null,
  };
}

/** The engines that answered, in slot order, with what they gave. */
export function answeredBy<T>(answers: readonly EngineAnswer<T>[]): { engine: EngineSlug; label: string; slice: T }[] {
  return answers.flatMap(({ slot, outcome }) =>
    outcome.ok ? [{ engine: slot.slug as EngineSlug, label: slot.label, slice: outcome.value }] : [],
  );
}
