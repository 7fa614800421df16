import type { Dispatcher } from '../../jobs/dispatcher.ts';
import type { WorkerPresence } from '../../jobs/worker-presence.ts';
import { Deadline } from '../../lib/deadline.ts';
import type { Failure } from '../../lib/outcome.ts';
import type { InputOf, Operation, OperationName, OutputOf } from '../../lib/providers/adapter.ts';
import { gate } from '../../lib/providers/health.ts';
import type { HealthView } from '../../lib/providers/health-view.ts';
import { cacheTtlS, type Provider, type Roster } from '../../lib/providers/roster.ts';
import type { SliceCache } from '../cache/slice-cache.ts';
import type { Metrics } from '../metrics.ts';
import { type CallContext, callContext, type Requester } from './call-context.ts';
import { firstAnswer } from './first-answer.ts';
import { type NamedAnswer, noWorker, type ProviderAnswer } from './outcomes.ts';

/** Calls one provider with the prepared input. Never rejects: a failed call is an answer too. */
export type Ask<T> = (provider: Provider, deadline?: Deadline) => Promise<ProviderAnswer<T>>;

/** What a `ProviderClient` uses to answer, refuse and queue calls. */
export interface ProviderClientOptions {
  roster: Roster;
  dispatcher: Dispatcher;
  slices: SliceCache;
  health: HealthView;
  workers: WorkerPresence;
  metrics: Metrics;
  requestDeadlineMs: number;
}

/** Calls providers for requests: answers from the cache, refuses calls that cannot succeed, and queues the rest. */
export class ProviderClient {
  readonly roster: Roster;
  readonly #options: ProviderClientOptions;

  constructor(options: ProviderClientOptions) {
    this.roster = options.roster;
    this.#options = options;
  }

  /** Creates the context of a request's provider calls, with the default deadline unless `withinMs` is given. */
  callsFor(requester: Requester, withinMs = this.#options.requestDeadlineMs): CallContext {
    return callContext(requester, withinMs);
  }

  /** Calls several providers at once with the same input. */
  async askAll<Name extends OperationName>(
    operation: Name,
    input: InputOf<Name>,
    providers: readonly Provider[],
    context: CallContext,
  ): Promise<ProviderAnswer<OutputOf<Name>>[]> {
    if (providers.length === 0) return [];
    const ask = await this.#prepare(operation, input, providers, context);
    return Promise.all(providers.map((provider) => ask(provider)));
  }

  /**
   * Calls the providers one after the other until one gives a useful answer. Returns all answers received by then.
   * Each provider gets an equal share of the remaining time, so that a slow one leaves time for the next. With
   * `overlapMs`, a slow provider keeps running, and the next one is called as well after that time.
   */
  async askInOrder<Name extends OperationName>(
    operation: Name,
    input: InputOf<Name>,
    providers: readonly Provider[],
    context: CallContext,
    { isUseful = () => true, overlapMs }: { isUseful?: (output: OutputOf<Name>) => boolean; overlapMs?: number } = {},
  ): Promise<NamedAnswer<OutputOf<Name>>[]> {
    if (providers.length === 0) return [];
    const ask = await this.#prepare(operation, input, providers, context);
    const answers: NamedAnswer<OutputOf<Name>>[] = [];
    const asks = providers.map((provider, index) => async () => {
      const shareMs = Math.floor(context.deadline.leftMs() / (providers.length - index));
      const answer = await ask(provider, overlapMs === undefined ? Deadline.in(shareMs) : context.deadline);
      answers.push({ name: provider.adapter.slug, answer });
      return answer.ok && isUseful(answer.value) ? answer : null;
    });
    await firstAnswer(asks, overlapMs);
    // A copy, because a slow provider may still add its answer later.
    return [...answers];
  }

  /** Reads the cache for all providers at once, and returns a function that calls one of them. */
  async #prepare<Name extends OperationName>(
    operation: Name,
    input: InputOf<Name>,
    providers: readonly Provider[],
    { requestId, signal, deadline }: CallContext,
  ): Promise<Ask<OutputOf<Name>>> {
    const { dispatcher, slices, metrics } = this.#options;
    const cached = await slices.read<OutputOf<Name>>(operation, input, providers);

    return async (provider, by = deadline) => {
      const skipped = whySkipped(provider, operation, input);
      if (skipped !== null) return { ok: false, skipped, ms: 0 };
      const { key, value } = cached(provider);
      const cache = cacheTtlS(provider, operation) > 0;
      if (cache) metrics.countLookup(provider.id, value !== null);
      if (value !== null) return { ok: true, value, ms: 0, cached: true };
      const failure = this.#whyRefused(provider, by);
      if (failure) return { ok: false, failure, ms: 0 };
      return dispatcher.call({ provider: provider.id, operation, input, key, cache, deadline: by, requestId, signal });
    };
  }

  /** Why a call is not queued: it would only wait in the queue until its deadline. Null when the call can be queued. */
  #whyRefused(provider: Provider, deadline: Deadline): Failure | null {
    const { health, workers } = this.#options;
    const record = health.of(provider.id);
    if (gate(record) === 'open') {
      return { code: 'suspended', reason: 'its breaker is open', retryAfterMs: record.openUntil - Date.now() };
    }
    return workers.any ? this.#whyOutOfTurn(provider, deadline) : noWorker;
  }

  /**
   * Calls to a rate-limited provider wait for their turn. A call that cannot start before its deadline is refused at
   * once. This counts only the calls of this process; a wait caused by other processes ends in a timeout.
   */
  #whyOutOfTurn({ id, rate }: Provider, deadline: Deadline): Failure | null {
    if (!rate) return null;
    const waitMs = Math.ceil(((this.#options.dispatcher.waitingFor(id) + 1) * rate.windowMs) / rate.limit);
    if (waitMs <= deadline.leftMs()) return null;
    return { code: 'overloaded', reason: 'too many are waiting for their turn', retryAfterMs: waitMs };
  }
}

function whySkipped<Name extends OperationName>(provider: Provider, name: Name, input: InputOf<Name>): string | null {
  const operation = provider.adapter.operations[name] as Operation<InputOf<Name>, OutputOf<Name>> | undefined;
  if (!operation) return `${provider.adapter.name} has no ${name}`;
  const supported = operation.supports?.(input) ?? true;
  return supported === true ? null : supported;
}
