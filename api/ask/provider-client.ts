import type { Dispatcher } from '../../jobs/dispatcher.ts';
import { testProvider } from '../../jobs/test-call.ts';
import { Deadline } from '../../lib/deadline.ts';
import {
  budgetSpent,
  type Failure,
  type Outcome,
  type ProviderOutcome,
  type Stale,
  skipped,
} from '../../lib/outcome.ts';
import type { WorkerPresence } from '../../lib/presence/worker-presence.ts';
import type { InputOf, Operation, OperationName, OutputOf } from '../../lib/providers/adapter.ts';
import type { HealthView } from '../../lib/providers/health-view.ts';
import { cacheTtlS, type Provider } from '../../lib/providers/provider.ts';
import type { Roster } from '../../lib/providers/roster.ts';
import { resultsIn } from '../../lib/search/results-in.ts';
import type { SliceCache } from '../cache/slice-cache.ts';
import type { Metrics } from '../metrics.ts';
import { type CallContext, callContext, type Requester } from './call-context.ts';
import { askInStages, type Cascade } from './cascade.ts';
import { FailedCalls } from './failed-calls.ts';
import { firstAnswer } from './first-answer.ts';
import { noWorker } from './outcomes.ts';
import { type Patience, waitFor } from './patience.ts';

/**
 * Calls providers with the prepared input. No answer rejects: a failed call is an answer too. `priority` is that of the
 * job, if it is not the account's next one.
 */
export type Ask<T> = (providers: readonly Provider[], deadline: Deadline, priority?: number) => Promise<Outcome<T>>[];

/** A question whose cached answers were read. */
interface Prepared<T> {
  /** Calls those providers that need a call. */
  ask: Ask<T>;
  /** Calls providers that need one. */
  call: Ask<T>;
  /** The outcome of a provider that needs no call, or null. */
  atOnce(provider: Provider): Outcome<T> | null;
  /** Opens the outdated answer of a provider; null if there is none. */
  staleOf(provider: Provider): () => Stale<T> | null;
}

/** What a `ProviderClient` uses to answer, refuse and queue calls. */
export interface ProviderClientOptions {
  roster: Roster;
  dispatcher: Dispatcher;
  slices: SliceCache;
  health: HealthView;
  workers: WorkerPresence;
  metrics: Metrics;
  requestDeadlineMs: number;
  /** Who shares cached answers with an account. */
  cacheScope(account: string): string;
}

/** Calls providers for requests: answers from the cache, refuses calls that cannot succeed, and queues the rest. */
export class ProviderClient {
  readonly roster: Roster;
  /** The failures that requests remember which spare providers that failed. */
  readonly failed = new FailedCalls();
  readonly #options: ProviderClientOptions;

  constructor(options: ProviderClientOptions) {
    this.roster = options.roster;
    this.#options = options;
  }

  /**
   * Creates the context of a request's provider calls. Unless `withinMs` is given, they end with the deadline of the
   * request, which counts from its arrival: a busy process takes its time until it comes to the calls. They have half of it
   * at least, for a client that takes long to send its request.
   */
  callsFor(requester: Requester, withinMs?: number): CallContext {
    const { requestDeadlineMs } = this.#options;
    return callContext(
      requester,
      withinMs ?? Math.max(requestDeadlineMs - requester.elapsedMs(), requestDeadlineMs / 2),
    );
  }

  /**
   * Calls several providers at once with the same input, those of cascades in their stages, and waits for all unless the
   * requester is impatient.
   */
  async askAll<Name extends OperationName>(
    operation: Name,
    input: InputOf<Name>,
    providers: readonly Provider[],
    context: CallContext,
    patience: Patience<OutputOf<Name>> = {},
    cascades: readonly Cascade[] = [],
  ): Promise<Outcome<OutputOf<Name>>[]> {
    if (providers.length === 0) return [];
    const { ask, staleOf } = await this.#prepare(operation, input, providers, context);
    const { deadline } = context;
    // A later stage does not wait behind searches that began after its own.
    const priority = cascades.length > 0 ? this.#options.dispatcher.priorityOf(providers, context.account) : undefined;
    const asked =
      cascades.length === 0
        ? ask(providers, deadline)
        : askInStages<OutputOf<Name>>(providers, {
            cascades,
            deadline,
            until: patience.deadline ?? deadline,
            ask: (asked, until) => ask(asked, until, priority),
            found: resultsIn,
            onStage: patience.onStage,
            onSpared: ({ id }) => this.#options.metrics.countSpared(id),
          });
    const outcomes = await waitFor(asked, patience);
    return outcomes.map((outcome, at) =>
      outcome.ok ? outcome : { ...outcome, stale: staleOf(providers[at] as Provider) },
    );
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
  ): Promise<ProviderOutcome<OutputOf<Name>>[]> {
    if (providers.length === 0) return [];
    const { ask } = await this.#prepare(operation, input, providers, context);
    const outcomes: ProviderOutcome<OutputOf<Name>>[] = [];
    const asks = providers.map((provider, index) => async () => {
      const shareMs = Math.floor(context.deadline.leftMs() / (providers.length - index));
      const deadline = overlapMs === undefined ? Deadline.in(shareMs) : context.deadline;
      const [outcome] = (await Promise.all(ask([provider], deadline))) as [Outcome<OutputOf<Name>>];
      outcomes.push({ provider: provider.adapter.slug, outcome });
      return outcome.ok && isUseful(outcome.value) ? outcome : null;
    });
    await firstAnswer(asks, overlapMs);
    // A copy, because a slow provider may still add its answer later.
    return [...outcomes];
  }

  /**
   * Asks one provider, and no other if its answer is of no use: the first that can be asked, unless one has answered this
   * question before. Returns the first useful answer, or null.
   */
  async askOne<Name extends OperationName>(
    operation: Name,
    input: InputOf<Name>,
    providers: readonly Provider[],
    context: CallContext,
    isUseful: (output: OutputOf<Name>) => boolean,
  ): Promise<OutputOf<Name> | null> {
    if (providers.length === 0) return null;
    const { call, atOnce } = await this.#prepare(operation, input, providers, context);
    const known = providers.map(atOnce);
    const answered = known.flatMap((outcome) => (outcome?.ok ? [outcome.value] : []));
    const asked = answered.length > 0 ? [] : providers.filter((_, at) => known[at] === null).slice(0, 1);
    const outcomes = await Promise.all(call(asked, context.deadline));
    const values = [...answered, ...outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []))];
    return values.find(isUseful) ?? null;
  }

  /** Tests a provider with a call that no cache answers. */
  async test(provider: Provider, requester: Requester): Promise<Outcome<unknown>> {
    const { dispatcher, workers } = this.#options;
    if (workers.count === 0) return { ok: false, failure: noWorker, ms: 0 };
    const { account, requestId, signal } = requester;
    return testProvider(dispatcher, provider, { account, requestId, signal: signal() });
  }

  /** Reads the cache for all providers at once, so that some of them can be called. */
  async #prepare<Name extends OperationName>(
    operation: Name,
    input: InputOf<Name>,
    providers: readonly Provider[],
    { requestId, span, account, signal, onQueued, admitted, sparesFailed, together }: CallContext,
  ): Promise<Prepared<OutputOf<Name>>> {
    const { dispatcher, slices, metrics, cacheScope } = this.#options;
    const cached = await slices.read<OutputOf<Name>>(operation, input, providers, cacheScope(account));
    if (admitted) await admitted;

    const atOnce = (provider: Provider): Outcome<OutputOf<Name>> | null => {
      const reason = skipReason(provider, operation, input);
      if (reason !== null) return skipped(reason);
      const value = cached(provider).open();
      if (cacheTtlS(provider, operation) > 0) metrics.countLookup(provider.id, value !== null);
      if (value !== null) return { ok: true, value, ms: 0, cached: true };
      const spared = sparesFailed ? this.failed.find(cached(provider).key) : null;
      const failure = spared ?? this.#refusalOf(provider, operation);
      return failure && { ok: false, failure, ms: 0 };
    };

    const call: Ask<OutputOf<Name>> = (called, deadline, priority) => {
      if (called.length === 0) return [];
      const calls = called.map((provider) => ({
        provider,
        key: cached(provider).key,
        cache: cacheTtlS(provider, operation) > 0,
      }));
      const request = { operation, input, calls, deadline, requestId, span, account, signal, onQueued, priority };
      const outcomes = dispatcher.call(request, together);
      if (sparesFailed) {
        for (const [at, { key }] of calls.entries())
          void outcomes[at]?.then((outcome) => this.failed.note(key, outcome));
      }
      return outcomes;
    };
    const ask: Ask<OutputOf<Name>> = (asked, deadline, priority) => {
      const known = asked.map(atOnce);
      const missing = asked.filter((_, index) => known[index] === null);
      const called = call(missing, deadline, priority).values();
      return known.map((outcome) => (outcome ? Promise.resolve(outcome) : (called.next().value as Promise<never>)));
    };
    return { ask, call, atOnce, staleOf: (provider) => cached(provider).stale };
  }

  /** Why a call is not queued: it would only wait in the queue until its deadline. Null when the call can be queued. */
  #refusalOf(provider: Provider, operation: OperationName): Failure | null {
    const { health, workers } = this.#options;
    const { id } = provider;
    const spentMs = health.spentForMs(provider);
    if (spentMs > 0) return budgetSpent(spentMs);
    const refusal = health.refusal(id);
    if (refusal) return refusal;
    if (!workers.know(operation)) return { code: 'internal', reason: 'a worker that is running does not know it' };
    return workers.count > 0 ? null : noWorker;
  }
}

function skipReason<Name extends OperationName>(provider: Provider, name: Name, input: InputOf<Name>): string | null {
  const operation = provider.adapter.operations[name] as Operation<InputOf<Name>, OutputOf<Name>> | undefined;
  if (!operation) return `${provider.adapter.name} has no ${name}`;
  const supported = operation.supports?.(input) ?? true;
  return supported === true ? null : supported;
}
