import { Deadline } from '../lib/deadline.ts';
import { unavailable } from '../lib/errors.ts';
import type { Failure, FailureCode, Outcome } from '../lib/outcome.ts';
import { gate } from '../lib/providers/health.ts';
import type { InputOf, Operation, OperationName, OutputOf } from '../lib/providers/provider.ts';
import { keepForS, type Provider } from '../lib/providers/roster.ts';
import type { Services } from './services.ts';
import { readSlices, sliceKey } from './slice-cache.ts';

/** What became of one provider in one request. A `skipped` one was never asked: it cannot do this. */
export type Answer<T> = Outcome<T> | { ok: false; skipped: string; ms: 0 };

/** An answer under the name that the caller knows its provider by. */
export interface NamedAnswer<T = unknown> {
  name: string;
  answer: Answer<T>;
}

/** On whose behalf providers are asked, and for how long. */
export interface Asking {
  services: Services;
  requestId: string;
  signal: AbortSignal;
  deadline: Deadline;
}

/**
 * Prepares one question to several providers: one look at the cache for all of them. What comes back asks one of them,
 * when it is called: from the cache, through its queue, or not at all. It never rejects.
 */
export async function prepareQuestion<Name extends OperationName>(
  operation: Name,
  input: InputOf<Name>,
  providers: readonly Provider[],
  { services, requestId, signal, deadline }: Asking,
): Promise<(provider: Provider, by?: Deadline) => Promise<Answer<OutputOf<Name>>>> {
  const seal = await services.secret.seal();
  const search = seal.fingerprint(JSON.stringify([operation, input]));
  const slices = await readSlices<OutputOf<Name>>(services.redis, seal, search, providers);
  const cached = new Map(providers.map((provider, index) => [provider, slices[index] ?? null]));

  return async (provider, by = deadline) => {
    const skipped = whyNot(provider, operation, input);
    if (skipped !== null) return { ok: false, skipped, ms: 0 };
    const known = cached.get(provider);
    if (keepForS(provider, operation) > 0) services.metrics.countLookup(provider.id, Boolean(known));
    if (known) return { ok: true, value: known, ms: 0, cached: true };
    const failure = refuse(services, provider) ?? outOfTurn(services, provider, by);
    if (failure) return { ok: false, failure, ms: 0 };
    return services.dispatcher.call({
      provider: provider.id,
      operation,
      input,
      key: sliceKey(search, provider),
      cache: keepForS(provider, operation) > 0,
      deadline: by,
      requestId,
      signal,
    });
  };
}

/** Asks several providers the same thing at once. */
export async function askAll<Name extends OperationName>(
  operation: Name,
  input: InputOf<Name>,
  providers: readonly Provider[],
  asking: Asking,
): Promise<Answer<OutputOf<Name>>[]> {
  if (providers.length === 0) return [];
  const ask = await prepareQuestion(operation, input, providers, asking);
  return Promise.all(providers.map((provider) => ask(provider)));
}

/**
 * Asks one provider after the other until one answers: the next steps in where the one before cannot. Nobody takes more
 * than an equal share of the time that is left, or a slow one would leave the next no time to step in.
 */
export async function askInTurn<Name extends OperationName>(
  operation: Name,
  input: InputOf<Name>,
  providers: readonly Provider[],
  asking: Asking,
): Promise<NamedAnswer<OutputOf<Name>>[]> {
  const answers: NamedAnswer<OutputOf<Name>>[] = [];
  if (providers.length === 0) return answers;
  const ask = await prepareQuestion(operation, input, providers, asking);
  for (const [index, provider] of providers.entries()) {
    const shareMs = Math.floor(asking.deadline.leftMs() / (providers.length - index));
    const answer = await ask(provider, Deadline.in(shareMs));
    answers.push({ name: provider.adapter.slug, answer });
    if (answer.ok) break;
  }
  return answers;
}

const DEFAULT_RETRY_AFTER_S = 5;

/** Throws the 503 of a request that nobody answered, though someone was asked. */
export function requireAnAnswer(answers: readonly NamedAnswer[], otherwise = 'No search engine answered.'): void {
  const failures = answers.flatMap(({ answer }) => ('failure' in answer ? [answer.failure] : []));
  if (failures.length === 0 || answers.some(({ answer }) => answer.ok)) return;
  const waitsMs = failures.flatMap(({ retryAfterMs }) => (retryAfterMs === undefined ? [] : [retryAfterMs]));
  const retryAfterS = waitsMs.length > 0 ? Math.min(...waitsMs) / 1_000 : DEFAULT_RETRY_AFTER_S;
  if (failures.every(({ code }) => code === 'overloaded')) {
    throw unavailable('Too many searches are under way.', waitsMs.length > 0 ? retryAfterS : 1);
  }
  if (failures.every(({ reason }) => reason === NO_WORKER)) throw unavailable('No search worker is running.', 2);
  throw unavailable(otherwise, retryAfterS);
}

/** `Server-Timing`: one entry per provider, so that a caller sees who was slow, refused or skipped. */
export function serverTiming(answers: readonly NamedAnswer[]): string {
  return answers
    .map(({ name, answer }) => `${name};dur=${Math.round(answer.ms)};desc="${outcomeOf(answer)}"`)
    .join(', ');
}

/** What became of one provider, in a word. */
export type OutcomeWord = 'ok' | 'cached' | 'skipped' | 'timeout' | 'rate_limited' | 'suspended' | 'error';

const FAILURES: Readonly<Record<FailureCode, OutcomeWord>> = {
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

export function outcomeOf(answer: Answer<unknown>): OutcomeWord {
  if ('skipped' in answer) return 'skipped';
  if (answer.ok) return answer.cached ? 'cached' : 'ok';
  return FAILURES[answer.failure.code];
}

function whyNot<Name extends OperationName>(provider: Provider, name: Name, input: InputOf<Name>): string | null {
  const operation = provider.adapter.operations[name] as Operation<InputOf<Name>, OutputOf<Name>> | undefined;
  if (!operation) return `${provider.adapter.name} has no ${name}`;
  const supported = operation.supports?.(input) ?? true;
  return supported === true ? null : supported;
}

const NO_WORKER = 'no worker is running';

/** Reasons not to queue a call that could only wait for its deadline. */
function refuse({ health, workers }: Services, provider: Provider): Failure | null {
  const record = health.of(provider.id);
  if (gate(record) === 'open') {
    return { code: 'suspended', reason: 'its breaker is open', retryAfterMs: record.openUntil - Date.now() };
  }
  return workers.any ? null : { code: 'internal', reason: NO_WORKER };
}

/**
 * A provider that may be called only so often serves its callers in turn. Whose turn cannot come before the deadline is
 * told so at once; those who wait here are counted, the other processes' are not, and find out at their deadline.
 */
function outOfTurn({ dispatcher }: Services, { id, rate }: Provider, deadline: Deadline): Failure | null {
  if (!rate) return null;
  const waitMs = Math.ceil(((dispatcher.waitingFor(id) + 1) * rate.windowMs) / rate.limit);
  if (waitMs <= deadline.leftMs()) return null;
  return { code: 'overloaded', reason: 'too many are waiting for their turn', retryAfterMs: waitMs };
}
